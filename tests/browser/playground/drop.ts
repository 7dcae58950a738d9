/** Files on the disk, and a function that drops them onto the page. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

/** Creates a folder for the tests of a file. */
export function folder(): { path: () => string; write: (files: Record<string, string | Uint8Array>) => void } {
  let created = "";
  beforeAll(() => {
    created = mkdtempSync(join(tmpdir(), "assay-drop-"));
  });
  afterAll(() => rmSync(created, { recursive: true, force: true }));
  return {
    path: () => created,
    write: (files) => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(created, path)), { recursive: true });
        writeFileSync(join(created, path), content);
      }
    },
  };
}

/** A position in the drop zone of each group. */
const AT = { rules: { x: 200, y: 400 }, files: { x: 1000, y: 400 } };

/** Drops files and folders from the disk onto a group. */
export async function drop(page: Page, side: keyof typeof AT, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...AT[side], data });
  }
  await session.detach();
}
