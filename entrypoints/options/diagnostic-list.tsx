/**
 * Errors and warnings of a text, each with its place; a click goes there.
 */
import type { JSX } from 'preact';
import type { Diagnostic, Place } from '../../engine/dsl/diagnostic.ts';
import { plural } from '../ui/format.ts';
import { Revealed } from '../ui/revealed.tsx';
import type { Diagnosis } from './diagnosis.ts';

export interface DiagnosticListProps {
  readonly diagnosis: Diagnosis;
  readonly empty: boolean;
  readonly jump: (place: Place) => void;
}

export function DiagnosticList({
  diagnosis: { diagnostics, machines },
  empty,
  jump,
}: DiagnosticListProps): JSX.Element {
  return (
    <section class="diagnostics" aria-label="Diagnostics">
      <p class="summary" role="status">
        {empty ? 'Paste a document, drop a file here, or open one.' : summary(diagnostics, machines)}
      </p>
      <ul>
        {diagnostics.map((diagnostic) => (
          <li key={`${diagnostic.line}:${diagnostic.column}:${diagnostic.code}:${diagnostic.message}`}>
            <button type="button" class={`diagnostic ${diagnostic.severity}`} onClick={() => jump(diagnostic)}>
              <span class="place">{`${diagnostic.line}:${diagnostic.column}`}</span>
              <span class="severity">{diagnostic.severity}</span>
              <span class="message">
                <Revealed text={diagnostic.message} />
                {diagnostic.hint !== undefined && (
                  <span class="hint">
                    <Revealed text={diagnostic.hint} />
                  </span>
                )}
              </span>
              <code class="code">{diagnostic.code}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function summary(diagnostics: readonly Diagnostic[], machines: readonly string[]): string {
  const errors = diagnostics.filter((d) => d.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const found = [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : '']
    .filter((s) => s !== '')
    .join(', ');
  if (errors > 0) return found;
  const compiles = `Compiles: ${machines.length === 0 ? 'no machines' : machines.join(', ')}`;
  return found === '' ? compiles : `${compiles} (${found})`;
}
