/**
 * Requests beside the talk: while the model or its tools are still at work, a page asks for a title, a summary, or what to say
 * next, with the same history. Such a request is no turn: it answers nothing, ends nothing, and begins no run.
 *
 * Runs in the page's own world.
 */
import { carriesHistory, type ModelRequest } from '../../../engine/wire/model-adapter.ts';
import { answersTo } from './answers-to.ts';
import type { Found } from './conversations.ts';

/** Whether the request is made beside a turn that is not over. */
export function isAside({ conversation, mark }: Found, request: ModelRequest): boolean {
  // A server that holds the history holds the tools as well: nothing can be told there.
  if (!carriesHistory(request) || offersTools(request)) return false;
  const { last, turns, underway } = conversation;
  const again = last?.mark === mark;
  const busy = underway || turns.length > 0 || last?.complete === false;
  return busy && !again && answersTo(conversation, turns, request).size === 0;
}

/** Tools, tools of old, or a stored prompt that may have some. */
const OFFERS = ['tools', 'functions', 'prompt'];

function offersTools({ body }: ModelRequest): boolean {
  return OFFERS.some((name) => {
    const offered = body[name] ?? null;
    return Array.isArray(offered) ? offered.length > 0 : offered !== null;
  });
}
