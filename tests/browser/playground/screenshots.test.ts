/**
 * Screenshots of the page, for review: `ASSAY_SCREENSHOTS=1 npx vitest run
 * tests/browser/playground/screenshots.test.ts` writes them to `playground/screenshots`.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { describe, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { folder } from "./drop.ts";
import { close, type LinkedProject, type Playground, playground } from "./page.ts";
import { EXAMPLES, filesOf } from "./samples.ts";

const FOLDER = fileURLToPath(new URL("../../../playground/screenshots/", import.meta.url));

const SCRIPT: LinkedProject = {
  rules: {
    "materials.yaml": `rules:
  - name: material-prefix
    severity: warning
    rpath: \\.gltf$
    xpath: "*/materials,name"
    condition: [func_prefixed, M_]
    func_str: |
      // The names without their prefix.
      fn prefixed(data, filepath, condition) {
        let prefix = condition[1];
        data.filter(|name| !name.begins_with(prefix))
      }
`,
  },
  files: {
    "models/lamp.gltf": `{
  "asset": { "version": "2.0" },
  "materials": [
    { "name": "M_Glass" },
    { "name": "Brass" }
  ]
}
`,
  },
};

/** Selects the first finding in the list. */
async function choose({ page }: Playground): Promise<void> {
  await page.locator("[data-pane=results] [role=treeitem]:has(.message)").first().click();
  await page.locator(".detail").waitFor({ state: "attached" });
}

/** A rule file with a passing and a failing test. */
const WITH_TESTS: LinkedProject = {
  rules: {
    "names.yaml": `rules:
  - name: unique
    rpath: \\.xml$
    xpath: A/B
    filter: x.*
    condition: [Unique]

tests:
  - name: twice
    files: { a.xml: <A><B>x</B><B>x</B></A> }
    expect: [{ rule: unique, path: a.xml, value: x }]
  - name: another value
    files: { a.xml: <A><B>x1</B><B>x1</B></A> }
    expect: [{ rule: unique, path: a.xml, value: x2 }]
`,
  },
  files: { "models/a.xml": "<A>\n  <B>xylem</B>\n  <B>xylem</B>\n  <B>bark</B>\n</A>\n" },
};

/** Shows a view of the results, on a narrow page in the part that contains them. */
function showView(view: string) {
  return async ({ page }: Playground) => {
    const results = page.locator("nav button").last();
    if (await results.isVisible()) {
      await results.click();
    }
    await page.locator(`#view-${view}`).click();
  };
}

/** The sample project with asset lists. */
const LISTS = sampleOf("asset-lists");

function sampleOf(name: string): LinkedProject {
  const [rules, files] = ["rules", "files"].map((side) => filesOf(join(EXAMPLES, name, side)));
  return { rules: textsOf(rules), files: textsOf(files) };
}

function textsOf(files: ReadonlyMap<string, string | Blob> = new Map()): Record<string, string> {
  return Object.fromEntries([...files].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Shows the view of asset lists, with a selected asset. */
async function showLists(opened: Playground): Promise<void> {
  await showView("lists")(opened);
  await opened.page
    .getByRole("treeitem", { name: /moved$/ })
    .first()
    .click();
}

/** Opens the sample project with definitions, and shows a definition that a mod changes. */
async function showDefinitions(opened: Playground): Promise<void> {
  const { page } = opened;
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: "Definitions" }).click();
  await showView("definitions")(opened);
  await page.getByRole("searchbox", { name: "Find a definition" }).fill("Street");
  await page.locator(".definitions[data-current=true]").waitFor();
}

/** Opens the sample project with conversion rules, and shows a built file. */
async function showPipeline(opened: Playground): Promise<void> {
  const { page } = opened;
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: "Conversion rules" }).click();
  await showView("pipeline")(opened);
  await page.getByRole("treeitem", { name: "shaders/custom/glow.fxo, " }).click();
  await page.locator(".pipeline[data-current=true]").waitFor();
}

