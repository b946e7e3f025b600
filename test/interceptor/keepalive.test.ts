/** Requests that the page marks `keepalive`, of which a browser sends no more than 64 KiB. */
import { expect, test } from 'vitest';
import { createExchange } from '../../entrypoints/interceptor.content/exchange.ts';
import { captureNatives } from '../../entrypoints/interceptor.content/natives.ts';

const URL = 'http://localhost:4000/v1/chat/completions';
const init = { method: 'POST', body: '{}', keepalive: true } as const;

/** Whether the request is sent with `keepalive` once its body is this text. */
async function kept(body: string, asRequest: boolean): Promise<boolean> {
  const sent: Request[] = [];
  const natives = captureNatives(globalThis, async (input, given) => {
    sent.push(new Request(input, given));
    return new Response();
  });
  const base = asRequest ? { input: new Request(URL, init), init: undefined } : { input: URL, init };
  await createExchange(natives, undefined, base, '{}').withBody(body).send();
  return sent[0]?.keepalive ?? false;
}

for (const [form, asRequest] of [
  ['arguments', false],
  ['a Request', true],
] as const) {
  test(`a body that the guard made too long for keepalive is sent without it: ${form}`, async () => {
    expect(await kept('é'.repeat(32 * 1024 + 1), asRequest)).toBe(false);
  });

  test(`a changed body that is short enough is sent with keepalive, as the page asked: ${form}`, async () => {
    expect(await kept('é'.repeat(32 * 1024), asRequest)).toBe(true);
  });
}
