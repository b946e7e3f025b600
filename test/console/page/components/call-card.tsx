/** One tool call: what was asked, how it stands, what came of it. */
import { useEffect, useState } from 'preact/hooks';
import type { CallView } from '../state.ts';

/** Results up to this many characters are shown at once. */
const SHORT = 600;
/** No card shows more of a result; the model got all of it. */
const SHOWN = 20_000;

export function CallCard({ view }: { readonly view: CallView }) {
  const fields = Object.entries(view.args);
  return (
    <article class={`call ${view.state}`} aria-label={`Tool call ${view.tool}`}>
      <header>
        <code class="tool">{view.tool}</code>
        <Status view={view} />
      </header>
      {fields.length > 0 && (
        <dl class="args">
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {view.state === 'running' && view.progress !== undefined && view.progress !== '' && (
        <p class="note">{view.progress}</p>
      )}
      {view.result !== undefined && <Result text={view.result} />}
    </article>
  );
}

function Result({ text }: { readonly text: string }) {
  const body = (
    <pre class="result">
      {text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… ${text.length - SHOWN} more characters` : text}
    </pre>
  );
  if (text.length <= SHORT) return body;
  return (
    <details>
      <summary>Result, {text.length.toLocaleString('en')} characters</summary>
      {body}
    </details>
  );
}

function Status({ view }: { readonly view: CallView }) {
  const seconds = useSeconds(view);
  const words = {
    running: seconds < 2 ? 'Running' : `Waiting ${seconds} s`,
    done: 'Done',
    error: 'Not done',
    stopped: 'Stopped',
  }[view.state];
  return (
    <span class="status">
      <span class={`dot ${view.state}`} aria-hidden="true" />
      {words}
    </span>
  );
}

/** How long the call has been running; counts while it does. */
function useSeconds({ state, startedAt }: CallView): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (state !== 'running') return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [state]);
  return Math.max(0, Math.floor((now - startedAt) / 1000));
}
