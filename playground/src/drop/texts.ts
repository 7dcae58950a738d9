/** Files as texts to edit, where they are such. */

import type { Skipped } from "../archive/path.ts";
import { beginningOf, type Content, type Folder, isRuleFile } from "../project.ts";

/** Rules are written by people: longer files, in bytes, are something else. */
const MAX_RULES = 4 * 1024 * 1024;

/** Returns the text of files that become rules or are named by rules. Files that are no text are added to `skipped`. */
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

/** The files that look like rules, as they say which paths they are about; with these, functions. */
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
    return { reason: "it is too long for rules, or for what they name" };
  }
  try {
    const bytes = await content.arrayBuffer();
    // A byte order mark stays, as positions count it.
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    return { reason: error instanceof TypeError ? "it is no text in UTF-8, as rules are" : "it cannot be read" };
  }
}
