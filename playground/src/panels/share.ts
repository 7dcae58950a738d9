/** The share button: puts a link into the address bar and onto the clipboard, or says why there is none. */

import { formatBytes } from "../format.ts";
import { encode, MAX_LINK } from "../share.ts";
import type { Page } from "../state.svelte.ts";

/** Shares what is on the page. */
export async function share(page: Page): Promise<void> {
  const fragment = await encode(page.shared());
  if (fragment.length > MAX_LINK) {
    page.notice = {
      text: `A link of ${formatBytes(fragment.length)} is too long to be passed on: take a zip instead.`,
    };
    return;
  }
  history.replaceState(null, "", `#${fragment}`);
  page.linked = page.revision;
  page.notice = { text: (await copied(location.href)) ? "The link is copied." : "The link is in the address bar." };
}

/** Puts a text onto the clipboard, and says whether the browser allowed it. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
