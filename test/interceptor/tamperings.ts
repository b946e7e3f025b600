/**
 * What a page may do to its own built-ins, as scripts, by what it then is a page with. Most change a denial into its opposite
 * wherever they get hold of one. A page whose lists and texts give wrong answers misleads itself and the guard; that is not here.
 */

/** A verdict as the page would have it. */
const YES = `
const { assign, create, defineProperty, freeze, hasOwn } = Object;
const { apply } = Reflect;
const allow = () => assign(create(null), { verdict: 'allow', args: null });
const yes = (value) => {
  if (typeof value !== 'object' || value === null) return value;
  if (value.verdict === 'deny') return allow();
  if (value.kind === 'decided') return assign(create(null), { kind: 'decided', decision: allow() });
  return hasOwn(value, 'denied') && !Array.isArray(value.denied) ? 'handed' : value;
};
`;

/** Gives objects of this prototype a `then` that says yes. */
const then = (prototype: string): string => `${YES}
defineProperty(${prototype}, 'then', { configurable: true, get() {
  const changed = yes(this);
  return changed === this ? undefined : (resolve) => resolve(changed);
} });`;

const PROMISES = `${YES}
const { then } = Promise.prototype;
Promise.prototype.then = function (ok, no) { return apply(then, this, [ok && ((value) => ok(yes(value))), no]); };`;

/** The guard does not meet these: it works as ever. */
export const UNMET: Readonly<Record<string, string>> = {
  'a then on all objects': then('Object.prototype'),
  'a then on all lists': then('Array.prototype'),
  'a then of its own on promises': PROMISES,
  'a then and a constructor of its own on promises': `${PROMISES}
defineProperty(Promise.prototype, 'constructor', { configurable: true, value: function Other() {} });`,
  'Promise functions of its own': `${YES}
for (const name of ['all', 'race', 'resolve', 'reject']) Promise[name] = () => ({ then: (ok) => ok(allow()) });
Promise.prototype.catch = Promise.prototype.finally = () => { throw new Error('no'); };
globalThis.Promise = function Other() { throw new Error('no'); };`,
  'a JSON of its own': `JSON.parse = () => ({}); JSON.stringify = () => '"x"';`,
  'object functions of its own': `${YES}
for (const name of ['assign', 'create', 'freeze', 'fromEntries']) {
  const native = Object[name];
  Object[name] = (...args) => yes(apply(native, Object, args));
}`,
  'bodies of its own': `
const none = async () => '';
for (const name of ['text', 'json', 'arrayBuffer', 'clone', 'blob'])
  Response.prototype[name] = Request.prototype[name] = Blob.prototype[name] = none;
for (const { prototype } of [Response, Request]) Object.defineProperty(prototype, 'body', { configurable: true, get: () => null });
ReadableStream.prototype.getReader = ReadableStreamDefaultReader.prototype.read = () => ({ done: true });
Headers.prototype.get = () => null;
TextDecoder.prototype.decode = () => '';
TextEncoder.prototype.encode = () => new Uint8Array(0);`,
  'a method and a body on all objects': `Object.prototype.method = 'GET'; Object.prototype.body = 'x'; Object.prototype.verdict = 'allow';`,
};

const failing = (prototype: string, ...names: readonly string[]): string =>
  `for (const name of ${JSON.stringify(names)}) ${prototype}[name] = () => { throw new Error(name + ' of the page'); };`;

/** The guard cannot work with these: nothing runs. */
export const BROKEN: Readonly<Record<string, string>> = {
  'list functions that fail': failing(
    'Array.prototype',
    'find',
    'findLast',
    'filter',
    'some',
    'every',
    'map',
    'flatMap',
  ),
  'lists that cannot be walked through': failing('Array.prototype', 'values', 'entries', 'keys').concat(
    `Array.prototype[Symbol.iterator] = Array.prototype.values;`,
  ),
  'text functions that fail': failing(
    'String.prototype',
    'slice',
    'startsWith',
    'includes',
    'trim',
    'split',
    'replace',
  ),
  'maps that fail': [failing('Map.prototype', 'get', 'set', 'has'), failing('Set.prototype', 'has', 'add')].join('\n'),
};
