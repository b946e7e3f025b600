/** Damaged JSON, to be read without an error. */
import type { Json } from '../../engine/tool-call.ts';

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
  for (const other of [null, 7, 'x', [], {}, [null]])
    for (const odd of replaced(value, other)) yield JSON.stringify(odd);
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
