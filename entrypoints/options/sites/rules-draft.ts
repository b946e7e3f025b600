/**
 * The rules of a site while they are typed: from the stored entry to fields and back, with what is wrong in words.
 */
import { captureProblem, globProblem, type Site, type ThreadRule, TIMEOUT_RANGE } from '../../background/settings.ts';
import { t } from '../../ui/i18n/i18n.ts';

export interface RulesDraft {
  readonly identity: ThreadRule['identity'];
  readonly captureFrom: 'none' | 'url' | 'body';
  readonly pattern: string;
  readonly failed: string;
  /** Seconds, as typed. */
  readonly ask: string;
  readonly settle: string;
}

export type RulesField = 'pattern' | 'failed' | 'ask' | 'settle';

/** What the fields begin with. */
export function draftOf({ thread, failed, askTimeoutMs, settleTimeoutMs }: Site): RulesDraft {
  return {
    identity: thread.identity,
    captureFrom: thread.capture?.from ?? 'none',
    pattern: thread.capture?.pattern ?? '',
    failed: failed ?? '',
    ask: String(askTimeoutMs / 1000),
    settle: String(settleTimeoutMs / 1000),
  };
}

/** What is wrong, by field. Fields that do not count at the moment are not looked at. */
export function problemsOf(draft: RulesDraft): ReadonlyMap<RulesField, string> {
  const problems = new Map<RulesField, string>();
  if (captures(draft)) {
    const problem = captureProblem(draft.pattern);
    if (problem === 'groups') problems.set('pattern', t('sites.captureGroups'));
    else if (problem === 'empty') problems.set('pattern', t('sites.captureEmpty'));
    else if (problem !== null) problems.set('pattern', t('sites.captureSyntax'));
  }
  if (draft.failed !== '' && globProblem(draft.failed) !== null) problems.set('failed', t('sites.badGlob'));
  for (const field of ['ask', 'settle'] as const) {
    if (millisecondsOf(draft[field]) === null) {
      const { min, max } = TIMEOUT_RANGE;
      problems.set(field, t('sites.badTimeout', { min: min / 1000, max: max / 1000 }));
    }
  }
  return problems;
}

/** What is stored for a draft without problems. */
export function changeOf(draft: RulesDraft): Pick<Site, 'thread' | 'failed' | 'askTimeoutMs' | 'settleTimeoutMs'> {
  const { identity, captureFrom, pattern, failed, ask, settle } = draft;
  return {
    thread: { identity, capture: captureFrom !== 'none' && captures(draft) ? { from: captureFrom, pattern } : null },
    failed: failed === '' ? null : failed,
    askTimeoutMs: millisecondsOf(ask) ?? TIMEOUT_RANGE.min,
    settleTimeoutMs: millisecondsOf(settle) ?? TIMEOUT_RANGE.min,
  };
}

/** `null` when it is no time-out. */
export function millisecondsOf(seconds: string): number | null {
  const ms = seconds.trim() === '' ? Number.NaN : Math.round(Number(seconds) * 1000);
  return ms >= TIMEOUT_RANGE.min && ms <= TIMEOUT_RANGE.max ? ms : null;
}

/** Whether an id is captured: only conversations have one. */
export const captures = ({ identity, captureFrom }: RulesDraft): boolean =>
  identity === 'conversation' && captureFrom !== 'none';
