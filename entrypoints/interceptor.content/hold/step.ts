/**
 * What happens next to a call that waits: it is decided, its caller goes, or time goes by.
 */
import type { Gone, GuardedCall } from '../calls/call.ts';
import type { Decision } from '../link.ts';
import type { Natives } from '../natives.ts';
import { type Bare, bare, promised } from '../promises.ts';

export type Step =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'gone'; readonly gone: Gone }
  | { readonly kind: 'late' };

/** Waits at most `ms` milliseconds. A caller that is gone comes before a verdict: the call must not run. */
export function nextStep(natives: Natives, call: GuardedCall, ms: number): Promise<Bare<Step>> {
  return promised((resolve) => {
    const timer = natives.setTimeout(() => resolve(bare({ kind: 'late' })), ms);
    const tell = (step: Bare<Step>): void => {
      natives.clearTimeout(timer);
      resolve(step);
    };
    const untilGone = async (): Promise<void> => tell(bare({ kind: 'gone', gone: await call.gone }));
    const untilDecided = async (): Promise<void> => tell(bare({ kind: 'decided', decision: await call.decided }));
    void untilGone();
    void untilDecided();
  });
}
