/** What a page does to its own history, as the official clients write it. */
type Message = Readonly<Record<string, unknown>>;
type History = readonly unknown[];

const is = (value: unknown): value is Message => typeof value === 'object' && value !== null;

/** Places of the person's messages. */
const turns = (history: History): readonly number[] =>
  history.flatMap((one, at) => (is(one) && one['role'] === 'user' && typeof one['content'] === 'string' ? [at] : []));

/** Without everything before the last turn. */
export const withoutBeginning = (history: History): History => history.slice(turns(history).at(-1) ?? 0);

/** Up to the last turn, without it. */
export const beforeLastTurn = (history: History): History => history.slice(0, turns(history).at(-1) ?? 0);

/** With other words in the last thing the model said. */
export function edited(history: History): History {
  const at = history.findLastIndex((one) => is(one) && one['role'] === 'assistant' && hasText(one['content']));
  const message = history[at];
  return is(message) ? history.with(at, { ...message, content: reworded(message['content']) }) : history;
}

const isText = (part: unknown): part is Message & { readonly text: string } =>
  is(part) && typeof part['text'] === 'string' && part['text'] !== '';

const hasText = (content: unknown): boolean =>
  typeof content === 'string' ? content !== '' : Array.isArray(content) && content.some(isText);

const reworded = (content: unknown): unknown =>
  Array.isArray(content)
    ? content.map((part: unknown) => (isText(part) ? { ...part, text: `${part.text} (edited)` } : part))
    : `${String(content)} (edited)`;
