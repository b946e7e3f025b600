import { tamperedSuite } from './tampered-suite.ts';

await tamperedSuite('firefox');
