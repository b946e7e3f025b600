/**
 * A bounded cache for compiled things. Keys are texts that authors wrote, so the bound is only there for editors that
 * compile at each keystroke.
 */
const MAX_ENTRIES = 2_000;

/** `compute` with its results remembered by argument. */
export function cached<T>(compute: (source: string) => T): (source: string) => T {
  const known = new Map<string, T>();
  return (source) => {
    const hit = known.get(source);
    if (hit !== undefined) return hit;
    const value = compute(source);
    if (known.size >= MAX_ENTRIES) known.clear();
    known.set(source, value);
    return value;
  };
}
