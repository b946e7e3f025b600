/** Whether a server did what it was asked for. Runs in the page's own world. */
import type { Natives } from './natives.ts';

export function isServed(natives: Natives, response: Response): boolean {
  const status = natives.response.status(response);
  return status >= 200 && status < 300;
}
