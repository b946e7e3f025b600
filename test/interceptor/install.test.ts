import { expect, test } from 'vitest';
import { install } from '../../entrypoints/interceptor.content/install.ts';
import { captureNatives } from '../../entrypoints/interceptor.content/natives.ts';

/** A realm with a `fetch` of its own, like a page's. */
function realm(): typeof globalThis {
  return { fetch: async () => new Response('real') } as unknown as typeof globalThis;
}

test('replaces fetch from the start, and puts it back on a site that is not guarded', () => {
  const page = realm();
  const { fetch } = page;
  const { ends } = install(captureNatives(globalThis, fetch), 'load', page);
  const replaced = page.fetch;
  expect(replaced).not.toBe(fetch);
  ends.receive({ type: 'policy', mode: 'off' });
  expect(page.fetch).toBe(fetch);
  ends.receive({ type: 'policy', mode: 'observe' });
  expect(page.fetch).not.toBe(fetch);
});

test('where a page wrapped the replacement, it stays and passes everything through', async () => {
  const page = realm();
  const { ends } = install(captureNatives(globalThis, page.fetch), 'load', page);
  const replaced = page.fetch;
  page.fetch = (...args) => replaced(...args);
  const wrapper = page.fetch;
  ends.receive({ type: 'policy', mode: 'off' });
  expect(page.fetch).toBe(wrapper);
  const answer = await page.fetch('http://localhost/', {
    method: 'POST',
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
  });
  expect(await answer.text()).toBe('real');
  ends.receive({ type: 'policy', mode: 'enforce' });
  expect(page.fetch).toBe(wrapper);
});
