/** Waiting calls and decisions in the popup. */
import type { Area } from '../message-types.ts';

export const popup = {
  pageTitle: 'Interlock',
} satisfies Area<'popup'>;
