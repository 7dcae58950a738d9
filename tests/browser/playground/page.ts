/** The built page in a browser: each test file uses one browser and one server. */

import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launch } from "../chromium.ts";
import { servePlayground } from "../servers.ts";

/** The page, with locators and actions for its parts. */
export interface Playground {
  /** The page of the browser. */
  page: Page;
  /** Errors that the browser reported: exceptions of scripts, violations of the page's policy. */
  browserErrors: string[];
  /** The text field of an editor. */
  editor(side: "rules" | "files"): Locator;
  /** A file in the tree. */
  file(name: string): Locator;
  /** Returns the messages in the list of findings, without groups. */
  findings(): Promise<string[]>;
  /** Returns the result of the check. */
  verdict(): Promise<string>;
  /** Replaces the text of an editor, and does not wait. */
  type(side: "rules" | "files", text: string): Promise<void>;
  /** Replaces the text of an editor, and waits for the results. */
  fill(side: "rules" | "files", text: string): Promise<void>;
  /** Returns the underlined parts of an editor's text. */
  marked(side: "rules" | "files"): Promise<string[]>;
}

/** A project for a link. */
export interface LinkedProject {
  rules: Record<string, string>;
  files: Record<string, string>;
}

/**
 * Starts and stops the browser and the server. Returns a function that opens a page with a project, which may include
 * binary files.
 */
export function playground(): (
  project?: LinkedProject,
  options?: BrowserContextOptions,
  bytes?: Record<string, Uint8Array<ArrayBuffer>>,
) => Promise<Playground> {
  let browser: Browser;
  let server: { url: string; stop: () => void };

  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), servePlayground()]);
  });
  afterAll(async () => {
    server?.stop();
    await browser?.close();
  });

  return async (project, options, bytes = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Each context would fill a separate cache. The test of the cache allows it.
      serviceWorkers: "block",
      ...options,
    });
    const page = await context.newPage();
    const opened = playgroundOn(page);
    await page.goto(project === undefined ? server.url : `${server.url}#${await linkTo(project, bytes)}`);
    await settled(page);
    return opened;
  };
}

/**
 * Waits until the results are those of the current project. The page has handled a key or a click when that action
 * returns, so current results after a change of the project are those of the change. This does not hold for files that
 * the page has to read first, such as dropped files: wait for a message about them.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator("[data-pane=results][data-current=true]").waitFor({ state: "attached" });
}

/** Waits until a file of the stored draft, which the next visit loads, has this text. */
export async function waitForDraft(page: Page, path: string, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(draftOf), { message: "the draft" }).toMatchObject({ [path]: text });
}

/** Returns the files that the browser's database contains. Runs in the page. */
async function draftOf(): Promise<Record<string, unknown>> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === "assay-playground")) {
    return {};
  }
  const database = await done(indexedDB.open("assay-playground"));
  try {
    const draft = await done(database.transaction("drafts").objectStore("drafts").get("last"));
    return Object.fromEntries(draft?.project.files ?? []);
  } finally {
    database.close();
  }
}

/** Moves the pointer onto the notice, so that it does not disappear after some seconds. */
export async function keepNotice(page: Page): Promise<void> {
  await page.locator(".notice").hover();
}

/** Returns the part of the page that has the focus. */
export function focusedPart(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.closest("[data-pane]")?.getAttribute("data-pane"));
}

/** Returns the label of the editor that has the focus. */
export function focusedEditor(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute("aria-label"));
}

/** Expects that the browser reported no errors, and closes the page. */
export async function close({ page, browserErrors }: Playground): Promise<void> {
  expect(browserErrors).toEqual([]);
  await page.context().close();
}

/** Returns locators and actions for the parts of a page. */
export function playgroundOn(page: Page): Playground {
  const browserErrors: string[] = [];
  page.on("pageerror", (error) => browserErrors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") {
      browserErrors.push(message.text());
    }
  });
  const editor = (side: string) => page.locator(`[data-pane=${side}] .cm-content`);
  const type = async (side: string, text: string) => {
    await editor(side).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
  };
  return {
    page,
    browserErrors,
    editor,
    file: (name) => page.locator("[data-pane=tree] [role=treeitem]", { hasText: name }),
    findings: async () => {
      await settled(page);
      return page.locator("[data-pane=results] [role=treeitem] .message").allTextContents();
    },
    verdict: async () => {
      await settled(page);
      return (await page.locator("[data-pane=results] .status .verdict").textContent()) ?? "";
    },
    type,
    fill: async (side, text) => {
      await type(side, text);
      await settled(page);
    },
    marked: async (side) => {
      await settled(page);
      return page.locator(`[data-pane=${side}] .cm-lintRange`).allTextContents();
    },
  };
}

/** Returns the fragment of a link to a project, created by the page's own code. */
export async function linkTo(
  { rules, files }: LinkedProject,
  bytes: Record<string, Uint8Array<ArrayBuffer>> = {},
): Promise<string> {
  const { encode } = await import("../../../playground/src/share.ts");
  const binary = Object.entries(bytes).map(([path, content]) => [path, new Blob([content])] as const);
  const contents = new Map<string, string | Blob>([...Object.entries(files), ...binary]);
  return encode({
    project: { rules: new Map(Object.entries(rules)), files: contents },
    tabs: { rules: Object.keys(rules).slice(0, 1), files: Object.keys(files).slice(0, 1) },
    active: { rules: Object.keys(rules)[0], files: Object.keys(files)[0] },
  });
}
