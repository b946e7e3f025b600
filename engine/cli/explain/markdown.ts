/**
 * A machine explained as Markdown: what it watches, its diagram, its ways. Pure.
 */
import type { Machine, Transition } from '../../dsl/machine.ts';
import { type Edge, edgesOf, labelOf, MOST_EDGES, noteOf } from '../../explain/graph.ts';
import { mermaid, shortLabel } from '../../explain/mermaid.ts';
import { pathsOf } from '../../explain/paths.ts';
import { printable } from '../paint.ts';

/** The section of one machine. */
export function explained(machine: Machine): string {
  const { paths, cut, unreached } = pathsOf(machine);
  const diagram = mermaid(machine);
  const parts = [
    `## ${text(machine.name)}`,
    facts(machine),
    diagram === null ? 'The machine is too large to be drawn.' : `\`\`\`mermaid\n${diagram}\`\`\``,
    `### Paths\n\nFrom the initial state on, without going back to a state:`,
    `\`\`\`text\n${paths.map((path, i) => `${i + 1}. ${pathText(machine, path)}\n`).join('')}\`\`\``,
  ];
  if (cut || edgesOf(machine).length >= MOST_EDGES) parts.push('There are more paths than these.');
  if (unreached.length > 0) parts.push(`Never reached: ${unreached.map(code).join(', ')}.`);
  parts.push(`### Transitions\n\n${machine.transitions.map((t) => transitionText(t)).join('\n')}`);
  return `${parts.join('\n\n')}\n`;
}

function facts(machine: Machine): string {
  const lines = [
    machine.key.source === '' ? 'One instance for all calls' : `One instance for each ${code(machine.key.source)}`,
    machine.scope === 'run' ? 'starts anew with each run' : 'lives as long as the thread',
    `starts as ${code(machine.initial)}`,
  ];
  if (machine.terminal.size > 0) lines.push(`done as ${[...machine.terminal].map(code).join(' or ')}`);
  if (machine.strict) lines.push('calls that no transition names are denied');
  if (machine.mode === 'observe') lines.push('only observes');
  return `${lines.join('; ')}.`;
}

function pathText(machine: Machine, path: readonly Edge[]): string {
  const end = machine.terminal.has(path.at(-1)?.to ?? machine.initial) ? '  (done)' : '';
  const steps = path.map((edge) => ` --${printable(shortLabel(edge))}--> ${printable(edge.to)}`);
  return `${printable(machine.initial)}${steps.join('')}${end}`;
}

function transitionText(transition: Transition): string {
  const { from, to, onViolation, on, counters } = transition;
  const starts = from === '*' ? 'any state' : from.size === 0 ? 'no state' : [...from].map(code).join(', ');
  const note = noteOf(transition);
  const always = on.kind === 'event' || (from === '*' && counters.length === 0);
  return [
    `- ${code(labelOf(transition))}${note === '' ? '' : ` [${text(note)}]`}: ${starts} → ${code(to)}`,
    ...(always ? [] : [`otherwise **${onViolation.action}**`]),
    ...(always || onViolation.escalate === null
      ? []
      : [`**${onViolation.escalate.action}** after ${onViolation.escalate.after} times`]),
  ].join(', ');
}

/** Code on one line: the fence is longer than any run of backticks in it. */
function code(source: string): string {
  const safe = printable(source);
  const runs = safe.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const pad = safe === '' || safe.startsWith('`') || safe.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** Words in which nothing is Markdown. */
const text = (source: string): string => printable(source).replace(/[\\`*_{}[\]<>#+!|~&]/g, '\\$&');
