import { expect, test } from 'vitest';
import { offersAt } from '../../../entrypoints/options/editor/completion.ts';

const MACHINE = `machines:
  - name: files
    key: "{path}"
    initial: unread
    transitions:
      - on: Read(path ~ "*")
        from: unread
        to: read
`;

/** What is offered where `¦` stands, and how much of the text before it would be replaced. */
function offered(text: string): { readonly labels: readonly string[]; readonly typed: string } | null {
  const offset = text.indexOf('¦');
  const whole = text.replace('¦', '');
  const found = offersAt(whole, offset);
  return found && { labels: found.offers.map(({ label }) => label), typed: whole.slice(found.from, offset) };
}

const inTransition = (line: string): string => `${MACHINE}      - on: Write\n        ${line}\n`;

test('an empty text is offered the keys of a document', () => {
  expect(offered('¦')?.labels).toEqual(['machines', 'continuation', '$schema']);
});

test('a machine is offered the keys of the schema that it does not have yet', () => {
  const labels = offered(`${MACHINE}    ¦`)?.labels;
  expect(labels).toContain('on_unkeyed');
  expect(labels).not.toContain('initial');
});

test('what was begun is replaced as a whole', () => {
  expect(offered(`${MACHINE}    on_un¦`)?.typed).toBe('on_un');
});

test('a key is put in with its colon', () => {
  const found = offersAt(`${MACHINE}    `, MACHINE.length + 4);
  expect(found?.offers.find(({ label }) => label === 'strict')?.apply).toBe('strict: ');
});

test('a mapping in braces is offered keys, too', () => {
  expect(offered(`${MACHINE}      - { on: Write, fr¦ }`)?.labels).toContain('from');
});

test('a word is offered where the schema knows the words', () => {
  expect(offered(`${MACHINE}    on_unkeyed: ¦`)?.labels).toEqual(['allow', 'ask', 'deny']);
});

test.each(['from: ¦', 'from: [unread, ¦]', 'to: ¦'])('the states of the machine are offered at %s', (line) => {
  expect(offered(inTransition(line))?.labels).toEqual(expect.arrayContaining(['unread', 'read']));
});

test('any state is offered where a transition starts, and only there', () => {
  expect(offered(inTransition('from: ¦'))?.labels).toContain('*');
  expect(offered(inTransition('to: ¦'))?.labels).not.toContain('*');
});

test('states of another machine are not offered', () => {
  const second = `${MACHINE}  - name: other\n    initial: closed\n    transitions:\n      - on: X\n        from: ¦\n`;
  expect(offered(second)?.labels).toEqual(['closed', '*']);
});

test('a timed state is offered the states as keys', () => {
  expect(offered(`${MACHINE}    expire: { ¦ }`)?.labels).toEqual(['unread', 'read']);
});

test('a key is offered the arguments that the document names', () => {
  expect(offered(MACHINE.replace('{path}', '{pa¦'))).toMatchObject({
    typed: 'pa',
    labels: ['path'].concat('file_path', 'command', 'url'),
  });
});

test('a reason is offered what is known of the instance, a key is not', () => {
  expect(offered(inTransition('on_violation: { reason: "in {¦}" }'))?.labels).toContain('instance.state');
  expect(offered(MACHINE.replace('{path}', '{¦}'))?.labels).not.toContain('instance.state');
});

// The editor closes quotes as they are opened.
test('a pattern is offered arguments in its brackets and operators after one', () => {
  expect(offered(`${MACHINE}      - on: 'Write(¦'`)?.labels).toContain('path');
  expect(offered(`${MACHINE}      - on: 'Write(path ¦'`)?.labels).toEqual(['~', '=', '=~', '!=', '!~', '!=~']);
});

test('a violation that is a mapping is offered its keys on a line of its own only', () => {
  expect(offered(inTransition('on_violation:\n          ¦'))?.labels).toContain('escalate');
  expect(offered(inTransition('on_violation: ¦'))?.labels).toEqual(['deny', 'ask', 'warn']);
});

test('a comment is offered nothing', () => {
  expect(offered(`${MACHINE}# on¦`)).toBeNull();
});
