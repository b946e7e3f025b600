/**
 * Where a reminder reaches the model: only tool traffic can be seen, so it is the last block of the result's content.
 * All targets of a reminder come down to this one place. A failed request has no content; there it ends the message.
 */

import type { ReminderSpot } from '../adapter.ts';
import { parse, stringify } from '../json.ts';
import { appendElement, locate, type Path, replace, setMember } from '../json-text.ts';

/** The body with `text` added to the answer at `path`. */
export function remind(body: string, path: Path, spot: ReminderSpot, text: string): string {
  const place = locate(body, [...path, ...spot.path]);
  if (place === null) return body;
  switch (spot.kind) {
    case 'text': {
      const said = parse(body.slice(place.start, place.end)) as string;
      return replace(body, place, stringify(`${said}\n${text}`));
    }
    case 'content': {
      const block = stringify({ type: 'text', text });
      const content = locate(body, [...path, ...spot.path, 'content']);
      if (content !== null && body[content.start] === '[') return appendElement(body, content, block);
      return setMember(body, place, 'content', `[${block}]`);
    }
  }
}
