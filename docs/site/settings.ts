/** The keys of a configuration, by the table of their document; a test of the engine holds that it names each. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchored, table } from "./markdown.ts";
import type { Page } from "./page.ts";

/** The page of keys, with an anchor for each. */
export function settingsPage(root: string): Page {
  const document = readFileSync(join(root, "docs/configuration.md"), "utf8");
  const rows = [...document.matchAll(/^\| `(\w+)` \| (.+?) \| (.*?) ?\|$/gm)];
  const text = [
    "# Keys of `assay.yaml`",
    "What a project says of itself. [Configuration](/configuration) tells where the file lies, and what counts over it.",
    table(
      ["key", "what it says", "on the command line"],
      rows.map(([, key = "", says = "", option = ""]) => [anchored(key, key), relinked(says), option]),
    ),
  ];
  return { path: "reference/configuration", title: "Configuration", text: text.join("\n\n") };
}

/** A cell of a document in `docs/`, whose links begin there. */
function relinked(cell: string): string {
  return cell.replace(/\]\((\w[\w-]*)\.md(#[^)]*)?\)/g, (_, name, fragment = "") => `](/${name}${fragment})`);
}
