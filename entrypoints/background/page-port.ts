/**
 * Serves one page's connection: every message is checked, handed to the guard, and answered. Runs in the background.
 *
 * It decides nothing itself, and never answers a call with anything but what the guard committed, or a refusal.
 */

import type { GateOptions } from '../../engine/guard.ts';
import type { Reminder, ToolCall } from '../../engine/tool-call.ts';
import { messageOf } from '../ui/message-of.ts';
import { decided } from './decided.ts';
import type { GuardService } from './guard-service.ts';
import { type CallRef, type Connection, type PageCalls, UNDECIDED_AT_MOST } from './page-calls.ts';
import type { PageReply, PageRequest, ThreadHint } from './page-messages.ts';
import { parsePageRequest } from './parse-page.ts';
import { type Port, placeOf } from './ports.ts';
import type { Place } from './thread-id.ts';

type Of<T extends PageRequest['type']> = Extract<PageRequest, { readonly type: T }>;

const FULL = `${UNDECIDED_AT_MOST} calls of this tab are undecided already, so it was not run. Make it again when some of them are decided.`;

/** Serves a port named `PAGE_PORT` until it closes. */
export function servePage(port: Port, service: GuardService, calls: Promise<PageCalls>): void {
  const place = placeOf(port.sender);
  if (place === null) {
    console.warn('Interlock: a connection that comes from no page was closed.', port.sender);
    port.disconnect();
    return;
  }
  new PageConnection(port, place, service, calls).start();
}

class PageConnection implements Connection {
  readonly place: Place;
  readonly #port: Port;
  readonly #service: GuardService;
  readonly #calls: Promise<PageCalls>;
  readonly #closed = new AbortController();
  /** Calls that are being decided here, each with what calls the waiting off. */
  readonly #deciding = new Map<string, AbortController>();
  #policy: string | null = null;

  constructor(port: Port, place: Place, service: GuardService, calls: Promise<PageCalls>) {
    this.place = place;
    this.#port = port;
    this.#service = service;
    this.#calls = calls;
  }

