/** What has to hold whatever happens in a conversation; each rule lists what breaks it. */
import type { Entry } from '../../../engine/wire/model-adapter.ts';
import { type Load, numberOf, type Played } from './random-play.ts';

export function broken(played: Played): readonly string[] {
  return [
    ...played.failures.map((failure) => `the page failed: ${String(failure)}`),
    ...played.loads.flatMap(({ page }) => page.complaints.map((complaint) => `the model complained: ${complaint}`)),
    ...ran(played),
    ...played.loads.flatMap((load) => [...gated(load), ...settled(load, played), ...(played.held ? [] : stable(load))]),
  ];
}

/** Nothing runs that was not allowed, and nothing twice. */
function ran({ loads, decisions }: Played): readonly string[] {
  const numbers = loads.flatMap(({ page }) => page.ran.map(({ args }) => numberOf(args)));
  const allowed = (n: number): boolean =>
    ['allow', 'queued, allow', 'ask, allow', 'changed'].includes(decisions[n] ?? '');
  const changed = loads.flatMap(({ page }) =>
    page.ran.filter(({ args }) => decisions[Number(args['n'])] === 'changed'),
  );
  return [
    ...numbers.filter((n) => !allowed(n)).map((n) => `call ${n} ran and was not allowed`),
    ...numbers.filter((n, at) => numbers.indexOf(n) !== at).map((n) => `call ${n} ran twice`),
    ...changed.filter(({ args }) => args['changed'] !== true).map(({ args }) => `call ${args['n']} ran unchanged`),
  ];
}

/** A call is asked about under one id, and a second time only when it was told to wait. */
function gated({ page }: Load): readonly string[] {
  const ids = new Map<number, string>();
  return page.background.of('gate').flatMap(({ args, call }) => {
    const n = numberOf(args);
    const known = ids.get(n) ?? call;
    ids.set(n, known);
    return known === call ? [] : [`call ${n} was asked about as ${known} and as ${call}`];
  });
}

/** What ran and was returned is settled once; what was not, is withdrawn. */
function settled({ page }: Load, { decisions, aborted }: Played): readonly string[] {
  const { background } = page;
  const settles = background.of('settle').map(({ call }) => call);
  const withdrawn = background.of('withdraw').map(({ call }) => call);
  const gates = new Map(background.of('gate').map(({ args, call }) => [numberOf(args), call]));
  const numbers = page.ran.map(({ args }) => Number(args['n']));
  return [
    ...settles.filter((call, at) => settles.indexOf(call) !== at).map((call) => `${call} was settled twice`),
    ...settles.filter((call) => withdrawn.includes(call)).map((call) => `${call} was settled and withdrawn`),
    ...[...gates].flatMap(([n, call]) => {
      const over = settles.includes(call) || withdrawn.includes(call);
      if (numbers.includes(n) && !aborted) return settles.includes(call) ? [] : [`call ${n} ran and was not settled`];
      if (decisions[n]?.includes('deny') || numbers.includes(n)) return [];
      return over ? [] : [`call ${n} did not run and is open`];
    }),
  ];
}

/** From one request to the next the model reads the same bytes before what is new. */
function stable({ page, breaks }: Load): readonly string[] {
  return page.asked.flatMap((entries, at) => {
    const before = page.asked[at - 1];
    if (before === undefined || breaks.includes(at) || before.some(({ speaker }) => speaker === 'assistant') === false)
      return [];
    // What stands behind the last answer may hold what is said once only.
    const end = before.findLastIndex(({ speaker }) => speaker === 'assistant');
    const [old, now] = [rawOf(before.slice(0, end + 1)), rawOf(entries)];
    const off = old.findIndex((raw, place) => raw !== now[place]);
    return off === -1 ? [] : [`request ${at} says at ${off} ${now[off]} in place of ${old[off]}`];
  });
}

/** What is said at the beginning as the system may change from request to request. */
function rawOf(entries: readonly Entry[]): readonly string[] {
  const first = entries.findIndex(({ speaker }) => speaker !== 'system');
  return entries.slice(Math.max(0, first)).map(({ raw }) => JSON.stringify(raw));
}
