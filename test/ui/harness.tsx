/**
 * Mounts the real popup or options page on a background that plays one scene: `harness.html?scene=NAME`. For looking at views.
 */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { defaultSettings } from '../../entrypoints/background/settings.ts';
import { argumentSlice } from '../../entrypoints/background/shown-arguments.ts';
import type { Outcome, UiReply, UiRequest } from '../../entrypoints/background/ui-messages.ts';
import { createNotice } from '../../entrypoints/bridge.content/notice.ts';
import { noticeText } from '../../entrypoints/bridge.content/notice-text.ts';
import { LiveCalls } from '../../entrypoints/first-run/live-calls.ts';
import { Model as OptionsModel } from '../../entrypoints/options/model.ts';
import { Model as PopupModel } from '../../entrypoints/popup/model.ts';
import { setLanguage } from '../../entrypoints/ui/i18n/i18n.ts';
import type { Language } from '../../entrypoints/ui/i18n/language.ts';
import type { LinkPort } from '../../entrypoints/ui/link.ts';
import { fakeBrowser } from './fake-browser.ts';
import { instanceAnswers } from './instance-scenes.ts';
import { ENDED_CALLS } from './journal-entries.ts';
import { OPTIONS_SCENES, SEEN_PAGES, withBundled } from './options-scenes.ts';
import { ARGUMENTS, NOTICES, NOW, OUTCOMES, OVERVIEWS, STOPPED } from './scenes.ts';
import '../../entrypoints/ui/theme.css';

const nothing = (): void => undefined;
/** The tab is there, unless everything fails. */
const showTab = async (): Promise<void> => {
  if (scene === 'failing') throw new Error('No tab with id: 12.');
};
/** One key is set, the other is taken by somebody else. */
const shortcuts = async () => ({ open: 'Alt+Shift+L', stop: '' });
const asked = new URLSearchParams(location.search);
const scene = asked.get('scene') ?? 'empty';
const language: Language = asked.get('language') === 'zh-CN' ? 'zh-CN' : 'en';
const FULL =
  'Cannot write to store "interlock": there is no room left. Nothing was stored. Free disk space, or export and clear the journal.';
const journal = OPTIONS_SCENES[scene]?.journal ?? 0;
let configuration = OPTIONS_SCENES[scene]?.configuration;
const root = document.getElementById('app');
if (root === null) throw new Error('The harness has no place to draw in.');

const answerInstances = instanceAnswers(scene, NOW);
document.documentElement.lang = language;
// Each view comes with its own styles and texts alone, as in the extension; the language is chosen when its texts are there.
if (Object.hasOwn(OVERVIEWS, scene)) {
  await import('../../entrypoints/popup/style.css');
  const { App: Popup } = await import('../../entrypoints/popup/app.tsx');
  await setLanguage(language);
  const model = new PopupModel({ connect: fakePort, tab: 7 });
  render(<Popup model={model} browser={{ openOptions: nothing, showTab, openPanel: nothing, shortcuts }} />, root);
} else if (scene.startsWith('first-run')) {
  await import('../../entrypoints/first-run/style.css');
  const { App: FirstRun } = await import('../../entrypoints/first-run/app.tsx');
  await setLanguage(language);
  const live = new LiveCalls(async () => ({
    newest: async () => ENDED_CALLS.length - 1,
    async *journal(from = 0) {
      yield* ENDED_CALLS.slice(from);
    },
    close: async () => undefined,
  }));
  await live.grown(-1);
  await live.grown(ENDED_CALLS.length - 1);
  render(
    <FirstRun
      openOptions={nothing}
      showConsole={signal(nothing)}
      live={live}
      stop={signal(scene === 'first-run-stopped' ? STOPPED : null)}
      chooseLanguage={setLanguage}
    />,
    root,
  );
} else if (Object.hasOwn(NOTICES, scene)) {
  root.innerHTML = `<main aria-busy="false">${'<p>What a page of somebody else shows.</p>'.repeat(12)}</main>`;
  createNotice(document, noticeText, language).show(NOTICES[scene] ?? []);
} else {
  await import('../../entrypoints/options/style.css');
  const { App: Options } = await import('../../entrypoints/options/app.tsx');
  await setLanguage(language);
  const { typed, bundled } = OPTIONS_SCENES[scene] ?? {};
  if (bundled !== undefined) {
    const text = await (await fetch(`/machines/${bundled}.yaml`)).text();
    configuration = configuration && withBundled(configuration, bundled, text);
  }
  const model = new OptionsModel(fakePort);
  if (bundled !== undefined) model.select({ from: 'bundled', name: bundled });
  if (typed !== undefined) model.begin({ name: 'my-machines', text: typed });
  location.hash = OPTIONS_SCENES[scene]?.view ?? 'machines';
  render(<Options model={model} browser={fakeBrowser(journal)} />, root);
}
document.documentElement.dataset['scene'] = scene;
// For tests: another language while the page is open.
addEventListener('language', (event) => {
  const chosen = (event as CustomEvent<Language>).detail;
  document.documentElement.lang = chosen;
  setLanguage(chosen).catch(console.error);
});

