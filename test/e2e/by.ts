/**
 * Selectors for what a person or a screen reader finds on a page: its role, and the whole of its accessible name. For pages that
 * puppeteer drives. The browser is asked with each frame it draws: of a page that is behind another one, nothing is found.
 */
const by = (role: string, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

export const button = (name: string): string => by('button', name);
export const textbox = (name: string): string => by('textbox', name);
export const combobox = (name: string): string => by('combobox', name);
export const link = (name: string): string => by('link', name);
export const region = (name: string): string => by('region', name);
