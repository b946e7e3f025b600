/** Waiting calls and decisions in the popup. */
export const popup = {
  pageTitle: 'Interlock',
} as const;
