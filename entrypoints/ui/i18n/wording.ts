/**
 * The engine's sentences about a document in the language that is shown. Runs in the options page. English is the engine's own;
 * another language has a form for each of its forms, loaded when that language is first shown.
 *
 * `worded` reads signals: what calls it while rendering is drawn anew when the language changes or its forms have come.
 */
import { effect, signal } from '@preact/signals';
import type { Wording } from '../../../engine/dsl/diagnostic.ts';
import { english, fillIn, type Message } from '../../../engine/say.ts';
import { language } from './i18n.ts';

const forms = signal<Readonly<Record<string, string>>>({});

effect(() => {
  if (language.value !== 'zh-CN') return;
  import('./zh-cn/diagnostics.ts').then(
    ({ DIAGNOSTICS }) => {
      forms.value = DIAGNOSTICS;
    },
    (error: unknown) => console.error('Interlock: the texts of diagnostics could not be loaded.', error),
  );
});

/** The sentence; what has no form in the language, such as the words of a parser that is not ours, stays English. */
export function worded(message: Message): string {
  return language.value === 'zh-CN' ? inForms(message, forms.value) : english(message);
}

/** Message and hint. */
export function wholeText({ message, hint }: Wording): string {
  return hint === undefined ? worded(message) : `${worded(message)} ${worded(hint)}`;
}

function inForms(message: Message, known: Readonly<Record<string, string>>): string {
  const form = Object.hasOwn(known, message.form) ? known[message.form] : undefined;
  if (form === undefined) return english(message);
  return fillIn(
    form,
    message.values.map((value) => (typeof value === 'object' ? inForms(value, known) : String(value))),
  );
}
