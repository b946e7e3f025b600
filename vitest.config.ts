/**
 * Three projects: tests that need Node alone; tests that look at the views in a browser, each file with one of its own, and beside
 * them one that waits for a hundred seconds; and tests that drive a real browser with the built extension, one file at a time.
 */
import { defineConfig } from 'vitest/config';

const views = ['test/ui/**/*.chromium.test.ts', 'test/e2e/inspector.test.ts'];
/** A browser on a busy machine takes its time; what never comes fails all the same. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };
const browserTests = ['test/e2e/**/*.test.ts', 'test/**/*.{chromium,firefox}.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['engine/**/*.test.ts', 'test/**/*.test.{ts,tsx}'],
          exclude: [...browserTests, '**/node_modules/**'],
          // The files of a worker share their modules: to load those anew for each took as long as the tests. What a test puts in
          // place of a global it takes back.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'views',
          include: views,
          maxWorkers: 3,
          ...patient,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: browserTests,
          exclude: [...views, '**/node_modules/**'],
          fileParallelism: false,
          ...patient,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
