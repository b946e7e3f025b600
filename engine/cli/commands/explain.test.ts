import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { interlock } from '../../../test/support/cli.ts';
import { READ_BEFORE_WRITE } from '../../../test/support/session.ts';

test('a machine is explained in Markdown: facts, diagram, paths, transitions', async () => {
  const ran = await interlock(['explain', '-'], { stdin: READ_BEFORE_WRITE });
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toContain(
    '## rbw\n\nOne instance for each `{file_path}`; lives as long as the thread; starts as `unread`; done as `written`.\n',
  );
  expect(ran.out).toContain('```mermaid\nstateDiagram-v2\n');
  expect(ran.out).toContain('unread --Read(file_path ~ "*")--> read --Write(file_path ~ "*")--> written  (done)\n');
  expect(ran.out).toContain('- `Write(file_path ~ "*")`: `read` → `written`, otherwise **deny**\n');
});

test('every bundled machine is explained, each with a diagram', async () => {
  const files = globSync('machines/*.yaml');
  const ran = await interlock(['explain', 'machines/*.yaml']);
  expect(ran.code).toBe(0);
  expect(ran.out.match(/^```mermaid$/gm)?.length).toBeGreaterThanOrEqual(files.length);
  expect(ran.out.match(/^```/gm)?.length).toBe(4 * (ran.out.match(/^## /gm)?.length ?? 0));
});

test('names cannot break out of their place in the Markdown', async () => {
  const stdin =
    'machines: [{ name: "x\\n# <b>`*_", initial: "```", transitions: [{ on: T, from: "```", to: "a`` b" }] }]';
  const { out } = await interlock(['explain', '-'], { stdin });
  expect(out.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    expect.stringMatching(/^## x/),
    '### Paths',
    '### Transitions',
  ]);
  expect(out.split('\n').filter((line) => line.startsWith('```'))).toHaveLength(4);
});

test('a document without machines says so', async () => {
  expect(await interlock(['explain', '-'], { stdin: 'machines: []' })).toMatchObject({
    code: 0,
    out: 'There is no machine in these files.\n',
  });
});

test('a document with errors is not explained', async () => {
  expect(await interlock(['explain', '-'], { stdin: 'machines: 3' })).toMatchObject({ code: 1, out: '' });
});
