/** Sample projects as they lie on the disk, what the command line makes of them, and what the page makes of them. */

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { assay } from "../../cli/assay.ts";
import { filesIn, ROOT } from "../files.ts";

/** The sample projects of the page. */
export const EXAMPLES = join(ROOT, "playground/examples");

/** What is told of a sample project. */
export interface About {
  title: string;
  shows: string;
  note: string;
  /** The view of the results that it opens on, when it is not that of the findings. */
  view?: string;
}

/** The names of the sample projects, in their order. */
export function exampleNames(): string[] {
  return JSON.parse(readFileSync(join(EXAMPLES, "order.json"), "utf8"));
}

/** What is told of one. */
export function about(name: string): About {
  return JSON.parse(readFileSync(join(EXAMPLES, name, "about.json"), "utf8"));
}

/** All files of a folder, by path from `base`. What is no text is a blob. */
export function filesOf(folder: string, base = folder): Map<string, string | Blob> {
  return new Map(filesIn(folder, base).map(([path, bytes]) => [path, contentOf(bytes)]));
}

function contentOf(bytes: Buffer<ArrayBuffer>): string | Blob {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new Blob([bytes]);
  }
}

/** The JSON report of the command line, and its exit code. */
export async function checked(cwd: string, rules: string, root: string): Promise<{ code: number; json: string }> {
  const config = `${root}/assay.yaml`;
  const configured = existsSync(resolve(cwd, config)) ? ["--config", config] : [];
  const args = ["check", ...configured, "--rules", rules, "--format", "json", root];
  const { code, stdout, stderr } = await assay(args, { cwd });
  if (stderr !== "") {
    throw new Error(stderr);
  }
  return { code, json: stdout };
}

/**
 * Has every check of a page tell its JSON report, too: it goes along with what the page asks its own worker for.
 *
 * To be called before the page is opened. Returns how the last report is had.
 */
export async function overhear(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const heard = new WeakSet<Worker>();
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string; task: Record<string, unknown> }) {
      // The check of the project limits its findings; other checks are of one file, such as for the facts about a picture.
      if (message.kind === "check" && "mostFindings" in message.task) {
        message.task.formats = [{ format: "json" }];
      }
      if (!heard.has(this)) {
        heard.add(this);
        this.addEventListener("message", ({ data }) => {
          const text = data.kind === "done" ? data.result.texts?.[0] : undefined;
          if (text !== undefined) {
            Object.assign(window, { lastReport: text });
          }
        });
      }
      post.call(this, message);
    };
  });
  return () => page.evaluate(() => (window as unknown as { lastReport: string }).lastReport);
}
