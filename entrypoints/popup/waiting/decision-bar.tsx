/**
 * What a person can do with one waiting call: allow it, deny it, and the less common ways behind a button.
 */
import type { JSX } from 'preact';
import { t } from '../../ui/i18n/i18n.ts';
import { said } from '../../ui/i18n/said.ts';
import type { Calls, Decision, Item } from './calls.ts';
import type { Desk } from './desk.ts';
import { useLoaded } from './loaded.ts';
import { NoteForm } from './note-form.tsx';
import { useResting } from './resting.ts';

export interface DecisionBarProps {
  readonly item: Item;
  readonly calls: Calls;
  readonly desk: Desk;
  /** False for the first half second. */
  readonly ready: boolean;
}

/** Takes a decision, if the click that asks for it may be taken. */
export type Decide = (event: MouseEvent, decision: Decision) => void;

export function DecisionBar({ item, calls, desk, ready }: DecisionBarProps): JSX.Element {
  const resting = useResting();
  const { ticket } = item.call;
  const inert = !ready || !item.waiting || !calls.connected.value;
  const form = desk.formOf(ticket);
  const ways = useLoaded(() => import('./ways-list.tsx'), form === 'ways');
  const edit = useLoaded(() => import('./edit-form.tsx'), form === 'edit');
  const decide: Decide = (event, decision) => {
    if (ready && resting.accepts(ticket, event)) calls.decide(ticket, decision);
  };
  const toggle = (which: 'note' | 'ways') => (): void => {
    if (form === which) desk.close();
    else desk.show(ticket, which);
  };
  const unseen = item.call.args === null;
  const { decision } = item;
  // What was written in a form is still there when the decision could not be carried out.
  return (
    <>
      {decision !== null && <Underway decision={decision} connected={calls.connected.value} />}
      <div class="decision" hidden={decision !== null}>
        {item.hindrance !== null && (
          <p class="hindrance" role="alert">
            {said(item.hindrance)}
          </p>
        )}
        {form === 'edit' && edit !== null ? (
          <edit.EditForm item={item} calls={calls} inert={inert} decide={decide} close={() => desk.close()} />
        ) : (
          <div class="decision-buttons">
            <button
              type="button"
              class="button allow"
              disabled={inert || unseen}
              onClick={(event) => decide(event, { kind: 'allow', grant: null })}
            >
              {t('popup.allowOnce')}
            </button>
            <button
              type="button"
              class="button deny"
              disabled={inert}
              onClick={(event) => decide(event, { kind: 'deny', note: '' })}
            >
              {t('popup.deny')}
            </button>
            <span class="decision-more">
              <button
                type="button"
                class="link add-note"
                aria-label={t('popup.denyWithNoteLabel')}
                aria-expanded={form === 'note'}
                onClick={toggle('note')}
              >
                {t('popup.denyWithNote')}
              </button>
              <button type="button" class="link ways" aria-expanded={form === 'ways'} onClick={toggle('ways')}>
                {t('popup.moreWays')}
              </button>
            </span>
          </div>
        )}
        {form === 'note' && (
          <NoteForm
            label={t('popup.sendDenial')}
            inert={inert}
            send={(note) => calls.decide(ticket, { kind: 'deny', note })}
            close={() => desk.close()}
            accepts={(event) => resting.accepts(ticket, event)}
          />
        )}
        {form === 'ways' && ways !== null && (
          <ways.WaysList item={item} inert={inert || unseen} decide={decide} edit={() => desk.show(ticket, 'edit')} />
        )}
      </div>
    </>
  );
}

/** The decision is on its way: an allowed call first waits for its turn behind one that runs on the same instance. */
function Underway({ decision, connected }: { readonly decision: Decision; readonly connected: boolean }): JSX.Element {
  const doing = decision.kind === 'deny' ? t('popup.denying') : t('popup.allowing');
  return (
    <p class="underway" role="status">
      {connected ? doing : t('popup.retrying')}
    </p>
  );
}
