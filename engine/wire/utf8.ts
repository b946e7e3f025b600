/**
 * Bytes as text, and back.
 *
 * Runs anywhere. Bound when the module is loaded: a page may have put its own in their place by the time they are used.
 */

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const decode: (bytes: Uint8Array) => string = decoder.decode.bind(decoder);
export const encode: (text: string) => Uint8Array<ArrayBuffer> = encoder.encode.bind(encoder);
