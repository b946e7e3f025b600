/** The page after the installation. */
export const firstRun = {} as const;
