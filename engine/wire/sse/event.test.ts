import { expect, test } from 'vitest';
import { formatEvent, parseEvent, withData } from './event.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (block: Uint8Array): string => new TextDecoder().decode(block);

test('reads id, name and data over several lines', () => {
  expect(parseEvent(bytes('id: 7\nevent: x\ndata: a\ndata: b\n\n'))).toEqual({ id: '7', event: 'x', data: 'a\nb' });
});

test('reads a priming event: an id and empty data', () => {
  expect(parseEvent(bytes('id: e-1\ndata:\n\n'))).toEqual({ id: 'e-1', event: null, data: '' });
});

test('sees the id of a block that has nothing else', () => {
  expect(parseEvent(bytes('id: e-1\n\n'))).toEqual({ id: 'e-1', event: null, data: null });
});

test('sees nothing in a comment', () => {
  expect(parseEvent(bytes(': keep-alive\n\n'))).toEqual({ id: null, event: null, data: null });
});

test('reads an event that was cut off before its empty line', () => {
  expect(parseEvent(bytes('data: a')).data).toBe('a');
});

test('reads lines that end in CR LF or CR', () => {
  expect(parseEvent(bytes('id: 1\r\ndata: a\r\n\r\n'))).toEqual({ id: '1', event: null, data: 'a' });
  expect(parseEvent(bytes('data: a\rdata: b\r\r')).data).toBe('a\nb');
});

test('writes an event that reads back the same', () => {
  expect(parseEvent(formatEvent('{"a":\n1}'))).toEqual({ id: null, event: 'message', data: '{"a":\n1}' });
});

test('replaces the data and keeps every other line as it is', () => {
  const block = bytes(': c\r\nid: 3\r\ndata: a\r\ndata: b\r\nretry: 10\r\n\r\n');
  expect(text(withData(block, '{"n":1}'))).toBe(': c\r\nid: 3\r\ndata: {"n":1}\r\nretry: 10\r\n\r\n');
});

test('spreads new data over as many lines as it has', () => {
  expect(text(withData(bytes('data:a\n\n'), '[\n1]'))).toBe('data: [\ndata: 1]\n\n');
});
