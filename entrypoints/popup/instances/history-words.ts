/**
 * A line of an instance's history in words. Reads the language's signal; otherwise pure.
 */
import type { HistoryLine } from '../../background/instance-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { revealed } from '../../ui/reveal.ts';

const GATED = {
  allow: 'instances.lineAllowed',
  warn: 'instances.lineWarned',
  ask: 'instances.lineAsked',
  deny: 'instances.lineDenied',
} as const;

const WOULD = {
  allow: 'instances.lineAllowed',
  warn: 'instances.lineWouldWarn',
  ask: 'instances.lineWouldAsk',
  deny: 'instances.lineWouldDeny',
} as const;

const RESOLVED = {
  approved: 'instances.lineApproved',
  rejected: 'instances.lineRejected',
  expired: 'instances.lineExpired',
  refused: 'instances.lineRefused',
  abandoned: 'instances.lineAbandoned',
} as const;

export function lineWords({ what, call }: HistoryLine): string {
  const tool = call?.tool == null ? t('instances.someTool') : revealed(call.tool);
  switch (what.kind) {
    case 'gated':
      return t((what.observed ? WOULD : GATED)[what.verdict], { tool });
    case 'resolved':
      return t(RESOLVED[what.outcome], { tool });
    case 'settled':
      switch (what.status) {
        case 'success':
          return t('instances.lineSucceeded', { tool });
        case 'error':
          return t('instances.lineFailed', { tool });
        case null:
          return t('instances.lineEnded', { tool });
      }
      break;
    case 'event':
      return t('instances.lineEvent', { name: revealed(what.name) });
    case 'lapsed':
      return t('instances.lineLapsed');
    case 'unknown_state':
      return t('instances.lineUnknownState');
    case 'reset':
      return t('instances.lineReset');
    case 'reset_undone':
      return t('instances.lineResetUndone');
  }
}
