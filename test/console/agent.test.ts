/** The scripted model in the agent loop, on real tools, with refusals put in the way. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/tool-call.ts';
import type { Entry } from './conversation.ts';
import { type AgentLog, runTask } from './page/agent.ts';
import { connect, type Toolbox, toolbox } from './page/mcp/toolbox.ts';
import { scriptedTurn } from './scripted/model.ts';
import { type Console, startConsole } from './start.ts';

let site: Console;
let tools: Toolbox;
beforeAll(async () => {
  site = await startConsole();
  tools = toolbox([await connect('filesystem', 'legacy', site.url), await connect('workshop', 'legacy', site.url)]);
}, 60_000);
beforeEach(() => site.reset());
afterAll(() => site.close());

type Refuse = (tool: string, args: JsonObject, before: readonly string[]) => string | undefined;

/** Plays a task. @returns the calls in order, with `!` where one was an error, and the last words */
async function play(task: string, refuse: Refuse = () => undefined, signal = new AbortController().signal) {
  const calls: string[] = [];
  let words = '';
  const log: AgentLog = {
    said: () => undefined,
    turn: ({ text }) => {
      words = text;
    },
    called: () => undefined,
    progress: () => undefined,
    result: ({ tool, args }, { isError }) => calls.push(`${tool} ${String(args['path'])}${isError ? ' !' : ''}`),
  };
  const guarded: Toolbox = {
    tools: tools.tools,
    call: async (tool, args, options) => {
      const reason = refuse(tool, args, calls);
      return reason === undefined ? tools.call(tool, args, options) : { text: reason, isError: true };
    },
  };
  const conversation: Entry[] = [{ role: 'user', text: task }];
  let ids = 0;
  const nextTurn = async (entries: readonly Entry[]) =>
    scriptedTurn(entries, () => {
      ids += 1;
      return `c${ids}`;
    });
  await runTask(conversation, nextTurn, guarded, log, signal);
  return { calls, words, conversation };
}

it('writes a file when nobody objects', async () => {
  const { calls } = await play('Write notes.txt: hello');
  expect(calls).toEqual(['write_file notes.txt']);
  expect(await readFile(join(site.scratch, 'notes.txt'), 'utf8')).toBe('hello');
});

it('reads first when it is told to, then writes', async () => {
  const { calls, words } = await play('write notes.txt', (tool, _args, before) =>
    tool === 'write_file' && !before.includes('read_text_file notes.txt')
      ? 'Read notes.txt before writing.'
      : undefined,
  );
  expect(calls).toEqual(['write_file notes.txt !', 'read_text_file notes.txt', 'write_file notes.txt']);
  expect(words).toBe('Done: notes.txt is written.');
});

it('writes a file that does not exist once a read has said so', async () => {
  const { calls } = await play('write new.txt: hello', (tool, _args, before) =>
    tool === 'write_file' && before.length < 2 ? 'Read new.txt before writing.' : undefined,
  );
  expect(calls).toEqual(['write_file new.txt !', 'read_text_file new.txt !', 'write_file new.txt']);
});

it('gives up on a write that stays refused', async () => {
  const { calls, words } = await play('write notes.txt', (tool) =>
    tool === 'write_file' ? 'Read it before writing.' : undefined,
  );
  expect(calls.filter((call) => call.startsWith('write_file'))).toHaveLength(3);
  expect(words).toBe('I could not write notes.txt: Read it before writing.');
});

it('tidies up one draft after the other and accepts a no', async () => {
  const { calls, words } = await play('Tidy up', (_tool, args) =>
    args['path'] === 'draft-2.txt' ? 'A person declined.\nDetails.' : undefined,
  );
  expect(calls).toEqual(['list_directory .', 'delete_file draft-1.txt', 'delete_file draft-2.txt !']);
  expect(words).toBe('Deleted draft-1.txt. Kept draft-2.txt: A person declined.');
  expect(existsSync(join(site.scratch, 'draft-2.txt'))).toBe(true);
});

it('rehearses when a dry run is asked for, then publishes', async () => {
  const { calls } = await play('publish report.md', (tool, args, before) =>
    tool === 'publish' && args['dry_run'] !== true && before.length < 2 ? 'Run a dry run first.' : undefined,
  );
  expect(calls).toEqual(['publish report.md !', 'publish report.md', 'publish report.md']);
});

it('runs the calls of one turn at the same time', async () => {
  const { conversation } = await play('Delete draft-1.txt and draft-2.txt');
  const turn = conversation.find((entry) => entry.role === 'assistant');
  expect(turn?.calls).toHaveLength(2);
  expect(existsSync(join(site.scratch, 'draft-1.txt'))).toBe(false);
});

it('reads and writes in one turn when it is to revise a file', async () => {
  const { conversation, words } = await play('Revise report.md');
  const turn = conversation.find((entry) => entry.role === 'assistant');
  expect(turn?.calls.map(({ tool }) => tool)).toEqual(['read_text_file', 'write_file']);
  expect(words).toBe('Done: report.md was read and written.');
});

it('leaves a task half done, and finishes it when it is told what is unfinished', async () => {
  const first = await play('Begin report.md');
  expect(first.calls).toEqual(['read_text_file report.md']);
  const { calls, words } = await play('Finish the protocol work: read-before-write[report.md]=read');
  expect(calls).toEqual(['write_file report.md']);
  expect(words).toBe('Done: report.md is finished now.');
});

it('says what it can do when it does not understand', async () => {
  expect((await play('Make me a sandwich')).words).toContain('I am a scripted model');
});

it('leaves no call without a result when it is stopped', async () => {
  const controller = new AbortController();
  const conversation: Entry[] = [{ role: 'user', text: 'write notes.txt' }];
  const log: AgentLog = {
    said: () => undefined,
    turn: () => undefined,
    called: () => controller.abort(),
    progress: () => undefined,
    result: () => undefined,
  };
  const nextTurn = async (entries: readonly Entry[]) => scriptedTurn(entries, () => 'c1');
  await expect(runTask(conversation, nextTurn, tools, log, controller.signal)).rejects.toThrow();
  expect(conversation.map((entry) => entry.role)).toEqual(['user', 'assistant', 'tool']);
});
