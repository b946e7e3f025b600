/**
 * Points in time as a trace may write them. Pure; the host's time zone has no say, so that a trace means the same everywhere.
 */

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Latest point in time that a `Date` can hold, in milliseconds since 1970. */
const LATEST = 8_640_000_000_000_000;

/** Milliseconds since 1970, or null for what is no point in time. A text without a zone is UTC. */
export function parseTime(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= LATEST ? value : null;
  const parts = typeof value === 'string' ? ISO.exec(value.trim()) : null;
  if (parts === null) return null;
  const [, date, time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = parts;
  const ms = Date.parse(`${date}T${time}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${offset(zone)}`);
  return Number.isNaN(ms) ? null : ms;
}

function offset(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
