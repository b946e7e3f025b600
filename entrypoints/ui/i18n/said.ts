/**
 * Sentences that come to a page as English text (the engine's reasons, what the background or a store reports) in the language
 * that is shown. They are found by their forms, so that what the model reads and what is stored stays English; what has no form,
 * such as a reason in a person's own machine, stays as it was written. Runs in extension pages.
 *
 * `said` reads signals: what calls it while rendering is drawn anew when the language changes or its forms have come.
 */
import { effect, signal } from '@preact/signals';
import { language } from './i18n.ts';

type Translate = (text: string) => string;

const inLanguage = signal<Translate | null>(null);

effect(() => {
  if (language.value !== 'zh-CN') {
    inLanguage.value = null;
    return;
  }
  import('./zh-cn/said.ts').then(
    ({ saidInChinese }) => {
      if (language.peek() === 'zh-CN') inLanguage.value = saidInChinese;
    },
    (error: unknown) => console.error('Interlock: the texts of reasons could not be loaded.', error),
  );
});

/** The text with the sentences that are known put into the language that is shown. */
export function said(text: string): string {
  return inLanguage.value?.(text) ?? text;
}
