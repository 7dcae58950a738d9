/** Projects for reports: with all kinds of findings, with malicious text, without findings, empty. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assay } from "../cli/assay.ts";
import { withFiles } from "../cli/case.ts";

/** All report formats. */
export const FORMATS = ["text", "json", "jsonl", "sarif", "junit", "github", "html", "markdown"] as const;

/** A report in each format. */
export type Reports = Record<(typeof FORMATS)[number], string>;

const FACES = `
    rpath: \\.xml$
    xpath: Model/NumFaces
    condition: ["<=", 5000]
`;

const NAMED = (name: string, severity: string, rest: string) => `
  - name: ${name}
    severity: ${severity}${rest}`;

const MIXED_RULES = `
rules:${NAMED("faces-at-most-5000", "error", FACES)}
    description: No model has more than 5000 faces.
    why: A scene has a budget.
    url: https://example.org/faces?a=1&b=2
    tags: [mesh, budget]
${NAMED(
  "name-is-plain",
  "warning",
  `
    description: A name holds \`a-z\` only, {0} and [others](https://example.org) not.
    rpath: \\.xml$
    xpath: Model/Name
    filter: "[^a-z]"
    condition: [Not exist]
    message: the name \`{value}\` of {path} is not plain
`,
)}${NAMED(
  "author-is-known",
  "info",
  `
    rpath: \\.xml$
    xpath: Model/Author
    condition: ["==", ann]
`,
)}${NAMED(
  "note-is-short",
  "hint",
  `
    rpath: \\.xml$
    xpath: Model/Note
    filter: ".{21,}"
    condition: [Not exist]
`,
)}${NAMED("has-no-file", "error", FACES.replace("xml", "none"))}
  - name: cannot-be-used
    rpath: \\.xml$
    xpath: "Model/(A,B"
    condition: [Exist]
`;

/** A string that would have an effect in every format if it were not escaped. */
export const WILD = [
  `"'></title></script><script>document.title='wild'</script><img src=x onerror="document.title='wild'">`,
  "]]>&amp;{{0}} {1} [click](https://example.org) *b* `c` | @you #1 %0A::error::wild ,:;\u202e",
].join(" ");

const model = (name: string, faces: number, author = "ann", note = "short") =>
  `<Model>\n  <Name><![CDATA[${name.replaceAll("]]>", "]]]]><![CDATA[>")}]]></Name>\n` +
  `  <NumFaces>${faces}</NumFaces>\n  <Author>${author}</Author>\n  <Note>${note}</Note>\n</Model>\n`;

const PROJECTS = {
  mixed: {
    "rules/rules.yaml": MIXED_RULES,
    "assets/lamp.xml": model("lamp", 1200),
    "assets/city/old town.xml": model("City-1", 81_000, "b\u00f6b", "a note of more than twenty characters"),
    "assets/city/\u6f22\u5b57, 100%#1.xml": model("\u6f22\u5b57\u{1f600}x", 9000),
    "assets/broken.xml": "<Model>\n  <Name>",
  },
  wild: {
    "rules/rules.yaml": MIXED_RULES.replaceAll("name-is-plain", `'${WILD.replaceAll("'", "''")}'`),
    "assets/a;b,c:d%0A\"'`$(x)<&>.xml": model(
      WILD,
      9000,
      WILD.replace(/[<>&]/g, " "),
      "line one\nline two of the note",
    ),
  },
  clean: {
    "rules/rules.yaml": `rules:${NAMED("faces-at-most-5000", "error", FACES)}`,
    "assets/lamp.xml": model("lamp", 1200),
  },
  empty: {
    "rules/rules.yaml": `rules:${NAMED("faces-at-most-5000", "error", FACES)}`,
    "assets/readme.txt": "nothing to check",
  },
} satisfies Record<string, Record<string, string>>;

/** The names of the projects. */
export const NAMES = Object.keys(PROJECTS) as (keyof typeof PROJECTS)[];

/** Runs a check of a project. Returns the reports in all formats and the exit code. */
export function reportsOn(name: keyof typeof PROJECTS): Promise<{ code: number; reports: Reports }> {
  const layout = { args: "", status: { code: 0 }, stdout: "", stderr: "", files: PROJECTS[name] };
  return withFiles(layout, async (folder) => {
    const targets = FORMATS.flatMap((format) => ["--format", `${format}=report.${format}`]);
    const { code, stderr } = await assay(["check", "--rules", "rules", ...targets, "assets"], { cwd: folder });
    const isMatchless = name === "empty" && /^warning: not everything was checked, .*\n$/.test(stderr);
    if (stderr !== "" && !isMatchless) {
      throw new Error(stderr);
    }
    const texts = FORMATS.map((format) => [format, readFileSync(join(folder, `report.${format}`), "utf8")]);
    return { code, reports: Object.fromEntries(texts) };
  });
}
