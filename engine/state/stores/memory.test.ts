import { createMemoryStore } from './memory.ts';
import { storeSuite } from './store-suite.ts';

const inMemory = 'a store in memory is its own storage';
const notStored = 'what is in memory was never decoded';

storeSuite(
  'the store in memory',
  async () => {
    const store = createMemoryStore();
    const never = async (): Promise<void> => {
      throw new Error(notStored);
    };
    return { open: async () => store, plantRow: never, plantEntry: never, dispose: () => store.close() };
  },
  { persistence: inMemory, connections: inMemory, 'stored rows': notStored, 'stored entries': notStored },
);
