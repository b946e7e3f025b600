/**
 * What `replay` prints, for programs and for people. Pure.
 */
import type { Cause, PolicyFinding, PolicySummary } from '../state/policy-replay/policy-replay.ts';
import { type Paint, printable } from './paint.ts';

/** `{"type":"changed"|"undetermined", seq, at, thread, id?, tool?, from, …}`; without a call, it is the end of a run. */
export function findingJson({ kind, call, ...rest }: PolicyFinding): string {
  return `${JSON.stringify({ type: kind, ...(call === null ? {} : call), ...rest })}\n`;
}

export function summaryJson(summary: PolicySummary): string {
  return `${JSON.stringify({ type: 'summary', ...summary })}\n`;
}

const CAUSES: Readonly<Record<Cause, string>> = {
  cut_result: 'it hangs on a result of which only the beginning is on record',
  no_result: 'it hangs on the result of a call that has none on record',
};

export const findingText =
  (paint: Paint) =>
  (finding: PolicyFinding): string => {
    const { seq, at, call, from } = finding;
    const what = call === null ? 'run end' : `call ${call.id} ${call.tool}`;
    const head = `${String(seq).padStart(6)}  ${new Date(at).toISOString()}  ${printable(what).slice(0, 60)}  ${from} → `;
    switch (finding.kind) {
      case 'changed': {
        const { to, machine, key, reason } = finding;
        const by = machine === undefined ? '' : `  ${machine}${key === '' ? '' : `[${key ?? '?'}]`}`;
        const why = reason === undefined ? '' : `  ${reason.slice(0, 300)}`;
        return `${head}${paint('bold', to)}${printable(`${by}${why}`)}\n`;
      }
      case 'undetermined': {
        return `${head}${paint('yellow', finding.possible.join(' or '))}  ${CAUSES[finding.cause]}\n`;
      }
    }
  };

export function summaryText(summary: PolicySummary): string {
  const { decisions, changed, unchanged, undetermined, changes, eventMachines } = summary;
  const lines = [
    '',
    `${decisions} decisions: ${unchanged} unchanged, ${changed} changed, ${undetermined} undetermined`,
    ...changes.map(({ from, to, count }) => `${String(count).padStart(6)}  ${from} → ${to}`),
  ];
  if (eventMachines.length > 0) {
    lines.push(
      `Note: ${eventMachines.map(printable).join(', ')} listen to events. Events that moved nothing then are not on record, so what they would move now is missing.`,
    );
  }
  return `${lines.join('\n')}\n`;
}
