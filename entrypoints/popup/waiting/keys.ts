/**
 * Which key means what in the list of waiting calls. Pure.
 */

export type Command = 'next' | 'previous' | 'allow' | 'deny' | 'open' | 'close' | 'help';

/** What is looked at of a key press. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  readonly repeat: boolean;
}

/** Where the key was pressed: in a field that takes text, on a control that has a use for Enter, or on a card. */
export type Spot = 'field' | 'control' | 'card';

const COMMANDS: Readonly<Record<string, Command>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  a: 'allow',
  d: 'deny',
  Enter: 'open',
  Escape: 'close',
  '?': 'help',
};

/** What the key means; `null` when it is not for the list. A key that is held down decides nothing. */
export function commandOf(press: KeyPress, spot: Spot): Command | null {
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  const command = Object.hasOwn(COMMANDS, press.key) ? COMMANDS[press.key] : undefined;
  if (command === undefined) return null;
  if (press.repeat && command !== 'next' && command !== 'previous') return null;
  switch (spot) {
    case 'card':
      return command;
    case 'control':
      return command === 'open' ? null : command;
    case 'field':
      return command === 'close' ? command : null;
  }
}

/** Where an event happened, by the element it began at. */
export function spotOf(target: EventTarget | null): Spot {
  if (!(target instanceof Element)) return 'card';
  if (target.closest('input, textarea, select, [contenteditable]') !== null) return 'field';
  return target.closest('button, a, summary') === null ? 'card' : 'control';
}
