/** Makes a link that contains the whole project, or returns the reason why that is impossible. */

import { formatBytes, messageOf } from "../format.ts";
import { SIDES, sizeOf } from "../project.ts";
import { encode, MAX_LINK, type Shared } from "../share.ts";

/** The size of a project, in bytes, above which no link is tried: it would be too long even after compression. */
const MAX_TRIED = 4 * 1024 * 1024;

/** The fragment of an address, without `#`, or the reason why the link cannot be made. */
type Link = { fragment: string; fault?: never } | { fragment?: never; fault: string };

export async function linkTo(shared: Shared): Promise<Link> {
  const size = SIDES.flatMap((side) => [...shared.project[side].values()]).reduce((sum, one) => sum + sizeOf(one), 0);
  if (size > MAX_TRIED) {
    return { fault: `A project of ${formatBytes(size)} is too long for a link.` };
  }
  let fragment: string;
  try {
    fragment = await encode(shared);
  } catch (error) {
    return { fault: `No link was made: ${messageOf(error)}.` };
  }
  return fragment.length > MAX_LINK
    ? { fault: `A link of ${formatBytes(fragment.length)} is too long to share.` }
    : { fragment };
}
