/**
 * One event of an event stream, between its text and its meaning. What a block of lines means is left to
 * `eventsource-parser`; this adds writing, and changing the data of an event without touching its other lines.
 *
 * Runs anywhere.
 */
import { createParser } from 'eventsource-parser';
import { decode, encode } from '../utf8.ts';

/** An event as its readers see it. Absent fields are null: an event without data is not delivered to a page. */
export interface StreamEvent {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: string | null;
}

/** Reads one block as the framer cuts it. One that lacks its empty line is read as if it had it. */
export function parseEvent(block: Uint8Array): StreamEvent {
  let id: string | null = null;
  let event: string | null = null;
  let data: string | null = null;
  const parser = createParser({
    onId(value) {
      id = value;
    },
    onEvent(message) {
      event = message.event ?? null;
      data = message.data;
    },
  });
  parser.feed(decode(block));
  parser.feed('\n\n');
  return { id, event, data };
}

/** The text of an event; without a name, a page takes it for a `message`. */
export function eventText({ event, data }: { readonly event: string | null; readonly data: string }): string {
  return `${event === null ? '' : `event: ${event}\n`}${dataLines(data).join('\n')}\n\n`;
}

/** Writes an event that carries JSON text, ready to be sent. */
export function formatEvent(data: string): Uint8Array {
  return encode(eventText({ event: 'message', data }));
}

/** The block with its data replaced; its id, name, comments and line ends stay. */
export function withData(block: Uint8Array, data: string): Uint8Array {
  const text = decode(block);
  const end = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const kept: string[] = [];
  let put = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line !== 'data' && !line.startsWith('data:')) kept[kept.length] = line;
    else if (!put) {
      put = true;
      kept[kept.length] = dataLines(data).join(end);
    }
  }
  return encode(kept.join(end));
}

function dataLines(data: string): string[] {
  return data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`);
}
