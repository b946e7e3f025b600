/** Recorded answers through the whole interceptor: as they came, byte by byte, and broken off at every event. */
import { expect, test } from 'vitest';
import type { ModelRequest } from '../../../engine/wire/model-adapter.ts';
import { EventFramer } from '../../../engine/wire/sse/framer.ts';
import { type Fixture, loadFixtures } from '../../conformance/model-fixtures.ts';
import { callsIn, read } from '../../conformance/model-replay.ts';
import { type Rig, rig } from '../rig.ts';
import { addressOf, headersOf, type Kit, openingOf } from './kit.ts';
import { kitNamed } from './kits.ts';

const KITS = [
  'Chat Completions, streaming',
  'Responses, streaming, history in the request',
  'Messages, streaming, history in the request',
].map(kitNamed);

function each(rule: string, work: (kit: Kit, fixture: Fixture) => Promise<void>): void {
  for (const kit of KITS)
    for (const fixture of loadFixtures(kit.adapter.protocol))
      if (fixture.form === 'sse') test(`${rule}: ${kit.adapter.protocol}/${fixture.name}`, () => work(kit, fixture));
}

/** What the page reads of an answer in these chunks, up to where it fails. Follow-ups are turned away. */
async function seen(
  kit: Kit,
  fixture: Fixture,
  chunks: readonly Uint8Array[] = [fixture.bytes],
  decide?: Rig['background']['decide'],
): Promise<{ readonly text: string; readonly page: Rig }> {
  let answered = false;
  const page = rig(() => {
    if (answered) return Response.json({ error: { message: 'no more' } }, { status: 400 });
    answered = true;
    let at = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const chunk = chunks[at++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk.slice());
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  if (decide !== undefined) page.background.decide = decide;
  const init = { method: 'POST', body: bodyOf(kit, fixture), headers: headersOf(kit) };
  const text = await (await page.fetch(addressOf(kit), init)).text();
  return { text, page };
}

/** The request that the fixture answers. */
const bodyOf = (kit: Kit, { name }: Fixture): string =>
  JSON.stringify({ ...openingOf(kit), ...(name.startsWith('two-choices') ? { n: 2 } : {}) });

function requestOf(kit: Kit, fixture: Fixture): ModelRequest {
  const request = kit.adapter.recognise(new URL(addressOf(kit)).pathname, bodyOf(kit, fixture));
  if (request === null) throw new Error('The request is not recognised.');
  return request;
}

each('a recorded answer is the same to the page whole and byte by byte', async (kit, fixture) => {
  const bytes = [...fixture.bytes].map((_, at) => fixture.bytes.subarray(at, at + 1));
  expect((await seen(kit, fixture, bytes)).text).toBe((await seen(kit, fixture)).text);
});

each('a recorded answer that breaks off at any event gives the page no call that was refused', async (kit, fixture) => {
  const { bytes } = fixture;
  const lengths = new EventFramer().push(bytes).map(({ bytes: part }) => part.length);
  let end = 0;
  for (const length of [0, ...lengths]) {
    end += length;
    const { text } = await seen(kit, fixture, [bytes.subarray(0, end)], () => ({ deny: 'No.' }));
    const shown = read(kit.adapter, requestOf(kit, fixture), fixture, [new TextEncoder().encode(text)]);
    expect(callsIn(shown)).toEqual([]);
  }
});

each('each call of a recorded answer that can be read is asked about', async (kit, fixture) => {
  const { page } = await seen(kit, fixture);
  const calls = fixture.expected.calls.filter(({ undecodable }) => undecodable !== true);
  expect(page.background.of('gate').map(({ tool }) => tool)).toEqual(calls.map(({ tool }) => tool));
});

each('a recorded answer without calls ends the run when the model is done or was cut off', async (kit, fixture) => {
  const { calls, reason } = fixture.expected;
  const { page } = await seen(kit, fixture);
  // A request for several answers at once has no one end.
  const single = !fixture.name.startsWith('two-choices');
  const ends = single && calls.every(({ undecodable }) => undecodable === true) && /^(stop|cut)$/.test(reason ?? '');
  expect(page.background.of('end_run')).toHaveLength(ends ? 1 : 0);
});
