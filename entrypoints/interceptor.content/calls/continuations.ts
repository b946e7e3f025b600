/**
 * Calls that go on after their first answer: as a task whose result is collected later, or as a call that its client
 * sends again with something added. Both are the same logical call, decided once and counted once.
 *
 * Runs in the page's own world.
 */
import type { CallMessage } from '../../../engine/wire/adapter.ts';
import type { Natives } from '../natives.ts';
import type { GuardedCall } from './call.ts';
import { type Connection, sameConnection } from './connection.ts';

interface Paused {
  readonly call: GuardedCall;
  /** What the client echoes when it goes on; null = nothing. */
  readonly state: string | null;
}

/** First part of the states that the guard gives out itself. */
export const OWN_STATE = 'interlock:';

/** Whether the call was sent again because the guard said so. */
export function isOwnLeg({ continues }: CallMessage): boolean {
  return continues?.state?.startsWith(OWN_STATE) ?? false;
}

export class Continuations {
  readonly #natives: Natives;
  #tasks: { readonly task: string; readonly call: GuardedCall }[] = [];
  #paused: Paused[] = [];

  constructor(natives: Natives) {
    this.#natives = natives;
  }

  /** The call goes on as a task. */
  begin(task: string, call: GuardedCall): void {
    this.#tasks = this.#tasks.filter((one) => one.call.phase !== 'over');
    this.#tasks[this.#tasks.length] = { task, call };
  }

  /** The call that goes on under this name. */
  task(task: string, serves: (connection: Connection) => boolean): GuardedCall | null {
    for (const one of this.#tasks) if (one.task === task && serves(one.call.connection)) return one.call;
    return null;
  }

  /** The call goes on when its client sends it again. */
  pause(call: GuardedCall, state: string | null): void {
    this.#paused = this.#paused.filter((one) => one.call.phase !== 'over' && one.call !== call);
    this.#paused[this.#paused.length] = { call, state };
  }

  /**
   * The paused call that `message` continues. It must be the same tool with the same arguments: what was decided on is what
   * runs. Null = it is a call of its own.
   */
  resume(message: CallMessage, connection: Connection): GuardedCall | null {
    if (message.continues === null) return null;
    const { state } = message.continues;
    const { stringify } = this.#natives;
    const meant = this.#paused.find(
      ({ call, state: given }) =>
        given === state &&
        call.phase !== 'over' &&
        call.tool === message.tool &&
        sameConnection(call.connection, connection) &&
        stringify(call.args) === stringify(message.args),
    );
    if (meant === undefined) return null;
    this.#paused = this.#paused.filter((one) => one !== meant);
    return meant.call;
  }

  /** Whether the call waits to be sent again. */
  paused(call: GuardedCall): boolean {
    return this.#paused.some((one) => one.call === call);
  }

  /** Whether the call is not at its end although its request was answered. */
  goesOn(call: GuardedCall): boolean {
    return this.paused(call) || this.#tasks.some((one) => one.call === call);
  }
}
