/**
 * One question, asked of four engines: may this write go ahead, now that the file was read? Interlock parses the call (pattern,
 * key, path normalisation) and looks the instance up; the others get their question ready-made.
 */
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { newEnforcer, newModelFromString, StringAdapter } from 'casbin';
import { createActor, createMachine } from 'xstate';
import { evaluateGate } from '../../engine/evaluate/gate.ts';
import type { StateView } from '../../engine/evaluate/state-view.ts';
import { instanceIn } from '../support/instance.ts';
import { machinesOf, READ_BEFORE_WRITE } from '../support/session.ts';
import { sideBySide, table } from './measure.ts';

const READ = instanceIn('read');
const CALL = { id: '1', tool: 'Write', args: { file_path: '/srv/project/src/file-0.ts', content: 'x' } };

function stateOf(instances: number): StateView {
  const map = new Map(Array.from({ length: instances }, (_, i) => [`/srv/project/src/file-${i}.ts`, READ]));
  return { instance: (_, key) => map.get(key), run: 0, step: 0, tick: 0 };
}

/** One machine that watches Read and Write, and `others` that watch tools of their own. */
function machinesWith(others: number): ReturnType<typeof machinesOf> {
  const other = (i: number): string =>
    `  - { name: other-${i}, key: "{file_path}", initial: a, transitions: [{ on: 'Tool${i}(file_path ~ "*")', from: a, to: b }] }\n`;
  const more = Array.from({ length: others }, (_, i) => other(i)).join('');
  return machinesOf(READ_BEFORE_WRITE.replace(/^continuation/m, `${more}continuation`));
}

function asksInterlock(others: number, instances: number): () => unknown {
  const machines = machinesWith(others);
  const state = stateOf(instances);
  const input = { machines, call: CALL, state, now: 0 };
  if (evaluateGate(input).verdict.verdict !== 'allow') throw new Error('The benchmark asks the wrong question.');
  return () => evaluateGate(input);
}

function asksXstate(): () => unknown {
  const machine = createMachine({
    initial: 'unread',
    states: {
      unread: { on: { READ: 'read' } },
      read: { on: { READ: 'read', WRITE: 'written' } },
      written: { on: { READ: 'read' } },
    },
  });
  const actor = createActor(machine).start();
  actor.send({ type: 'READ' });
  const snapshot = actor.getSnapshot();
  if (!snapshot.can({ type: 'WRITE' })) throw new Error('The benchmark asks the wrong question.');
  return () => snapshot.can({ type: 'WRITE' });
}

async function asksCasbin(): Promise<() => unknown> {
  const model = newModelFromString(`
[request_definition]
r = state, path, tool
[policy_definition]
p = state, path, tool
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.state == p.state && keyMatch(r.path, p.path) && r.tool == p.tool
`);
  const enforcer = await newEnforcer(
    model,
    new StringAdapter('p, read, /*, Write\np, unread, /*, Read\np, read, /*, Read\np, written, /*, Read'),
  );
  const path = CALL.args.file_path;
  if (!enforcer.enforceSync('read', path, 'Write')) throw new Error('The benchmark asks the wrong question.');
  return () => enforcer.enforceSync('read', path, 'Write');
}

function asksCedar(): () => unknown {
  cedar.preparsePolicySet('rbw', {
    staticPolicies: 'permit(principal, action == Action::"Write", resource) when { context.state == "read" };',
  });
  const question: Parameters<typeof cedar.statefulIsAuthorized>[0] = {
    principal: { type: 'Agent', id: 'a' },
    action: { type: 'Action', id: 'Write' },
    resource: { type: 'File', id: CALL.args.file_path },
    context: { state: 'read' },
    preparsedPolicySetId: 'rbw',
    entities: [],
  };
  const answer = cedar.statefulIsAuthorized(question);
  if (answer.type !== 'success' || answer.response.decision !== 'allow')
    throw new Error('The benchmark asks the wrong question.');
  return () => cedar.statefulIsAuthorized(question);
}

/** Interlock beside the others, then by number of machines and of instances. */
export async function benchGate(print: (text: string) => void): Promise<void> {
  const keys = Array.from({ length: 64 }, (_, i) => `/srv/project/src/file-${i}.ts`);
  const floor = new Map(keys.map((key) => [key, 'read']));
  let turn = 0;
  const engines = await sideBySide([
    ['Map.get (floor)', () => floor.get(keys[turn++ & 63] ?? '')],
    ['xstate can()', asksXstate()],
    ['interlock gate', asksInterlock(0, 1)],
    ['casbin enforceSync', await asksCasbin()],
    ['cedar statefulIsAuthorized', asksCedar()],
  ]);
  print(table('One gate: may this write go ahead?', engines, 'xstate can()'));
  const machines = [0, 9, 99, 999].map((others) => [`${others + 1} machines`, asksInterlock(others, 1)] as const);
  print(table('The same gate among machines that watch other tools', await sideBySide(machines), '1 machines'));
  const instances = [1, 1_000, 100_000, 1_000_000].map(
    (count) => [`${count} instances`, asksInterlock(0, count)] as const,
  );
  print(table('The same gate among other instances', await sideBySide(instances), '1 instances'));
}
