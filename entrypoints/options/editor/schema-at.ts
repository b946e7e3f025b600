/**
 * What the engine's JSON Schema says about a place of a document. Pure.
 */
import { machineSchema } from '../../../engine/dsl/schema.ts';
import type { Json, JsonObject } from '../../../engine/tool-call.ts';

/** A key that may stand in a mapping. */
export interface KnownKey {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** The schemas that apply at `path`, alternatives taken apart; none for a place that the language does not have. */
export function schemasAt(path: readonly (string | number)[]): readonly JsonObject[] {
  let here = alternatives(machineSchema());
  for (const step of path) here = here.flatMap((schema) => below(schema, step)).flatMap(alternatives);
  return here;
}

/** The keys of a mapping at `path`, in the order of the schema. */
export function keysAt(path: readonly (string | number)[]): readonly KnownKey[] {
  return schemasAt(path).flatMap((schema) => {
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    return Object.entries(objectOf(schema['properties'])).map(([name, value]) => ({
      name,
      description: textOf(objectOf(value)['description']),
      required: required.includes(name),
    }));
  });
}

/** The words that a value at `path` may be. */
export function wordsAt(path: readonly (string | number)[]): readonly string[] {
  const words = schemasAt(path).flatMap((schema) => {
    if (schema['type'] === 'boolean') return ['true', 'false'];
    return Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  });
  return [...new Set(words)];
}

function below(schema: JsonObject, step: string | number): readonly JsonObject[] {
  if (typeof step === 'number') return isObject(schema['items']) ? [schema['items']] : [];
  const properties = objectOf(schema['properties']);
  const named = Object.hasOwn(properties, step) ? properties[step] : schema['additionalProperties'];
  return isObject(named) ? [named] : [];
}

function alternatives(schema: JsonObject): readonly JsonObject[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.filter(isObject).flatMap(alternatives) : [schema];
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
