/**
 * What the editor is called, and CodeMirror's own words, in the language that is shown. Runs in the options page.
 */
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
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
  ['Fold line', 'machines.foldLine'],
  ['Unfold line', 'machines.unfoldLine'],
  ['Folded lines', 'machines.foldedLines'],
  ['Unfolded lines', 'machines.unfoldedLines'],
  ['folded code', 'machines.foldedText'],
  ['unfold', 'machines.unfoldLine'],
  ['to', 'machines.linesTo'],
  ['Selection deleted', 'machines.selectionDeleted'],
  ['Control character', 'machines.controlCharacter'],
  ['Go to line', 'machines.goToLine'],
  ['go', 'machines.go'],
  ['current match', 'machines.currentMatch'],
  ['on line', 'machines.onLine'],
  ['replaced match on line $', 'machines.replacedOnLine'],
  ['replaced $ matches', 'machines.replacedMatches'],
];

export const phrases = (): Extension => [
  EditorState.phrases.of(Object.fromEntries(PHRASES.map(([theirs, ours]) => [theirs, t(ours)]))),
  EditorView.contentAttributes.of({ 'aria-label': t('machines.editorLabel') }),
];
