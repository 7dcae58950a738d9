/** Work is never lost: what gave way to another project is brought back, and a link opens beside the draft. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, kept, linkTo, type Playground, playground, settled, wordsFor } from "./page.ts";

const GIVEN = {
  rules: { "rules.yaml": '- { name: small, rpath: \\.xml$, xpath: A, condition: ["<=", 3] }\n' },
  files: { "a.xml": "<A>4</A>" },
};

async function openExample({ page }: Playground, at: number): Promise<void> {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem").nth(at).click();
  await settled(page);
}

/** What the list of earlier projects has, the newest first: what each is called, with its time and its counts. */
async function earlier({ page }: Playground): Promise<string[]> {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const titles = await page.getByRole("menuitem").allTextContents();
  await page.keyboard.press("Escape");
  return titles.slice(PICKERS).map((title) => title.trim());
}

/** The ways in that stand above the list. */
const PICKERS = 6;

async function bringBack({ page }: Playground, name: string): Promise<void> {
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

  test("without a name are called by what is in them", async () => {
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

  test("are all brought back, after any number of examples and reloads", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<First/>");
    await openExample(opened, 1);
    await opened.fill("files", "<Second/>");
    await openReference(opened, "[Exist]");
    await opened.fill("files", "<Third/>");
    await kept(page, await shown(opened), "<Third/>");
    await page.reload();
    await settled(page);
    await openExample(opened, 2);
    await openExample(opened, 3);
    await expect.poll(() => earlier(opened)).toHaveLength(3);
    const [third = "", second = "", first = ""] = await earlier(opened);
    expect(third).toMatch(/^\[Exist\].*\d\d:\d\d:\d\d: 1 rule file, \d files?, [\d.]+ (?:bytes|kB)$/);
    expect(second).toContain("XML");
    expect(first).toContain("Textures and materials");
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<First/>");
    await bringBack(opened, "[Exist]");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Third/>");
    await kept(page, await shown(opened), "<Third/>");
    await expect.poll(async () => (await earlier(opened)).length).toBe(2);
    await close(opened);
  });

  test("are only what was changed", async () => {
    const opened = await open();
    await openExample(opened, 1);
    await openExample(opened, 2);
    expect(await earlier(opened)).toEqual([]);
    await close(opened);
  });

  test("that are too long for the browser are had as long as the page is open, and what is lost later is told", async () => {
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
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.file("long.xml").count()).toBe(1);
    await settled(page);
    await openExample(opened, 1);
    await expect.poll(() => heldOf(opened)).toBe("XML: unique GUIDs");
    await page.reload();
    await settled(page);
    await expect.poll(() => earlier(opened)).toEqual([expect.stringContaining("more were too large to be stored")]);
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => page.locator(".notice").textContent()).toContain("too large to be stored");
    await close(opened);
  });

  test("are had as long as the page is open where the browser keeps nothing, which is said", async () => {
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
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<First/>");
    await close(opened);
  });

  test("hold what another page did with the same project, and each page goes on with its own when it is loaded again", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    const path = await shown(opened);
    await kept(page, path, "<One/>");
    const other = wordsFor(await page.context().newPage());
    await other.page.goto(page.url());
    await settled(other.page);
    await expect.poll(() => other.editor("files").textContent()).toBe("<One/>");
    await other.fill("files", "<Two/>");
    await kept(page, path, "<Two/>");
    await opened.fill("files", "<Three/>");
    await kept(page, path, "<Three/>");
    await other.page.reload();
    await settled(other.page);
    await expect.poll(() => other.editor("files").textContent()).toBe("<Two/>");
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Three/>");
    await other.page.close();
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Two/>");
    expect(other.complaints).toEqual([]);
    await close(opened);
  });

  test("are found where another page has made the draft of them since, which this page was not told", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    const path = await shown(opened);
    await kept(page, path, "<One/>");
    const other = wordsFor(await page.context().newPage());
    await other.page.goto(page.url());
    await settled(other.page);
    await other.fill("files", "<Two/>");
    await kept(page, path, "<Two/>");
    await opened.fill("files", "<Three/>");
    await kept(page, path, "<Three/>");
    await expect.poll(async () => (await earlier(opened)).length).toBe(1);
    await other.fill("files", "<Four/>");
    await kept(page, path, "<Four/>");
    await other.page.close();
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Four/>");
    expect(other.complaints).toEqual([]);
    await close(opened);
  });

  test("come back as a copy where another page is at them, which is said", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    const path = await shown(opened);
    await kept(page, path, "<One/>");
    await openExample(opened, 1);
    await opened.fill("files", "<Two/>");
    const second = await shown(opened);
    await kept(page, second, "<Two/>");
    const other = wordsFor(await page.context().newPage());
    await other.page.goto(page.url());
    await settled(other.page);
    await bringBack(other, "Textures and materials");
    await expect.poll(() => other.editor("files").textContent()).toBe("<One/>");
    await expect.poll(() => other.page.locator(".notice").textContent()).toContain("This is a copy");
    await other.fill("files", "<Three/>");
    await kept(page, path, "<Three/>");
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<One/>");
    await close(opened);
  });

  test("take no part in what is offered for the project before", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<One/>");
    await openExample(opened, 1);
    await page.getByRole("tree", { name: "Files" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<One/>");
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await close(opened);
  });

  test("give way when there are too many, which is said", async () => {
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

describe.skipIf(!hasChromium)("the last words", () => {
  const open = playground();

  test("that the browser does not find in time are not waited for, and are offered once they are found", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<Mine/>");
    await kept(page, await shown(opened), "<Mine/>");
    await page.addInitScript(() => {
      const ask = indexedDB.open.bind(indexedDB);
      indexedDB.open = (...args) => {
        const request = ask(...args);
        let answer: ((event: Event) => void) | null = null;
        Object.defineProperty(request, "onsuccess", {
          set: (told) => {
            answer = told;
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

  test("before the page goes are there again", async () => {
    const opened = await open();
    const { page } = opened;
    const path = await shown(opened);
    await opened.fill("files", "<First/>");
    await kept(page, path, "<First/>");
    await opened.type("files", "<Last/>");
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Last/>");
    await opened.type("files", "<Other/>");
    await openExample(opened, 1);
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toContain("Repository");
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Other/>");
    await close(opened);
  });

  test("are there again that a slow browser was still keeping", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<First/>");
    await kept(page, await shown(opened), "<First/>");
    await page.evaluate(() => {
      // What is read is not heard of.
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
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Other/>");
    await close(opened);
  });
});

describe.skipIf(!hasChromium)("a link", () => {
  const open = playground();

  test("is opened beside the draft, which gives way only when the linked project is changed", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<Mine/>");
    await kept(page, await shown(opened), "<Mine/>");
    const url = page.url();
    const link = `${url}#${await linkTo(GIVEN)}`;
    await page.goto("about:blank");
    await page.goto(link);
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<A>4</A>");
    await page.goto("about:blank");
    await page.goto(url);
    await settled(page);
    await expect
      .poll(() => opened.editor("files").textContent(), { message: "the draft is as it was" })
      .toBe("<Mine/>");
    await page.goto("about:blank");
    await page.goto(link);
    await settled(page);
    await opened.fill("files", "<A>5</A>");
    await kept(page, "a.xml", "<A>5</A>");
    await expect.poll(() => page.locator(".notice").textContent()).toContain("Textures and materials");
    await page.reload();
    await settled(page);
    await expect.poll(() => opened.editor("files").textContent()).toBe("<A>5</A>");
    await bringBack(opened, "Textures and materials");
    await expect.poll(() => opened.editor("files").textContent()).toBe("<Mine/>");
    await close(opened);
  });

  test("that holds the draft itself goes on with it", async () => {
    const opened = await open();
    const { page } = opened;
    await opened.fill("files", "<Mine/>");
    const path = await shown(opened);
    await kept(page, path, "<Mine/>");
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.url()).toContain("#");
    await page.reload();
    await settled(page);
    await opened.fill("files", "<Yours/>");
    await kept(page, path, "<Yours/>");
    expect(await earlier(opened)).toEqual([]);
    await close(opened);
  });
});

/** The path of the file under check that is shown. */
async function shown({ page }: Playground): Promise<string> {
  const tab = page.locator("[data-pane=files] [role=tab][aria-selected=true]");
  return (await tab.getAttribute("title")) ?? "";
}

/** What the draft is called that the browser keeps. */
function heldOf({ page }: Playground): Promise<string | undefined> {
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
