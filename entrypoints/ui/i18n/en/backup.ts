/** Backup: settings and machines out and in. */
export const backup = {} as const;
