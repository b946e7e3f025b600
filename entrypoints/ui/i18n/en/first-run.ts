/** The page after the installation. */
export const firstRun = {
  pageTitle: 'Welcome to Interlock',
  title: 'Interlock keeps the tool calls of your agent in order',
  lead: 'A small state machine says what has to come first. Interlock watches the tool calls of the web consoles you use, lets a call through, refuses it with a reason the model reads, or holds it until you decide. It never allows what the console itself would refuse.',
  example: 'What a guarded task looks like',
  denied: 'denied',
  deniedWhy: 'The tool is not called. The model reads: “Read notes.md before writing.”',
  allowed: 'allowed',
  readWhy: 'Nothing speaks against it. The file is now “read”.',
  writeWhy: 'The file was read before, so the same call goes through, untouched.',
  asked: 'waits for you',
  askedWhy:
    'Deleting needs a person: the button in the toolbar shows a 1. Open it, look at the arguments, allow it once or deny it with a note.',
  next: 'Where to go from here',
  console: 'Try it in the local console: run {command} in the project’s folder, and give the agent a task.',
  showConsole: 'Show the console',
  sites:
    'Local addresses are guarded from the start, with “read-before-write”. Add other sites and machines in the options.',
  popup: 'What waits, and the state of every file, is behind the button in the toolbar. <a>It opens in a tab, too.</a>',
  privacy: 'Nothing leaves this browser: no account, no telemetry, no code from elsewhere.',
  open: 'First steps',
} as const;
