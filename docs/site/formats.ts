/** A page for each report format, with a small report. */

import type { Engine, FormatName, Report } from "assay";
import { checked, type Example, WIDTH } from "./example.ts";
import { block, code, sentence, table } from "./markdown.ts";
import { hrefOf, type Page, type Section } from "./page.ts";

/** The project of the reports on these pages. */
const EXAMPLE: Example = {
  rules: {
    "rules.yaml": `- name: model-face-budget
  description: Models stay within their budget of faces.
  why: A model that is too heavy costs every scene its frame rate.
  rpath: \\.xml$
  xpath: Model/NumFaces
  condition: ['<=', 5000]
- name: model-has-material
  severity: warning
  rpath: \\.xml$
  xpath: Model/Mesh,Material?
  condition: [Exist]
`,
  },
  files: {
    "city.xml": "<Model>\n  <NumFaces>81000</NumFaces>\n  <Mesh/>\n</Model>\n",
    "lamp.xml": "<Model>\n  <NumFaces>200</NumFaces>\n",
  },
};

/** The language for the syntax highlighting of a format. */
const LANGUAGES: Record<string, string> = { json: "json", jsonl: "json", sarif: "json", junit: "xml", markdown: "md" };

/** The anchors in the documents of formats whose heading is not their name. */
const HEADINGS: Record<string, string> = { json: "json-and-json-lines", jsonl: "json-and-json-lines" };

/** The path of the HTML report on the site, which is not part of a page. */
export const SAMPLE = "samples/report.html";

/** Returns the section of the formats, and the report for {@link SAMPLE}. */
export async function formatSection(engine: Engine): Promise<{ section: Section; sample: string }> {
  const report = await checked(EXAMPLE, engine);
  const pages = engine.formats.map(({ name, doc }): Page => {
    const called = `Written by \`assay check --format ${name}\`, or \`--format ${name}=FILE\` into a file.`;
    const more = `More: [in reports](/reports#${HEADINGS[name] ?? name}).`;
    const text = [`# ${code(name)}`, sentence(doc), called, more, "## How it looks", look(name, report, engine)];
    return { path: `reference/formats/${name}`, title: name, text: text.join("\n\n") };
  });
  const rows = engine.formats.map(({ doc }, at) => [
    `[\`${pages[at]?.title}\`](${hrefOf(pages[at] as Page)})`,
    sentence(doc),
  ]);
  const lead = "The report formats of `assay check`. [Reports](/reports) describes what they have in common.";
  const text = ["# Formats of reports", lead, table(["format", "purpose"], rows)].join("\n\n");
  const page = { path: "reference/formats/index", title: "Formats of reports", text };
  return { section: { title: page.title, page, pages }, sample: engine.render(report, "html") };
}

function look(format: FormatName, report: Report, engine: Engine): string {
  if (format === "html") {
    return `[A small report](/${SAMPLE}){: target="_self"}: a page without other files.`;
  }
  return block(engine.render(report, format, { width: WIDTH }), LANGUAGES[format] ?? "text");
}
