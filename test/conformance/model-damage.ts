/** Damaged JSON, to be read without an error. */
import type { Json } from '../../engine/tool-call.ts';

const MARK = 'damaged here';
const OTHERS = ['7', '"x"', '{}', '[null]', '[]'];

/** The text cut short, and with each of its values replaced by others in turn. */
export function* damaged(text: string): Generator<string> {
  yield text.slice(0, text.length >> 1);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    // A mark such as `[DONE]`, which can only be cut.
    return;
  }
  for (const odd of replaced(value, null)) yield JSON.stringify(odd);
  // Each place once more with a value of a wrong kind, another one from place to place.
  for (const [place, odd] of [...replaced(value, MARK)].entries())
    yield JSON.stringify(odd).replace(JSON.stringify(MARK), OTHERS[place % OTHERS.length] ?? 'null');
}

function* replaced(value: Json, other: Json): Generator<Json> {
  yield other;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) for (const odd of replaced(item, other)) yield value.with(at, odd);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const odd of replaced(item, other)) yield { ...value, [key]: odd };
  }
}

/** The text without what its values say: events that are alike are damaged alike. */
export function shapeOf(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"(?!\s*:)/g, '""').replace(/\d+/g, '0');
}