/** Opens the sample project with packages, and shows the one that was packed by hand. */
async function showPackages(opened: Playground): Promise<void> {
  const { page } = opened;
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: "Packages" }).click();
  await showView("packages")(opened);
  await page.locator(".packages[data-current=true]").waitFor();
  await page.getByRole("treeitem", { name: "assets/vase" }).click();
}

/** Presses a button of the header, and waits for a part to open. */
function press(name: string, selector: string) {
  return async ({ page }: Playground) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator(selector).first().waitFor();
  };
}

/** Rules with a second one that takes long for each file, so that the progress is visible. */
const SLOW: LinkedProject = {
  rules: {
    "props.yaml": `rules:
  - name: prop-faces
    severity: warning
    rpath: \\.model\\.xml$
    xpath: Model/Faces
    condition: ["<=", 4000]

  - name: prop-pivot
    rpath: \\.model\\.xml$
    xpath: Model/Pivot
    condition: [func_near]
    func_str: |
      fn near(data, filepath, condition) {
        let steps = 0;
        while steps < 20000 { steps += 1; }
        []
      }
`,
  },
  files: { "a.model.xml": "<Model><Faces>12</Faces></Model>" },
};
const MANY = 10_000;

/** Picks a folder with many files, and waits until they are being checked. */
function pickMany(path: string) {
  return async ({ page }: Playground) => {
    for (let count = 0; count < MANY; count += 1) {
      const folder = join(path, "props", `area-${String(count % 40).padStart(2, "0")}`);
      mkdirSync(folder, { recursive: true });
      const text = `<Model>\n  <Faces>${(count * 37) % 5000}</Faces>\n  <Pivot>0 0 0</Pivot>\n</Model>\n`;
      writeFileSync(join(folder, `prop-${count}.model.xml`), text);
    }
    await page.getByLabel("Folder to check…", { exact: true }).setInputFiles(join(path, "props"));
    await page.locator("[data-pane=results] progress").waitFor({ timeout: 60_000 });
  };
}

interface Shot {
  name: string;
  project?: LinkedProject;
  context?: BrowserContextOptions;
  steps?: (opened: Playground) => Promise<void>;
}

const NARROW = { viewport: { width: 360, height: 740 } };
const SMALL = { viewport: { width: 1280, height: 800 } };

/** Searches in the rules. */
async function search({ page }: Playground): Promise<void> {
  await page
    .locator("[data-pane=rules] .cm-line")
    .first()
    .click({ position: { x: 40, y: 10 } });
  await page.keyboard.press("Control+f");
  await page.keyboard.insertText("texture");
  await page.keyboard.press("Enter");
}

/** Shows a part of a narrow page. */
function showPart(part: string) {
  return ({ page }: Playground) =>
    page.getByRole("navigation").getByRole("button", { name: part, exact: true }).click();
}

/** The sample project with many problems. */
const FAULTS = sampleOf("problems");

