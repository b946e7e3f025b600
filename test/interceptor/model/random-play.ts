/** Plays a conversation of chance: a page with an official client, a strict model, and a background that decides by the plan. */
import type { Json } from '../../../engine/tool-call.ts';
import type { Said } from '../../model-server/model.ts';
import type { ScriptedAnswer } from '../../model-server/server.ts';
import { type Kit, type Page, pageWith, type Step, talk } from './kit.ts';
import { beforeLastTurn, edited, withoutBeginning } from './random-history.ts';
import type { Between, Decision, Plan } from './random-plan.ts';

/** One load of the page, and where in its requests the page changed its history. */
export interface Load {
  readonly page: Page;
  readonly breaks: number[];
}

export interface Played {
  readonly loads: readonly Load[];
  /** By the number of the call. */
  readonly decisions: readonly Decision[];
  /** Errors that the page did not bring about itself. */
  readonly failures: readonly unknown[];
  readonly aborted: boolean;
  /** Whether the server keeps the history: then requests hold only what is new. */
  readonly held: boolean;
}

/** The most answers a test ever needs. */
const ENOUGH = 200;

export async function play(kit: Kit, plan: Plan): Promise<Played> {
  const player = new Player(kit, plan);
  await player.play();
  return player;
}

class Player implements Played {
  readonly #kit: Kit;
  readonly #plan: Plan;
  readonly loads: Load[] = [];
  readonly decisions: Decision[] = [];
  readonly failures: unknown[] = [];
  aborted = false;
  readonly held: boolean;
  #answers = 0;
  #requests = 0;
  #abort = new AbortController();

  constructor(kit: Kit, plan: Plan) {
    this.#kit = kit;
    this.held = kit.held;
    this.#plan = plan;
  }

  async play(): Promise<void> {
    let load = this.#load();
    let history: readonly unknown[] = [];
    for (const between of ['go on', ...this.#plan.between] as readonly Between[]) {
      if (between === 'reload') load = this.#load(load.page);
      const changed = changedBy(between, history);
      if (changed !== history || between === 'regenerate') load.breaks.push(load.page.asked.length);
      const came = await this.#task(load.page, changed);
      if (came === null) return;
      history = came;
    }
  }

  async #task(page: Page, history: readonly unknown[]): Promise<readonly unknown[] | null> {
    const tools = { read: () => 'the text', write: () => 'written' };
    try {
      const task = { prompt: `task ${this.#requests}`, tools, history, signal: this.#abort.signal };
      return (await talk(this.#kit, page, task)).history;
    } catch (error) {
      if (!this.aborted) this.failures.push(error);
      return null;
    }
  }

  #load(before?: Page): Load {
    const page = pageWith(
      this.#kit,
      Array.from({ length: ENOUGH }, () => this.#step),
      before,
    );
    const { background } = page;
    background.reminders = [...this.#plan.reminders];
    const ends = before === undefined ? this.#plan.runEnds : [];
    background.runEnds = ends.map((goOn) => (goOn ? { continue: 'Go on.' } : 'complete'));
    const asked = new Set<string>();
    background.decide = (gate) => {
      const again = asked.has(gate.call);
      asked.add(gate.call);
      return this.#decided(page, gate.call, gate.args, gate.tellQueued === true && !again);
    };
    const breaks: number[] = [];
    const fetch = this.#fetching(page.fetch, () => breaks.push(page.asked.length));
    const load = { page: Object.assign(page, { fetch }), breaks };
    this.loads.push(load);
    return load;
  }

  #decided(page: Page, call: string, args: Json, queues: boolean): ReturnType<Page['background']['decide']> {
    const decision = this.decisions[numberOf(args)] ?? 'deny';
    switch (decision) {
      case 'allow':
        return 'allow';
      case 'deny':
        return { deny: `No to ${numberOf(args)}.` };
      case 'queued, allow':
        return queues ? 'queued' : 'allow';
      case 'queued, deny':
        return queues ? 'queued' : { deny: `After all no to ${numberOf(args)}.` };
      case 'ask, allow':
      case 'ask, deny':
        setImmediate(() => {
          const allow = decision === 'ask, allow';
          page.background.reply({
            type: 'verdict',
            call,
            ...(allow ? ALLOW : { verdict: 'deny', reason: 'Refused.' }),
          });
        });
        return 'ask';
      case 'changed':
        page.background.reply({ type: 'verdict', call, ...ALLOW, args: { n: numberOf(args), changed: true } });
        return 'silent';
    }
  }

  /** The page's own `fetch`; a request that is sent twice is answered with the second answer. */
  #fetching(fetch: typeof globalThis.fetch, onAgain: () => void): typeof globalThis.fetch {
    return async (input, init) => {
      const number = this.#requests;
      this.#requests += 1;
      // A thread at the server can be continued once.
      const once = this.#kit.held && this.#kit.protocol === 'anthropic';
      if (this.#plan.twice.includes(number) && !once) {
        await (await fetch(input, init)).text();
        onAgain();
      }
      return fetch(input, init);
    };
  }

  readonly #step: Step = (answer, request, number) => {
    const parts = this.#plan.answers[this.#answers] ?? [{ text: 'Done.' }];
    const said = parts.map((part, at): Said => ('text' in part ? part : this.#call(part.tool, at)));
    const given = this.#withoutIds(answer(said, number)(request));
    const here = this.#plan.abort?.answer === this.#answers;
    this.#answers += 1;
    return here ? this.#abortedIn(given, this.#plan.abort?.chunk ?? 0) : given;
  };

  #call(tool: string, at: number): Said {
    const n = this.decisions.length;
    this.decisions.push(this.#plan.decisions[n % this.#plan.decisions.length] ?? 'allow');
    const repeats = this.#kit.protocol === 'openai-chat' && this.#plan.ids === 'repeated';
    return { call: repeats ? `call_${at}` : `c${n}`, tool, args: { n } };
  }

  #withoutIds(given: ScriptedAnswer): ScriptedAnswer {
    if (this.#kit.protocol !== 'openai-chat' || this.#plan.ids !== 'missing') return given;
    return { ...given, chunks: given.chunks.map((chunk) => String(chunk).replaceAll(/"id":"c\d+",/g, '')) };
  }

  /** The answer, in the middle of which the page gives up. */
  #abortedIn(given: ScriptedAnswer, chunk: number): ScriptedAnswer {
    const chunks = [...given.chunks];
    const at = Math.min(chunk, chunks.length - 1);
    const value = chunks[at] ?? '';
    const get = (): string | Uint8Array => {
      this.aborted = true;
      this.#abort.abort();
      return value;
    };
    Object.defineProperty(chunks, at, { get });
    return { ...given, chunks };
  }
}

const ALLOW = { verdict: 'allow' } as const;

export function numberOf(args: unknown): number {
  const n = typeof args === 'object' && args !== null ? (args as { readonly n?: unknown }).n : undefined;
  return typeof n === 'number' ? n : -1;
}

function changedBy(between: Between, history: readonly unknown[]): readonly unknown[] {
  switch (between) {
    case 'go on':
    case 'reload':
      return history;
    case 'drop the beginning':
      return withoutBeginning(history);
    case 'edit an answer':
      return edited(history);
    case 'regenerate':
      return beforeLastTurn(history);
  }
}
