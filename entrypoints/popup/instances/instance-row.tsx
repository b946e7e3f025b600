/**
 * One row of the list of instances: a thread, a machine, or an instance that opens its history.
 */
import type { JSX } from 'preact';
import type { InstanceRow } from '../../background/instance-messages.ts';
import { conversationLabel, count, duration, host, list } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { now } from '../../ui/now.ts';
import { protocolName } from '../../ui/protocol-name.ts';
import { revealed } from '../../ui/reveal.ts';
import { InstanceKey } from '../instance-key.tsx';
import { StateChip } from '../state-chip.tsx';
import type { Instances } from './instances.ts';

export interface RowProps {
  readonly row: InstanceRow;
  readonly model: Instances;
  /** Whether the Tab key stops here. */
  readonly tabbed: boolean;
}

export function Row({ row, model, tabbed }: RowProps): JSX.Element {
  switch (row.kind) {
    case 'others':
      return <h3 class="row-others">{t('instances.otherPages')}</h3>;
    case 'thread':
      return <ThreadRow row={row} model={model} />;
    case 'machine':
      return (
        <h4 class="row-machine">
          {row.machine}
          <span class="count">{count(row.count)}</span>
        </h4>
      );
    case 'instance':
      return (
        <button
          type="button"
          class="row-instance"
          aria-haspopup="dialog"
          tabIndex={tabbed ? 0 : -1}
          onClick={() => model.history.open(row, row)}
        >
          <InstanceKey text={row.key} />
          <StateChip state={row.state} stage={row.stage} />
          <time class="row-since">{duration(now.value - row.since)}</time>
        </button>
      );
  }
}

/** What a thread is called: its place, and the conversation if it has one. */
function threadName({ here, origin, conversation }: Extract<InstanceRow, { kind: 'thread' }>): string {
  const where = here ? t('instances.thisTab') : host(origin);
  if (conversation === null) return where;
  return list([where, `${protocolName(conversation.protocol)} ${conversationLabel(revealed(conversation.id))}`]);
}

function ThreadRow({
  row,
  model,
}: Pick<RowProps, 'model'> & { readonly row: Extract<InstanceRow, { kind: 'thread' }> }): JSX.Element {
  const name = threadName(row);
  return (
    <div class="row-thread">
      <h3 title={row.conversation === null ? undefined : revealed(row.conversation.id)}>{name}</h3>
      <button
        type="button"
        class="link"
        aria-label={t('instances.newRunOf', { conversation: name })}
        title={t('instances.newRunHint')}
        onClick={() => model.startRuns([row.thread])}
      >
        {t('instances.newRun')}
      </button>
      <button
        type="button"
        class="link"
        aria-label={t('instances.resetAllOf', { conversation: name })}
        onClick={() => model.reset(row.thread, null)}
      >
        {t('instances.resetAll')}
      </button>
    </div>
  );
}
