/**
 * MCP Inspector as people run it: its own server and page, connected to the npm filesystem server over stdio.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'puppeteer-core';

const TOKEN = 'inspector-test';

export interface Inspector extends AsyncDisposable {
  /** Address of its page, with the token. */
  readonly url: string;
}

/** Starts Inspector; `folder` is what the filesystem server may work on. */
export async function startInspector(folder: string): Promise<Inspector> {
  const require = createRequire(import.meta.url);
  const home = await mkdtemp(join(tmpdir(), 'interlock-inspector-'));
  const server = join(
    dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
    'dist/index.js',
  );
  const launcher = join(
    dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
    'clients/launcher/build/index.js',
  );
  const config = join(home, 'config.json');
  const files = { type: 'stdio', command: process.execPath, args: [server, folder] };
  await writeFile(config, JSON.stringify({ mcpServers: { files } }));
  const [port, sandbox] = await Promise.all([freePort(), freePort()]);
  const child = spawn(process.execPath, [launcher, '--web', '--config', config], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      HOME: home,
      CLIENT_PORT: String(port),
      MCP_SANDBOX_PORT: String(sandbox),
      MCP_AUTO_OPEN_ENABLED: 'false',
      MCP_INSPECTOR_API_TOKEN: TOKEN,
      MCP_STORAGE_DIR: home,
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    },
  });
  await saysThat(child, /up and running/);
  return {
    url: `http://127.0.0.1:${port}/?MCP_INSPECTOR_API_TOKEN=${TOKEN}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      // The whole group: the launcher has started the server, and the server the tools.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port could be had.');
  return address.port;
}

function saysThat(child: ReturnType<typeof spawn>, wanted: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      if (wanted.test(said)) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`Inspector ended with code ${code}:\n${said}`)));
  });
}

/** Connects to the filesystem server in Inspector's page and opens its tools. */
export async function connect(page: Page, inspector: Inspector): Promise<void> {
  // Its page wants fonts from elsewhere; nothing leaves this machine in a test.
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const local = /^(https?:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url());
    void (local ? request.continue() : request.abort());
  });
  await page.goto(inspector.url);
  await page.locator('input[aria-label^="Connect or disconnect"]').click();
  await page.waitForFunction(showTools, { polling: 200 }).catch(async (error: unknown) => {
    const shown = await page.evaluate(() => document.body.textContent);
    throw new Error(`Inspector shows no tools but:\n${shown}`, { cause: error });
  });
}

/** While it connects, Inspector goes back to its list of servers: the tab is chosen until it stays. Runs in the page. */
function showTools(): boolean {
  const tab = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Tools');
  if (!(tab?.control instanceof HTMLInputElement)) return false;
  if (!tab.control.checked) tab.click();
  return [...document.querySelectorAll('button')].some((button) => button.textContent.includes('write_file'));
}

/** Picks a tool, fills its fields and presses Execute. */
export async function execute(page: Page, tool: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.locator(`button ::-p-text(${tool})`).click();
  for (const [name, value] of Object.entries(fields)) {
    await page
      .locator(
        `::-p-xpath(//label[starts-with(normalize-space(.), "${name}")]/following::*[self::input or self::textarea][1])`,
      )
      .fill(value);
  }
  await page.locator('button ::-p-text(Execute Tool)').click();
}