const SHOTS: readonly Shot[] = [
  { name: "start" },
  { name: "finding", steps: choose },
  { name: "script-error", project: SCRIPT, steps: choose },
  { name: "dark", context: { colorScheme: "dark" }, steps: choose },
  { name: "steps", project: WITH_TESTS, steps: showView("steps") },
  { name: "steps-dark", project: WITH_TESTS, context: { colorScheme: "dark" }, steps: showView("steps") },
  { name: "steps-narrow", project: WITH_TESTS, context: NARROW, steps: showView("steps") },
  { name: "tests", project: WITH_TESTS, steps: showView("tests") },
  {
    name: "tests-narrow-dark",
    project: WITH_TESTS,
    context: { ...NARROW, colorScheme: "dark" },
    steps: showView("tests"),
  },
  { name: "lists", project: LISTS, steps: showLists },
  { name: "lists-dark", project: LISTS, context: { colorScheme: "dark" }, steps: showLists },
  { name: "lists-narrow", project: LISTS, context: NARROW, steps: showLists },
  { name: "lists-narrow-dark", project: LISTS, context: { ...NARROW, colorScheme: "dark" }, steps: showLists },
  { name: "definitions", steps: showDefinitions },
  { name: "definitions-dark", context: { colorScheme: "dark" }, steps: showDefinitions },
  { name: "definitions-narrow", context: NARROW, steps: showDefinitions },
  { name: "definitions-narrow-dark", context: { ...NARROW, colorScheme: "dark" }, steps: showDefinitions },
  { name: "pipeline", steps: showPipeline },
  { name: "pipeline-dark", context: { colorScheme: "dark" }, steps: showPipeline },
  { name: "pipeline-narrow", context: NARROW, steps: showPipeline },
  { name: "pipeline-narrow-dark", context: { ...NARROW, colorScheme: "dark" }, steps: showPipeline },
  { name: "packages", steps: showPackages },
  { name: "packages-dark", context: { colorScheme: "dark" }, steps: showPackages },
  { name: "packages-narrow", context: NARROW, steps: showPackages },
  { name: "packages-narrow-dark", context: { ...NARROW, colorScheme: "dark" }, steps: showPackages },
  { name: "tree", steps: press("Both", "[role=tree][aria-label=Nodes] [role=treeitem]") },
  { name: "reference", steps: press("Reference", "dialog article") },
  {
    name: "reference-narrow-dark",
    context: { ...NARROW, colorScheme: "dark" },
    steps: press("Reference", "dialog article"),
  },
  { name: "examples", steps: press("Examples", "[role=menuitem]:focus") },
  { name: "open", steps: press("Open", "[role=menuitem]:focus") },
  { name: "export", steps: press("Export", "[role=menuitem]:focus") },
  { name: "export-narrow", context: NARROW, steps: press("Export", "[role=menuitem]:focus") },
  { name: "small", context: SMALL, steps: choose },
  { name: "small-faults", project: FAULTS, context: SMALL, steps: choose },
  { name: "small-search-dark", context: { ...SMALL, colorScheme: "dark" }, steps: search },
  { name: "narrow", context: NARROW },
  { name: "narrow-files", context: NARROW, steps: showPart("Files") },
  { name: "narrow-file", context: NARROW, steps: showPart("File") },
  {
    name: "narrow-faults-dark",
    project: FAULTS,
    context: { ...NARROW, colorScheme: "dark" },
    steps: showView("findings"),
  },
  {
    name: "narrow-results",
    context: NARROW,
    steps: async (opened) => {
      const results = opened.page.locator("nav button").last();
      await results.click();
      await choose(opened);
      await results.click();
    },
  },
];

describe.skipIf(!hasChromium || !process.env.ASSAY_SCREENSHOTS)("a screenshot", () => {
  const open = playground();
  const disk = folder();
  mkdirSync(FOLDER, { recursive: true });

  for (const { name, project, context, steps } of SHOTS) {
    test(name, async () => {
      const opened = await open(project, { viewport: { width: 1440, height: 900 }, ...context });
      await steps?.(opened);
      // Updates that follow typing after a pause are complete by then.
      await opened.page.waitForTimeout(800);
      await opened.page.screenshot({ path: `${FOLDER}${name}.png` });
      await close(opened);
    });
  }

  test.each([
    ["many", {}],
    ["many-narrow-dark", { ...NARROW, colorScheme: "dark" }],
  ] as const)(
    "%s",
    async (name, context) => {
      const opened = await open(SLOW, { viewport: { width: 1440, height: 900 }, ...context });
      await pickMany(disk.path())(opened);
      // Wait until some of the files are checked.
      await opened.page.waitForTimeout(2_000);
      await opened.page.screenshot({ path: `${FOLDER}${name}.png` });
      await close(opened);
    },
    150_000,
  );
});
