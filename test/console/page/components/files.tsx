/** The scratch folder as it is on the disk. */
import { refreshFiles, resetFiles } from '../actions.ts';
import { files, info } from '../state.ts';

export function Files() {
  return (
    <section class="panel" aria-labelledby="files-title">
      <header>
        <h2 id="files-title">Scratch folder</h2>
        <button type="button" class="link" data-testid="refresh-files" onClick={refreshFiles}>
          Refresh
        </button>
        <button type="button" class="link" data-testid="reset-files" onClick={resetFiles}>
          Reset
        </button>
      </header>
      <p class="path" title={info.value.scratch}>
        {info.value.scratch}
      </p>
      {files.value.length === 0 ? (
        <p class="none">The folder is empty.</p>
      ) : (
        <ul class="files" data-testid="files">
          {files.value.map(({ path, size }) => (
            <li key={path} data-testid={`file-${path}`}>
              <span>{path}</span>
              <span class="size">{size.toLocaleString('en')} B</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
