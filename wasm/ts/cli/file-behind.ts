/** Where a path leads to, by way of links. */

import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The system's own folders. Links in them may lead to what is no file. */
export const SYSTEM = /^\/(?:dev|proc)\//;

/** More links than these lead in a circle. */
export const MAX_LINKS = 40;

/**
 * The one name of the file that `path` leads to, whether it is there or not: two paths with the same one are the same file,
 * by way of `.` or of links. A link that leads to nothing yet leads to what will be written there.
 */
export function fileBehind(path: string): string {
  return follow(resolve(path), { left: MAX_LINKS });
}

/** The same of a whole path, by no more links than are `left`. */
function follow(path: string, links: { left: number }): string {
  const real = realOf(path);
  const above = dirname(path);
  if (real !== undefined || above === path) {
    return real ?? path;
  }
  const place = join(follow(above, links), basename(path));
  const next = links.left === 0 || SYSTEM.test(place) ? undefined : linkAt(place);
  if (next === undefined) {
    return place;
  }
  links.left -= 1;
  return follow(resolve(dirname(place), next), links);
}

/** Where a path leads to, if there is anything. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** What a link says, if there is one. */
function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
