/**
 * What the keys do in the list of waiting calls, and where the focus goes when the card that had it is gone. Runs in popup and
 * side panel.
 */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { Calls } from './calls.ts';
import type { Desk } from './desk.ts';
import { commandOf, spotOf } from './keys.ts';
import type { Resting } from './resting.ts';

export interface KeyboardOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly calls: Calls;
  readonly desk: Desk;
  readonly resting: Resting;
}

/** Listens on the whole page: the keys work wherever the focus is, but in fields. */
export function useKeyboard({ list, calls, desk, resting }: KeyboardOptions): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (list.current === null || event.defaultPrevented) return;
      if (carryOut(event, list.current, calls, desk, resting)) event.preventDefault();
    };
    const focus = (event: FocusEvent): void => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('.card') : null;
      const ticket = card?.dataset['ticket'];
      if (card !== null && ticket !== undefined && list.current !== null)
        desk.focused = { ticket, place: cardsIn(list.current).indexOf(card) };
      else if (event.target instanceof Element && event.target !== document.body) desk.focused = null;
    };
    document.addEventListener('keydown', press);
    document.addEventListener('focusin', focus);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('focusin', focus);
    };
  }, [list, calls, desk, resting]);
  useLayoutEffect(() => {
    if (list.current !== null) keepFocus(list.current, desk, resting);
  });
}

/** Whether the key meant something here. */
function carryOut(event: KeyboardEvent, list: HTMLElement, calls: Calls, desk: Desk, resting: Resting): boolean {
  const command = commandOf(event, spotOf(event.target));
  if (command === null) return false;
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>('.card') : null;
  const ticket = card?.dataset['ticket'] ?? null;
  switch (command) {
    case 'next':
      return move(list, card, 1);
    case 'previous':
      return move(list, card, -1);
    case 'help':
      desk.toggleHelp();
      return true;
    case 'close':
      return close(card, ticket, desk);
    case 'open':
      if (card === null || ticket === null) return false;
      desk.open(ticket, card.classList.contains('closed'));
      return true;
    case 'allow':
      if (card === null || ticket === null) return false;
      if (card.classList.contains('closed')) desk.open(ticket, true);
      else if (canAllow(card) && resting.rest.takes(ticket, 'key'))
        calls.decide(ticket, { kind: 'allow', grant: null });
      return true;
    case 'deny':
      if (ticket === null) return false;
      desk.show(ticket, 'note');
      return true;
  }
}

/** What the button cannot do, the key cannot. */
const canAllow = (card: HTMLElement): boolean =>
  card.querySelector('.decision-buttons button.allow:not(:disabled)') !== null;

function move(list: HTMLElement, from: HTMLElement | null, by: 1 | -1): boolean {
  const cards = cardsIn(list);
  const at = from === null ? -1 : cards.indexOf(from);
  const to = cards[at === -1 ? 0 : at + by];
  if (to === undefined) return false;
  to.focus();
  to.scrollIntoView({ block: 'nearest' });
  return true;
}

function close(card: HTMLElement | null, ticket: string | null, desk: Desk): boolean {
  if (desk.close()) {
    card?.focus();
    return true;
  }
  if (desk.help.peek()) {
    desk.toggleHelp();
    return true;
  }
  if (card === null || ticket === null || card.classList.contains('closed')) return false;
  desk.open(ticket, false);
  return true;
}

/** When the focus is lost with the card that had it, the next card gets it; the first one, when there was none. */
function keepFocus(list: HTMLElement, desk: Desk, resting: Resting): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const cards = cardsIn(list);
  const same = desk.focused === null ? undefined : cards.find((c) => c.dataset['ticket'] === desk.focused?.ticket);
  const next = same ?? cards[Math.min(desk.focused?.place ?? 0, cards.length - 1)];
  const ticket = next?.dataset['ticket'];
  if (next === undefined || ticket === undefined) return;
  // First, so that no key falls between the two.
  resting.rest.focusedByItself(ticket);
  // Without scrolling: whoever reads something else goes on reading.
  next.focus({ preventScroll: true });
}

const cardsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('.card')];
