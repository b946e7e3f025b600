/**
 * CodeMirror's own words in the language that is shown. Runs in the options page.
 */
import { EditorState, type Extension } from '@codemirror/state';
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';

/** CodeMirror's phrase, and our text for it. */
const PHRASES: readonly (readonly [string, PlainKey])[] = [
  ['Find', 'machines.find'],
  ['Replace', 'machines.replaceWith'],
  ['next', 'machines.findNext'],
  ['previous', 'machines.findPrevious'],
  ['all', 'machines.findAll'],
  ['match case', 'machines.matchCase'],
  ['regexp', 'machines.asRegexp'],
  ['by word', 'machines.byWord'],
  ['replace', 'machines.replaceOne'],
  ['replace all', 'machines.replaceAll'],
  ['close', 'common.close'],
  ['Completions', 'machines.completions'],
  ['Diagnostics', 'machines.diagnostics'],
  ['No diagnostics', 'machines.noDiagnostics'],
  ['$ unchanged lines', 'machines.unchangedLines'],
];

export const phrases = (): Extension =>
  EditorState.phrases.of(Object.fromEntries(PHRASES.map(([theirs, ours]) => [theirs, t(ours)])));
