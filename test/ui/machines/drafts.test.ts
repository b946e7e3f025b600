import { expect, test } from 'vitest';
import { draftStore, UNREADABLE } from '../../../entrypoints/options/machines/draft-store.ts';
import { refusal } from '../../../entrypoints/options/machines/refusal.ts';
import { idOf, Model, type Selection } from '../../../entrypoints/options/model.ts';
import '../../../entrypoints/ui/i18n/options-texts.ts';
import { TestPort } from '../../background/support.ts';

/** Storage of a page, which may be full. */
function storage(full = false): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new Error('The quota has been exceeded.');
      items.set(key, value);
    },
    removeItem: (key) => items.delete(key),
  };
}

const page = (kept: ReturnType<typeof storage>): Model =>
  new Model(() => new TestPort('interlock:ui', {}), draftStore(kept));

const OWN = (name: string): Selection => ({ from: 'own', name });

test('a text that was not saved is there after a reload', () => {
  const kept = storage();
  page(kept).begin({ name: 'mine', text: 'machines: []' });
  expect(page(kept).begun.map(({ draft }) => draft)).toEqual([{ name: 'mine', text: 'machines: []' }]);
});

test('a file that is opened leaves the new set before it alone', () => {
  const model = page(storage());
  model.begin({ name: 'one', text: '1' });
  model.begin({ name: 'two', text: '2' });
  expect(model.begun.map(({ draft }) => draft.name)).toEqual(['one', 'two']);
  expect(idOf(model.selection)).toBe('new/2');
});

test('a discarded text does not come back', () => {
  const kept = storage();
  const model = page(kept);
  model.begin({ name: 'mine', text: 'x' });
  model.discard(model.selection);
  expect(page(kept).begun).toEqual([]);
});

test('a page whose texts cannot be kept says that closing it loses them', () => {
  const [full, roomy] = [page(storage(true)), page(storage())];
  for (const model of [full, roomy]) model.begin({ name: 'mine', text: 'x' });
  expect([full.unsaved, roomy.unsaved]).toEqual([true, false]);
});

test.each(['{', '[["new/1",{"text":"mine"}]]'])('what is stored and cannot be read is a new set: %s', (text) => {
  const kept = storage();
  kept.setItem('interlock:drafts', text);
  const model = page(kept);
  model.begin({ name: 'mine', text: 'x' });
  expect(page(kept).begun.map(({ draft }) => draft)).toEqual([
    { name: UNREADABLE, text },
    { name: 'mine', text: 'x' },
  ]);
});

test('a storage that cannot be read does not keep the page from opening', () => {
  const broken = {
    ...storage(),
    getItem: () => {
      throw new Error('The file is corrupted.');
    },
  };
  expect(page(broken).begun).toEqual([]);
});

test('two pages keep what is written in either', () => {
  const kept = storage();
  const [one, other] = [page(kept), page(kept)];
  one.write(OWN('doors'), { name: 'doors', text: '1' });
  other.write(OWN('windows'), { name: 'windows', text: '2' });
  expect([page(kept).draft(OWN('doors'))?.text, page(kept).draft(OWN('windows'))?.text]).toEqual(['1', '2']);
});

test('a page that discards its text leaves the one that another page wrote', () => {
  const kept = storage();
  page(kept).write(OWN('doors'), { name: 'doors', text: '0' });
  const [one, other] = [page(kept), page(kept)];
  one.write(OWN('doors'), { name: 'doors', text: '1' });
  other.discard(OWN('doors'));
  expect(page(kept).draft(OWN('doors'))?.text).toBe('1');
});

test('a text that another page changed is not brought back as it was by a page that did not touch it', () => {
  const kept = storage();
  page(kept).write(OWN('doors'), { name: 'doors', text: '0' });
  const [one, other] = [page(kept), page(kept)];
  one.discard(OWN('doors'));
  other.begin({ name: 'other', text: '2' });
  expect([page(kept).draft(OWN('doors')), page(kept).begun.length]).toEqual([null, 1]);
});

const NO_SETS = { set: () => null };

test('a text with errors is refused with the place of the first', () => {
  const refused = refusal(NO_SETS, { from: 'new' }, { name: 'a', text: 'machines:\n  - nmae: x\n    initial: a\n' });
  expect(refused?.place).toMatchObject({ line: 2 });
  expect(String(refused?.why)).toContain('line 2');
});

test('a text that compiles and has a name is not refused', () => {
  expect(refusal(NO_SETS, { from: 'new' }, { name: 'a', text: 'machines: []' })).toBeNull();
});

test('a new set without a name is refused', () => {
  expect(refusal(NO_SETS, { from: 'new' }, { name: ' ', text: 'machines: []' })?.place).toBeNull();
});

test('what is written directly after saving is compared with what was saved', async () => {
  const port = new TestPort('interlock:ui', {});
  const model = new Model(() => port, draftStore(storage()));
  const doors = { from: 'own', name: 'doors' } as const;
  const set = { ref: doors, text: 'old', machines: [], fault: null };
  port.say({ type: 'configuration', configuration: { problems: [], usable: true, sets: [set], sites: [] } });
  const saving = model.save(doors, { name: 'doors', text: 'new' });
  let order = await port.next<{ readonly type: string; readonly request: number }>();
  while (order.type !== 'save_set') order = await port.next();
  port.say({ type: 'done', request: order.request });
  await saving;
  model.write(doors, { name: 'doors', text: 'old' });
  expect(model.draft(doors)?.text).toBe('old');
});
