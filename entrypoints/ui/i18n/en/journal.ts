/** The journal in the options. */
export const journal = {} as const;
