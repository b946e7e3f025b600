/**
 * The tasks the scripted model understands. Like a real model it starts with what it was told to do, and learns from refusals.
 * Pure: the next move follows from the task and the steps so far.
 */
import { begin, resume } from './halfway.ts';
import { done, type Move, type Plan } from './plan.ts';
import { firstLine, type Step } from './steps.ts';

const NEW_NOTES = 'Groceries: apples, bread, milk\nCall the dentist on Tuesday\n';
const REVISED = '# Quarterly report\n\nNumbers are in; the text had one more look.\n';
const MAX_TRIES = 3;

const write: Plan = {
  matches:
    /^(?:write|update|rewrite|change|save)\s+(?:to\s+)?(?<path>\S+?)(?:\s*(?::|with|saying)\s*(?<text>[\s\S]+))?$/i,
  next({ path = '', text }, steps) {
    const last = steps.at(-1);
    const attempt = (say: string): Move => ({ say, calls: [['write_file', { path, content: text ?? NEW_NOTES }]] });
    if (last === undefined) return attempt(`I will write ${path}.`);
    if (last.tool === 'write_file') {
      if (!last.isError) return done(`Done: ${path} is written.`);
      const tries = steps.filter((step) => step.tool === 'write_file').length;
      if (!/\bread\b/i.test(last.text) || tries >= MAX_TRIES)
        return done(`I could not write ${path}: ${firstLine(last.text)}`);
      return { say: `I have to read ${path} first.`, calls: [['read_text_file', { path }]] };
    }
    // A file that does not exist yet has been looked for: that is all a read before its first write can come to.
    if (last.isError && !/no such file|ENOENT/i.test(last.text))
      return done(`I could not read ${path}, so I have not written it: ${firstLine(last.text)}`);
    return attempt('Now that I know what it says, I will write it.');
  },
};

/** Reads and writes in one turn, in a hurry. */
const revise: Plan = {
  matches: /^revise\s+(?<path>\S+)$/i,
  next({ path = '' }, steps) {
    if (steps.length === 0)
      return {
        say: `I will read ${path} and write it, both at once.`,
        calls: [
          ['read_text_file', { path }],
          ['write_file', { path, content: REVISED }],
        ],
      };
    const failed = steps.find((step) => step.isError);
    return done(
      failed === undefined
        ? `Done: ${path} was read and written.`
        : `I could not revise ${path}: ${firstLine(failed.text)}`,
    );
  },
};

const tidy: Plan = {
  matches: /\b(?:tidy|clean)\b/i,
  next(_given, steps) {
    const listing = steps[0];
    if (listing === undefined)
      return { say: 'Let me see what lies around.', calls: [['list_directory', { path: '.' }]] };
    if (listing.isError) return done(`I could not list the folder: ${firstLine(listing.text)}`);
    const drafts = [...listing.text.matchAll(/^\[FILE\] (draft.*)$/gm)].map((match) => match[1] ?? '');
    if (drafts.length === 0) return done('There are no drafts left: nothing to tidy up.');
    const deletions = steps.slice(1);
    const next = drafts[deletions.length];
    if (next !== undefined)
      return { say: `${next} looks like a leftover; I will delete it.`, calls: [['delete_file', { path: next }]] };
    return done(summary(deletions));
  },
};

const remove: Plan = {
  matches: /^(?:delete|remove)\s+(?<paths>.+)$/i,
  next({ paths = '' }, steps) {
    if (steps.length > 0) return done(summary(steps));
    const names = paths.split(/\s*(?:,|\band\b|\s)\s*/).filter((name) => name !== '');
    return { say: `I will delete ${names.join(' and ')}.`, calls: names.map((path) => ['delete_file', { path }]) };
  },
};

const publish: Plan = {
  matches: /^publish\s+(?<path>\S+)$/i,
  next({ path = '' }, steps) {
    const last = steps.at(-1);
    if (last === undefined) return { say: `I will publish ${path}.`, calls: [['publish', { path }]] };
    const rehearsal = last.args['dry_run'] === true;
    if (!last.isError && !rehearsal) return done(last.text);
    if (!last.isError)
      return { say: 'The dry run looks right. Now for real.', calls: [['publish', { path, dry_run: false }]] };
    if (steps.length > 1 || !/dry[ _-]?run/i.test(last.text))
      return done(`I could not publish ${path}: ${firstLine(last.text)}`);
    return { say: 'A dry run comes first.', calls: [['publish', { path, dry_run: true }]] };
  },
};

const read: Plan = {
  matches: /^(?:read|show|open)\s+(?<path>\S+)$/i,
  next({ path = '' }, steps) {
    const last = steps.at(-1);
    if (last === undefined) return { say: `Reading ${path}.`, calls: [['read_text_file', { path }]] };
    return done(
      last.isError
        ? `I could not read ${path}: ${firstLine(last.text)}`
        : `${path} has ${last.text.length} characters and begins with: "${firstLine(last.text)}"`,
    );
  },
};

const list: Plan = {
  matches: /^(?:list|ls|dir)\b|\bfiles\b/i,
  next(_given, steps) {
    const last = steps.at(-1);
    return last === undefined ? { say: 'Looking.', calls: [['list_directory', { path: '.' }]] } : done(last.text);
  },
};

function summary(deletions: readonly Step[]): string {
  const name = ({ args }: Step) => String(args['path']);
  const gone = deletions.filter((step) => !step.isError).map(name);
  const kept = deletions.filter((step) => step.isError);
  const parts = [
    ...(gone.length > 0 ? [`Deleted ${gone.join(' and ')}.`] : []),
    ...kept.map((step) => `Kept ${name(step)}: ${firstLine(step.text)}`),
  ];
  return parts.join(' ');
}

/** The first that matches the task is taken. */
export const plans: readonly Plan[] = [resume, write, revise, begin, publish, remove, read, tidy, list];
