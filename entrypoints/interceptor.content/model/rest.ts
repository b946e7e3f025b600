/**
 * What a connection brings behind the end of an answer: as a rule nothing, else a mark, or totals that come late. The page's body
 * ends when the server's does, as it would without the guard; a client that stops at the end of the answer has all of it by then.
 *
 * Runs in the page's own world. Nothing that could be read as a call passes here.
 */
import { parseData } from '../../../engine/wire/json.ts';
import type { AnswerReader, AnswerWriter } from '../../../engine/wire/model-adapter.ts';
import type { PageAnswer } from './page-answer.ts';
import { show } from './pass.ts';
import type { Arrived } from './runs.ts';
import type { Upstream } from './upstream.ts';

/** Gives the page the end, and what is left behind it. Resolves when its body is closed; never rejects. */
export type Rest = () => Promise<void>;

interface Answer {
  readonly reader: AnswerReader;
  /** What has come already. */
  readonly behind: readonly Arrived[];
}

export function behindEnd(
  upstream: Upstream,
  page: PageAnswer,
  { reader, behind }: Answer,
  writer: AnswerWriter,
): Rest {
  return async () => {
    try {
      for (let chunk: readonly Arrived[] | null = behind; chunk !== null; chunk = await next(upstream)) {
        for (const arrived of chunk) {
          const { bytes, event } = arrived;
          if (event === null || isMark(event)) page.bytes(bytes);
          else if (reader.isTotals(event)) show(page, writer, event, arrived);
        }
        page.flush();
        await page.demand();
        if (!page.open) return upstream.cancel(undefined);
      }
      page.close();
    } catch (error) {
      page.fail(error);
    }
  };
}

/** `[DONE]` and the like: no JSON. */
const isMark = (event: NonNullable<Arrived['event']>): boolean => parseData(event) === undefined;

async function next(upstream: Upstream): Promise<readonly Arrived[] | null> {
  const runs = await upstream.next();
  return runs === null ? null : runs.flatMap((run) => run.events());
}
