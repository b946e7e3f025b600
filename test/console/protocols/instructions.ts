/** What every model is told at the start. Data for the page and the server. */
export const INSTRUCTIONS =
  'You work in one folder of files with the tools you are given; paths are relative to it. When a tool is refused, the reason ' +
  'says what to do first: do that and try again. If a person declined, accept it. Answer briefly.';

/** Longest answer of a model, in tokens, where the protocol wants a limit. */
export const MAX_TOKENS = 4096;
