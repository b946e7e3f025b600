/**
 * A background of a few lines, for tests of the interceptor alone: it answers as it is told and remembers what it was
 * asked. It speaks the real message contract, in structured clones, as a port would.
 */
import type { Json, Reminder } from '../../engine/tool-call.ts';
import {
  type BridgeNotice,
  CALL_END,
  type ConversationPolicy,
  type PageReply,
  type PageRequest,
  type ThreadHint,
} from '../../entrypoints/background/page-messages.ts';
import type { LinkEnds } from '../../entrypoints/interceptor.content/link.ts';

type Gate = Extract<PageRequest, { type: 'gate' }>;
/** `queued`: the call stands in line until the test decides (`resolve`, `reply`). */
type Decide = (gate: Gate) => 'allow' | 'ask' | 'silent' | 'queued' | { readonly deny: string };
type RunEnd = 'complete' | 'silent' | { readonly continue: string };

export class FakeBackground {
  /** Everything it was told, in order, without greetings and pings. */
  readonly heard: PageRequest[] = [];
  decide: Decide = () => 'allow';
  /** Reminders for the next results; a text alone goes behind the result. */
  reminders: (string | Reminder)[] = [];
  /** Protocols that the page was seen to speak, in order; they are not among what was heard. */
  readonly protocols: string[] = [];
  /** While false, results are taken and not answered. */
  settles = true;
  /** Answers to the next ends of turns; when there are none left, turns are complete. */
  runEnds: RunEnd[] = [];
  /** While false, recalls are taken and not answered. */
  recalls = true;
  /** What is said about conversations at the next hello; null: nothing. */
  conversations: ConversationPolicy | null = null;
  /** What was kept, by thread (`threadKey`) and name. Outlives the page, as does `marks`. */
  readonly kept = new Map<string, Map<string, Json>>();
  /** Conversation ids by protocol and mark. */
  readonly marks = new Map<string, string>();
  readonly #post: (message: PageReply | BridgeNotice) => void;
  readonly #watchers: (() => void)[] = [];
  connected = true;
  /** As the bridge: nothing passes on a connection before its greeting. */
  #greeted = false;

  constructor(ends: Pick<LinkEnds, 'connect' | 'receive'>, connect = true) {
    this.#post = (message) => queueMicrotask(() => ends.receive(structuredClone(message)));
    if (connect) {
      ends.connect((message) => {
        const copy = structuredClone(message);
        if (this.connected) queueMicrotask(() => this.#receive(copy));
      });
      this.notice('up');
    }
  }

  /** The bridge's own words. */
  notice(state: 'up' | 'down' | 'dead'): void {
    this.connected = state === 'up';
    this.#greeted = false;
    this.#post(state === 'dead' ? { type: 'link', state, reason: 'reloaded' } : { type: 'link', state });
  }

  reply(message: PageReply): void {
    this.#post(message);
  }

  /** A person's decision on the newest call that asked, or on the tool named. */
  resolve(approve: boolean, tool?: string): void {
    const gate = this.of('gate').findLast((one) => tool === undefined || one.tool === tool);
    if (gate === undefined) throw new Error('nothing was asked');
    this.reply(
      approve
        ? { type: 'verdict', call: gate.call, verdict: 'allow' }
        : { type: 'verdict', call: gate.call, verdict: 'deny', reason: 'A person said no.' },
    );
  }

  of<T extends PageRequest['type']>(type: T): Extract<PageRequest, { type: T }>[] {
    return this.heard.filter((one): one is Extract<PageRequest, { type: T }> => one.type === type);
  }

  /** Resolves when it has heard `count` messages of the type. */
  async until(type: PageRequest['type'], count = 1): Promise<void> {
    while (this.of(type).length < count) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  #receive(message: PageRequest): void {
    if (message.type === 'hello') this.#greeted = true;
    if (!this.#greeted) return;
    switch (message.type) {
      case 'hello':
        this.reply({
          type: 'policy',
          mode: 'enforce',
          ...(this.conversations === null ? {} : { conversations: this.conversations }),
        });
        return;
      case 'ping':
        this.reply({ type: 'pong' });
        return;
      case 'seen':
        this.protocols.push(message.protocol);
        return;
      case 'gate':
        this.#gate(message);
        break;
      case 'settle':
        if (this.settles)
          this.reply({
            type: 'settled',
            call: message.call,
            reminders: this.reminders.map((one) =>
              typeof one === 'string' ? { target: 'suffix_system', content: one } : one,
            ),
          });
        break;
      case 'withdraw':
        this.reply({ type: 'withdrawn', call: message.call });
        break;
      case 'end_run':
        this.#endRun(message.end);
        break;
      case 'keep':
        this.#keep(message);
        break;
      case 'reached':
        this.#reach(message);
        break;
      case 'recall':
        if (this.recalls) this.#recall(message);
        break;
      case 'run':
      case 'step':
      case 'note':
        break;
    }
    this.heard.push(message);
    for (const wake of this.#watchers.splice(0)) wake();
  }

  #endRun(end: string): void {
    const next = this.runEnds.shift() ?? 'complete';
    if (next === 'complete') this.reply({ type: 'run_end', end, decision: 'complete' });
    else if (next !== 'silent') this.reply({ type: 'run_end', end, decision: 'continue', message: next.continue });
  }

  #keep({ name, value, thread }: Extract<PageRequest, { type: 'keep' }>): void {
    const values = this.kept.get(threadKey(thread)) ?? new Map<string, Json>();
    this.kept.set(threadKey(thread), values);
    if (value === null) values.delete(name);
    else values.set(name, value);
  }

  #reach({ protocol, end, id }: Extract<PageRequest, { type: 'reached' }>): void {
    const key = `${protocol} ${end}`;
    const other = this.marks.get(key) ?? id;
    this.marks.set(key, other !== id && end.startsWith(CALL_END) ? '' : id);
  }

  #recall({ recall, protocol, ends }: Extract<PageRequest, { type: 'recall' }>): void {
    const id = ends
      .map((end) => this.marks.get(`${protocol} ${end}`))
      .find((found) => found !== undefined && found !== '');
    const kept = [...(this.kept.get(threadKey({ protocol, id: id ?? '' })) ?? [])];
    this.reply({ type: 'recalled', recall, conversation: id === undefined ? null : { id, kept } });
  }

  #gate(message: Gate): void {
    const { call } = message;
    const decided = this.decide(message);
    if (decided === 'allow') this.reply({ type: 'verdict', call, verdict: 'allow' });
    else if (decided === 'ask')
      this.reply({ type: 'verdict', call, verdict: 'ask', reason: 'Needs a person.', expiresAt: 0 });
    else if (decided === 'queued') {
      if (message.tellQueued === true) this.reply({ type: 'queued', call });
    } else if (decided !== 'silent') this.reply({ type: 'verdict', call, verdict: 'deny', reason: decided.deny });
  }
}

/** Under which name values of a thread are kept in `FakeBackground.kept`. */
export const threadKey = ({ protocol, id = '' }: ThreadHint): string => `${protocol} ${id}`;
