import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connected, connected, KINDS } from './sdk-servers.ts';

let open: Connected[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(async () => {
  for (const one of open) await one.close();
  open = [];
  vi.useRealTimers();
});

async function connect(kind: (typeof KINDS)[number]): Promise<Connected> {
  const made = await connected(kind);
  open.push(made);
  return made;
}

/** Lets time go by until the promise is settled; at most `minutes`. */
async function soon<T>(work: Promise<T>, minutes = 1): Promise<T> {
  let done = false;
  const watched = work.finally(() => {
    done = true;
  });
  watched.catch(() => undefined);
  for (let step = 0; step < minutes * 240 && !done; step += 1) {
    await vi.advanceTimersByTimeAsync(250);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return watched;
}

for (const kind of KINDS) {
  test(`an allowed call runs and its reminders reach the caller: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.reminders = ['Then rest.'];
    expect(await soon(call('remove', { path: '/a' }))).toEqual({ isError: false, texts: ['removed /a', 'Then rest.'] });
    expect(ran).toEqual(['remove']);
    expect(page.background.of('settle')).toMatchObject([{ status: 'success', content: 'removed /a' }]);
  });

  test(`a denied call is a tool error with the reason, and does not run: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.decide = () => ({ deny: 'Read /a first.' });
    expect(await soon(call('remove', { path: '/a' }))).toEqual({ isError: true, texts: ['Read /a first.'] });
    expect(ran).toEqual([]);
  });

  test(`a tool with an output schema may be denied, allowed and reminded of something: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.decide = () => ({ deny: 'No.' });
    expect(await soon(call('strict'))).toMatchObject({ isError: true });
    page.background.decide = () => 'allow';
    page.background.reminders = ['Rest.'];
    expect(await soon(call('strict'))).toEqual({ isError: false, texts: ['{"n":1}', 'Rest.'] });
    expect(ran).toEqual(['strict']);
  });

  test(`a call that reports progress runs as ever: ${kind}`, async () => {
    const { call } = await connect(kind);
    expect(await soon(call('report', {}, { patient: true }))).toEqual({ isError: false, texts: ['reported'] });
  });

  test(`a patient caller waits five minutes for a person: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.decide = () => 'ask';
    const pending = call('remove', { path: '/a' }, { patient: true });
    await expect(
      soon(Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 300_000, 'waits'))]), 6),
    ).resolves.toBe('waits');
    expect(ran).toEqual([]);
    page.background.resolve(true);
    expect(await soon(pending)).toEqual({ isError: false, texts: ['removed /a'] });
    expect([ran.length, page.background.of('gate').length, page.background.of('settle').length]).toEqual([1, 1, 1]);
  });

  test(`a patient caller is told no: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.decide = () => 'ask';
    const pending = call('remove', { path: '/a' }, { patient: true });
    await soon(Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 100_000))]), 3);
    page.background.resolve(false);
    expect(await soon(pending)).toEqual({ isError: true, texts: ['A person said no.'] });
    expect(ran).toEqual([]);
  });

  test(`a call that its caller aborts never runs: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.decide = () => 'ask';
    const abort = new AbortController();
    const pending = call('remove', { path: '/a' }, { signal: abort.signal });
    const outcome = expect(soon(pending)).rejects.toThrow();
    await page.background.until('gate');
    abort.abort(new Error('changed my mind'));
    await outcome;
    await soon(page.background.until('withdraw'));
    page.background.resolve(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ran).toEqual([]);
  });

  test(`a call whose caller runs out of time never runs: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.decide = () => 'ask';
    await expect(soon(call('remove', { path: '/a' }, { timeout: 20_000 }))).rejects.toThrow();
    await soon(page.background.until('withdraw'));
    page.background.resolve(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ran).toEqual([]);
  });
}

for (const kind of KINDS.filter((one) => one !== 'v2 in the 2026 era')) {
  test(`an ordinary caller is told in time that it may try again: ${kind}`, async () => {
    const { page, call, ran } = await connect(kind);
    page.background.decide = () => 'ask';
    expect(await soon(call('remove', { path: '/a' }))).toMatchObject({
      isError: true,
      texts: [expect.stringMatching(/may be tried again/)],
    });
    page.background.resolve(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ran).toEqual([]);
  });
}

test('an ordinary caller of the 2026 era waits five minutes and asks once', async () => {
  const { page, call, ran } = await connect('v2 in the 2026 era');
  page.background.decide = () => 'ask';
  const pending = call('remove', { path: '/a' });
  await soon(Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 300_000))]), 6);
  page.background.resolve(true);
  expect(await soon(pending)).toEqual({ isError: false, texts: ['removed /a'] });
  expect([ran, page.background.of('gate').length, page.background.of('settle').length]).toEqual([['remove'], 1, 1]);
  expect(page.bodies().some((body) => body.includes('interlock:'))).toBe(false);
});

test('a call that the server asks something about is approved and counted once', async () => {
  const { page, call, ran } = await connect('v2 in the 2026 era');
  expect(await soon(call('confirm'))).toEqual({ isError: false, texts: ['confirmed'] });
  expect([ran, page.background.of('gate').length, page.background.of('settle').length]).toEqual([
    ['confirm', 'confirm'],
    1,
    1,
  ]);
});

test('a call that is held and then asked about by the server is approved and counted once', async () => {
  const { page, call, ran } = await connect('v2 in the 2026 era');
  page.background.decide = () => 'ask';
  const pending = call('confirm');
  await soon(Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 100_000))]), 3);
  page.background.resolve(true);
  expect(await soon(pending)).toEqual({ isError: false, texts: ['confirmed'] });
  expect([ran.length, page.background.of('gate').length, page.background.of('settle').length]).toEqual([2, 1, 1]);
});

test('a call whose stream the server closes is resumed, and settles then', async () => {
  const { page, call } = await connect('v1 with streams');
  page.background.reminders = ['Rest.'];
  expect(await soon(call('poll'))).toEqual({ isError: false, texts: ['polled', 'Rest.'] });
  expect(page.background.of('settle')).toMatchObject([{ status: 'success', content: 'polled' }]);
  expect(page.sent.some((one) => one.headers.has('last-event-id'))).toBe(true);
});

test('each session begins a run under its own name', async () => {
  const { page } = await connect('v1 with streams');
  expect(page.background.of('run')).toEqual([
    { type: 'run', thread: { protocol: 'mcp', id: 'http://localhost:3000/mcp#session-1' } },
  ]);
});

test('in the 2026 era no run begins by itself, and calls name no session', async () => {
  const { page, call } = await connect('v2 in the 2026 era');
  await soon(call('remove', { path: '/a' }));
  expect(page.background.of('run')).toEqual([]);
  expect(page.background.of('gate').map(({ thread }) => thread)).toEqual([{ protocol: 'mcp' }]);
});
