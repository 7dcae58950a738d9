/** The share button: puts a link into the address bar and onto the clipboard, or says why there is none. */

import { copied } from "../clipboard.ts";
import { formatBytes } from "../format.ts";
import { SIDES, sizeOf } from "../project.ts";
import { encode, MAX_LINK } from "../share.ts";
import type { Page } from "../state.svelte.ts";

/** What is longer, in bytes, cannot become a link however well it is packed, and is not read for it. */
const MAX_TRIED = 4 * 1024 * 1024;

/** Shares what is on the page. */
export async function share(page: Page): Promise<void> {
  const { revision } = page;
  const size = SIDES.flatMap((side) => [...page.project[side].values()]).reduce((sum, one) => sum + sizeOf(one), 0);
  const fragment = size > MAX_TRIED ? undefined : await encode(page.drafting.shared());
  if (fragment === undefined || fragment.length > MAX_LINK) {
    const text =
      fragment === undefined
        ? `${formatBytes(size)} are too long for a link to be passed on.`
        : `A link of ${formatBytes(fragment.length)} is too long to be passed on.`;
    page.notice = { text, action: { label: "Take a zip instead", run: () => page.takeAway.keepZip() } };
    return;
  }
  history.replaceState(null, "", `#${fragment}`);
  // The page may have changed since, which the link does not hold.
  page.linked = revision;
  page.notice = { text: (await copied(location.href)) ? "The link is copied." : "The link is in the address bar." };
}
