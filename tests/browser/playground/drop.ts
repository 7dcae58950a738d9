/** Files on the disk, and how they are dropped onto the page as a hand would. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

/** A folder for the tests of a file. */
export function folder(): { path: () => string; write: (files: Record<string, string | Uint8Array>) => void } {
  let made = "";
  beforeAll(() => {
    made = mkdtempSync(join(tmpdir(), "assay-drop-"));
  });
  afterAll(() => rmSync(made, { recursive: true, force: true }));
  return {
    path: () => made,
    write: (files) => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(made, path)), { recursive: true });
        writeFileSync(join(made, path), content);
      }
    },
  };
}

/** Where on the page there is a zone for which group. */
const AT = { rules: { x: 200, y: 400 }, files: { x: 1000, y: 400 } };

/** Drops files and folders of the disk onto a group. */
export async function drop(page: Page, side: keyof typeof AT, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...AT[side], data });
  }
  await session.detach();
}
