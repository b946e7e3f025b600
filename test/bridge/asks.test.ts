import { expect, test } from 'vitest';
import type { PageReply, PageRequest } from '../../entrypoints/background/page-messages.ts';
import { followAsks } from '../../entrypoints/bridge.content/asks.ts';

const THREAD = { protocol: 'mcp' };
const gate = (call: string, tool: string): PageRequest => ({ type: 'gate', call, tool, args: {}, thread: THREAD });
const ask = (call: string): PageReply => ({ type: 'verdict', call, verdict: 'ask', reason: 'Why?', expiresAt: 0 });
const allow = (call: string): PageReply => ({ type: 'verdict', call, verdict: 'allow' });

/** What was shown last, and how often something was. */
function followed() {
  const shown: (readonly string[])[] = [];
  return { asks: followAsks((tools) => shown.push(tools)), shown };
}

test('a call that waits is told of by its tool, until it is decided', () => {
  const { asks, shown } = followed();
  asks.sent(gate('c1', 'delete_file'));
  expect(shown).toEqual([]);
  asks.heard(ask('c1'));
  asks.heard(allow('c1'));
  expect(shown).toEqual([['delete_file'], []]);
});

test('a call that is decided at once is not told of', () => {
  const { asks, shown } = followed();
  asks.sent(gate('c1', 'delete_file'));
  asks.heard(allow('c1'));
  expect(shown).toEqual([]);
});

test('the oldest comes first, and a call that asks again changes nothing', () => {
  const { asks, shown } = followed();
  for (const [call, tool] of [
    ['c1', 'one'],
    ['c2', 'two'],
  ] as const) {
    asks.sent(gate(call, tool));
    asks.heard(ask(call));
  }
  asks.heard(ask('c1'));
  expect(shown).toEqual([['one'], ['one', 'two']]);
});

test('a call that its page gives up waits no more', () => {
  const { asks, shown } = followed();
  asks.sent(gate('c1', 'one'));
  asks.heard(ask('c1'));
  asks.sent({ type: 'withdraw', call: 'c1', why: 'aborted', thread: THREAD });
  expect(shown.at(-1)).toEqual([]);
});

test('nothing waits for an extension that is gone', () => {
  const { asks, shown } = followed();
  asks.sent(gate('c1', 'one'));
  asks.heard(ask('c1'));
  asks.heard({ type: 'link', state: 'dead', reason: 'removed' });
  expect(shown.at(-1)).toEqual([]);
});

test('a call that could not be carried is not told of any more', () => {
  const { asks, shown } = followed();
  asks.sent(gate('c1', 'delete_file'));
  asks.heard(ask('c1'));
  asks.heard({ type: 'unsent', of: 'gate', name: 'c1', reason: 'It is too large.' });
  expect(shown).toEqual([['delete_file'], []]);
});
