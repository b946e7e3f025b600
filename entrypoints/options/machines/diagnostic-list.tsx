/**
 * Errors and warnings of a text, each with its place; a click goes there.
 */
import type { JSX } from 'preact';
import type { Diagnostic, Place } from '../../../engine/dsl/diagnostic.ts';
import { list } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { worded } from '../../ui/i18n/wording.ts';
import { Revealed } from '../../ui/revealed.tsx';
import type { Diagnosis } from './diagnosis.ts';

export interface DiagnosticListProps {
  readonly diagnosis: Diagnosis;
  readonly empty: boolean;
  readonly jump: (place: Place) => void;
}

export function DiagnosticList({ diagnosis, empty, jump }: DiagnosticListProps): JSX.Element {
  return (
    <section class="diagnostics" aria-label={t('machines.diagnostics')}>
      <p class="summary" role="status">
        {empty ? t('machines.emptyText') : summary(diagnosis)}
      </p>
      <ul>
        {diagnosis.diagnostics.map((diagnostic) => (
          <li key={`${diagnostic.line}:${diagnostic.column}:${diagnostic.code}:${diagnostic.message}`}>
            <button type="button" class={`diagnostic ${diagnostic.severity}`} onClick={() => jump(diagnostic)}>
              <span class="place">{`${diagnostic.line}:${diagnostic.column}`}</span>
              <span class="severity">{severity(diagnostic)}</span>
              <span class="message">
                <Revealed text={worded(diagnostic.wording.message)} />
                {diagnostic.wording.hint !== undefined && (
                  <span class="hint">
                    <Revealed text={worded(diagnostic.wording.hint)} />
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

function severity(diagnostic: Diagnostic): string {
  switch (diagnostic.severity) {
    case 'error':
      return t('machines.error');
    case 'warning':
      return t('machines.warning');
  }
}

function summary({ diagnostics, set }: Diagnosis): string {
  const errors = diagnostics.filter((d) => d.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  if (set === null) return t('machines.doesNotCompile', { errors, warnings });
  const names = list(set.machines.map(({ name }) => name));
  return t('machines.compiles', { count: set.machines.length, names, warnings });
}
