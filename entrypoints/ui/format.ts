/**
 * Numbers as people read them. Pure.
 */

/** A stretch of time in its largest whole unit: `8 s`, `4 min`, `2 h`, `3 d`. `ms` in milliseconds; less than nothing is `0 s`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

const COUNT = new Intl.NumberFormat('en');

/** A number with its thousands set apart. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** A length in characters: `640 characters`, `200 KB`, `2.1 MB` (a character counted as one byte). */
export function size(characters: number): string {
  if (characters < 10_000) return `${count(characters)} characters`;
  if (characters < 1_000_000) return `${count(Math.round(characters / 1000))} KB`;
  return `${(characters / 1_000_000).toFixed(1)} MB`;
}

/** `1 call`, `3 calls`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `https://example.org` without what everybody knows: `example.org`; `http://localhost:3000` is `localhost:3000`. */
export function host(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}

/** A file path in two parts, so that the end stays in sight when the beginning is cut. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const cut = path.replace(/\/+$/, '').lastIndexOf('/') + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}

/** The id of a conversation, as much of it as tells it from others: `http://host/mcp/files#3f2a81c0-…` is `/mcp/files 3f2a81c0…`. */
export function conversationLabel(id: string): string {
  const [, path = '', session = id] = /^https?:\/\/[^/]+(\/[^#]*)#(.*)$/.exec(id) ?? [];
  const short = session.length <= 14 ? session : `${session.slice(0, 8)}…`;
  return path === '' ? short : `${path} ${short}`;
}
