/**
 * Instances and their states, thread by thread: those of the tab the person looks at first, the others below.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { InstanceView, ThreadView } from '../background/ui-messages.ts';
import { conversationLabel, count, duration, host } from '../ui/format.ts';
import { now } from '../ui/now.ts';
import { revealed } from '../ui/reveal.ts';
import { InstanceKey } from './instance-key.tsx';
import { StateChip } from './state-chip.tsx';

export interface InstanceListProps {
  readonly threads: readonly ThreadView[];
  readonly tab: number | null;
  readonly guarded: boolean;
}

/** From this many on, a filter is worth its place. */
const FILTER_FROM = 10;

export function InstanceList({ threads, tab, guarded }: InstanceListProps): JSX.Element {
  const [filter, setFilter] = useState('');
  const full = threads.filter((thread) => thread.instances.length > 0);
  const total = full.reduce((sum, thread) => sum + thread.instances.length, 0);
  const shown =
    filter === '' ? full : full.map((thread) => filtered(thread, filter)).filter((t) => t.instances.length > 0);
  const here = shown.filter((thread) => thread.tab === tab);
  const others = shown.filter((thread) => thread.tab !== tab);
  return (
    <section class="instances" aria-labelledby="instances-title">
      <h2 id="instances-title">
        Instances{total > 0 && <span class="count">{count(total)}</span>}
        {total >= FILTER_FROM && (
          <input
            type="search"
            placeholder="Filter"
            aria-label="Filter instances"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        )}
      </h2>
      {total === 0 && (
        <p class="quiet">
          {guarded
            ? 'None yet. One appears when a guarded tool call touches it, a file for example.'
            : 'None in this browser session.'}
        </p>
      )}
      {total > 0 && shown.length === 0 && <p class="quiet">{`None of ${count(total)} match “${filter}”.`}</p>}
      {here.map((thread) => (
        <Thread key={thread.thread} thread={thread} here />
      ))}
      {others.length > 0 && here.length > 0 && <h3 class="others">Other pages</h3>}
      {others.map((thread) => (
        <Thread key={thread.thread} thread={thread} here={false} />
      ))}
    </section>
  );
}

function filtered(thread: ThreadView, filter: string): ThreadView {
  const wanted = filter.toLowerCase();
  const matches = ({ machine, key, state }: InstanceView): boolean =>
    `${key}\n${state}\n${machine}`.toLowerCase().includes(wanted);
  return { ...thread, instances: thread.instances.filter(matches) };
}

function Thread({ thread, here }: { readonly thread: ThreadView; readonly here: boolean }): JSX.Element {
  const machines = Map.groupBy(thread.instances, (instance) => instance.machine);
  return (
    <section class="thread" data-testid="thread">
      <h3 class="thread-title">
        <ThreadTitle thread={thread} here={here} />
      </h3>
      {[...machines].map(([machine, instances]) => (
        <div key={machine}>
          <h4 class="machine-title">
            {machine}
            <span class="count">{count(instances.length)}</span>
          </h4>
          <ul class="rows">
            {instances.map((instance) => (
              <Row key={instance.key} instance={instance} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function ThreadTitle({
  thread: { origin, conversation },
  here,
}: {
  readonly thread: ThreadView;
  readonly here: boolean;
}): JSX.Element {
  const where = here ? 'This tab' : host(origin);
  if (conversation === null) return <>{where}</>;
  return (
    <>
      {`${where}, ${conversation.protocol} `}
      <code title={conversation.id}>{conversationLabel(revealed(conversation.id))}</code>
    </>
  );
}

function Row({ instance: { key, state, stage, since } }: { readonly instance: InstanceView }): JSX.Element {
  return (
    <li class="row" data-testid="instance">
      <InstanceKey text={key} />
      <StateChip state={state} stage={stage} />
      <time class="row-since">{duration(now.value - since)}</time>
    </li>
  );
}
