/** Requests that the page marks `keepalive`, of which a browser sends no more than 64 KiB together. */
import { expect, test } from 'vitest';
import { createExchange, type Exchange } from '../../entrypoints/interceptor.content/exchange.ts';
import { captureNatives } from '../../entrypoints/interceptor.content/natives.ts';

const URL = 'http://localhost:4000/v1/chat/completions';
const init = { method: 'POST', body: '{}', keepalive: true } as const;

/** Whether what becomes of the page's request is sent with `keepalive`. */
async function kept(change: (exchange: Exchange) => Exchange, asRequest: boolean): Promise<boolean> {
  const sent: Request[] = [];
  const natives = captureNatives(globalThis, async (input, given) => {
    sent.push(new Request(input, given));
    return new Response();
  });
  const base = asRequest ? { input: new Request(URL, init), init: undefined } : { input: URL, init };
  await change(createExchange(natives, undefined, base, '{}')).send();
  return sent[0]?.keepalive ?? false;
}

for (const [form, asRequest] of [
  ['arguments', false],
  ['a Request', true],
] as const) {
  test(`a body that the guard changed is sent without keepalive: ${form}`, async () => {
    expect(await kept((exchange) => exchange.withBody('{"a":1}'), asRequest)).toBe(false);
  });

  test(`a body that the guard did not change is sent with keepalive, as the page asked: ${form}`, async () => {
    expect(await kept((exchange) => exchange, asRequest)).toBe(true);
  });
}
