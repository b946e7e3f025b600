/**
 * What the site of a page says about it: its mode, how its conversations are told apart, and which results of its tools are
 * failures. Runs in the background; the page is told no more than it needs.
 */
import { compileGlob } from '../../engine/pattern/glob.ts';
import type { ToolResult } from '../../engine/tool-call.ts';
import { rulesOf, type SiteRules } from './forces.ts';
import type { ConversationPolicy } from './page-messages.ts';
import type { Ruling } from './ruling.ts';
import type { SiteMode } from './settings.ts';

export class PageRules {
  readonly #ruling: Ruling;

  constructor(ruling: Ruling) {
    this.#ruling = ruling;
  }

  async mode(url: string): Promise<SiteMode> {
    const force = await this.#ruling.at(url);
    switch (force.kind) {
      case 'off':
        return 'off';
      case 'broken':
        return 'enforce';
      case 'guarded':
        return force.mode;
    }
  }

  /** How the site of a page tells its conversations apart; `null` where no site covers it. */
  async conversations(url: string): Promise<ConversationPolicy | null> {
    const thread = (await this.#site(url))?.thread;
    if (thread === undefined) return null;
    // Where the tab or the origin is the thread, an id would be looked for in vain.
    return { id: thread.identity === 'conversation' ? thread.capture : null };
  }

  /** A result whose protocol has no flag for failures, as the site's own rule sees it; without one, as the page took it. */
  async unflagged(url: string, result: ToolResult): Promise<ToolResult> {
    const failed = (await this.#site(url))?.failed ?? null;
    const glob = failed === null ? null : compileGlob(failed);
    // Settings that hold no glob are refused when they are read.
    if (glob === null || !glob.ok) return result;
    const { content } = result;
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return { content, status: glob.value.test(text) ? 'error' : 'success' };
  }

  async #site(url: string): Promise<SiteRules | null> {
    const forces = await this.#ruling.configured();
    const force = forces.at(url);
    return force.kind === 'guarded' ? rulesOf(forces.settings, force.match) : null;
  }
}
