/**
 * A name that may be broken where its words end, as `mcp__server__write_file` in a narrow card. Adds nothing to the text itself.
 */
import type { JSX } from 'preact';

export function Breakable({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/(?<=_)(?!_)/);
  return <>{parts.flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))}</>;
}
