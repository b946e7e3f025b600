/** Where a person gives the agent a task, in words or by a button. */
import { useState } from 'preact/hooks';
import { scenarios } from '../../scripted/scenarios.ts';
import { send, stop } from '../actions.ts';
import { ready, running } from '../state.ts';

const asked = new URLSearchParams(location.search).get('task') ?? '';

export function Composer() {
  const [text, setText] = useState(asked);
  const busy = running.value !== undefined;
  const usable = ready.value && !busy;
  const submit = (event: Event) => {
    event.preventDefault();
    const task = text.trim();
    if (!usable || task === '') return;
    setText('');
    void send(task);
  };

  return (
    <form class="composer" onSubmit={submit}>
      <div class="column">
        <fieldset class="scenarios" aria-label="Try">
          {scenarios.map(({ id, label, task }) => (
            <button key={id} type="button" class="chip" disabled={!usable} onClick={() => send(task)}>
              {label}
            </button>
          ))}
        </fieldset>
        <div class="entry">
          <textarea
            rows={1}
            aria-label="Task"
            placeholder="Give the agent a task"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
            }}
          />
          {busy ? (
            <button type="button" class="primary" onClick={stop}>
              Stop
            </button>
          ) : (
            <button type="submit" class="primary" disabled={!usable || text.trim() === ''}>
              Send
            </button>
          )}
        </div>
      </div>
    </form>
  );
}
