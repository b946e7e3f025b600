/**
 * Tells MCP from everything else by the body of the request, never by its address.
 *
 * Three bodies carry MCP: one message, an array of messages (2025-03-26), and the envelope in which the page of the MCP
 * Inspector hands a message to its relay: `{sessionId, message}`.
 */
import type { Json } from '../../tool-call.ts';
import type { Outbound, Traffic } from '../adapter.ts';
import { field, isObject, parseJson, textField } from '../json.ts';
import { readCall } from './call.ts';
import { idOf, isMessage } from './message.ts';

/** Whether the text can be MCP at all: JSON that mentions JSON-RPC. */
export function sniff(body: string): boolean {
  return /^\s*[[{]/.test(body) && body.includes('"jsonrpc"');
}

/** Both kinds of answers have to be accepted by every client, and hardly anybody else accepts both. */
export function isDeclared(header: (name: string) => string | null): boolean {
  const accepted = header('accept')?.toLowerCase() ?? '';
  return (
    ['mcp-session-id', 'mcp-protocol-version', 'mcp-method'].some((name) => header(name) !== null) ||
    (accepted.includes('application/json') && accepted.includes('text/event-stream'))
  );
}

/** What the body carries; null when it is not MCP. */
export function recognise(body: string): Traffic | null {
  const value = parseJson(body);
  if (Array.isArray(value)) {
    // One message among other things is enough: what the server makes of the rest is not known.
    if (!value.some((element: Json) => isMessage(element))) return null;
    return {
      form: 'direct',
      session: null,
      batch: true,
      messages: value.map((element: Json, index) => ({ message: read(element), path: [index] })),
    };
  }
  if (isMessage(value)) {
    return { form: 'direct', session: null, batch: false, messages: [{ message: read(value), path: [] }] };
  }
  const session = textField(value, 'sessionId');
  const wrapped = field(value, 'message');
  if (session === undefined || !isMessage(wrapped)) return null;
  return { form: 'relay', session, batch: false, messages: [{ message: read(wrapped), path: ['message'] }] };
}

function read(message: Json): Outbound {
  if (!isObject(message)) return { kind: 'other' };
  const params = field(message, 'params');
  const id = idOf(message);
  switch (textField(message, 'method')) {
    case 'tools/call':
      return readCall(message);
    case 'notifications/cancelled': {
      const request = field(params, 'requestId');
      return typeof request === 'string' || typeof request === 'number'
        ? { kind: 'cancel', id: request }
        : { kind: 'other' };
    }
    case 'tasks/result':
      return collect(id, params, 'task-result');
    case 'tasks/get':
    case 'tasks/cancel':
      return collect(id, params, 'task-status');
    case 'initialize':
      // Other JSON-RPC protocols have an `initialize` too; only MCP's names a protocol version as text.
      return textField(params, 'protocolVersion') === undefined ? { kind: 'other' } : { kind: 'run' };
    default:
      return { kind: 'other' };
  }
}

function collect(
  id: string | number | null,
  params: Json | undefined,
  expects: 'task-result' | 'task-status',
): Outbound {
  const task = textField(params, 'taskId');
  return id === null || task === undefined ? { kind: 'other' } : { kind: 'collect', id, task, expects };
}
