/** Results in protocols that have no flag for a failed call. Runs in the page and on the server. */

/** A result as text: a failed one says so in a way that programs can read, too. */
export function resultText({ text, isError }: { readonly text: string; readonly isError: boolean }): string {
  return isError ? JSON.stringify({ error: text }) : text;
}
