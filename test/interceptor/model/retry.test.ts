/** Which requests of the guard's own are made again, and when: held against what the official clients do with the same answers. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterEach, expect, test, vi } from 'vitest';
import { RETRIES, waitAfter, waitAfterFailure } from '../../../entrypoints/interceptor.content/model/retry.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const TODAY = 'Thu, 03 Dec 2026 05:00:00 GMT';
const clock = { now: () => Date.parse(TODAY), parse: Date.parse };
type Said = Readonly<Record<string, string>>;

/** What the guard waits before each try but the first. */
function guarded(status: number, headers: Said): readonly number[] {
  const answer = { status, header: (name: string) => headers[name] ?? null };
  const waits: number[] = [];
  for (let tries = 0; ; tries += 1) {
    const wait = waitAfter(answer, tries, clock);
    if (wait === null) return waits;
    waits.push(wait);
  }
}

type Fetch = typeof globalThis.fetch;
const CLIENTS: Readonly<Record<string, (fetch: Fetch) => PromiseLike<unknown>>> = {
  openai: (fetch) => new OpenAI({ apiKey: 'k', baseURL: 'http://localhost:4000/v1', fetch }).models.list(),
  '@anthropic-ai/sdk': (fetch) => new Anthropic({ apiKey: 'k', baseURL: 'http://localhost:4000', fetch }).models.list(),
};

/** What the client waits, without its random part. */
async function waited(client: string, serve: () => Promise<Response>): Promise<readonly number[]> {
  const waits: number[] = [];
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    // How long it waits for the answer itself.
    if (ms === 600_000) return 0;
    waits.push(ms);
    queueMicrotask(work);
    return 0;
  });
  await expect(Promise.resolve(CLIENTS[client]?.(serve))).rejects.toThrow();
  return waits;
}

const ANSWERS: readonly (readonly [number, Said])[] = [
  ...[400, 401, 404, 408, 409, 422, 429, 499, 500, 503, 529].map((status) => [status, {}] as const),
  [400, { 'x-should-retry': 'true' }],
  [429, { 'x-should-retry': 'false', 'retry-after': '1' }],
  [429, { 'x-should-retry': 'maybe' }],
  [429, { 'retry-after-ms': '1234.5' }],
  [429, { 'retry-after-ms': '20', 'retry-after': '7' }],
  [429, { 'retry-after-ms': 'soon', 'retry-after': '7' }],
  [503, { 'retry-after': '1.5' }],
  [503, { 'retry-after': '60' }],
  [503, { 'retry-after': 'Thu, 03 Dec 2026 05:00:20 GMT' }],
  [503, { 'retry-after': 'Thu, 03 Dec 2026 04:00:00 GMT' }],
  [503, { 'retry-after': '-3' }],
  [503, { 'retry-after': 'whenever' }],
  [400, { 'retry-after': '1' }],
];

for (const client of Object.keys(CLIENTS)) {
  for (const [status, headers] of ANSWERS) {
    const said = [status, ...Object.entries(headers).flat()].join(' ');
    test(`waits as the official client does: ${client}, ${said}`, async () => {
      const serve = async () => Response.json({ error: { message: 'no' } }, { status, headers });
      expect(guarded(status, headers)).toEqual(await waited(client, serve));
    });
  }

  test(`waits as the official client does when nothing gets through: ${client}`, async () => {
    const serve = () => Promise.reject(new TypeError('Failed to fetch'));
    expect([0, 1, 2].map(waitAfterFailure)).toEqual([...(await waited(client, serve)), null]);
  });
}

test('a wait of more than a minute is not kept to', () => {
  expect(guarded(429, { 'retry-after': '61' })).toEqual([500, 1000]);
  expect(guarded(429, { 'retry-after': 'Thu, 03 Dec 2026 06:00:00 GMT' })).toEqual([500, 1000]);
});

test('a server is not asked again at once, even where it says so', () => {
  expect(guarded(429, { 'retry-after': '0', 'retry-after-ms': '0' })).toEqual([500, 1000]);
});

test('a server that always asks for another try gets a limited number', () => {
  expect(guarded(500, { 'x-should-retry': 'true', 'retry-after-ms': '1' })).toHaveLength(RETRIES);
});
