/**
 * The engine's sentences about a document and its schema in the language that is shown. Runs in the options page. English is the engine's own;
 * another language has a form for each of its forms, loaded when that language is first shown.
 *
 * `worded` reads signals: what calls it while rendering is drawn anew when the language changes or its forms have come.
 */
import { effect, signal } from '@preact/signals';
import type { Wording } from '../../../engine/dsl/diagnostic.ts';
import { english, fillIn, type Message } from '../../../engine/say.ts';
import { language } from './i18n.ts';
import { sentences } from './sentences.ts';

interface Wordings {
  readonly forms: Readonly<Record<string, string>>;
  /** What libraries say. */
  readonly foreign: (text: string) => string | null;
}

const chinese = signal<Wordings>({ forms: {}, foreign: () => null });

effect(() => {
  if (language.value !== 'zh-CN') return;
  Promise.all([import('./zh-cn/diagnostics.ts'), import('./zh-cn/foreign.ts'), import('./zh-cn/schema.ts')]).then(
    ([{ DIAGNOSTICS }, { libraryInChinese }, { SCHEMA }]) => {
      chinese.value = { forms: { ...DIAGNOSTICS, ...SCHEMA }, foreign: libraryInChinese };
    },
    (error: unknown) => console.error('Interlock: the texts of diagnostics could not be loaded.', error),
  );
});

/** The sentence; what has no form in the language stays English. */
export function worded(message: Message): string {
  return language.value === 'zh-CN' ? inForms(message, chinese.value) : english(message);
}

/** Message and hint. */
export function wholeText({ message, hint }: Wording): string {
  return hint === undefined ? worded(message) : sentences(worded(message), worded(hint));
}

function inForms(message: Message, known: Wordings): string {
  const form = Object.hasOwn(known.forms, message.form) ? known.forms[message.form] : undefined;
  if (form === undefined) return known.foreign(english(message)) ?? english(message);
  return fillIn(
    form,
    message.values.map((value) => (typeof value === 'object' ? inForms(value, known) : String(value))),
  );
}
