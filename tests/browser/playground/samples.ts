/** Sample projects on the disk, and their reports from the command line and from the page. */

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { assay } from "../../cli/assay.ts";
import { filesIn, ROOT } from "../files.ts";

/** The sample projects of the page. */
export const EXAMPLES = join(ROOT, "playground/examples");

/** The description of a sample project. */
export interface About {
  title: string;
  shows: string;
  note: string;
  /** The initial view of the results if it is not that of the findings. */
  view?: string;
}

/** The names of the sample projects, in their order. */
export function exampleNames(): string[] {
  return JSON.parse(readFileSync(join(EXAMPLES, "order.json"), "utf8"));
}

/** Returns the description of a sample project. */
export function about(name: string): About {
  return JSON.parse(readFileSync(join(EXAMPLES, name, "about.json"), "utf8"));
}

/** Returns all files of a folder, by path relative to `base`. A binary file is a blob. */
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

/** Returns the JSON report of the command line, and its exit code. */
export async function checkOnCommandLine(
  cwd: string,
  rules: string,
  root: string,
): Promise<{ code: number; json: string }> {
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
 * Requests a JSON report with every check of a page, by changing the page's messages to its worker. Call it before the
 * page is opened. Returns a function that returns the last report.
 */
export async function recordReports(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const observed = new WeakSet<Worker>();
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { kind: string; task: Record<string, unknown> }) {
      // Only the check of the project limits its findings. Other checks are of one file, such as for the facts about an
      // image.
      if (message.kind === "check" && "mostFindings" in message.task) {
        message.task.formats = [{ format: "json" }];
      }
      if (!observed.has(this)) {
        observed.add(this);
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
