/**
 * The MCP adapter: Streamable HTTP in both eras of the protocol, HTTP+SSE, and the relay of the MCP Inspector.
 *
 * Runs anywhere. Never edits a call's name, which headers of 2026-07-28 mirror, and its arguments only where they do not.
 */
import type { WireAdapter } from '../adapter.ts';
import { denial, failure } from './deny.ts';
import { argumentHeader, withArguments } from './edit.ts';
import { leg, progress, withoutLeg } from './hold.ts';
import { isDeclared, recognise, sniff } from './recognise.ts';
import { relayAccepted, relayed, relayFailure, relayRefused } from './relay.ts';
import { remind } from './remind.ts';
import { answers, endedTasks, outcome, requestFailure } from './result.ts';

export const mcp: WireAdapter = {
  protocol: 'mcp',
  sessionHeader: 'mcp-session-id',
  sniff,
  isDeclared,
  recognise,
  answers,
  endedTasks,
  outcome,
  requestFailure,
  denial,
  failure,
  progress,
  leg,
  withoutLeg,
  argumentHeader,
  withArguments,
  remind,
  relayed,
  relayAccepted,
  relayRefused,
  relayFailure,
};
