/** The console as a person uses it: press a button, read what appears. */
import type { Page } from 'puppeteer-core';
import type { Narrator } from './narrator.ts';

const WAIT_MS = 30_000;

/** One thing in the console's transcript. */
export interface Shown {
  /** What tells it from the others; stays the same while it changes. */
  readonly index: number;
  readonly kind: 'You' | 'Agent' | 'Failure' | 'Tool call';
  readonly text: string;
  readonly tool: string;
  readonly args: string;
  /** What its card says: "Running", "Waiting 3 s", "Done", "Not done" or "Stopped". */
  readonly state: string;
}

export interface ConsolePage {
  readonly page: Page;
  /** Presses a button, by what it says. */
  press(button: string): Promise<void>;
  /** Types a task. */
  ask(task: string): Promise<void>;
  /** Whether the list of files has this one. */
  hasFile(path: string): Promise<boolean>;
  /** How many requests have left the page for a model. */
  modelRequests(): number;
  /** Everything that is shown, in order. */
  shown(): Promise<readonly Shown[]>;
  /** Waits until the agent is done with its task. */
  finished(): Promise<void>;
  /** Waits until the newest call is a running one of this tool with these words in its arguments. */
  running(tool: string, words: string): Promise<void>;
  /** Prints what is new since the last time. */
  retell(narrator: Narrator): Promise<readonly Shown[]>;
}

export async function openConsole(page: Page, url: string): Promise<ConsolePage> {
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/model/')) requests += 1;
  });
  await page.goto(url);
  await page.evaluate(() => window.agentConsole.ready);
  let told = 0;
  const shown = () => page.$$eval('[role="log"] > article', readItems);
  const press = (button: string) =>
    page.locator(`::-p-aria([name="${button}"][role="button"])`).setTimeout(WAIT_MS).click();
  return {
    page,
    shown,
    press,
    ask: async (task) => {
      await page.locator('::-p-aria([name="Task"][role="textbox"])').setTimeout(WAIT_MS).fill(task);
      await press('Send');
    },
    hasFile: async (path) => (await page.$(`ul[aria-label="Files"] > li::-p-text(${path})`)) !== null,
    modelRequests: () => requests,
    finished: async () => {
      // While the agent is at work, there is "Stop" in its place.
      await page.waitForSelector('::-p-xpath(//button[.="Send"])', { timeout: WAIT_MS });
    },
    running: async (tool, words) => {
      const stands = 'header[contains(., "Running") or contains(., "Waiting")]';
      const card = `::-p-xpath(//article[@aria-label="Tool call ${tool}"][${stands}][contains(., "${words}")])`;
      await page.waitForSelector(card, { timeout: WAIT_MS });
    },
    retell: async (narrator) => {
      const items = (await shown()).slice(told);
      told += items.length;
      for (const item of items) tell(narrator, item);
      return items;
    },
  };
}

/** The calls among what is shown: tool, and how it stands. */
export const callsIn = (items: readonly Shown[]): readonly string[] =>
  items.filter(({ kind }) => kind === 'Tool call').map(({ tool, state }) => `${tool} ${state.toLowerCase()}`);

/** Runs in the page. */
function readItems(elements: Element[]): Shown[] {
  return elements.map((element, index) => {
    const label = element.getAttribute('aria-label') ?? '';
    const of = (selector: string) => element.querySelector(selector)?.textContent ?? '';
    const fields = [...element.querySelectorAll('dt')].map(
      (name) => `${name.textContent}: ${JSON.stringify(name.nextElementSibling?.textContent)}`,
    );
    const isCall = label.startsWith('Tool call ');
    return {
      index,
      kind: isCall ? 'Tool call' : (label as Shown['kind']),
      text: isCall ? of('pre') : (element.textContent ?? ''),
      tool: of('header > code'),
      args: fields.join(', '),
      state: of('header > :last-child'),
    };
  });
}

const SPEAKERS = { You: 'person', Agent: 'model', Failure: 'console' } as const;

function tell(narrator: Narrator, item: Shown): void {
  if (item.kind === 'Tool call') {
    narrator.line('call', `${item.tool}(${item.args})`);
    narrator.line(item.state === 'Done' ? 'result' : item.state.toLowerCase(), item.text);
  } else narrator.line(SPEAKERS[item.kind], item.text);
}
