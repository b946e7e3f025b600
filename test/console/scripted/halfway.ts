/** A task that the model leaves half done, and what it does when it is told so. Pure. */
import { done, type Plan } from './plan.ts';
import { firstLine } from './steps.ts';

/** Reads what it should go on to write, and stops there. */
export const begin: Plan = {
  matches: /^begin\s+(?<path>\S+)$/i,
  next({ path = '' }, steps) {
    const last = steps.at(-1);
    if (last === undefined) return { say: `I will begin with ${path}.`, calls: [['read_text_file', { path }]] };
    return done(
      last.isError
        ? `I could not read ${path}: ${firstLine(last.text)}`
        : `I have read ${path}, and that is where I leave it.`,
    );
  },
};

/** Somebody says what is unfinished, naming a file in brackets: `machine[path]=state`. */
export const resume: Plan = {
  matches: /\[(?<path>[^\]]+)\]=/,
  next({ path = '' }, steps) {
    const last = steps.at(-1);
    if (last === undefined)
      return {
        say: `I am told that ${path} is unfinished, so I will finish it.`,
        calls: [['write_file', { path, content: 'Finished.\n' }]],
      };
    return done(
      last.isError ? `I could not finish ${path}: ${firstLine(last.text)}` : `Done: ${path} is finished now.`,
    );
  },
};
