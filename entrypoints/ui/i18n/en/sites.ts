/** Guarded sites in the options. */
export const sites = {
  title: 'Sites',
  lead: 'The first entry that covers a page applies. <em>Enforce</em> holds and refuses calls; <em>observe only</em> records what it would have done; <em>off</em> leaves the page alone.',
  mode: 'Mode on {match}',
  modeEnforce: 'Enforce',
  modeObserve: 'Observe only',
  modeOff: 'Off',
  notGuarded: 'Not guarded.',
  noMachines: 'No machines in force: every call is let through and recorded.',
} as const;
