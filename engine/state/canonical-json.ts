/**
 * One text for one JSON value, and one frozen value for whoever keeps it. Pure; runs everywhere.
 *
 * The text is what hashes are taken over and what journal files hold: no spaces, keys in the order of their UTF-16 code
 * units, fields that are undefined left out (RFC 8785 in all but one thing: lone surrogates are escaped, not refused).
 * What JSON cannot hold is a TypeError, never a silent null: a store that changes a value on the way in cannot be replayed.
 */

/** Levels of nesting that are stored. Deeper values would be read back or not depending on how much stack there is. */
export const MAX_DEPTH = 1000;

/**
 * The canonical JSON text of `value`.
 * @throws TypeError for what is not JSON: functions, symbols, bigints, NaN, infinities, undefined (other than as a field), dates,
 * maps, …; and for what is nested deeper than `MAX_DEPTH`.
 */
export function canonicalJson(value: unknown): string {
  return textOf(value, 0);
}

function textOf(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw notJson(value);
      return String(value);
    case 'object':
      if (value === null) return 'null';
      if (depth === MAX_DEPTH) throw tooDeep();
      return Array.isArray(value) ? listText(value, depth + 1) : fieldsText(value, depth + 1);
    default:
      throw notJson(value);
  }
}

function listText(items: readonly unknown[], depth: number): string {
  let text = '';
  for (const item of items) text += `${text === '' ? '' : ','}${textOf(item, depth)}`;
  return `[${text}]`;
}

function fieldsText(value: object, depth: number): string {
  if (!isRecord(value)) throw notJson(value);
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${textOf(field, depth)}`;
  }
  return `{${text}}`;
}

/**
 * A deeply frozen copy of a JSON value, so that whoever handed it in or gets it back cannot change what is stored.
 * @throws TypeError where `canonicalJson` does.
 */
export function frozenJson<T>(value: T): T {
  return frozen(value, 0) as T;
}

function frozen(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw notJson(value);
      return value === 0 ? 0 : value; // JSON has no negative zero.
    case 'object':
      if (value === null) return null;
      if (depth === MAX_DEPTH) throw tooDeep();
      if (Array.isArray(value)) return Object.freeze(Array.from(value, (item) => frozen(item, depth + 1)));
      return frozenFields(value, depth + 1);
    default:
      throw notJson(value);
  }
}

function frozenFields(value: object, depth: number): unknown {
  if (!isRecord(value)) throw notJson(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field === undefined) continue;
    // Assigning to `__proto__` would set the prototype; here it is a field like any other.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozen(field, depth), enumerable: true });
    else copy[key] = frozen(field, depth);
  }
  return Object.freeze(copy);
}

/** By brand where the prototype does not tell: a value that comes from another realm has another `Object.prototype`. */
function isRecord(value: object): value is Record<string, unknown> {
  return (
    Object.getPrototypeOf(value) === Object.prototype || Object.prototype.toString.call(value) === '[object Object]'
  );
}

function tooDeep(): TypeError {
  return new TypeError(`Cannot store a value that is nested more than ${MAX_DEPTH} levels deep.`);
}

function notJson(value: unknown): TypeError {
  const what = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  const shown = typeof value === 'number' ? `number ${value}` : what;
  return new TypeError(`Cannot store a value of type "${shown}": only JSON can be stored and read back as it was.`);
}
