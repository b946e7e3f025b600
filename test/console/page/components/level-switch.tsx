/** What goes through the page: calls to MCP servers, the talk with the model, or both. Each is an address of its own. */
import { addressAt, type Level, level } from '../level.ts';

const CHOICES: readonly { readonly level: Level; readonly label: string; readonly title: string }[] = [
  { level: 'mcp', label: 'MCP servers', title: 'The tools are MCP servers; the page sends each call to them' },
  { level: 'model', label: 'In the page', title: 'The page talks to the model itself and runs the tools it asks for' },
  { level: 'both', label: 'Both', title: 'The page talks to the model itself; the tools are MCP servers' },
];

export function LevelSwitch() {
  return (
    <nav class="switch" aria-label="Tools">
      <span aria-hidden="true">Tools</span>
      <ul>
        {CHOICES.map((choice) => (
          <li key={choice.level}>
            <a
              href={addressAt(choice.level)}
              title={choice.title}
              aria-current={choice.level === level ? 'page' : undefined}
            >
              {choice.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
