/** Reads files as text for editing. */

import type { Skipped } from "../archive/path.ts";
import { beginningOf, type Content, type Folder, isRuleFile } from "../project.ts";

/** The maximum size of a rule file in bytes. Rules are written by people; longer files are something else. */
const MAX_RULES = 4 * 1024 * 1024;

/** Returns the text of files that become rules or that rules name. Other files are added to `skipped`. */
export async function asTexts(
  files: ReadonlyMap<string, Content>,
  skipped: Skipped[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [path, content] of files) {
    signal.throwIfAborted();
    if (typeof content !== "string" && content.size > MAX_RULES) {
      skipped.push({ path, reason: "it is too long for a rule file, or for a file that rules refer to" });
      continue;
    }
    try {
      texts.set(path, await textOf(content));
    } catch (error) {
      skipped.push({ path, reason: error instanceof TypeError ? "it is not text in UTF-8" : "it cannot be read" });
    }
  }
  return texts;
}

/** The maximum number of files that are searched for rules: a game has tens of thousands of such files. */
const MOST_READ = 1_000;
/** The number of bytes of each candidate that are searched. */
const BEGINNING = 65_536;

/** Returns the files that look like rules because they have an `rpath`, and scripts if there are such files. */
export async function ruleFilesIn(files: Folder): Promise<Folder> {
  const found = new Map<string, Content>();
  for (const [path, content] of [...files].filter(([path]) => isRuleFile(path)).slice(0, MOST_READ)) {
    if (/\brpath["']?\s*:/.test(await beginningOf(content, BEGINNING))) {
      found.set(path, content);
    }
  }
  const named = [...files].filter(([path]) => found.size > 0 && path.endsWith(".rhai"));
  return new Map([...found, ...named]);
}

/** Returns the content as text. Rejects with a `TypeError` if it is not text in UTF-8. */
async function textOf(content: Content): Promise<string> {
  // A byte order mark stays, because positions count it.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return typeof content === "string" ? content : decoder.decode(await content.arrayBuffer());
}
