/**
 * The less common ways to decide, each with what it covers in words.
 */
import type { JSX } from 'preact';
import type { WaitingCall } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { revealed } from '../../ui/reveal.ts';
import type { Item } from './calls.ts';
import type { Decide } from './decision-bar.tsx';
import { keysText, machinesText } from './grant-words.ts';

export interface WaysListProps {
  readonly item: Item;
  readonly inert: boolean;
  readonly decide: Decide;
  readonly edit: () => void;
}

export function WaysList({ item: { call }, inert, decide, edit }: WaysListProps): JSX.Element {
  const grant = (kind: 'call' | 'instance') => (event: MouseEvent) => decide(event, { kind: 'allow', grant: kind });
  const tool = revealed(call.tool);
  const instance = instanceWords(call);
  return (
    <ul class="ways-list">
      {call.run === null ? (
        <li class="quiet">{t('popup.runOver')}</li>
      ) : (
        <>
          <Way
            label={t('popup.allowCall')}
            scope={t('popup.allowCallScope', { tool })}
            inert={inert}
            take={grant('call')}
          />
          {instance !== null && <Way {...instance} inert={inert} take={grant('instance')} />}
        </>
      )}
      {call.editable ? (
        <Way label={t('popup.edit')} scope={t('popup.editScope')} inert={inert} take={edit} />
      ) : (
        <li class="quiet">{t('popup.notEditable')}</li>
      )}
    </ul>
  );
}

/** `null` when a machine asks about no instance: then there is nothing that could be allowed. */
function instanceWords({ asks }: WaitingCall): { readonly label: string; readonly scope: string } | null {
  if (asks.some(({ key }) => key === null)) return null;
  const machines = machinesText(asks);
  // A machine with one instance for everything: allowing that instance allows all it asks.
  if (asks.every(({ key }) => key === ''))
    return {
      label: t('popup.allowAllOfMachine', { machines }),
      scope: t('popup.allowAllOfMachineScope', { machines }),
    };
  return {
    label: t('popup.allowInstance'),
    scope: t('popup.allowInstanceScope', { machines, keys: keysText(asks) }),
  };
}

function Way({
  label,
  scope,
  inert,
  take,
}: {
  readonly label: string;
  readonly scope: string;
  readonly inert: boolean;
  readonly take: (event: MouseEvent) => void;
}): JSX.Element {
  return (
    <li>
      <button type="button" class="button" disabled={inert} onClick={take}>
        {label}
      </button>
      <p class="hint">{scope}</p>
    </li>
  );
}
