/**
 * What traffic without tool calls costs in a guarded page, beside the same traffic in a page that is not guarded, in turn in one
 * Chromium with the built extension: how fast an answer streams, how soon it begins, what other requests take, what is kept of it.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Page } from 'puppeteer-core';
import type { JsonObject } from '../../engine/tool-call.ts';
import { Harness } from '../e2e/harness.ts';
import { bundled } from '../support/bundled.ts';
import { living, plain, type Reading, type Streamed, streamed, taken } from './pass-through/page.ts';
import { type Pair, pairedTable } from './pass-through/pairs.ts';
import { PROTOCOLS, type Protocol, sizeOf } from './pass-through/traffic.ts';

const EVENTS = 40_000;
const ROUNDS = 5;
/** Events a second, several times as many as any model says, and how many of them an answer has. */
const PACE = 2_000;
const PACED_EVENTS = 4_000;
/** Milliseconds after which a server answers: at once, and sooner than any model does. */
const THINKING = [0, 30];
/** Milliseconds between the first event of such an answer, which comes alone, and the rest of it. */
const GAP = 20;
/** Requests of one conversation; each is a turn longer than the one before. */
const TURNS = 20;
const CONVERSATIONS = 10;
/** Bytes of a long answer. */
const LONG = 100_000_000;

/** Names below `localhost` are loopback too, and no site entry covers them: no content script runs there. */
const HOSTS = { guarded: '127.0.0.1', free: 'free.localhost' };

interface Pages {
  readonly guarded: Page;
  readonly free: Page;
}

export async function benchPassThrough(print: (text: string) => void): Promise<void> {
  const clients = await bundled(new URL('./pass-through/clients.ts', import.meta.url), 'clients');
  const server = new Worker(new URL('./pass-through/server.ts', import.meta.url), { workerData: { clients } });
  const [port] = (await once(server, 'message')) as [number];
  await using harness = await Harness.start('chromium', { quiet: true });
  const open = async (host: string): Promise<Page> => {
    const page = await harness.browser.newPage();
    await page.goto(`http://${host}:${port}/`);
    return page;
  };
  const pages = { guarded: await open(HOSTS.guarded), free: await open(HOSTS.free) };
  try {
    for (const reading of ['bytes', 'events', 'client'] as const) print(await throughput(pages, reading));
    print(await atPace(pages));
    for (const thinking of THINKING) print(await firstBytes(pages, thinking));
    print(await firstRequests(open));
    print(await unrelated(pages));
    print(await memory(pages));
  } finally {
    await server.terminate();
  }
}

/** Runs `work` in both pages in turn; which is first changes from round to round. */
async function inTurn(pages: Pages, rounds: number, work: (page: Page, round: number) => Promise<readonly number[]>) {
  const took: { guarded: number[]; free: number[] } = { guarded: [], free: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['guarded', 'free'] as const) : (['free', 'guarded'] as const);
    for (const which of order) {
      await pages[which].bringToFront();
      took[which].push(...(await work(pages[which], round)));
    }
  }
  return took;
}

const HOW: Readonly<Record<Reading | 'client', string>> = {
  bytes: 'a page that reads bytes',
  events: 'a page that parses events',
  client: 'the official client',
};

async function throughput(pages: Pages, reading: keyof typeof HOW): Promise<string> {
  const rows: Pair[] = [];
  for (const protocol of PROTOCOLS) {
    const { said } = sizeOf(protocol, EVENTS);
    const once = async (page: Page, round: number): Promise<readonly number[]> => [
      await wholeAnswer(page, protocol, reading, protocol.request(`${reading} ${round}`, 0)),
    ];
    await inTurn(pages, 1, once);
    const { guarded, free } = await inTurn(pages, ROUNDS, once);
    rows.push({ name: protocol.name, guarded, free, note: (ms) => `${(said / ms / 1000).toFixed(0)} MB/s` });
  }
  return pairedTable(`${EVENTS} events of text, as fast as they come, to ${HOW[reading]}, up to the last (ms)`, rows);
}

/** Milliseconds up to the last word of an answer. Rejects when not all of it came. */
async function wholeAnswer(
  page: Page,
  protocol: Protocol,
  reading: keyof typeof HOW,
  request: JsonObject,
): Promise<number> {
  if (reading === 'client') return clientTook(page, protocol, EVENTS, 0, request);
  const size = sizeOf(protocol, EVENTS);
  const { bytes, said } = await streamed(page, `${protocol.path}?words=${EVENTS}`, request, reading, size.said);
  if (bytes !== size.all) throw new Error(`${protocol.name}: ${bytes} of ${size.all} bytes came.`);
  return said;
}

