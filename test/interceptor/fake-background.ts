/**
 * A background of a few lines, for tests of the interceptor alone: it answers as it is told and remembers what it was
 * asked. It speaks the real message contract, in structured clones, as a port would.
 */
import type { BridgeNotice, PageReply, PageRequest } from '../../entrypoints/background/page-messages.ts';
import type { LinkEnds } from '../../entrypoints/interceptor.content/link.ts';

type Gate = Extract<PageRequest, { type: 'gate' }>;
type Decide = (gate: Gate) => 'allow' | 'ask' | 'silent' | { readonly deny: string };

export class FakeBackground {
  /** Everything it was told, in order, without greetings and pings. */
  readonly heard: PageRequest[] = [];
  decide: Decide = () => 'allow';
  /** Reminders for the next results, one text each. */
  reminders: string[] = [];
  /** While false, results are taken and not answered. */
  settles = true;
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
        this.reply({ type: 'policy', mode: 'enforce' });
        return;
      case 'ping':
        this.reply({ type: 'pong' });
        return;
      case 'gate':
        this.#gate(message);
        break;
      case 'settle':
        if (this.settles)
          this.reply({
            type: 'settled',
            call: message.call,
            reminders: this.reminders.map((content) => ({ target: 'suffix_system', content })),
          });
        break;
      case 'withdraw':
        this.reply({ type: 'withdrawn', call: message.call });
        break;
      case 'run':
        break;
    }
    this.heard.push(message);
    for (const wake of this.#watchers.splice(0)) wake();
  }

  #gate(message: Gate): void {
    const { call } = message;
    const decided = this.decide(message);
    if (decided === 'allow') this.reply({ type: 'verdict', call, verdict: 'allow' });
    else if (decided === 'ask')
      this.reply({ type: 'verdict', call, verdict: 'ask', reason: 'Needs a person.', expiresAt: 0 });
    else if (decided !== 'silent') this.reply({ type: 'verdict', call, verdict: 'deny', reason: decided.deny });
  }
}
