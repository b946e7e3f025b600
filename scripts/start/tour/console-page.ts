/** The console as a person uses it: press a button, read what appears. */
import type { Page } from 'puppeteer-core';
import type { Narrator } from './narrator.ts';

const WAIT_MS = 30_000;

/** One thing in the console's transcript. */
export interface Shown {
  /** What tells it from the others; stays the same while it changes. */
  readonly index: number;
  readonly kind: 'message-user' | 'message-assistant' | 'message-failure' | 'tool-call';
  readonly text: string;
  readonly tool: string;
  readonly args: string;
  readonly state: string;
}

export interface ConsolePage {
  readonly page: Page;
  /** Presses the button of a scenario. */
  press(scenario: string): Promise<void>;
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
  const shown = () => page.$$eval('[data-testid^="message-"], [data-testid="tool-call"]', readItems);
  return {
    page,
    shown,
    press: (scenario) => page.locator(`[data-testid="scenario-${scenario}"]`).setTimeout(WAIT_MS).click(),
    ask: async (task) => {
      await page.locator('[data-testid="task-input"]').setTimeout(WAIT_MS).fill(task);
      await page.locator('[data-testid="send"]').setTimeout(WAIT_MS).click();
    },
    hasFile: async (path) => (await page.$(`[data-testid="file-${path}"]`)) !== null,
    modelRequests: () => requests,
    finished: async () => {
      await page.waitForSelector('[data-testid="transcript"][data-busy="false"]', { timeout: WAIT_MS });
    },
    running: async (tool, words) => {
      const card = `[data-testid="tool-call"][data-tool="${tool}"][data-state="running"]::-p-text(${words})`;
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

/** The calls among what is shown: tool and state. */
export const callsIn = (items: readonly Shown[]): readonly string[] =>
  items.filter(({ kind }) => kind === 'tool-call').map(({ tool, state }) => `${tool} ${state}`);

/** Runs in the page. */
function readItems(elements: Element[]): Shown[] {
  return elements.map((element, index) => {
    const of = (selector: string) => element.querySelector(selector)?.textContent ?? '';
    const fields = [...element.querySelectorAll('.args > div')].map((field) => {
      const [name, value] = [field.querySelector('dt')?.textContent, field.querySelector('dd')?.textContent];
      return `${name}: ${JSON.stringify(value)}`;
    });
    const isCall = element.getAttribute('data-testid') === 'tool-call';
    return {
      index,
      kind: element.getAttribute('data-testid') as Shown['kind'],
      text: isCall ? of('[data-testid="tool-result"]') : (element.textContent ?? ''),
      tool: element.getAttribute('data-tool') ?? '',
      args: fields.join(', '),
      state: element.getAttribute('data-state') ?? '',
    };
  });
}

const SPEAKERS = { 'message-user': 'person', 'message-assistant': 'model', 'message-failure': 'console' } as const;

function tell(narrator: Narrator, item: Shown): void {
  if (item.kind === 'tool-call') {
    narrator.line('call', `${item.tool}(${item.args})`);
    narrator.line(item.state === 'done' ? 'result' : item.state, item.text);
  } else narrator.line(SPEAKERS[item.kind], item.text);
}
