/**
 * What the notice says, in the language that a person chose for Interlock. Runs in the isolated world; has no more texts than these.
 */
import type { Language } from '../ui/i18n/language.ts';

const TEXTS: Readonly<Record<Language, (tool: string, count: number) => string>> = {
  en: (tool, count) =>
    count === 1
      ? `Interlock holds “${tool}” until you decide`
      : `Interlock holds ${count} calls until you decide, the oldest is “${tool}”`,
  'zh-CN': (tool, count) =>
    count === 1
      ? `Interlock 已暂停“${tool}”，等待你决定`
      : `Interlock 已暂停 ${count} 个调用，等待你决定；最早的是“${tool}”`,
};

/** `tool` waits longest of `count` calls. */
export function noticeText(language: Language, tool: string, count: number): string {
  // What cannot be seen, or reorders what can, has no place in it.
  const name = tool.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd').slice(0, 60);
  return TEXTS[language](name, count);
}
