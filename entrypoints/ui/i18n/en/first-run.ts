/** The page after the installation. */
export const firstRun = {
  pageTitle: 'Welcome to Interlock',
  title: 'Interlock keeps the tool calls of your agent in order',
  lead: 'A small state machine says what has to come first. Interlock watches the tool calls of the web consoles you use, lets a call through, refuses it with a reason the model reads, or holds it until you decide. It never allows what the console itself would refuse.',
  example: 'See a task being guarded',
  exampleText:
    'Four calls of an agent, decided here by the engine itself with the machines “read-before-write” and “confirm-before-delete”. No tool is called.',
  runFirst: 'Make the first call',
  runNext: 'Make the next call',
  runAgain: 'Start again',
  notRun: 'not made yet',
  modelReads: 'The tool is not called. The model reads:',
  personReads: 'It waits for you; on a page, the button in the toolbar shows a 1.',
  moved: '“{key}” goes from “{from}” to “{to}”.',
  allowOnce: 'Allow once',
  deny: 'Deny',
  youAllowed: 'You allowed it, so the tool was called.',
  youDenied: 'You denied it, so the tool was not called.',
  live: 'Calls on guarded pages, live',
  console: 'The local console is not open. Run {command} in the project’s folder, and give the agent a task.',
  consoleOpen:
    'The local console is open: give the agent a task there. If nothing appears here, reload the console; a page that was open before Interlock is guarded from then on.',
  showConsole: 'Show the console',
  liveNothing: 'No call yet. The next one appears here as the journal records it: verdict, reason and state.',
  next: 'Where to go from here',
  sites:
    'Local addresses are guarded from the start, with “read-before-write”. Add other sites and machines in the options.',
  popup: 'What waits, and the state of every file, is behind the button in the toolbar. <a>It opens in a tab, too.</a>',
  privacy: 'Nothing leaves this browser: no account, no telemetry, no code from elsewhere.',
  open: 'First steps',
} as const;
