import { storeSuite } from './store-suite.ts';
import { newJsonlStorage } from './store-suite-jsonl.ts';

storeSuite('the store in a JSONL file', newJsonlStorage, {
  connections: 'the file is locked: a second opening is refused',
  'stored rows': 'rows are folded from the journal and never stored',
});
