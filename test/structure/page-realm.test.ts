/**
 * What runs in the page's own world asks nothing that the page could have replaced since: for promises, JSON, texts of bytes, and what
 * the browser has for requests. Lists and texts are left out: a page in which those give wrong answers misleads itself as well.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const realm = globSync(['entrypoints/interceptor.content/**/*.ts', 'engine/wire/**/*.ts'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, code: readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }));

/** `file: match` for everything that `pattern` finds outside the files named. */
function found(pattern: RegExp, ...except: readonly string[]): readonly string[] {
  return realm
    .filter(({ file }) => !except.includes(file))
    .flatMap(({ file, code }) => [...code.matchAll(pattern)].map(([match]) => `${file}: ${match}`));
}

const NATIVES = 'entrypoints/interceptor.content/natives.ts';
const PROMISES = 'entrypoints/interceptor.content/promises.ts';

test('promises are made in one place, and waited for with await alone', () => {
  expect(found(/\.(then|catch|finally)\(|\bPromise\.\w+|\bnew (\w+\.)?Promise\b/g)).toEqual([]);
});

test('JSON and the coding of texts are taken when the module is loaded', () => {
  expect(found(/\bJSON\.\w+|=\s*JSON\b/g, NATIVES, 'engine/wire/json.ts')).toEqual([]);
  expect(found(/\bText(De|En)coder\b/g, NATIVES, 'engine/wire/utf8.ts')).toEqual([]);
});

test('what the browser has for requests and timers is used as it was captured', () => {
  const made = /\bnew (Response|Request|Headers|URL|Blob|FormData|ReadableStream|DecompressionStream)\(/g;
  const called = /(?<![\w.#])(fetch|setTimeout|clearTimeout|setInterval|queueMicrotask|structuredClone)\(/g;
  // The interceptor's own `fetch` is called by that name where it is put in place.
  expect([...found(made), ...found(called, NATIVES, 'entrypoints/interceptor.content/install.ts')]).toEqual([]);
});

/** Nobody can give a `then` to these. */
const CLOSED = /^(void|never|unknown|null|string|boolean|'[^']*'|Bare<.+>)$/;
/** The browser itself gives these to a promise before the guard has them; a page that wants to can have them. */
const NETWORK =
  /^(Response|Uint8Array<ArrayBuffer>|ArrayBuffer|ReadableStreamReadResult<.+>|readonly (Run|Arrived)\[\])$/;
/** Stands for one of the others. */
const VARIABLE = /^(T|Result)$/;

test('what crosses a promise of the interceptor is bare, primitive, or of the network', () => {
  const crossing = realm
    .filter(({ file }) => file.startsWith('entrypoints/') && file !== PROMISES)
    .flatMap(({ file, code }) =>
      promisedIn(code)
        .flatMap(alternatives)
        .filter((type) => ![CLOSED, NETWORK, VARIABLE].some((harmless) => harmless.test(type)))
        .map((type) => `${file}: ${type}`),
    );
  expect(crossing).toEqual([]);
});

/** What stands between the angle brackets of every `Promise<…>`. */
function promisedIn(code: string): readonly string[] {
  return [...code.matchAll(/\bPromise</g)].map(({ index, 0: { length } }) => {
    const start = index + length;
    let end = start;
    for (let open = 1; end < code.length; end += 1) {
      if (code[end] === '<') open += 1;
      else if (code[end] === '>' && code[end - 1] !== '=') open -= 1;
      if (open === 0) break;
    }
    return code.slice(start, end);
  });
}

/** The members of a union. */
const alternatives = (type: string): readonly string[] =>
  type.split(/\|(?![^<]*>)/).map((member) => member.trim().replace(/\s+/g, ' '));
