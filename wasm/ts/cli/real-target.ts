/** Follows the links in a path. */

import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { attempt } from "../attempt.js";

/** The folders of the system. Links in them may lead to something that is not a file. */
export const SYSTEM = /^\/(?:dev|proc)\//;

/** The maximum number of links to follow; a path with more links is a cycle. */
export const MAX_LINKS = 40;

/** Returns the path of a file, which may not exist, without links: all paths of one file have the same. */
export function realTarget(path: string): string {
  // An object, because all levels of the recursion share the number.
  return follow(resolve(path), { left: MAX_LINKS });
}

/** Like {@link realTarget}, for an absolute path; follows at most `links.left` links. */
function follow(path: string, links: { left: number }): string {
  const real = realOf(path);
  const above = dirname(path);
  if (real !== undefined || above === path) {
    return real ?? path;
  }
  const place = join(follow(above, links), basename(path));
  const next = links.left === 0 || SYSTEM.test(place) ? undefined : attempt(() => readlinkSync(place));
  if (next === undefined) {
    return place;
  }
  links.left -= 1;
  return follow(resolve(dirname(place), next), links);
}

/** Returns the path without links, or undefined if it does not lead to a file or folder. */
export function realOf(path: string): string | undefined {
  return attempt(() => realpathSync(path));
}