async function clientTook(page: Page, { name }: Protocol, events: number, pace: number, request: JsonObject) {
  const { words, said } = await taken(page, name, events, pace, request);
  if (words !== events) throw new Error(`${name}: ${words} of ${events} pieces of text came.`);
  return said;
}

async function atPace(pages: Pages): Promise<string> {
  const rows: Pair[] = [];
  for (const protocol of PROTOCOLS) {
    const took = await inTurn(pages, ROUNDS, async (page, round) => [
      await clientTook(page, protocol, PACED_EVENTS, PACE, protocol.request(`paced ${round}`, 0)),
    ]);
    rows.push({ name: protocol.name, ...took });
  }
  return pairedTable(`${PACED_EVENTS} events of text, ${PACE} a second, to ${HOW.client}, up to the last (ms)`, rows);
}

async function firstBytes(pages: Pages, thinking: number): Promise<string> {
  const firsts: Pair[] = [];
  const ends: Pair[] = [];
  for (const protocol of PROTOCOLS) {
    const wait = { guarded: [] as number[], free: [] as number[] };
    const first = await inTurn(pages, CONVERSATIONS, async (page, round) => {
      const all = await conversation(page, protocol, thinking, round);
      wait[page === pages.guarded ? 'guarded' : 'free'].push(...all.map((one) => one.all - one.first));
      return all.map((one) => one.first);
    });
    firsts.push({ name: protocol.name, ...first });
    ends.push({ name: protocol.name, ...wait });
  }
  const server = thinking === 0 ? 'a server that answers at once' : `a server that thinks for ${thinking} ms`;
  return [
    pairedTable(
      `From \`fetch()\` to the first bytes of an answer of ${server}, in conversations of ${TURNS} turns (ms)`,
      firsts,
    ),
    pairedTable('From there to its end, with which the guard asks whether the run may end (ms)', ends),
  ].join('\n');
}

async function conversation(
  page: Page,
  protocol: Protocol,
  thinking: number,
  round: number,
): Promise<readonly Streamed[]> {
  const answers: Streamed[] = [];
  const path = `${protocol.path}?words=1&after=${thinking}&gap=${GAP}`;
  for (let turn = 0; turn < TURNS; turn++) {
    const request = protocol.request(`first bytes ${thinking} ${round}`, turn);
    answers.push(await streamed(page, path, request, 'bytes', 0));
  }
  return answers;
}

/** What a page pays once: code that has not run yet. */
async function firstRequests(open: (host: string) => Promise<Page>): Promise<string> {
  const rows: Pair[] = [];
  for (const protocol of PROTOCOLS) {
    const took: { guarded: number[]; free: number[] } = { guarded: [], free: [] };
    for (let round = 0; round < CONVERSATIONS; round++) {
      for (const which of ['guarded', 'free'] as const) {
        const page = await open(HOSTS[which]);
        const request = protocol.request(`first request ${round}`, 0);
        const path = `${protocol.path}?words=1&after=${Math.max(...THINKING)}&gap=${GAP}`;
        took[which].push((await streamed(page, path, request, 'bytes', 0)).first);
        await page.close();
      }
    }
    rows.push({ name: protocol.name, ...took });
  }
  return pairedTable(
    `The same of the first request of a page, a server that thinks for ${Math.max(...THINKING)} ms (ms)`,
    rows,
  );
}

async function unrelated(pages: Pages): Promise<string> {
  const rows: Pair[] = [
    { name: 'POST JSON, 1 kB', ...(await inTurn(pages, 10, (page) => plain(page, 'json', 40))) },
    { name: 'GET 1 MB', ...(await inTurn(pages, 10, (page) => plain(page, 'file', 20))) },
  ];
  return pairedTable('Requests that are no model’s, whole (ms)', rows);
}

async function memory({ guarded, free }: Pages): Promise<string> {
  const protocol = PROTOCOLS.at(-1);
  if (protocol === undefined) throw new Error('There is no protocol to measure.');
  const words = Math.round((LONG * 1000) / sizeOf(protocol, 1000).all);
  const path = `${protocol.path}?words=${words}`;
  const lines: string[] = [];
  for (const [name, page] of [
    ['guarded', guarded],
    ['not guarded', free],
  ] as const) {
    await page.bringToFront();
    const before = await living(page);
    const { bytes } = await streamed(page, path, protocol.request('a long answer', 0), 'bytes', 0);
    const grown = (await living(page)) - before;
    lines.push(`  ${name}: ${(grown / 1e6).toFixed(2)} MB more after ${(bytes / 1e6).toFixed(0)} MB`);
  }
  return `What a page keeps of an answer of 100 MB\n${lines.join('\n')}\n`;
}
