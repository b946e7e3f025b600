/**
 * Where a page talks to a model itself: the address of one protocol. The scripted model answers there, or the request goes on to a
 * vendor whose key is in the server's environment. Runs on the server.
 */
import { isObject, parseJson, textField } from '../../../../engine/wire/json.ts';
import { modelOf } from '../../../model-server/model.ts';
import { words } from '../../../model-server/pieces.ts';
import { PROTOCOLS, type Protocol, SCRIPTED } from '../../protocols/protocol.ts';
import type { Handler } from '../listen.ts';
import type { ModelEnv } from '../model-env.ts';
import { forward, vendorOf } from './forward.ts';
import { scriptedAnswers } from './scripted.ts';

const STRICT = { chat: 'openai-chat', responses: 'openai-responses', messages: 'anthropic' } as const;

/** Mistakes in a request and failures of a vendor come back in the protocol's own words. */
export function modelEndpoint(name: Protocol, env: ModelEnv): Handler {
  const model = modelOf(STRICT[name], words);
  const scripted = scriptedAnswers(name, model);
  const failing = (status: number, message: string): Response =>
    new Response(model.protocol.error(status, message), { status, headers: { 'content-type': 'application/json' } });

  return async (request) => {
    const body = parseJson(await request.text());
    if (!isObject(body)) return failing(400, 'The body is no JSON object.');
    const asked = textField(body, 'model') ?? '';
    if (asked === SCRIPTED) {
      const complaints = model.protocol.check(body);
      return complaints.length > 0 ? failing(400, complaints.join(' ')) : scripted(body, request.signal);
    }
    const vendor = asked === PROTOCOLS[name].vendor ? vendorOf(name, env) : undefined;
    if (vendor === undefined) return failing(404, `There is no model "${asked}" that speaks ${PROTOCOLS[name].label}.`);
    try {
      return await forward(vendor, body, request.signal);
    } catch (error) {
      return failing(502, `The model cannot be reached: ${reasonOf(error)}`);
    }
  };
}

/** `fetch` says why in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
