/** Entry of the console's page: connects and draws. */
import { render } from 'preact';
import { open } from './actions.ts';
import { App } from './components/app.tsx';
import { installHook } from './test-hook.ts';

installHook();
const root = document.getElementById('app');
if (root === null) throw new Error('The page has no #app.');
render(<App />, root);
await open();
