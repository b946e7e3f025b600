/**
 * An entry of a journal as a line of a trace: what was recorded can be played again. Pure.
 */
import type { Json, JsonObject } from '../tool-call.ts';
import { BadLine, kindOf, own } from './fields.ts';

/** Fields of a trace line, without `at` and `thread`; what the entry lacks is undefined. */
export type RecordedLine = Readonly<Record<string, Json | undefined>>;

/**
 * The line that the `happening` of an entry is; null where a trace has none, since the guard did it by itself (expiries, notes,
 * resets). Throws `BadLine`.
 */
export function recordedLine(happening: Json | undefined): RecordedLine | null {
  const what = objectOf(happening, 'happening');
  switch (own(what, 'type')) {
    case 'run_started':
      return { type: 'run_start' };
    case 'gated': {
      const call = objectOf(own(what, 'call'), 'call');
      return { type: 'call', id: own(call, 'id'), tool: own(call, 'tool'), args: own(call, 'args') };
    }
    case 'resolved': {
      const outcome = own(what, 'outcome');
      if (outcome !== 'approved' && outcome !== 'rejected') return null;
      const note = own(what, 'note') ?? undefined;
      return { type: outcome === 'approved' ? 'approve' : 'reject', id: own(what, 'call'), note };
    }
    case 'settled': {
      const result = own(what, 'result') ?? null;
      if (result === null) return null;
      const { status, content } = objectOf(result, 'result');
      return { type: 'result', id: own(what, 'call'), status, content };
    }
    case 'event':
      return { type: 'event', name: own(what, 'name'), data: own(what, 'data') };
    case 'step':
      return { type: 'step' };
    case 'run_ended':
      return { type: 'run_end' };
    default:
      return null;
  }
}

function objectOf(value: Json | undefined, name: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new BadLine(`"${name}" of this journal entry is ${kindOf(value)}, wanted an object`);
}
