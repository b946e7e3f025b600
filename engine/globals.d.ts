/**
 * The web-standard globals that browsers, Deno and Node share and that the engine's pipeline may use. Only
 * `engine/tsconfig.json` reads this file: it type-checks the pipeline without the DOM and without Node.
 */
declare const crypto: { randomUUID(): `${string}-${string}-${string}-${string}-${string}` };

declare class URL {
  constructor(url: string, base?: string);
  href: string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
