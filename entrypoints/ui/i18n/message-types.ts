/**
 * The types of keys and placeholders, derived from the English texts: a key that does not exist, or a placeholder that is not
 * filled in, is a type error. Types only.
 */
import type { ComponentChild } from 'preact';
import type * as english from './en/mod.ts';

/** English, area by area. Another language has the same areas and keys. */
type English = typeof english;
export type Catalog = { readonly [A in keyof English]: { readonly [N in keyof English[A]]: string } };

/** One area of another language: exactly the keys of the English one. */
export type Area<A extends keyof English> = Catalog[A];

/** `area.name`. */
export type Key = { [A in keyof English]: `${A & string}.${keyof English[A] & string}` }[keyof English];

type Text<K extends Key> = K extends `${infer A}.${infer N}`
  ? A extends keyof English
    ? N extends keyof English[A]
      ? English[A][N]
      : never
    : never
  : never;

/** Placeholder names of an ICU message. A branch of a plural has to hold `#` or a blank, or it is taken for a placeholder. */
export type Placeholders<S> = S extends `${string}{${infer Rest}` ? NameAt<Rest> | Placeholders<Rest> : never;
type NameAt<S> = S extends `${infer Inside}}${string}` ? Clean<Inside> : never;
type Clean<S> = S extends `${infer Name},${string}`
  ? Clean<Name>
  : S extends '' | `${string} ${string}` | `${string}#${string}`
    ? never
    : S;

/** What `t` takes after the key: nothing, or every placeholder. */
export type Params<K extends Key> = [Placeholders<Text<K>>] extends [never]
  ? []
  : [params: { readonly [P in Placeholders<Text<K>> & string]: string | number }];

/** What `rich` takes: texts, numbers and elements for placeholders, functions for tags. */
export type RichParams = Readonly<Record<string, ComponentChild | ((children: ComponentChild[]) => ComponentChild)>>;

/** Keys of texts without placeholders: for tables of labels. */
export type PlainKey = { [K in Key]: Params<K> extends [] ? K : never }[Key];
