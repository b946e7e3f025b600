/**
 * The suite that every adapter of an execution-level protocol runs through. It replays recorded cases, one file a case,
 * and asks of each adapter what the guard relies on. What does not apply is skipped by name, with a reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Json } from '../../engine/tool-call.ts';
import type { Expects, Outcome, WireAdapter } from '../../engine/wire/adapter.ts';
import { parseEvent, withData } from '../../engine/wire/sse/event.ts';
import { EventFramer } from '../../engine/wire/sse/framer.ts';

/** A recorded case: what a page sent, what came back, and what that means. */
interface Case {
  readonly name: string;
  readonly note: string;
  readonly request: string;
  readonly form: 'direct' | 'relay';
  readonly session?: string;
  readonly batch?: boolean;
  readonly messages: readonly Json[];
  readonly response?: { readonly type: string; readonly body: string };
  readonly answers?: readonly ExpectedAnswer[];
}

interface ExpectedAnswer {
  readonly id: string | number;
  readonly kind: Outcome['kind'];
  readonly status?: string;
  readonly content?: Json;
  readonly state?: string | null;
  readonly task?: string;
  readonly expects?: Expects;
  readonly spot?: null;
}

type Check = 'recognise' | 'foreign' | 'replay' | 'remind' | 'deny' | 'hold';

export interface Conformance {
  readonly adapter: WireAdapter;
  /** Folder under `test/fixtures/`. */
  readonly fixtures: string;
  /** Checks that this protocol cannot pass, each with the reason. */
  readonly skips?: Readonly<Partial<Record<Check, string>>>;
}

const NOTE = 'Mind the gap: "ü"\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export function wireConformance({ adapter, fixtures, skips = {} }: Conformance): void {
  const cases = load(fixtures);
  const check = (name: Check, sentence: string, body: () => void): void => {
    test.skipIf(skips[name] !== undefined)(sentence, body);
  };

  for (const at of cases) {
    check('recognise', `reads what the page sends: ${at.name}`, () => {
      const traffic = adapter.recognise(at.request);
      expect(adapter.sniff(at.request)).toBe(true);
      expect(traffic?.messages.map((m) => m.message)).toEqual(at.messages);
      expect(traffic).toMatchObject({ form: at.form, session: at.session ?? null, batch: at.batch ?? false });
    });

    check('replay', `reads the answer whole, byte by byte and cut at every byte: ${at.name}`, () => {
      for (const chunks of ways(bytes(at.response?.body ?? ''))) {
        expect(replay(adapter, at, chunks, null).outcomes).toEqual(at.answers ?? []);
      }
    });

    check('replay', `passes the answer on byte for byte: ${at.name}`, () => {
      for (const chunks of ways(bytes(at.response?.body ?? ''))) {
        expect(replay(adapter, at, chunks, null).text).toBe(at.response?.body ?? '');
      }
    });

    check('remind', `adds a reminder where the model reads it and changes nothing else: ${at.name}`, () => {
      const chunks = [bytes(at.response?.body ?? '')];
      const reminded = replay(adapter, at, chunks, NOTE).text;
      const read = replay(adapter, at, [bytes(reminded)], null).outcomes;
      expect(read.map((answer) => contentEnd(answer))).toEqual(
        (at.answers ?? []).map((a) => (a.kind === 'result' && a.spot !== null ? NOTE : 'as it was')),
      );
      if ((at.answers ?? []).every((a) => a.kind !== 'result' || a.spot === null))
        expect(reminded).toBe(at.response?.body ?? '');
      expect(withoutNotes(reminded)).toBe(withoutNotes(at.response?.body ?? ''));
    });
  }

  check('foreign', 'takes nothing for its own that is not', () => {
    for (const body of FOREIGN) expect([body, adapter.recognise(body)]).toEqual([body, null]);
  });

  check('deny', 'denies under the id in its own type, as an error result with the reason', () => {
    for (const id of [7, '7', 0, '']) {
      const [answer] = adapter.answers(JSON.parse(adapter.denial(id, NOTE)));
      if (answer === undefined) throw new Error('a denial is not an answer');
      expect(answer.id).toBe(id);
      expect(adapter.outcome(answer.message, 'call')).toMatchObject({
        kind: 'result',
        result: { status: 'error', content: NOTE },
      });
    }
  });

  check('hold', 'keeps a caller waiting with messages that end nothing', () => {
    expect(adapter.answers(JSON.parse(adapter.progress(7, 1, NOTE)))).toEqual([]);
    const [leg] = adapter.answers(JSON.parse(adapter.leg('7', 'state')));
    expect(leg && adapter.outcome(leg.message, 'call')).toEqual({ kind: 'continues', state: 'state' });
  });
}

