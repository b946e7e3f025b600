/**
 * Where a thread of the journal runs, for people. Pure; takes any text, and shows nothing hidden in it.
 */
import { conversationLabel, host } from './format.ts';
import { revealed } from './reveal.ts';

/** The host, and the conversation if it has an id; what is no id of a thread is shown as it is. */
export function threadLabel(thread: string): string {
  const [kind = '', , origin = '', , id = ''] = thread.split(':').map(decoded);
  switch (kind) {
    case 'id':
      return `${host(origin)} ${conversationLabel(revealed(id))}`;
    case 'tab':
    case 'origin':
      return host(origin);
    default:
      return revealed(decoded(thread));
  }
}

/** A thread id as people can read it. */
export function decoded(thread: string): string {
  try {
    return decodeURIComponent(thread);
  } catch {
    // A thread that another host wrote need not be encoded.
    return thread;
  }
}
