import { expect, test } from 'vitest';
import { statesOf, tally } from '../../../entrypoints/options/machines/set-states.ts';
import { siteEntry } from '../scenes.ts';

const mine = { from: 'own', name: 'mine' } as const;
const theirs = { from: 'bundled', name: 'mine' } as const;
const SITES = [
  { ...siteEntry('*://a.test/*', ['files']), sets: [mine] },
  { ...siteEntry('*://b.test/*', ['files']), sets: [theirs] },
  { ...siteEntry('*://c.test/*', ['files']), sets: [theirs, mine] },
];
const STATES = SITES.map(({ match }, index) => ({ match, machine: 'files', state: 'read', count: 10 ** index }));

test('instances of a machine of the same name in another set are not counted', () => {
  expect(tally(statesOf(mine, SITES, STATES), 'files')).toEqual(new Map([['read', 101]]));
  expect(tally(statesOf(theirs, SITES, STATES), 'files')).toEqual(new Map([['read', 110]]));
});

test('a set that was never saved has no instances', () => {
  expect(statesOf({ from: 'new' }, SITES, STATES)).toEqual([]);
});

test('other machines of the set are counted by themselves', () => {
  expect(tally([...STATES, { match: '*://a.test/*', machine: 'tests', state: 'read', count: 5 }], 'tests')).toEqual(
    new Map([['read', 5]]),
  );
});
