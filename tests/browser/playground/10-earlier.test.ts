/** No work is lost: a project that was replaced can be restored, and a link opens without replacing the draft. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, linkTo, type Playground, playground, playgroundOn, settled, waitForDraft } from "./page.ts";

const PROJECT = {
  rules: { "rules.yaml": '- { name: small, rpath: \\.xml$, xpath: A, condition: ["<=", 3] }\n' },
  files: { "a.xml": "<A>4</A>" },
};

async function openExample({ page }: Playground, at: number): Promise<void> {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem").nth(at).click();
  await settled(page);
}

/** Returns the list of earlier projects, newest first: names with times and counts. */
async function earlier({ page }: Playground): Promise<string[]> {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const titles = await page.getByRole("menuitem").allTextContents();
  await page.keyboard.press("Escape");
  return titles.slice(PICKERS).map((title) => title.trim());
}

/** The number of menu items above the list. */
const PICKERS = 6;

async function restore({ page }: Playground, name: string): Promise<void> {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
}

async function openReference({ page }: Playground, name: string): Promise<void> {
  await page.getByRole("button", { name: "Reference" }).click();
  await page.getByRole("button", { name: `Open in playground: ${name}`, exact: true }).click();
  await settled(page);
}

describe.skipIf(!hasChromium)("earlier projects", () => {
  const open = playground();

  test("without a name are named after their content", async () => {
    const opened = await open();
    const { page } = opened;
    for (const name of ["first", "second"]) {
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByRole("menuitem", { name: "New project" }).click();
      await opened.fill("rules", `- { name: ${name}, rpath: x, xpath: A, condition: [Exist] }`);
    }
    await openExample(opened, 1);
    await expect.poll(async () => (await earlier(opened)).map((one) => one.slice(0, 6))).toEqual(["second", "first "]);
    await close(opened);
  });

  test("can all be restored, after any number of examples and reloads", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<First/>");
    await openExample(opened, 1);
    await opened.fill("files", "<Second/>");
    await openReference(opened, "[Exist]");
    await opened.fill("files", "<Third/>");
    await waitForDraft(page, await openPath(opened), "<Third/>");
    await page.reload();
    await settled(page);
    await openExample(opened, 2);
    await openExample(opened, 3);
    await expect.poll(() => earlier(opened)).toHaveLength(3);
    const [third = "", second = "", first = ""] = await earlier(opened);
    expect(third).toMatch(/^\[Exist\].*\d\d:\d\d:\d\d: 1 rule file, \d files?, [\d.]+ (?:bytes|kB)$/);
    expect(second).toContain("XML");
    expect(first).toContain("Textures and materials");
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<First/>");
    await restore(opened, "[Exist]");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Third/>");
    await waitForDraft(page, await openPath(opened), "<Third/>");
    await expect.poll(async () => (await earlier(opened)).length).toBe(2);
    await close(opened);
  });

  test("do not include unchanged examples", async () => {
    const opened = await open();
    await openExample(opened, 1);
    await openExample(opened, 2);
    expect(await earlier(opened)).toEqual([]);
    await close(opened);
  });

  test("that are too large for the browser are available until the page is closed, and are reported afterwards", async () => {
    const opened = await open();
    const { page } = opened;
    const long = `<A>${"x".repeat(9_000_000)}</A>`;
    await page.locator("input[aria-label='Files to check…']").setInputFiles({
      name: "long.xml",
      mimeType: "text/xml",
      buffer: Buffer.from(long),
    });
    await expect.poll(() => opened.file("long.xml").count()).toBe(1);
    await settled(page);
    await openExample(opened, 1);
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.file("long.xml").count()).toBe(1);
    await settled(page);
    await openExample(opened, 1);
    await expect.poll(() => draftName(opened)).toBe("XML: unique GUIDs");
    await page.reload();
    await settled(page);
    await expect.poll(() => earlier(opened)).toEqual([expect.stringContaining("more were too large to be stored")]);
    await restore(opened, "Textures and materials");
    await expect.poll(() => page.locator(".notice").textContent()).toContain("too large to be stored");
    await close(opened);
  });

  test("are available until the page is closed if the browser stores nothing, with a notice", async () => {
    const opened = await open();
    const { page } = opened;
    await page.evaluate(() => {
      IDBDatabase.prototype.transaction = () => {
        throw new Error("nothing is kept");
      };
    });
    await opened.fill("files", "<First/>");
    await expect.poll(() => page.locator(".notice").textContent()).toContain("The browser does not store this project");
    await openExample(opened, 1);
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<First/>");
    await close(opened);
  });

  test("include the changes of another page to the same project, and each page loads its own version after a reload", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    const path = await openPath(opened);
    await waitForDraft(page, path, "<One/>");
    const other = playgroundOn(await page.context().newPage());
    await other.page.goto(page.url());
    await settled(other.page);
    await expect.poll(() => other.editor("files").textContent()).toBe("<One/>");
    await other.fill("files", "<Two/>");
    await waitForDraft(page, path, "<Two/>");
    await opened.fill("files", "<Three/>");
    await waitForDraft(page, path, "<Three/>");
    await other.page.reload();
    await settled(other.page);
    await expect.poll(() => other.editor("files").textContent()).toBe("<Two/>");
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Three/>");
    await other.page.close();
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Two/>");
    expect(other.browserErrors).toEqual([]);
    await close(opened);
  });

  test("are found even if another page has changed their draft since", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    const path = await openPath(opened);
    await waitForDraft(page, path, "<One/>");
    const other = playgroundOn(await page.context().newPage());
    await other.page.goto(page.url());
    await settled(other.page);
    await other.fill("files", "<Two/>");
    await waitForDraft(page, path, "<Two/>");
    await opened.fill("files", "<Three/>");
    await waitForDraft(page, path, "<Three/>");
    await expect.poll(async () => (await earlier(opened)).length).toBe(1);
    await other.fill("files", "<Four/>");
    await waitForDraft(page, path, "<Four/>");
    await other.page.close();
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Four/>");
    expect(other.browserErrors).toEqual([]);
    await close(opened);
  });

  test("are restored as a copy if another page has them open, with a notice", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    const path = await openPath(opened);
    await waitForDraft(page, path, "<One/>");
    await openExample(opened, 1);
    await opened.fill("files", "<Two/>");
    const second = await openPath(opened);
    await waitForDraft(page, second, "<Two/>");
    const other = playgroundOn(await page.context().newPage());
    await other.page.goto(page.url());
    await settled(other.page);
    await restore(other, "Textures and materials");
    await expect.poll(() => other.editor("files").textContent()).toBe("<One/>");
    await expect.poll(() => other.page.locator(".notice").textContent()).toContain("This is a copy");
    await other.fill("files", "<Three/>");
    await waitForDraft(page, path, "<Three/>");
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<One/>");
    await close(opened);
  });

  test("do not affect undoing in the restored project", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    await openExample(opened, 1);
    await page.getByRole("tree", { name: "Files" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<One/>");
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await close(opened);
  });

  test("are removed if there are too many, with a notice", async () => {
    const opened = await open();
    const { page } = opened;
    for (let count = 0; count < 21; count += 1) {
      await openExample(opened, count % 2);
      await opened.fill("files", `<Number N="${count}"/>`);
    }
    await openExample(opened, 2);
    await expect.poll(() => page.locator(".notice").textContent()).toContain("was removed to free space");
    expect(await earlier(opened)).toHaveLength(20);
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("the last changes", () => {
  const open = playground();

  test("that the browser returns too late are not waited for, and are offered once they are available", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<Mine/>");
    await waitForDraft(page, await openPath(opened), "<Mine/>");
    await page.addInitScript(() => {
      const openDatabase = indexedDB.open.bind(indexedDB);
      indexedDB.open = (...args) => {
        const request = openDatabase(...args);
        let answer: ((event: Event) => void) | null = null;
        Object.defineProperty(request, "onsuccess", {
          set: (handler) => {
            answer = handler;
          },
        });
        request.addEventListener("success", (event) => {
          addEventListener("answer", () => answer?.call(request, event), { once: true });
        });
        return request;
      };
    });
    await page.reload();
    await settled(page);
    await expect
      .poll(() => page.locator(".notice").textContent())
      .toContain("takes too long to load your last project");
    expect(await opened.editor("files").innerText()).not.toContain("<Mine/>");
    await page.evaluate(() => dispatchEvent(new Event("answer")));
    await page.getByRole("button", { name: "Back to the previous project" }).click();
    await expect.poll(() => opened.editor("files").innerText()).toContain("<Mine/>");
    await close(opened);
  });

  test("before the page is closed are restored", async () => {
    const opened = await open();
    const { page } = opened;
    const path = await openPath(opened);
    await opened.fill("files", "<First/>");
    await waitForDraft(page, path, "<First/>");
    await opened.type("files", "<Last/>");
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Last/>");
    await opened.type("files", "<Other/>");
    await openExample(opened, 1);
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toContain("Repository");
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Other/>");
    await close(opened);
  });

  test("that a slow browser was still storing are restored", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<First/>");
    await waitForDraft(page, await openPath(opened), "<First/>");
    await page.evaluate(() => {
      // The results of reads are suppressed.
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = function (key) {
        const request = get.call(this, key);
        request.addEventListener("success", (event) => event.stopImmediatePropagation());
        return request;
      };
    });
    await opened.fill("files", "<Other/>");
    await openExample(opened, 1);
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toContain("Repository");
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Other/>");
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("a link", () => {
  const open = playground();

  test("is opened without replacing the draft until the linked project is changed", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<Mine/>");
    await waitForDraft(page, await openPath(opened), "<Mine/>");
    const url = page.url();
    const link = `${url}#${await linkTo(PROJECT)}`;
    await page.goto("about:blank");
    await page.goto(link);
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<A>4</A>");
    await page.goto("about:blank");
    await page.goto(url);
    await settled(page);
    await expect
      .poll(() => opened.editor("files").textContent(), { message: "the draft is unchanged" })
      .toBe("<Mine/>");
    await page.goto("about:blank");
    await page.goto(link);
    await settled(page);
    await opened.fill("files", "<A>5</A>");
    await waitForDraft(page, "a.xml", "<A>5</A>");
    await expect.poll(() => page.locator(".notice").textContent()).toContain("Textures and materials");
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<A>5</A>");
    await restore(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Mine/>");
    await close(opened);
  });

  test("of the draft itself continues it", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<Mine/>");
    const path = await openPath(opened);
    await waitForDraft(page, path, "<Mine/>");
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.url()).toContain("#");
    await page.reload();
    await settled(page);
    await opened.fill("files", "<Yours/>");
    await waitForDraft(page, path, "<Yours/>");
    expect(await earlier(opened)).toEqual([]);
    await close(opened);
  });
});

/** Returns the path of the open file. */
async function openPath({ page }: Playground): Promise<string> {
  const tab = page.locator("[data-pane=files] [role=tab][aria-selected=true]");
  return (await tab.getAttribute("title")) ?? "";
}

/** Returns the name of the stored draft. */
function draftName({ page }: Playground): Promise<string | undefined> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) => {
      return new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    };
    const database = await done(indexedDB.open("assay-playground"));
    const draft = await done(database.transaction("drafts").objectStore("drafts").get("last"));
    database.close();
    return draft?.name;
  });
}
