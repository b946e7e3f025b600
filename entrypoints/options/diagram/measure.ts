/**
 * Widths of texts in the fonts of the diagram. Runs in the options page.
 */
import type { Measure } from './drawing.ts';

let canvas: CanvasRenderingContext2D | null = null;

/** As in the style sheet: states in the page's font, labels in its monospace one. */
export const measure: Measure = (text, role) => {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (canvas === null) return text.length * 8;
  const style = getComputedStyle(document.documentElement);
  const family = style.getPropertyValue(role === 'state' ? '--sans' : '--mono');
  canvas.font = role === 'state' ? `600 13px ${family}` : `11px ${family}`;
  return canvas.measureText(text).width;
};
