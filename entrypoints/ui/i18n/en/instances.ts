/** Instances, their history, runs, kill switch and coverage in the popup. */
export const instances = {} as const;
