/**
 * A document laid out anew: same meaning, same comments. Pure.
 */

import { parseDocument } from 'yaml';
import { messageOf } from '../../ui/message-of.ts';

/** The text laid out, or why not: it does not parse, or laying it out would have changed what it says. */
export type Formatted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: 'syntax' | 'meaning' };

const OPTIONS = { logLevel: 'silent', merge: false, prettyErrors: false, version: '1.2' } as const;
/** Wide enough for patterns and reasons to stay on their line. */
const WIDTH = 160;

export function formatDocument(text: string): Formatted {
  const json = asJson(text);
  if (json !== undefined) return { ok: true, text: `${JSON.stringify(json, null, 2)}\n` };
  const document = parseDocument(text, OPTIONS);
  if (document.errors.length > 0) return { ok: false, why: 'syntax' };
  const laidOut = document.toString({ lineWidth: WIDTH, indent: 2 });
  return meaning(laidOut) === meaning(text) ? { ok: true, text: laidOut } : { ok: false, why: 'meaning' };
}

/** `undefined` for what is no JSON object or list. */
function asJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // YAML in its flow form.
  }
}

/** What a text says, as text; aliases unfolded. */
function meaning(text: string): string {
  try {
    return JSON.stringify(parseDocument(text, OPTIONS).toJS());
  } catch (error) {
    return messageOf(error);
  }
}
