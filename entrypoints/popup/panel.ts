/**
 * The same view at the side of the window: Chromium's side panel, Firefox's sidebar. Runs in popup and side panel.
 */
import browser from 'webextension-polyfill';

/** The part of Chromium's `sidePanel` API that is used; the polyfill does not know it. */
interface SidePanelApi {
  open(options: { readonly windowId: number }): Promise<void>;
}

/** Whether this page is the popup of the toolbar, which closes when it loses the focus. */
export function isPopup(): boolean {
  return browser.extension.getViews({ type: 'popup' }).includes(window);
}

/**
 * Opens the view at the side and closes the popup; `null` where this is no popup, or the browser has no side. To be called by a
 * click, before anything is waited for: browsers ask for that.
 */
export function panelOpener(windowId: number | null): (() => void) | null {
  if (!isPopup()) return null;
  const open = opener(windowId);
  if (open === null) return null;
  return () => {
    open().then(
      () => window.close(),
      (error: unknown) => console.error('Interlock: the side panel could not be opened.', error),
    );
  };
}

function opener(windowId: number | null): (() => Promise<void>) | null {
  const { sidePanel } = browser as { readonly sidePanel?: SidePanelApi };
  if (sidePanel !== undefined && windowId !== null) return () => sidePanel.open({ windowId });
  // Chromium has no `sidebarAction`.
  const { sidebarAction } = browser as { readonly sidebarAction?: typeof browser.sidebarAction };
  return sidebarAction === undefined ? null : () => sidebarAction.open();
}
