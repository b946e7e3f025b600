/** The page of the model tests in a real browser with the built extension, its scripted models, and what it says. Runs in Node. */
import type { Page } from 'puppeteer-core';
import { VARIANTS, type Variant } from '../../model-clients/variants.ts';
import { modelOf, type Said } from '../../model-server/model.ts';
import { type ModelServer, startModelServer } from '../../model-server/server.ts';
import { Harness } from '../harness.ts';
import type { Task, Told } from './main.ts';
import { type ModelPage, serveModelPage } from './serve.ts';

export interface Stage extends AsyncDisposable {
  readonly harness: Harness;
  /** A fresh page with files in it. */
  open(files?: Record<string, string>): Promise<Page>;
}

/** `sets`: bundled machines in force beside those that are from the start. */
export async function startStage(...sets: readonly string[]): Promise<Stage> {
  const [harness, site]: [Harness, ModelPage] = await Promise.all([Harness.start(), serveModelPage()]);
  for (const set of sets) await harness.switchOn(set);
  return {
    harness,
    async open(files = { '/a': 'old' }) {
      const page = await harness.browser.newPage();
      await page.goto(site.url);
      await page.evaluate((given) => void Object.assign(window.files, given), files);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await harness[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

export const read = (call: string, path = '/a'): Said => ({ call, tool: 'read_file', args: { path } });
export const write = (call: string, content = 'new'): Said => ({
  call,
  tool: 'write_file',
  args: { path: '/a', content },
});
export const remove = (call: string): Said => ({ call, tool: 'delete_file', args: { path: '/a' } });

/** A model that gives these answers in order. */
export function scripted(variant: Variant, script: readonly (readonly Said[])[]): Promise<ModelServer> {
  const model = modelOf(variant.protocol);
  return startModelServer(
    model.protocol,
    script.map((said, index) => model.answer(said, index)),
  );
}

/** Lets the page's client work on a task. */
export function talk(at: Page, { name }: Variant, { url }: ModelServer, task: Task = {}): Promise<Told> {
  return at.evaluate((...args) => window.talk(...args), name, url, task);
}

/** Names of the tools that ran in the page. */
export const ran = (at: Page): Promise<readonly string[]> => at.evaluate(() => window.ran.map(({ tool }) => tool));

/** What the model had against requests. */
export const complaints = (server: ModelServer): readonly string[] =>
  server.requests.flatMap((request) => request.complaints);

/** One streaming client a protocol, with the history in its requests. */
export const STREAMING: readonly Variant[] = VARIANTS.filter(
  ({ stream, held, name }) => stream && !held && !name.includes('eager'),
);
