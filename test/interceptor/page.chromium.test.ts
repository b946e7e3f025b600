import { pageSuite } from './page-suite.ts';

await pageSuite('chromium');
