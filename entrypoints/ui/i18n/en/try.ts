/** Trying machines on traces in the options. */
export const tryOut = {} as const;
