import { expect, test } from 'vitest';
import type { SiteOrder } from '../../../entrypoints/background/ui-messages.ts';
import { remember, rename, restore, type SetOrders } from '../../../entrypoints/options/machines/own-sets.ts';
import { phrase } from '../../../entrypoints/ui/i18n/i18n.ts';
import { configured } from '../scenes.ts';

const NO = phrase(() => 'no');

const LOCAL = '*://localhost/*';

/** Takes orders down; the one that `refuse` names is not carried out. */
function orders(refuse = ''): SetOrders & { readonly taken: readonly unknown[] } {
  const taken: unknown[] = [];
  const take = async (order: unknown, kind: string) => {
    if (kind === refuse) return { ok: false, reason: NO } as const;
    taken.push(order);
    return { ok: true } as const;
  };
  return {
    taken,
    saveSet: (name) => take(`save ${name}`, 'save'),
    deleteSet: (name) => take(`delete ${name}`, 'delete'),
    changeSites: (order: SiteOrder) =>
      take(order.do === 'change' ? [order.match, order.change.sets?.map(({ name }) => name)] : order, 'change'),
  };
}

test('a deleted set comes back into force at its place', async () => {
  const before = configured();
  const deleted = remember(before, 'release-train');
  const gone = {
    ...before,
    sites: before.sites.map((site) => ({ ...site, sets: site.sets.filter(({ from }) => from !== 'own') })),
  };
  const to = orders();
  expect(deleted && (await restore({ ...deleted, sites: [{ match: LOCAL, at: 0 }] }, gone, to))).toEqual({ ok: true });
  expect(to.taken).toEqual(['save release-train', [LOCAL, ['release-train', 'read-before-write']]]);
});

test('a site that is gone is no hindrance to bringing a set back', async () => {
  const deleted = remember(configured(), 'release-train');
  const to = orders();
  expect(deleted && (await restore(deleted, { ...configured(), sites: [] }, to))).toEqual({ ok: true });
  expect(to.taken).toEqual(['save release-train']);
});

test('a renamed set stays in force where it was, and the old one goes last', async () => {
  const to = orders();
  await rename('release-train', 'trains', configured(), to);
  expect(to.taken).toEqual(['save trains', [LOCAL, ['read-before-write', 'trains']], 'delete release-train']);
});

test('a rename that fails half way deletes nothing', async () => {
  const to = orders('change');
  expect(await rename('release-train', 'trains', configured(), to)).toEqual({ ok: false, reason: NO });
  expect(to.taken).not.toContain('delete release-train');
});
