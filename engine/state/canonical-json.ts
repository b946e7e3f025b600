/**
 * One text for one JSON value, and one frozen value for whoever keeps it. Pure; runs everywhere.
 *
 * The text is what hashes are taken over and what journal files hold: no spaces, keys in the order of their UTF-16 code
 * units, fields that are undefined left out (RFC 8785 in all but one thing: lone surrogates are escaped, not refused).
 * What JSON cannot hold is a TypeError, never a silent null: a store that changes a value on the way in cannot be replayed.
 */

/**
 * The canonical JSON text of `value`.
 * @throws TypeError for what is not JSON: functions, symbols, bigints, NaN, infinities, undefined (other than as a field), dates, maps, …
 */
export function canonicalJson(value: unknown): string {
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
      return Array.isArray(value) ? `[${Array.from(value, canonicalJson).join(',')}]` : canonicalFields(value);
    default:
      throw notJson(value);
  }
}

function canonicalFields(value: object): string {
  if (!isRecord(value)) throw notJson(value);
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/**
 * A deeply frozen copy of a JSON value, so that whoever handed it in or gets it back cannot change what is stored.
 * @throws TypeError for what is not JSON, like `canonicalJson`.
 */
export function frozenJson<T>(value: T): T;
export function frozenJson(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw notJson(value);
      return value === 0 ? 0 : value; // JSON has no negative zero.
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return Object.freeze(Array.from(value, (item) => frozenJson<unknown>(item)));
      return frozenFields(value);
    default:
      throw notJson(value);
  }
}

function frozenFields(value: object): unknown {
  if (!isRecord(value)) throw notJson(value);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field === undefined) continue;
    // Assigning to `__proto__` would set the prototype; here it is a field like any other.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozenJson(field), enumerable: true });
    else copy[key] = frozenJson(field);
  }
  return Object.freeze(copy);
}

/** By brand, not by prototype: a value that comes from another realm has another `Object.prototype`. */
function isRecord(value: object): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function notJson(value: unknown): TypeError {
  const what = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  const shown = typeof value === 'number' ? `number ${value}` : what;
  return new TypeError(`Cannot store a value of type "${shown}": only JSON can be stored and read back as it was.`);
}
