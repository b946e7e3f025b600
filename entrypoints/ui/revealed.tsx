/**
 * Text that came from a model or a page, with nothing hidden in it. Runs in popup and options.
 */
import type { JSX } from 'preact';
import { reveal, type Segment } from './reveal.ts';

/** `dir="ltr"` in an isolate: the text cannot reorder itself or its surroundings. */
export function Revealed({ text }: { readonly text: string }): JSX.Element {
  return <bdi dir="ltr">{reveal(text).map(shown)}</bdi>;
}

function shown(segment: Segment): JSX.Element | string {
  switch (segment.kind) {
    case 'text':
      return segment.text;
    case 'mark':
      return (
        <span class="mark" title={segment.name}>
          {segment.label}
        </span>
      );
    case 'gap':
      return <span class="mark mark-gap">{segment.label}</span>;
  }
}
