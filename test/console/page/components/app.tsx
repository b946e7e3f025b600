/** The page's frame: header, conversation on the left, files and tools beside it. */
import { Composer } from './composer.tsx';
import { Files } from './files.tsx';
import { Header } from './header.tsx';
import { Playground } from './playground.tsx';
import { Transcript } from './transcript.tsx';

export function App() {
  return (
    <div class="frame">
      <Header />
      <main class="chat" aria-label="Conversation">
        <Transcript />
        <Composer />
      </main>
      <aside class="side">
        <Files />
        <Playground />
      </aside>
    </div>
  );
}
