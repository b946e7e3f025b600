/**
 * Whether one transition takes everything that another could. Says yes only where it is certain.
 */
import { matchesEverything } from '../../pattern/glob.ts';
import { formatPath } from '../../pattern/path.ts';
import type { ArgumentsPart, Condition, NamePart, Pattern } from '../../pattern/pattern.ts';
import type { CounterBound, Transition, When } from '../machine.ts';

/** Every call that `inner` matches, `outer` matches too. */
export function coversPattern(outer: Pattern, inner: Pattern): boolean {
  return coversName(outer.name, inner.name) && coversArguments(outer.args, inner.args);
}

/** The events or calls `inner` speaks of are all spoken of by `outer`. */
export function coversSubject(outer: Transition['on'], inner: Transition['on']): boolean {
  if (outer.kind === 'event') return inner.kind === 'event' && inner.event === outer.event;
  return inner.kind === 'tool' && coversPattern(outer.pattern, inner.pattern);
}

export function coversFrom(outer: Transition['from'], inner: Transition['from']): boolean {
  return outer === '*' || (inner !== '*' && [...inner].every((state) => outer.has(state)));
}

/** Every result that `inner` accepts, `outer` accepts too. */
export function coversWhen(outer: When, inner: When): boolean {
  const status = outer.status === 'any' || outer.status === inner.status;
  const content = outer.content === null || outer.content.source === inner.content?.source;
  return status && content && includesAll(inner.json, outer.json);
}

/** Whenever the bounds of `inner` hold, those of `outer` do. */
export function coversCounters(outer: readonly CounterBound[], inner: readonly CounterBound[]): boolean {
  return outer.every(({ counter, gte, lte }) => {
    const same = inner.find((bound) => bound.counter === counter);
    const { gte: least = null, lte: most = null } = same ?? {};
    return (gte === null || (least !== null && least >= gte)) && (lte === null || (most !== null && most <= lte));
  });
}

function coversName(outer: NamePart, inner: NamePart): boolean {
  switch (outer.kind) {
    case 'exact':
      return inner.kind === 'exact' && inner.name === outer.name;
    case 'glob':
      if (matchesEverything(outer.glob)) return true;
      return inner.kind === 'exact'
        ? outer.glob.test(inner.name)
        : inner.kind === 'glob' && inner.glob.source === outer.glob.source;
    case 'regex':
      return inner.kind === 'exact'
        ? outer.regex.test(inner.name)
        : inner.kind === 'regex' && inner.regex.source === outer.regex.source;
  }
}

function coversArguments(outer: ArgumentsPart, inner: ArgumentsPart): boolean {
  switch (outer.kind) {
    case 'any':
      return true;
    case 'primary':
      return matchesEverything(outer.glob) || (inner.kind === 'primary' && inner.glob.source === outer.glob.source);
    case 'named':
      return inner.kind === 'named' && includesAll(inner.conditions, outer.conditions);
  }
}

function includesAll(conditions: readonly Condition[], wanted: readonly Condition[]): boolean {
  return wanted.every((one) => conditions.some((other) => sameCondition(one, other)));
}

function sameCondition(a: Condition, b: Condition): boolean {
  return a.operator === b.operator && a.value === b.value && formatPath(a.path) === formatPath(b.path);
}
