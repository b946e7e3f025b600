/** The background is told of a view for as long as a person sees it. */
import { expect, test } from 'vitest';
import { keepLooking } from '../../entrypoints/popup/looking.ts';

function view(seen: boolean): {
  readonly log: string[];
  readonly change: (seen: boolean) => Promise<void>;
  readonly lose: () => Promise<void>;
} {
  const log: string[] = [];
  let now = seen;
  let changed = (): void => undefined;
  let lost = (): void => undefined;
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  keepLooking({
    connect: () => {
      log.push('opened');
      return {
        disconnect: () => log.push('closed'),
        onDisconnect: {
          addListener: (listener) => {
            lost = listener;
          },
        },
      };
    },
    seen: async () => now,
    listen: (change) => {
      changed = change;
    },
    later: (work) => work(),
  });
  return {
    log,
    change: async (to) => {
      now = to;
      changed();
      await settle();
    },
    lose: async () => {
      lost();
      await settle();
    },
  };
}

test('a port is open while the view is seen', async () => {
  const { log, change } = view(true);
  await change(true);
  expect(log).toEqual(['opened']);
  await change(false);
  expect(log).toEqual(['opened', 'closed']);
  await change(true);
  expect(log).toEqual(['opened', 'closed', 'opened']);
});

test('a view that nobody sees opens no port', async () => {
  const { log, change } = view(false);
  await change(false);
  expect(log).toEqual([]);
});

test('a port that is lost with the worker is opened again', async () => {
  const { log, change, lose } = view(true);
  await change(true);
  await lose();
  expect(log).toEqual(['opened', 'opened']);
});

test('a port that is lost while nobody looks is not opened again', async () => {
  const { log, change, lose } = view(true);
  await change(true);
  await change(false);
  await lose();
  expect(log).toEqual(['opened', 'closed']);
});
