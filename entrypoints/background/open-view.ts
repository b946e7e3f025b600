/**
 * Opens the view of the waiting calls from the background: the popup where the browser lets it, else a small window. Runs in the
 * background.
 */

/** The part of the browser's API that is used here. */
export interface ViewApi {
  readonly action: { openPopup(): Promise<void> };
  readonly tabs: {
    query(query: { readonly url: string }): Promise<readonly { readonly id?: number; readonly windowId?: number }[]>;
    update(tab: number, change: { readonly active: true }): Promise<unknown>;
  };
  readonly windows: {
    create(options: {
      readonly url: string;
      readonly type: 'popup';
      readonly width: number;
      readonly height: number;
    }): Promise<unknown>;
    update(window: number, change: { readonly focused: true }): Promise<unknown>;
  };
}

const WIDTH = 440;
const HEIGHT = 680;

/**
 * `address` is that of the popup page, `about` the tab that a window of its own is about: it has no page beside it. Rejects when
 * no view can be opened.
 */
export async function openView({ action, tabs, windows }: ViewApi, address: string, about?: number): Promise<void> {
  const [known] = await tabs.query({ url: `${address}*` });
  if (known?.id !== undefined && known.windowId !== undefined) {
    await tabs.update(known.id, { active: true });
    await windows.update(known.windowId, { focused: true });
    return;
  }
  try {
    await action.openPopup();
  } catch (error) {
    // No window that could show it, or a browser that only lets a click do it.
    console.warn('Interlock: the popup could not be opened; a window takes its place.', error);
    const url = about === undefined ? address : `${address}?tab=${about}`;
    await windows.create({ url, type: 'popup', width: WIDTH, height: HEIGHT });
  }
}
