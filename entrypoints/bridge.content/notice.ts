/**
 * A small notice in the corner of the page: a call waits. It says the tool's name and nothing else of the call, takes no click, and
 * moves nothing on the page.
 *
 * Runs in the isolated world, and draws in a closed shadow root. Styles are set one by one, as properties: no content security
 * policy forbids that. Nothing in it moves.
 */

import type { Language } from '../ui/i18n/language.ts';

export interface Notice {
  /** The tools of the calls that wait, oldest first; none takes the notice away. */
  show(tools: readonly string[]): void;
  /** Says what it says in this language from now on. */
  speak(language: Language): void;
}

/** The text about the tool that waits longest, and how many wait. */
type Words = (language: Language, tool: string, count: number) => string;

const HOST_STYLE: Readonly<Record<string, string>> = {
  all: 'initial',
  position: 'fixed',
  inset: 'auto 16px 16px auto',
  'z-index': '2147483647',
  'pointer-events': 'none',
  'max-width': 'min(360px, calc(100vw - 32px))',
  'color-scheme': 'light dark',
  contain: 'layout style',
};

const BOX_STYLE: Readonly<Record<string, string>> = {
  display: 'block',
  padding: '8px 14px',
  border: '1px solid light-dark(#c9a15d, #7a5c24)',
  'border-radius': '8px',
  background: 'light-dark(#fdf1dd, #3a2d18)',
  color: 'light-dark(#5c3200, #f6d49a)',
  font: '13px/18px system-ui, sans-serif',
  'box-shadow': '0 2px 8px #0003',
  'overflow-wrap': 'anywhere',
};

export function createNotice(document: Document, words: Words, language: Language): Notice {
  let spoken = language;
  let waiting: readonly string[] = [];
  let host: HTMLElement | null = null;
  let box: HTMLElement | null = null;
  const put = (): HTMLElement => {
    host = styled(document.createElement('div'), HOST_STYLE);
    const made = styled(document.createElement('div'), BOX_STYLE);
    made.setAttribute('role', 'status');
    host.attachShadow({ mode: 'closed' }).append(made);
    document.documentElement.append(host);
    return made;
  };
  const draw = (): void => {
    const [oldest] = waiting;
    if (oldest === undefined) {
      host?.remove();
      host = null;
      box = null;
      return;
    }
    box ??= put();
    box.lang = spoken;
    box.textContent = words(spoken, oldest, waiting.length);
  };
  return {
    show(tools) {
      waiting = tools;
      draw();
    },
    speak(next) {
      spoken = next;
      draw();
    },
  };
}

/** The page's own style sheets must not reach it. */
function styled(element: HTMLElement, style: Readonly<Record<string, string>>): HTMLElement {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, 'important');
  return element;
}