const FOREIGN = [
  '',
  'null',
  '7',
  '[]',
  '{}',
  'not json {"jsonrpc"',
  '{"model":"m","messages":[{"role":"user","content":"{\\"jsonrpc\\":\\"2.0\\"}"}],"tools":[]}',
  '{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"x"}}',
  '{"sessionId":"s","message":{"text":"hi"}}',
  '[{"name":"tools/call"}]',
];

function load(folder: string): Case[] {
  const home = new URL(`../fixtures/${folder}/`, import.meta.url);
  return readdirSync(home).map((file) => ({
    ...JSON.parse(readFileSync(new URL(file, home), 'utf8')),
    name: file.replace('.json', ''),
  }));
}

function* ways(all: Uint8Array): Generator<Uint8Array[]> {
  yield [all];
  yield [...all].map((_, at) => all.subarray(at, at + 1));
  for (let at = 1; at < all.length; at += 1) yield [all.subarray(0, at), all.subarray(at)];
}

interface Replayed {
  readonly text: string;
  readonly outcomes: ExpectedAnswer[];
}

/** Reads a recorded response as the guard does, adding `note` to every result. */
function replay(adapter: WireAdapter, at: Case, chunks: readonly Uint8Array[], note: string | null): Replayed {
  const expects: Expects = at.answers?.[0]?.expects ?? 'call';
  const outcomes: ExpectedAnswer[] = [];
  const read = (json: string): string => {
    let edited = json;
    for (const answer of adapter.answers(JSON.parse(json))) {
      const outcome = adapter.outcome(answer.message, expects);
      outcomes.push(flat(answer.id, outcome, expects));
      if (note !== null && outcome.kind === 'result' && outcome.spot !== null)
        edited = adapter.remind(edited, answer.path, outcome.spot, note);
    }
    return edited;
  };
  if (at.response === undefined) return { text: '', outcomes };
  if (!at.response.type.startsWith('text/event-stream'))
    return { text: read(Buffer.concat(chunks).toString()), outcomes };
  const framer = new EventFramer();
  const segments = chunks.flatMap((chunk) => framer.push(chunk));
  const last = framer.flush();
  const out = [...segments, ...(last === null ? [] : [last])].map((segment) => {
    const { data } = segment.block === null ? { data: null } : parseEvent(segment.block);
    if (!data || !segment.block) return segment.bytes;
    const edited = read(data);
    return edited === data ? segment.bytes : withData(segment.block, edited);
  });
  return { text: Buffer.concat(out).toString(), outcomes };
}

function flat(id: string | number, outcome: Outcome, expects: Expects): ExpectedAnswer {
  const shared = { id, kind: outcome.kind, ...(expects === 'call' ? {} : { expects }) };
  switch (outcome.kind) {
    case 'result':
      return { ...shared, ...outcome.result, ...(outcome.spot === null ? { spot: null } : {}) };
    case 'continues':
      return { ...shared, state: outcome.state };
    case 'task':
      return { ...shared, task: outcome.task };
    case 'unfinished':
      return shared;
  }
}

function contentEnd(answer: ExpectedAnswer): string {
  return typeof answer.content === 'string' && answer.content.endsWith(NOTE) ? NOTE : 'as it was';
}

/** The response with reminders, line layout and empty content lists taken out: what is left must be equal. */
function withoutNotes(response: string): string {
  const said = JSON.stringify(NOTE).slice(1, -1);
  return response
    .replaceAll(`,{"type":"text","text":"${said}"}`, '')
    .replaceAll(`{"type":"text","text":"${said}"}`, '')
    .replaceAll(`\\n${said}`, '')
    .replaceAll(',"content":[]', '')
    .replaceAll(/\r?\ndata: |\s/g, '');
}
