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
export const searchbox = (name: string): string => by('searchbox', name);
export const complementary = (name: string): string => by('complementary', name);
export const list = (name: string): string => by('list', name);
export const image = (name: string): string => by('image', name);
export const dialog = (name: string): string => by('dialog', name);
export const table = (name: string): string => by('table', name);
export const listitem = (name: string): string => by('listitem', name);
/** Of one that is on or off. */
export const toggle = (name: string): string => by('switch', name);
