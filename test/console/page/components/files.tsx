/** The files that the tools work on: the scratch folder as it is on the disk, or those that the page keeps. */
import { refreshFiles, resetFiles } from '../actions.ts';
import { usesServers } from '../level.ts';
import { files, info } from '../state.ts';

export function Files() {
  const place = usesServers ? info.value.scratch : 'In memory, until the page is loaded anew';
  return (
    <section class="panel" aria-labelledby="files-title">
      <header>
        <h2 id="files-title">{usesServers ? 'Scratch folder' : 'Files of this page'}</h2>
        <button type="button" class="link" onClick={refreshFiles}>
          Refresh
        </button>
        <button type="button" class="link" onClick={resetFiles}>
          Reset
        </button>
      </header>
      <p class="path" title={place}>
        {place}
      </p>
      {files.value.length === 0 ? (
        <p class="none">There are no files.</p>
      ) : (
        <ul class="files" aria-label="Files">
          {files.value.map(({ path, size }) => (
            <li key={path}>
              <span>{path}</span>
              <span class="size">{size.toLocaleString('en')} B</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
