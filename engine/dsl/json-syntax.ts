/**
 * Finds where a text stops being JSON. YAML takes more than JSON does, so a document that is announced as JSON is looked
 * through here first; engines' own messages name the place each in another way, or not at all. Iterative: depth is no matter.
 */
import { either, type Message, msg, type Value } from '../say.ts';

/** The first place that is not JSON. */
export interface JsonMistake {
  readonly message: Message;
  readonly offset: number;
}

const SPACE = /[ \t\n\r]*/y;
// JSON forbids control characters in strings, and this is how that is said.
const STRING_BODY = String.raw`"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*`;
const STRING_START = new RegExp(STRING_BODY, 'y');
const SCALAR = new RegExp(String.raw`${STRING_BODY}"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`, 'y');

/** Null when `text` is JSON (RFC 8259). */
export function findJsonMistake(text: string): JsonMistake | null {
  const scan = new Scan(text);
  const open: ('{' | '[')[] = [];
  for (;;) {
    // A value begins here.
    const bracket = scan.take('{') ? '{' : scan.take('[') ? '[' : null;
    if (bracket !== null) {
      const empty = scan.take(bracket === '{' ? '}' : ']');
      if (!empty) {
        open.push(bracket);
        if (bracket === '[') continue;
        const wrong = scan.key();
        if (wrong !== null) return wrong;
        continue;
      }
    } else if (!scan.match(SCALAR)) {
      return scan.mistake(msg`a value`);
    }
    // A value has ended here: close what closes, or go on with the next one.
    while (open.length > 0 && scan.take(open.at(-1) === '{' ? '}' : ']')) open.pop();
    const inside = open.at(-1);
    if (inside === undefined) return scan.atEnd() ? null : scan.mistake(msg`the end of the text`);
    if (!scan.take(',')) return scan.mistake(either(['","', inside === '{' ? '"}"' : '"]"']));
    if (inside === '{') {
      const wrong = scan.key();
      if (wrong !== null) return wrong;
    }
  }
}

class Scan {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#skip();
  }

  match(token: RegExp): boolean {
    token.lastIndex = this.#at;
    if (!token.test(this.#text)) return false;
    this.#at = token.lastIndex;
    this.#skip();
    return true;
  }

  take(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    this.#skip();
    return true;
  }

  /** Reads a name and its colon. */
  key(): JsonMistake | null {
    if (this.#text[this.#at] !== '"' || !this.match(SCALAR)) return this.mistake(msg`a name in double quotes`);
    return this.take(':') ? null : this.mistake('":"');
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  mistake(wanted: Value): JsonMistake {
    if (this.atEnd())
      return { message: msg`The JSON text ends where ${wanted} was expected.`, offset: this.#text.length };
    if (this.#text[this.#at] === '"') {
      STRING_START.lastIndex = this.#at;
      STRING_START.test(this.#text);
      const offset = STRING_START.lastIndex;
      if (this.#text[offset] !== '"')
        return { message: msg`This string is not closed, or has a character JSON does not allow in one.`, offset };
    }
    const found = JSON.stringify(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0));
    return { message: msg`Found ${found} where JSON wants ${wanted}.`, offset: this.#at };
  }

  #skip(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
  }
}
