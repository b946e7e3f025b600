/**
 * A `tools/call` message as a neutral tool call, with what its caller offers for a long wait.
 *
 * The two eras of the protocol differ in that: the one of 2026-07-28 sends its protocol version with every request and
 * can be told to ask again (`input_required`); the older one can only be shown progress, if it asked for that.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import type { HoldOffer, Outbound } from '../adapter.ts';
import { field, textField } from '../json.ts';
import { idOf } from './message.ts';

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Reads a message whose method is `tools/call`. */
export function readCall(message: JsonObject): Outbound {
  const id = idOf(message);
  const params = field(message, 'params');
  const tool = textField(params, 'name');
  if (id === null)
    return { kind: 'undecodable', id, why: 'the request has no id, so nobody could be given its result' };
  if (tool === undefined || tool === '') return { kind: 'undecodable', id, why: 'the request names no tool' };
  const args = field(params, 'arguments') ?? {};
  return { kind: 'call', id, tool, args, hold: holdOffer(params), continues: continuation(params) };
}

function holdOffer(params: Json | undefined): HoldOffer {
  const meta = field(params, '_meta');
  const token = field(meta, 'progressToken');
  return {
    progress: typeof token === 'string' || typeof token === 'number' ? token : null,
    legs: textField(meta, PROTOCOL_VERSION) !== undefined,
  };
}

function continuation(params: Json | undefined): { readonly state: string | null } | null {
  const state = textField(params, 'requestState');
  if (state !== undefined) return { state };
  return field(params, 'inputResponses') === undefined ? null : { state: null };
}
