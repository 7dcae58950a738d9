/** The built page in a browser, as its user sees it: one browser and one server for each file of tests. */

import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launch } from "../chromium.ts";
import { servePlayground } from "../servers.ts";

/** The page, with words for what is on it. */
export interface Playground {
  /** The browser's page. */
  page: Page;
  /** What the browser complained about: a script that failed, something that the page's policy forbids. */
  complaints: string[];
  /** The text field of an editor. */
  editor(side: "rules" | "files"): Locator;
  /** A file in the tree. */
  file(name: string): Locator;
  /** The rows of the list of findings, groups left out. */
  findings(): Promise<string[]>;
  /** What the check came to. */
  verdict(): Promise<string>;
  /** Puts a text into an editor, in place of what is there, and waits for nothing. */
  type(side: "rules" | "files", text: string): Promise<void>;
  /** Does the same, and waits for what comes of it. */
  fill(side: "rules" | "files", text: string): Promise<void>;
  /** The parts of an editor's text that are underlined. */
  marked(side: "rules" | "files"): Promise<string[]>;
}

/** A project as a link has it. */
export interface Given {
  rules: Record<string, string>;
  files: Record<string, string>;
}

/**
 * Begins and ends the browser and the server, and returns how a page is opened: with a project, and with files that are no
 * texts in it.
 */
export function playground(): (
  given?: Given,
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

  return async (given, options, bytes = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Each context would fill a cache of its own; the test of the cache asks for it.
      serviceWorkers: "block",
      ...options,
    });
    const page = await context.newPage();
    const opened = wordsFor(page);
    await page.goto(given === undefined ? server.url : `${server.url}#${await linkTo(given, bytes)}`);
    await settled(page);
    return opened;
  };
}

/**
 * Waits until the results are those of the project as it is. A key or a click has been answered by the page when it returns,
 * so what is current after one that changes the project is what came of the change. Not so of what the page has to read
 * first, such as dropped files: that is to be waited for by what is told of it.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator("[data-pane=results][data-current=true]").waitFor({ state: "attached" });
}

/** Waits until a file of the draft, as it will be on the next visit, is this text. */
export async function kept(page: Page, path: string, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(draftOf), { message: "the draft" }).toMatchObject({ [path]: text });
}

/** The files under check that the browser's database holds. Runs in the page. */
async function draftOf(): Promise<Record<string, unknown>> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === "assay-playground")) {
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

/** Rests the pointer on what is told in passing: it goes by itself after some seconds, but not while it is looked at. */
export async function holdNotice(page: Page): Promise<void> {
  await page.locator(".notice").hover();
}

/** The part of the page that has the focus. */
export function focusedPart(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.closest("[data-pane]")?.getAttribute("data-pane"));
}

/** What the editor is called that has the focus. */
export function focusedEditor(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute("aria-label"));
}

/** Expects that the browser had nothing to complain about, and closes the page. */
export async function close({ page, complaints }: Playground): Promise<void> {
  expect(complaints).toEqual([]);
  await page.context().close();
}

/** Words for what is on a page. */
export function wordsFor(page: Page): Playground {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(message.text());
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
    complaints,
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

/** The fragment for a project, made by the page's own code. */
export async function linkTo(
  { rules, files }: Given,
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
