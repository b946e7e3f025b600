/**
 * The key of an instance on one line. Of a path that does not fit, the folder is cut, never the name at its end.
 */
import type { JSX } from 'preact';
import { splitPath } from '../ui/format.ts';
import { t } from '../ui/i18n/i18n.ts';
import { revealed } from '../ui/reveal.ts';

export function InstanceKey({ text }: { readonly text: string }): JSX.Element {
  const whole = revealed(text);
  if (whole === '') return <span class="key quiet">{t('instances.everything')}</span>;
  const { folder, name } = splitPath(whole);
  return (
    <code class="key" title={whole} dir="ltr">
      <span class="key-folder">{folder}</span>
      <span class="key-name">{name}</span>
    </code>
  );
}
