/** Reads files as text for editing. */

import type { Skipped } from "../archive/path.ts";
import { beginningOf, type Content, type Folder, isRuleFile } from "../project.ts";

/** The maximum size of a rule file in bytes. Rules are written by people; longer files are something else. */
const MAX_RULES = 4 * 1024 * 1024;

/**
 * Returns the text of files that become rules or are named by rules. Files that are not text are added to `skipped`.
 */
export async function asTexts(
  files: ReadonlyMap<string, Content>,
  skipped: Skipped[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [path, content] of files) {
    signal.throwIfAborted();
    const { text, reason } = await textOf(content);
    if (text === undefined) {
      skipped.push({ path, reason });
    } else {
      texts.set(path, text);
    }
  }
  return texts;
}

/**
 * The maximum number of candidates that are searched for rules: the folder of a game has tens of thousands of such
 * files.
 */
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

type TextOrReason = { text: string; reason?: never } | { text?: never; reason: string };

async function textOf(content: Content): Promise<TextOrReason> {
  if (typeof content === "string") {
    return { text: content };
  }
  if (content.size > MAX_RULES) {
    return { reason: "it is too long for a rule file, or for a file that rules refer to" };
  }
  try {
    const bytes = await content.arrayBuffer();
    // A byte order mark stays, because positions count it.
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    return { reason: error instanceof TypeError ? "it is not text in UTF-8" : "it cannot be read" };
  }
}
