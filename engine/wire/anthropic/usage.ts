/**
 * Usage counters: of one answer, whose end corrects its start, and of several, added up.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject } from '../json.ts';

/** Counters that the end of an answer may state for the whole of it; the others stand in its start only. */
const AT_THE_END = new Set([
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'output_tokens',
  'output_tokens_details',
  'server_tool_use',
  'iterations',
]);

/** The usage of one answer: what `later` states takes the place of what `earlier` did. */
export function corrected(earlier: JsonObject, later: Json | undefined): JsonObject {
  if (!isObject(later)) return earlier;
  return { ...earlier, ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null)) };
}

/** What the end of an answer states of `total`: what it stated when it came, and the counters it may state. */
export function atTheEnd(total: JsonObject, came: Json | undefined): JsonObject {
  const shown = Object.entries(total).filter(
    ([name, value]) => (AT_THE_END.has(name) && value !== null) || field(came, name) !== undefined,
  );
  return { ...(isObject(came) ? came : { output_tokens: 0 }), ...Object.fromEntries(shown) };
}
