/**
 * Parts of the view that are loaded when they are first needed: the popup opens sooner without them.
 */
import { useEffect, useState } from 'preact/hooks';

/** What `load` resolves with, or `null` until then. `load` is called once, when `wanted`. */
export function useLoaded<T extends object>(load: () => Promise<T>, wanted = true): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useEffect(() => {
    if (!wanted || loaded !== null) return;
    load().then(setLoaded, (error: unknown) =>
      console.error('Interlock: a part of the view could not be loaded.', error),
    );
  }, [wanted]);
  return loaded;
}
