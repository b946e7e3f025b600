/**
 * The arguments of a waiting call as people read them: edits as a diff, everything else field by field.
 */
import type { JSX } from 'preact';
import type { WaitingCall } from '../../background/ui-messages.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { ArgumentField, Missing, Named, nameOf } from './argument-field.tsx';
import { type Edit, type Part, partsOf } from './argument-kind.ts';
import type { Calls } from './calls.ts';
import { useLoaded } from './loaded.ts';
import { type FieldRef, useWhole } from './whole.ts';

export function Arguments({ call, calls }: { readonly call: WaitingCall; readonly calls: Calls }): JSX.Element {
  const { args, ticket } = call;
  if (args === null) return <p class="quiet">{t('popup.argumentsGone')}</p>;
  if (args.length === 0) return <p class="quiet">{t('popup.noArguments')}</p>;
  const refs = args.map((field, index): FieldRef => ({ calls, ticket, index, field }));
  return (
    <dl class="arguments">
      {partsOf(args).map((part) => (
        <PartView key={part.kind === 'edit' ? part.before : part.index} part={part} refs={refs} />
      ))}
    </dl>
  );
}

function PartView({ part, refs }: { readonly part: Part; readonly refs: readonly FieldRef[] }): JSX.Element | null {
  switch (part.kind) {
    case 'field': {
      const ref = refs[part.index];
      return ref === undefined ? null : <ArgumentField {...ref} />;
    }
    case 'edit': {
      const [before, after] = [refs[part.before], refs[part.after]];
      return before === undefined || after === undefined ? null : <EditField before={before} after={after} />;
    }
    case 'edits':
      return (
        <>
          {part.edits.map((edit, number) => (
            <Named
              key={number}
              name={t('popup.changeOf', { number: number + 1, count: part.edits.length })}
              size={null}
            >
              <Diff {...edit} />
            </Named>
          ))}
        </>
      );
  }
}

function EditField({ before, after }: { readonly before: FieldRef; readonly after: FieldRef }): JSX.Element {
  const [from, to] = [useWhole(before, true), useWhole(after, true)];
  return (
    <Named name={`${nameOf(before.field)} → ${nameOf(after.field)}`} size={null}>
      {from.kind === 'here' && to.kind === 'here' ? (
        <Diff before={from.value} after={to.value} />
      ) : (
        <Missing of={[from, to]} />
      )}
    </Named>
  );
}

/** The diff, once its code is loaded. */
function Diff(edit: Edit): JSX.Element {
  const code = useLoaded(() => import('./diff-view.tsx'));
  return code === null ? <Missing of={[]} /> : <code.DiffView {...edit} />;
}
