/**
 * Instances that the views are looked at with: none, a few, and ten thousand; with a history and a coverage. Answers the popup as the
 * background would. Plain data but for resets, which change it.
 */
import type { ListedInstance } from '../../entrypoints/background/instance-cache.ts';
import type { Coverage, HistoryLine, InstanceRequest } from '../../entrypoints/background/instance-messages.ts';
import { type ListedThread, pageOf } from '../../entrypoints/background/instance-page.ts';
import type { UiReply } from '../../entrypoints/background/ui-messages.ts';

const STATES = [
  ['unread', 'initial'],
  ['read', 'between'],
  ['written', 'terminal'],
] as const;

type Plain = Omit<ListedInstance, 'words'>;

const listed = (instance: Plain): ListedInstance => ({
  ...instance,
  words: `${instance.key}\n${instance.state}\n${instance.machine}`.toLowerCase(),
});

function manyFiles(count: number, now: number): readonly Plain[] {
  return Array.from({ length: count }, (_, n): Plain => {
    const [state, stage] = STATES[n % 3] ?? STATES[0];
    const key = `src/components/${['forms', 'lists', 'dialogs/confirm'][n % 3]}/part-${n}.tsx`;
    return { machine: 'read-before-write', key, state, stage, since: now - n * 47_000 - 5_000 };
  });
}

function few(now: number): readonly Plain[] {
  const of = (machine: string, key: string, state: string, stage: Plain['stage'], seconds: number): Plain => ({
    machine,
    key,
    state,
    stage,
    since: now - seconds * 1000,
  });
  return [
    of('read-before-write', '/srv/site/content/posts/release-notes.md', 'written', 'terminal', 40),
    of('read-before-write', '/srv/site/package.json', 'read', 'between', 130),
    of('confirm-before-delete', '/srv/site/content/drafts/2026-11-release-notes.md', 'present', 'initial', 14),
  ];
}

function longNames(now: number): readonly Plain[] {
  const key = `/srv/${'a-rather-long-folder-name/'.repeat(9)}the-file-itself-is-not-short.config.production.json`;
  const state = 'waiting-for-the-second-review-of-the-whole-team';
  const machine = 'review-everything-twice-before-it-is-published-to-the-company';
  return [
    { machine, key, state, stage: 'between', since: now - 3_000 },
    { machine, key: 'file\u202egpj.exe', state: 'read', stage: 'unknown', since: now - 86_400_000 * 40 },
  ];
}

function thread(name: string, here: boolean, instances: readonly Plain[]): ListedThread {
  return {
    thread: name,
    origin: here ? 'http://localhost:5173' : 'http://127.0.0.1:6274',
    here,
    conversation: here ? { protocol: 'mcp', id: '3f2a81c0-6f1e-4c3a-9a51-0e1f5f0f7d11' } : null,
    machines: Map.groupBy(instances.map(listed), ({ machine }) => machine),
  };
}

function elsewhere(now: number): ListedThread {
  return thread('elsewhere', false, [
    { machine: 'call-budget', key: '', state: 'running', stage: 'initial', since: now - 3_600_000 },
    { machine: 'read-before-write', key: 'notes/old.txt', state: 'read', stage: 'between', since: now - 7_300_000 },
  ]);
}

/** Threads by scene; a scene that is not here has none. */
function threadsOf(scene: string, now: number): readonly ListedThread[] {
  switch (scene) {
    case 'one':
      return [thread('here', true, few(now)), elsewhere(now)];
    case 'observed':
    case 'twelve':
    case 'three-instances':
      return [thread('here', true, few(now))];
    case 'long':
      return [thread('here', true, [...longNames(now), ...manyFiles(4, now)])];
    case 'many':
      return [thread('here', true, manyFiles(500, now)), elsewhere(now)];
    case 'ten-thousand':
      return [thread('here', true, manyFiles(10_000, now)), elsewhere(now)];
    default:
      return [];
  }
}

function historyOf(now: number): readonly HistoryLine[] {
  const nothing = { call: null, from: null, to: null, why: null };
  const read = { id: 'c1', tool: 'read_text_file', args: '{"path":"content/posts/release-notes.md"}' };
  const write = { id: 'c2', tool: 'write_file', args: null };
  const at = (seconds: number): number => now - seconds * 1000;
  return [
    {
      ...nothing,
      seq: 9,
      at: at(40),
      what: { kind: 'settled', status: 'success' },
      call: write,
      from: 'read',
      to: 'written',
    },
    { ...nothing, seq: 8, at: at(41), what: { kind: 'gated', verdict: 'allow', observed: false }, call: write },
    { ...nothing, seq: 7, at: at(60), what: { kind: 'reset_undone' }, from: 'unread', to: 'read' },
    { ...nothing, seq: 6, at: at(70), what: { kind: 'reset' }, from: 'read', to: 'unread' },
    {
      ...nothing,
      seq: 5,
      at: at(100),
      what: { kind: 'settled', status: 'success' },
      call: read,
      from: 'unread',
      to: 'read',
    },
    { ...nothing, seq: 4, at: at(101), what: { kind: 'gated', verdict: 'allow', observed: false }, call: read },
    {
      ...nothing,
      seq: 2,
      at: at(4_000),
      what: { kind: 'gated', verdict: 'deny', observed: false },
      call: {
        id: 'c0',
        tool: 'write_file',
        args: '{"path":"content/posts/release-notes.md","content":"First lines of the notes, and all that comes after them"}',
      },
      from: 'unread',
      to: 'unread',
      why: 'Read "/srv/site/content/posts/release-notes.md" before writing it.',
    },
  ];
}

const COVERAGE: Coverage = {
  channels: [
    { name: 'fetch', level: 'guarded', used: 41 },
    { name: 'xhr', level: 'blind', used: 2 },
    { name: 'event-source', level: 'blind', used: null },
    { name: 'websocket', level: 'blind', used: null },
    { name: 'model-context', level: 'blind', used: null },
    { name: 'beacon', level: 'blind', used: 0 },
    { name: 'worker', level: 'blind', used: null },
    { name: 'frame', level: 'blind', used: 1 },
    { name: 'web-transport', level: 'blind', used: null },
    { name: 'web-rtc', level: 'blind', used: null },
  ],
  protocols: [
    { protocol: 'mcp', level: 'execution' },
    { protocol: 'openai-chat', level: 'model' },
  ],
};

/** Answers what the popup of one scene asks. */
export function instanceAnswers(
  scene: string,
  now: number,
): (request: InstanceRequest, reply: (message: UiReply) => void) => void {
  const threads = threadsOf(scene, now);
  return (request, reply) => {
    switch (request.type) {
      case 'watch_instances':
        reply({ type: 'instances', page: pageOf(threads, request) });
        break;
      case 'history':
        reply({ type: 'history', request: request.request, lines: historyOf(now), older: null });
        break;
      case 'reset':
      case 'undo_reset':
        reply({ type: 'reset_done', request: request.request, seq: 10, count: 1 });
        break;
      case 'coverage':
        reply({ type: 'coverage', request: request.request, coverage: COVERAGE });
        break;
      case 'start_runs':
      case 'stop_all':
      case 'lift_stop':
        reply({ type: 'done', request: request.request });
        break;
    }
  };
}
