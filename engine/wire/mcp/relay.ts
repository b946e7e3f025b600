/**
 * The MCP Inspector's relay: the page hands messages to a server of its own, which speaks MCP for it, and reads the
 * answers from that server's event stream. The response to the page's request says only whether the relay took it.
 */
import type { Json } from '../../tool-call.ts';
import { field, stringify, textField } from '../json.ts';

export const relayAccepted = stringify({ ok: true });

/** An answer as the relay's event stream carries it. */
export function relayed(answer: string): string {
  return `{"type":"message","data":${answer}}`;
}

/** The relay's way to say that a message did not get through; the page shows the reason. */
export function relayRefused(reason: string): string {
  return stringify({ ok: false, kind: 'transport_error', error: reason });
}

/** Why the relay did not pass a message on; null when it did. */
export function relayFailure(json: Json): string | null {
  if (field(json, 'ok') !== false) return null;
  return textField(json, 'error') ?? textField(json, 'kind') ?? 'the relay did not pass the call on';
}
