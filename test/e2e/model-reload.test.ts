/** A page that is loaded anew while a call of its model is out, and comes with the result: the machines hear of it. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../engine/tool-call.ts';
import { VARIANTS } from '../model-clients/variants.ts';
import { complaints, read, type Stage, scripted, startStage, write } from './model-page/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 180_000);

afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
});

/** One request of the page with the history that it has stored; what the model said to it, as the page sees it. */
function ask(page: Page, url: string, messages: readonly Json[]): Promise<string> {
  const tools = ['read_file', 'write_file'].map((name) => ({ type: 'function', function: { name, parameters: {} } }));
  const body = JSON.stringify({ model: 'm', messages, tools });
  return page.evaluate(
    async (address, text) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
      return (await fetch(address, { method: 'POST', headers, body: text })).text();
    },
    `${url}/v1/chat/completions`,
    body,
  );
}

test('what was read before a reload counts as read when its result comes after it', async () => {
  const variant = VARIANTS.find(({ name }) => name === 'Chat Completions, JSON');
  if (variant === undefined) throw new Error('There is no such client.');
  const server = await scripted(variant, [[read('c1')], [write('c2')], [{ text: 'Refused, then.' }]]);
  const page = await stage.open();
  const go = { role: 'user', content: 'go' };
  const answer = JSON.parse(await ask(page, server.url, [go]));
  await page.reload();
  const result = { role: 'tool', tool_call_id: 'c1', content: 'old' };
  expect(await ask(page, server.url, [go, answer.choices[0].message, result])).toContain('"write_file"');
  expect(complaints(server)).toEqual([]);
  await page.close();
  await server.close();
});
