/** Call one tool by hand, past the model. */
import { useRef, useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../../../engine/tool-call.ts';
import { callTool } from '../actions.ts';
import { calls, newKey, ready, tools } from '../state.ts';
import { CallCard } from './call-card.tsx';

export function Playground() {
  const listed = tools.value.tools;
  const [chosen, setChosen] = useState('read_text_file');
  const [text, setText] = useState('{ "path": "notes.txt" }');
  const [problem, setProblem] = useState('');
  const [key, setKey] = useState('');
  const controller = useRef(new AbortController());
  const view = calls.value.get(key);
  const busy = view?.state === 'running';

  const run = (event: Event) => {
    event.preventDefault();
    const args = parse(text);
    if (typeof args === 'string') {
      setProblem(args);
      return;
    }
    setProblem('');
    controller.current = new AbortController();
    const next = newKey();
    setKey(next);
    void callTool(chosen, args, controller.current.signal, next);
  };

  return (
    <section class="panel" aria-labelledby="call-title">
      <header>
        <h2 id="call-title">Call a tool</h2>
      </header>
      <form class="stack" onSubmit={run}>
        <label>
          <span>Tool</span>
          <select
            value={chosen}
            onChange={(event) => {
              const name = event.currentTarget.value;
              setChosen(name);
              setText(example(listed.find((tool) => tool.name === name)?.schema));
            }}
          >
            {listed.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Arguments (JSON)</span>
          <textarea
            rows={4}
            spellcheck={false}
            value={text}
            aria-invalid={problem !== ''}
            aria-describedby="args-problem"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <p id="args-problem" class="problem" role="alert">
          {problem}
        </p>
        <div class="row">
          <button type="submit" class="primary" disabled={!ready.value || busy}>
            Call
          </button>
          {busy && (
            <button type="button" class="quiet" onClick={() => controller.current.abort()}>
              Stop
            </button>
          )}
        </div>
      </form>
      {view !== undefined && (
        <div class="outcome">
          <CallCard view={view} />
        </div>
      )}
    </section>
  );
}

/** @returns the arguments, or what is wrong with them */
function parse(text: string): JsonObject | string {
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    return 'Arguments must be a JSON object, as in { "path": "notes.txt" }.';
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** An object with the fields the tool requires. */
function example(schema: JsonObject | undefined): string {
  const required = schema?.['required'];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, name === 'path' ? 'notes.txt' : ''])), null, 2);
}
