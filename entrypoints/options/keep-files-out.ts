/**
 * A file that is dropped beside the places for files does not take the page's place, and with it what is written there. Runs in
 * the options page.
 */

/** Refuses files wherever nobody has taken the drag. Returns what ends that. */
export function keepFilesOut(page: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  const refuse = (event: DragEvent): void => {
    const { dataTransfer } = event;
    if (event.defaultPrevented || dataTransfer === null || !dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
  return () => {
    page.removeEventListener('dragover', refuse);
    page.removeEventListener('drop', refuse);
  };
}
