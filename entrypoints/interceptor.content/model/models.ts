/**
 * What the guard keeps about the models this page talks to, and the protocols in which it understands them.
 *
 * Runs in the page's own world.
 */

import type { ModelAdapter } from '../../../engine/wire/model-adapter.ts';
import { modelAdapters } from '../../../engine/wire/model-adapters.ts';
import type { ConversationPolicy } from '../../background/page-messages.ts';
import type { Link } from '../link.ts';
import type { Natives } from '../natives.ts';
import { Conversations } from './conversations.ts';
import { ModelCalls } from './model-calls.ts';

export interface Models {
  readonly adapters: readonly ModelAdapter[];
  readonly calls: ModelCalls;
  readonly conversations: Conversations;
  /** An id for an answer of the guard's own, as no server gives them out. */
  readonly freshId: () => string;
}

export interface ModelsOptions {
  readonly natives: Natives;
  readonly link: Link;
  /** A text no other page load has. */
  readonly load: string;
  /** Whether calls are held at all. */
  readonly enforces: () => boolean;
  readonly policy: () => ConversationPolicy;
}

export function createModels({ natives, link, load, enforces, policy }: ModelsOptions): Models {
  let answers = 0;
  return {
    adapters: modelAdapters,
    calls: new ModelCalls({ link, load, enforces }),
    conversations: new Conversations({ link, load, policy, address: natives.base }),
    freshId() {
      answers += 1;
      return `interlock_${load}_${answers}`;
    },
  };
}
