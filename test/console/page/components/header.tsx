/** Name, what goes through the page, connections, model picker. */
import { connectTo, newConversation, speak } from '../actions.ts';
import { usesModel, usesServers } from '../level.ts';
import { SERVERS, type ServerName } from '../mcp/toolbox.ts';
import { connections, era, items } from '../state.ts';
import { LevelSwitch } from './level-switch.tsx';
import { ModelPicker, ProtocolPicker } from './pickers.tsx';

export function Header() {
  return (
    <header class="bar">
      <span class="brand">
        <svg viewBox="0 0 16 16" width="22" height="22" aria-hidden="true">
          <rect width="16" height="16" rx="4" fill="var(--accent)" />
          <path
            d="M4 5l3 3-3 3M8.5 11h4"
            stroke="#fff"
            stroke-width="1.6"
            fill="none"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </svg>
        <h1>Agent console</h1>
      </span>
      <LevelSwitch />
      {usesServers && (
        <ul class="servers" aria-label="MCP servers">
          {SERVERS.map((name) => (
            <Server key={name} name={name} />
          ))}
          {era === 'modern' && <li class="pill">MCP 2026-07-28</li>}
        </ul>
      )}
      <div class="pickers">
        {usesModel && <ProtocolPicker choose={speak} />}
        <ModelPicker />
        <button
          type="button"
          class="quiet"
          aria-label="New conversation"
          disabled={items.value.length === 0}
          onClick={newConversation}
        >
          New
        </button>
      </div>
    </header>
  );
}

function Server({ name }: { readonly name: ServerName }) {
  const connection = connections.value.get(name) ?? { state: 'connecting' };
  const words = {
    connecting: 'connecting',
    connected: 'connected',
    failed: 'not connected',
  }[connection.state];
  return (
    <li class="pill" title={connection.state === 'failed' ? connection.reason : undefined}>
      <span class={`dot ${connection.state}`} aria-hidden="true" />
      {name} <span class={connection.state === 'connected' ? 'unseen' : ''}>{words}</span>
      {connection.state === 'failed' && (
        <button type="button" class="link" onClick={() => connectTo(name)}>
          Retry
        </button>
      )}
    </li>
  );
}
