/**
 * What is wrong and what to do about it, at the top of every view. Runs in popup and options.
 */
import type { JSX } from 'preact';
import type { Problem } from '../background/ui-messages.ts';

export function ProblemList({ problems }: { readonly problems: readonly Problem[] }): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <div class="problems" role="alert">
      {problems.map(({ code, message, remedy }) => (
        <section class="problem" key={code + message} data-code={code}>
          <p class="problem-message">{message}</p>
          <p class="problem-remedy">{remedy}</p>
        </section>
      ))}
    </div>
  );
}
