/**
 * A machine as a Mermaid `stateDiagram-v2`. Pure. States have made-up ids and are shown by name, so any name can be drawn.
 */
import type { Machine } from '../dsl/machine.ts';
import { type Arrow, arrowsOf, type Edge, edgesOf } from './graph.ts';

/** Mermaid viewers refuse more text than 50,000 characters. */
const LONGEST_DIAGRAM = 45_000;
/** Of what leads along one arrow: how much is shown of each, and how many. */
const LONGEST_LABEL = 36;
const MOST_LABELS = 3;

/** The diagram's text without a fence, or null when no viewer would draw it. */
export function mermaid(machine: Machine): string | null {
  const ids = new Map(machine.states.map((state, index) => [state, `s${index}`]));
  const id = (state: string): string => ids.get(state) ?? 'unknown';
  const lines = ['stateDiagram-v2'];
  for (const state of machine.states) lines.push(`  state "${escaped(state)}" as ${id(state)}`);
  lines.push(`  [*] --> ${id(machine.initial)}`);
  for (const arrow of arrowsOf(edgesOf(machine))) {
    lines.push(`  ${id(arrow.from)} --> ${id(arrow.to)}: ${labelsOf(arrow)}`);
  }
  for (const state of machine.terminal) lines.push(`  ${id(state)} --> [*]`);
  const text = `${lines.join('\n')}\n`;
  return text.length > LONGEST_DIAGRAM ? null : text;
}

/** What stands at one arrow, line by line. */
function labelsOf({ edges }: Arrow): string {
  const labels = [...new Set(edges.map((edge) => shortLabel(edge)))];
  const shown = labels.slice(0, MOST_LABELS).map(escaped);
  if (labels.length > MOST_LABELS) shown.push(`and ${labels.length - MOST_LABELS} more`);
  return shown.join('<br/>');
}

/**
 * What an edge is called where there is little room: without a prefix that may be there or not, and no more than `longest` characters
 * of the rest.
 */
export function shortLabel({ label, note }: Pick<Edge, 'label' | 'note'>, longest: number = LONGEST_LABEL): string {
  const characters = [...label.replace(/^\{,[^{}]*\}(?=.)/, '')];
  const shown = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
  return note === '' ? shown : `${shown} [${note}]`;
}

/**
 * Text that no Mermaid grammar can take for anything else: all but letters, digits and a few marks as `#code;`. Colons, semicolons,
 * quotes, comments (`%%`), HTML and Markdown would mean something to one version or another.
 */
export function escaped(text: string): string {
  // An empty name would be no label at all.
  if (text.trim() === '') return '#40;empty#41;';
  return text
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}_ .,()=/+?!|'…≤-]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) =>
      character === '_' || character.trim() !== '' ? `#${character.codePointAt(0)};` : ' ',
    );
}
