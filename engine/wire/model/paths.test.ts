/** Where requests to a model go, as servers take it. */
import { expect, test } from 'vitest';
import { modelAdapters } from '../model-adapters.ts';

const ends: Readonly<Record<string, string>> = {
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
  anthropic: '/messages',
};

for (const adapter of modelAdapters)
  test(`knows its path in any case and with slashes at its end: ${adapter.protocol}`, () => {
    const end = ends[adapter.protocol] ?? '';
    const body = JSON.stringify({ messages: [], input: [] });
    const paths = [end, `/openai/deployments/m${end}`, `/V1${end.toUpperCase()}`, `${end}/`, `${end}//`];
    expect(paths.map((path) => adapter.recognise(path, body) !== null)).toEqual(paths.map(() => true));
  });
