/**
 * Checks what was kept with a conversation before a page is given it again: a store outlives the version of the extension that
 * wrote to it. The page itself checks nothing. Pure; runs in the background.
 *
 * What is of another form goes, part by part: without a splice the model reads the page's own words, which is never wrong.
 */
import { z } from 'zod';
import type { Json, JsonObject, Reminder } from '../../engine/tool-call.ts';
import { isObject } from '../../engine/wire/json.ts';
import type { Placed } from '../../engine/wire/model/history.ts';
import type { Heads, KeptTurn, Parts, Places, Untold } from '../../engine/wire/model/kept.ts';
import type { Splice } from '../../engine/wire/model/splice.ts';
import type { Entry, RequestedCall } from '../../engine/wire/model-adapter.ts';
import { isJson } from './parse-page.ts';

const json = z.custom<Json>(isJson, 'is not JSON');
// As it is, so that it is written again in the same bytes.
const jsonObject = z.custom<JsonObject>((value) => isJson(value) && isObject(value), 'is no JSON object');
const text = z.string();
const count = z.int().nonnegative();

const requested: z.ZodType<RequestedCall> = z.object({
  id: text,
  tool: text,
  args: json,
  undecodable: text.nullable(),
  raw: jsonObject,
});
const entry: z.ZodType<Entry> = z.object({
  speaker: z.enum(['system', 'user', 'assistant', 'results']),
  raw: z.array(jsonObject),
  text,
  calls: z.array(requested),
  results: z.array(z.object({ call: text, status: z.enum(['success', 'error']).nullable(), content: json })),
});
const reminder: z.ZodType<Reminder> = z.object({
  target: z.enum(['system', 'suffix_system', 'session', 'conversation', 'context']),
  role: z.enum(['user', 'assistant']).exactOptional(),
  content: text,
});
const marks = { before: text, behind: text };
const shown = z.object({ id: text, tool: text, args: text });
const splice: z.ZodType<Splice> = z.object({
  name: text,
  at: count,
  ...marks,
  others: z.enum(['none', 'elsewhere', 'here']),
  shown: z.array(z.object({ calls: z.array(shown), text })).min(1),
  exchanged: z
    .array(
      z.object({
        entry,
        denied: z.array(z.object({ call: text, nth: count.default(0), text })),
        goOn: text.nullable(),
      }),
    )
    .min(1),
  changed: z.boolean(),
});
const head: z.ZodType<Heads[number]> = z.tuple([
  text,
  z.object({
    previous: text.nullable(),
    denied: z.array(z.object({ call: requested, text, at: count.exactOptional() })),
    results: z.array(entry),
    kept: z.array(requested).default([]),
  }),
]);
const placed: z.ZodType<Placed> = z.object({ after: text, args: z.array(text), nth: count.nullable(), reminder });
const out = { shown, args: text };
const turn: z.ZodType<KeptTurn> = z.object({
  at: z.int().min(-1),
  ...marks,
  calls: z.array(z.object({ call: text, ...out })),
  splice: text.nullable(),
  id: text.nullable(),
});
const untold: z.ZodType<Untold> = z.object({ call: z.object(out), reminder });
const given: z.ZodType<Places[number]> = z.tuple([text, text]);

const parts: z.ZodType<Parts[number]> = z.tuple([text, z.array(text)]);

/** Forms of the elements, by the name of the list. */
const LISTS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['heads', head],
  ['placed', placed],
  ['system', text],
  ['turns', turn],
  ['later', untold],
  ['given', given],
  ['parts', parts],
]);
const SPLICE = 'splice ';

export interface Checked {
  /** What is left of the value; null: nothing. */
  readonly value: Json;
  /** What is wrong with it, a phrase each; empty: nothing is. */
  readonly faults: readonly string[];
}

/** Whether the value, kept under the name, says that a call is out. */
export function isOutIn(name: string, value: Json, call: string): boolean {
  return (
    name === 'turns' &&
    z
      .array(turn)
      .safeParse(value)
      .data?.some(({ calls }) => calls.some((one) => one.call === call)) === true
  );
}

/** A value that was kept under the name, as far as it has the form that belongs there. Names nobody knows have any form. */
export function checked(name: string, value: Json): Checked {
  if (name.startsWith(SPLICE)) {
    const form = splice.refine((one) => one.name === name.slice(SPLICE.length), {
      path: ['name'],
      error: 'is another',
    });
    const { value: read = null, fault } = readAs(form, name, value);
    return { value: read, faults: fault === null ? [] : [fault] };
  }
  const form = LISTS.get(name);
  if (form === undefined) return { value, faults: [] };
  if (!Array.isArray(value)) return { value: null, faults: [`${name}: is no list`] };
  const found = value.map((element: Json, at) => readAs(form, `${name}[${at}]`, element));
  return {
    value: found.flatMap((one) => (one.fault === null ? [one.value] : [])),
    faults: found.flatMap(({ fault }) => fault ?? []),
  };
}

/** The value, with what an earlier version did not have yet; or what is wrong with it. */
function readAs(
  form: z.ZodType,
  place: string,
  value: Json,
): { readonly value: Json; readonly fault: null } | { readonly value?: undefined; readonly fault: string } {
  const read = form.safeParse(value);
  // What the forms say is JSON, given JSON.
  if (read.success) return { value: read.data as Json, fault: null };
  const [issue] = read.error.issues;
  return { fault: `${[place, ...(issue?.path ?? []).map(String)].join('.')}: ${issue?.message ?? 'is damaged'}` };
}
