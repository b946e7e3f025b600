/**
 * Which results fire a transition.
 */
import { compileConditions, compileContent } from './compile-text.ts';
import type { TransitionDraft } from './compile-transition.ts';
import type { DocumentPath } from './diagnostic.ts';
import type { When } from './machine.ts';
import type { Reporter } from './reporter.ts';

export function compileWhen(draft: TransitionDraft['when'], path: DocumentPath, reporter: Reporter): When {
  if (draft === undefined || typeof draft === 'string') return { status: draft ?? 'success', content: null, json: [] };
  const { status = 'success', content, json = [] } = draft;
  return {
    status,
    content: content === undefined ? null : compileContent(content, [...path, 'content'], reporter),
    json: json.flatMap((source, i) =>
      source === undefined ? [] : compileConditions(source, [...path, 'json', i], reporter),
    ),
  };
}
