/**
 * Which keys are known where, read from the JSON Schema.
 */

import { english, msg, type Value } from '../say.ts';
import type { Json, JsonObject } from '../tool-call.ts';
import type { DocumentPath } from './diagnostic.ts';
import { machineSchema } from './schema.ts';

/** The keys that a mapping at `path` may have; none where keys are free. */
export function keysAt(path: DocumentPath): readonly string[] {
  let schemas = alternatives(machineSchema());
  for (const step of path) schemas = schemas.flatMap((schema) => inside(schema, step)).flatMap(alternatives);
  return [...new Set(schemas.flatMap((schema) => Object.keys(objectAt(schema, 'properties') ?? {})))];
}

/** Where a key is known, in words: `"emit" of a transition`. */
export function homesOf(key: string): readonly Value[] {
  const homes = new Map<string, Value>();
  const visit = (schema: JsonObject, name: Value): void => {
    for (const choice of alternatives(schema)) {
      const properties = objectAt(choice, 'properties') ?? {};
      if (Object.hasOwn(properties, key)) homes.set(typeof name === 'object' ? english(name) : String(name), name);
      for (const [under, inner] of Object.entries(properties)) if (isObject(inner)) visit(inner, `"${under}"`);
      for (const part of ['items', 'additionalProperties']) {
        const inner = objectAt(choice, part);
        if (inner !== null) visit(inner, name);
      }
    }
  };
  visit(machineSchema(), msg`the top of the document`);
  return [...homes.values()];
}

/** The schemas a value under `schema` may follow. */
function alternatives(schema: JsonObject): readonly JsonObject[] {
  const choices = schema['anyOf'];
  return Array.isArray(choices) ? choices.filter(isObject).flatMap(alternatives) : [schema];
}

function inside(schema: JsonObject, step: string | number): readonly JsonObject[] {
  if (typeof step === 'number') return [objectAt(schema, 'items')].filter((inner) => inner !== null);
  const properties = objectAt(schema, 'properties');
  const named = properties !== null && Object.hasOwn(properties, step) ? properties[step] : undefined;
  return [isObject(named) ? named : objectAt(schema, 'additionalProperties')].filter((inner) => inner !== null);
}

function objectAt(schema: JsonObject, key: string): JsonObject | null {
  const value = Object.hasOwn(schema, key) ? schema[key] : undefined;
  return isObject(value) ? value : null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
