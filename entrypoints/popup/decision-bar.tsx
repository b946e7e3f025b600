/**
 * Allow or deny, once. Denying may carry a note that the model reads.
 */
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Item, Model } from './model.ts';
import type { Settled } from './settled.ts';

export interface DecisionBarProps {
  readonly item: Item;
  readonly model: Model;
  readonly settled: Settled;
}

export function DecisionBar({ item, model, settled }: DecisionBarProps): JSX.Element {
  const [note, setNote] = useState<string | null>(null);
  if (item.decision !== null) return <Underway approve={item.decision.approve} connected={model.connected.value} />;
  const inert = !settled.ready || !item.waiting || !model.connected.value;
  const unseen = item.call.args === null;
  const decide = (approve: boolean) => (event: MouseEvent) => {
    if (settled.accepts(event)) model.decide(item.call.ticket, approve, note?.trim() ?? '');
  };
  return (
    <div class="decision">
      {note !== null && <Note text={note} change={setNote} />}
      <div class="decision-buttons">
        <button type="button" class="button allow" disabled={inert || unseen} onClick={decide(true)}>
          Allow once
        </button>
        <button type="button" class="button deny" disabled={inert} onClick={decide(false)}>
          {note?.trim() ? 'Deny with note' : 'Deny'}
        </button>
        <button
          type="button"
          class="link add-note"
          aria-expanded={note !== null}
          onClick={() => setNote(note === null ? '' : null)}
        >
          {note === null ? 'Add a note' : 'No note'}
        </button>
      </div>
    </div>
  );
}

function Note({ text, change }: { readonly text: string; readonly change: (text: string) => void }): JSX.Element {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div class="note">
      <label for={id}>Note to the model, sent with a denial</label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        maxLength={2000}
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}

/** The decision is on its way: an allowed call first waits for its turn behind one that runs on the same instance. */
function Underway({ approve, connected }: { readonly approve: boolean; readonly connected: boolean }): JSX.Element {
  return (
    <p class="underway" role="status">
      {!connected ? 'Connection lost, trying again…' : approve ? 'Allowing…' : 'Denying…'}
    </p>
  );
}
