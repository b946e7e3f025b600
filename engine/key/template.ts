/**
 * Templates: text with `{placeholders}`, in which keys, reasons, reminders and captures are written. The door to this folder;
 * everything here is pure and isomorphic.
 */

export { normalizeKey } from './normalize.ts';
export { type Placeholder, parseTemplate, type Template } from './parse-template.ts';
export { type KeyOptions, renderLenient, resolveKeys, resolveValue, TooManyKeys, templateFields } from './resolve.ts';