function fakePort(): LinkPort {
  const listeners: ((message: unknown) => void)[] = [];
  const reply = (message: UiReply): void => {
    queueMicrotask(() => {
      for (const listener of listeners) listener(message);
    });
  };
  return {
    postMessage: (message) => answer(message as UiRequest, reply),
    onMessage: { addListener: (listener) => listeners.push(listener) },
    onDisconnect: { addListener: () => undefined },
  };
}

function sliceOf({ ticket, field, from }: Extract<UiRequest, { readonly type: 'argument' }>): string {
  const call = OVERVIEWS[scene]?.waiting.find((one) => one.ticket === ticket);
  const args = call === undefined ? undefined : ARGUMENTS.get(call);
  return args === undefined ? '' : argumentSlice(args, field, from, 65_536);
}

const EDITED: Outcome = { kind: 'edited', reason: null };
/** The machines do not let it through with the arguments that a person gave it. */
const AS_CHANGED: Outcome = {
  kind: 'refused',
  reason: 'As changed, it has to be decided anew: Moving "content/posts" needs a person.',
};
let decided = 0;

function answer(request: UiRequest, reply: (message: UiReply) => void): void {
  if (scene === 'failing' && 'request' in request) {
    reply({ type: 'refused', request: request.request, reason: FULL });
    return;
  }
  switch (request.type) {
    case 'watch_overview': {
      const overview = OVERVIEWS[scene];
      if (overview !== undefined) reply({ type: 'overview', overview });
      break;
    }
    case 'watch_configuration': {
      if (configuration !== undefined) reply({ type: 'configuration', configuration });
      break;
    }
    case 'decide': {
      const outcome = OUTCOMES[decided++ % OUTCOMES.length];
      if (outcome !== undefined) reply({ type: 'decided', ticket: request.ticket, outcome });
      break;
    }
    case 'argument':
      reply({ type: 'argument', request: request.request, text: sliceOf(request) });
      break;
    case 'deny_all': {
      const waiting = (OVERVIEWS[scene]?.waiting ?? []).filter(
        ({ thread, run }) => thread === request.thread && (run !== null) === request.current,
      );
      const outcome: Outcome = { kind: 'denied', reason: request.note ?? null };
      reply({
        type: 'denied_all',
        request: request.request,
        outcomes: waiting.map(({ ticket }) => ({ ticket, outcome })),
      });
      break;
    }
    case 'edit':
      reply({ type: 'decided', ticket: request.ticket, outcome: scene === 'granted' ? AS_CHANGED : EDITED });
      break;
    case 'read_settings':
      reply({ type: 'settings', request: request.request, settings: defaultSettings() });
      break;
    case 'see_site':
      reply({ type: 'site_seen', request: request.request, pages: SEEN_PAGES });
      break;
    case 'watch_instances':
    case 'history':
    case 'reset':
    case 'undo_reset':
    case 'start_runs':
    case 'stop_all':
    case 'lift_stop':
    case 'coverage':
      answerInstances(request, reply);
      break;
    case 'watch_stop':
      reply({ type: 'stop', stop: OPTIONS_SCENES[scene]?.stopped === true ? STOPPED : null });
      break;
    case 'watch_states':
      reply({ type: 'states', counts: OPTIONS_SCENES[scene]?.states ?? [] });
      break;
    case 'watch_journal':
      reply({ type: 'journal', newest: typeof journal === 'number' ? journal - 1 : -1 });
      break;
    default:
      if ('request' in request) reply({ type: 'done', request: request.request });
  }
}
