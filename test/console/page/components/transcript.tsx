/** The conversation, following its end as it grows. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usesServers } from '../level.ts';
import { calls, type Item, items } from '../state.ts';
import { CallCard } from './call-card.tsx';

/** Closer to the end than this many pixels counts as reading along. */
const NEAR_END = 120;

export function Transcript() {
  const box = useRef<HTMLDivElement>(null);
  const shown = items.value;
  const states = calls.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END + 400) {
      element.scrollTop = element.scrollHeight;
    }
  }, [shown, states]);

  return (
    <div class="transcript" ref={box}>
      <div class="column" role="log" aria-label="Transcript" aria-live="polite">
        {shown.length === 0 && <Welcome />}
        {shown.map((item) => (
          <Entry key={item.key} item={item} />
        ))}
      </div>
    </div>
  );
}

function Welcome() {
  return (
    <div class="welcome">
      <h2>What shall the agent do?</h2>
      {usesServers ? (
        <p>It has a scratch folder and real tools: whatever it writes, publishes or deletes there really happens.</p>
      ) : (
        <p>The page talks to the model itself, and runs the tools that it asks for on the files beside.</p>
      )}
    </div>
  );
}

function Entry({ item }: { readonly item: Item }) {
  switch (item.kind) {
    case 'user':
      return (
        <article class="message user" aria-label="You">
          {item.text}
        </article>
      );
    case 'assistant':
      return (
        <article class="message assistant" aria-label="Agent">
          {item.text.trim()}
        </article>
      );
    case 'failure':
      return (
        <article class="message failure" aria-label="Failure">
          {item.text}
        </article>
      );
    case 'call': {
      const view = calls.value.get(item.key);
      return view === undefined ? null : <CallCard view={view} />;
    }
  }
}
