/**
 * Brings the texts of the options and the first page along. To be imported by their roots, before anything is drawn.
 */
import * as english from './en/options.ts';
import { addTexts } from './i18n.ts';

addTexts({ en: english, 'zh-CN': () => import('./zh-cn/options.ts') });
