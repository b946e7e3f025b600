/** Machine sets, editor and diagram in the options. */
export const machines = {} as const;
