/** The built page in a browser: what is typed is checked, and what is wrong is shown. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasChromium, launch, servePlayground } from "./chromium.ts";

describe.skipIf(!hasChromium)("the playground", () => {
  let browser: Browser;
  let server: { url: string; stop: () => void };
  let page: Page;
  /** What the browser complained about: a script that failed, something the page's policy forbids. */
  let complaints: string[];

  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), servePlayground()]);
  });

  afterAll(async () => {
    server?.stop();
    await browser?.close();
  });

  beforeEach(async () => {
    complaints = [];
    page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") {
        complaints.push(message.text());
      }
    });
    await page.goto(server.url);
    await page.locator("#verdict:not(:empty)").waitFor();
    return async () => {
      expect(complaints).toEqual([]);
      await page.context().close();
    };
  });

  const rules = () => page.getByRole("textbox", { name: "Rules" });
  const text = () => page.getByRole("textbox", { name: "Document", exact: true });
  const path = () => page.getByRole("textbox", { name: "Path of the document" });
  const verdict = () => page.locator("#verdict");
  const messages = () => page.locator("#report .message").allTextContents();

  test("shows the findings of the example it begins with", async () => {
    expect(await messages()).toEqual(["a side of 4096 pixels, 2048 is the most", expect.stringContaining("RGBA8")]);
    expect(await verdict().textContent()).toMatch(/^2 findings \u00b7 \d+ ms$/);
    expect(await page.locator("#document .backdrop mark").allTextContents()).toEqual(["4096", "RGBA8"]);
  });

  test("follows a change of the rules", async () => {
    await rules().fill((await rules().inputValue()).replace('["<=", 2048]', '["<=", 8192]'));
    await expect.poll(messages).toEqual([expect.stringContaining("RGBA8")]);
    await rules().fill((await rules().inputValue()).replace("BC1, BC3", "BC1, RGBA8, BC3"));
    await expect.poll(() => verdict().textContent()).toMatch(/^passed/);
    expect(await page.locator("#report").textContent()).toContain("Nothing to report");
  });

  test("follows a change of the document, and of its path", async () => {
    await text().fill("<Texture><Image><Size><Width>9000</Width></Size></Image></Texture>");
    await expect.poll(messages).toContain("a side of 9000 pixels, 2048 is the most");
    await path().fill("models/chair.mesh");
    await expect.poll(messages).toContain("rpath matched no file");
  });

  test("shows what is wrong with broken YAML, where it is", async () => {
    await rules().fill('rules:\n  - name: "unclosed\n    rpath: xml$\n');
    await expect.poll(() => verdict().textContent()).toMatch(/^1 problem/);
    expect(await messages()).toEqual([expect.stringContaining("YAML")]);
    expect(await page.locator("#report .where").textContent()).toMatch(/^rules\.yaml:2:\d+$/);
    expect(await page.locator("#rule .gutter .marked").textContent()).toBe("2");
  });

  test("shows what is wrong with a broken document", async () => {
    await text().fill("<Texture>\n  <Image>\n");
    await expect
      .poll(() => page.locator("#report article.problem .where").allTextContents())
      .toEqual([expect.stringMatching(/^textures\/bark\/texture\.xml:\d+:\d+$/)]);
    expect(await verdict().getAttribute("class")).toBe("unchecked");
  });

  test("leads from a finding to its place", async () => {
    await page.locator("#report .where").first().click();
    const selected = await text().evaluate((area: HTMLTextAreaElement) => {
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    expect(selected).toBe("4096");
  });

  test("keeps the texts for the next visit, and offers other examples", async () => {
    await page.getByLabel("Example").selectOption("Unique GUIDs");
    await expect.poll(() => verdict().textContent()).toMatch(/^2 findings/);
    await page.reload();
    await expect.poll(() => verdict().textContent()).toMatch(/^2 findings/);
    expect(await path().inputValue()).toBe("Repository/Forest/resource.repository");
    await page.getByLabel("Example").selectOption("glTF materials");
    await expect.poll(() => verdict().textContent()).toMatch(/^2 findings/);
  });

  test("treats what documents say as text", async () => {
    await text().fill("<Texture><Image><Format>&lt;img src=x onerror=alert(1)></Format></Image></Texture>");
    await expect.poll(async () => (await messages()).join()).toContain("<img src=x");
    expect(await page.locator("#report img").count()).toBe(0);
  });

  test("answers a key press within 50 ms", async () => {
    const times: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      await text().press("End");
      await text().pressSequentially(" ");
      await expect.poll(() => verdict().textContent()).toMatch(/\d+ ms$/);
      times.push(Number(/(\d+) ms$/.exec((await verdict().textContent()) ?? "")?.[1]));
    }
    times.sort((a, b) => a - b);
    expect(times[5]).toBeLessThan(50);
  });
});