  start(): void {
    const stop = this.#service.listen((event) => {
      if (event.type === 'changed' && this.#policy !== null) this.#run(this.#tellPolicy(false));
    });
    this.#port.onMessage.addListener((message) => this.#receive(message));
    this.#port.onDisconnect.addListener(() => {
      stop();
      this.#closed.abort();
      this.#run(this.#calls.then((calls) => calls.disconnected(this)));
    });
  }

  #receive(message: unknown): void {
    const parsed = parsePageRequest(message);
    if (!parsed.ok) {
      const remedy =
        'The call or message was refused. Reload the page; if it happens again, the page or Interlock has a fault.';
      this.#service.problems.report(`message ${this.place.origin}`, {
        code: 'message',
        message: `A message of ${this.place.origin} could not be read: ${parsed.reason}`,
        remedy,
      });
      this.#reply(parsed.refusal);
      return;
    }
    this.#dispatch(parsed.request);
  }

  #dispatch(request: PageRequest): void {
    const { turns } = this.#service;
    switch (request.type) {
      case 'hello':
        this.#run(this.#hello());
        break;
      case 'gate':
        this.#run(this.#gate(request), (why) =>
          this.#deny(request.call, `Interlock cannot decide on this call, so it was not run: ${why}`),
        );
        break;
      case 'settle':
        this.#tell(
          () => this.#settle(request),
          (reason) => this.#reply({ type: 'unrecorded', call: request.call, reason }),
        );
        break;
      case 'withdraw':
        this.#run(this.#withdraw(request), () => this.#reply({ type: 'withdrawn', call: request.call }));
        break;
      case 'run':
        this.#tell(() => this.#startRun(request));
        break;
      case 'step':
        this.#tell(() => turns.step(this.place, request));
        break;
      case 'note':
        this.#tell(() => turns.note(this.place, request));
        break;
      case 'keep':
        this.#tell(() => turns.keep(this.place, request));
        break;
      case 'reached':
        this.#tell(() => turns.reached(this.place, request));
        break;
      case 'end_run': {
        const { end } = request;
        this.#tell(
          async () => this.#reply({ type: 'run_end', end, ...(await turns.endRun(this.place, request)) }),
          () => this.#reply({ type: 'run_end', end, decision: 'complete' }),
        );
        break;
      }
      case 'recall': {
        const { recall } = request;
        this.#tell(
          async () => this.#reply({ type: 'recalled', recall, conversation: await turns.recall(this.place, request) }),
          () => this.#reply({ type: 'recalled', recall, conversation: null }),
        );
        break;
      }
      case 'seen':
        this.#run(this.#seen(request));
        break;
      case 'ping':
        this.#reply({ type: 'pong' });
        break;
    }
  }

  async #hello(): Promise<void> {
    await this.#tellPolicy(true);
    const calls = await this.#calls;
    if (!this.#closed.signal.aborted) calls.connected(this);
  }

  async #tellPolicy(asked: boolean): Promise<void> {
    const { url } = this.place;
    const [mode, told] = await Promise.all([this.#service.pages.mode(url), this.#service.pages.conversations(url)]);
    const policy: PageReply = {
      type: 'policy',
      mode,
      ...(told === null || told.id === null ? {} : { conversations: told }),
    };
    const text = JSON.stringify(policy);
    if (asked || text !== this.#policy) this.#reply(policy);
    this.#policy = text;
    if (this.place.frame !== 0) return;
    (await this.#service.memory()).tellMode(this.place, mode);
  }

  async #gate({ call, tool, args, thread: hint, editable = false, tellQueued = false }: Of<'gate'>): Promise<void> {
    await this.#service.turns.said(this.place);
    const gated = (await this.#calls).threadOf(this.place, call);
    if (gated !== null) {
      await this.#decide({ thread: gated, call }, { id: call, tool, args }, { editable, tellQueued });
      return;
    }
    const admission = await this.#service.admit(this.place, hint);
    switch (admission.kind) {
      case 'off':
        this.#reply({ type: 'verdict', call, verdict: 'allow' });
        break;
      case 'broken':
        this.#deny(call, admission.reason);
        break;
      case 'guarded':
        await this.#decide({ thread: admission.thread, call }, { id: call, tool, args }, { editable, tellQueued });
        break;
    }
  }

  /** Asks the guard until there is an answer that is not "ask", and says each. A repeated question replaces the one before. */
  async #decide(ref: CallRef, call: ToolCall, can: { editable: boolean; tellQueued: boolean }): Promise<void> {
    const calls = await this.#calls;
    const edits = can.editable ? await this.#service.edits() : null;
    // At once from here on: calls that come together are counted one by one.
    if (calls.isFull(ref, this.place)) {
      this.#deny(ref.call, FULL);
      return;
    }
    edits?.offer(ref);
    if (this.#closed.signal.aborted) return;
    calls.hold(ref, this);
    const key = JSON.stringify([ref.thread, ref.call]);
    this.#deciding.get(key)?.abort();
    const off = new AbortController();
    this.#deciding.set(key, off);
    try {
      const signal = AbortSignal.any([off.signal, this.#closed.signal]);
      const onQueued = (): void => {
        if (!signal.aborted) this.#reply({ type: 'queued', call: ref.call });
      };
      await this.#answer(ref, call, calls, signal, can.tellQueued ? { onQueued } : {});
    } finally {
      if (this.#deciding.get(key) === off) this.#deciding.delete(key);
    }
  }

  async #answer(
    ref: CallRef,
    call: ToolCall,
    calls: PageCalls,
    signal: AbortSignal,
    options: GateOptions,
  ): Promise<void> {
    for (let asked: string | null = null; ; ) {
      const gated = await this.#service.gate(ref.thread, call, options);
      switch (gated.verdict) {
        case 'allow':
        case 'warn':
          calls.running(ref);
          if (!signal.aborted) {
            const { verdict, args: changed } = gated;
            this.#reply({
              type: 'verdict',
              call: ref.call,
              verdict,
              ...(changed === undefined ? {} : { args: changed }),
            });
          }
          return;
        case 'deny':
          if (!signal.aborted) this.#deny(ref.call, gated.reason);
          await this.#refused(ref, gated.reason, calls, asked !== null || gated.violations.length === 0);
          return;
        case 'ask': {
          if (signal.aborted) return;
          const { id, expiresAt } = gated.ticket;
          const unrecorded = await this.#unrecorded();
          if (signal.aborted) return;
          if (unrecorded !== null) {
            this.#deny(ref.call, unrecorded);
            await this.#refused(ref, unrecorded, calls, true);
            return;
          }
          if (asked !== id)
            this.#reply({ type: 'verdict', call: ref.call, verdict: 'ask', reason: gated.reason, expiresAt });
          asked = id;
          await decided(this.#service, id, signal);
          if (signal.aborted) return;
        }
      }
    }
  }

  /** Why a call cannot wait: a worker that starts anew would not know that it did, and where. `null`: it can. */
  async #unrecorded(): Promise<string | null> {
    try {
      await (await this.#service.memory()).stored();
      return null;
    } catch (error) {
      return `A person has to decide on this call, but that it waits could not be recorded (${messageOf(error)}), so it was not run.`;
    }
  }

  /**
   * A refused call must not run later either. Most refusals are on disk by now and this changes nothing; but one for
   * want of a guard is not, and the call may still be on record as waiting.
   */
  async #refused(ref: CallRef, reason: string, calls: PageCalls, held: boolean): Promise<void> {
    try {
      await this.#service.withdraw(ref.thread, ref.call, reason);
      calls.release(ref, held);
    } catch (error) {
      console.error(
        'Interlock: a refused call could not be put on record; it is withdrawn when its page is gone.',
        error,
      );
    }
  }

  async #settle({ call, status, content, guessed = false, told = false, thread: hint }: Of<'settle'>): Promise<void> {
    const thread = await this.#threadOf(call, hint);
    if (thread === null) {
      this.#settled(call, []);
      return;
    }
    const ref = { thread, call };
    const came = { status, content };
    const result = guessed ? await this.#service.pages.unflagged(this.place.url, came) : came;
    const { reminders } = await this.#service.settle(ref.thread, call, result, { told });
    (await this.#calls).release(ref);
    this.#settled(call, reminders);
  }

  async #withdraw({ call, why, thread: hint }: Of<'withdraw'>): Promise<void> {
    const thread = await this.#threadOf(call, hint);
    if (thread !== null) {
      const ref = { thread, call };
      this.#deciding.get(JSON.stringify([ref.thread, ref.call]))?.abort();
      await this.#service.withdraw(ref.thread, call, why);
      (await this.#calls).release(ref);
    }
    this.#reply({ type: 'withdrawn', call });
  }

  /** Where a call was gated; where nobody knows, where it would be now. `null`: nowhere. */
  async #threadOf(call: string, hint: ThreadHint): Promise<string | null> {
    const gated = (await this.#calls).threadOf(this.place, call);
    if (gated !== null) return gated;
    const admission = await this.#service.admit(this.place, hint);
    return admission.kind === 'guarded' ? admission.thread : null;
  }

  async #seen({ protocol, level }: Of<'seen'>): Promise<void> {
    (await this.#service.memory()).seeProtocol(this.place, { protocol, level });
  }

  async #startRun({ thread: hint }: Of<'run'>): Promise<void> {
    const admission = await this.#service.admit(this.place, hint);
    if (admission.kind === 'guarded') await this.#service.startRun(admission.thread);
  }

  #settled(call: string, reminders: readonly Reminder[]): void {
    this.#reply({ type: 'settled', call, reminders });
  }

  #deny(call: string, reason: string): void {
    this.#reply({ type: 'verdict', call, verdict: 'deny', reason });
  }

  #reply(reply: PageReply): void {
    if (!this.#closed.signal.aborted) this.#port.postMessage(reply);
  }

  /** Takes effect after everything that the tab has said before. */
  #tell(work: () => Promise<void>, failed?: (why: string) => void): void {
    this.#run(this.#service.turns.inOrder(this.place, work), failed);
  }

  /** What fails is told to the console and answered by `failed`: nobody is left waiting. */
  #run(work: Promise<void>, failed?: (why: string) => void): void {
    work.catch((error: unknown) => {
      console.error('Interlock: a message of a page could not be served.', error);
      failed?.(messageOf(error));
    });
  }
}
