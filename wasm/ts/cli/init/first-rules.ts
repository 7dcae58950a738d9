/** Generates the first rules of a project: rules for the kinds of files that no pack covers, each with a test. */

import { attempt } from "../../attempt.js";
import { grouped } from "../grouped.js";
import { folderOf, type Survey } from "./survey.js";

/** The files that the first rules are for. */
export interface Uncovered {
  /** The extensions of XML documents, JSON documents and YAML documents. */
  xml: string[];
  json: string[];
  yaml: string[];
  /** The extensions of assets that Assay cannot read. */
  unread: string[];
  /** Folders of JSON documents that each have an `id`, mostly different ones. */
  ids: string[];
}

export interface FirstRules {
  /** The rule file; undefined if packs cover all kinds of files. */
  text: string | undefined;
  count: number;
  /** The extensions of the files that the rules are for, the most frequent first. */
  extensions: string[];
}

/** Extensions whose files are XML, JSON or YAML if they are not empty. For other extensions the content decides. */
const XML = ["xml", "repository", "iworld", "ilevel", "sbc", "svg", "dae", "mtlx"];
const JSON_NAMES = ["json"];
const YAML = ["yaml", "yml"];

/** Extensions of web pages, code, projects of editors and copies, which may look like XML or JSON. */
const OTHER = new RegExp(
  "^(?:html?|xhtml|php|vue|svelte|aspx?|jsp|md|txt|xsd|assetlist|js|mjs|ts|css|jsonc|json5|ipynb|map|.*proj|props|targets|resx|" +
    "config|manifest|filters|user|code-workspace|asmdef|asmref|bak|old|orig|tmp|.*disabled)$",
);

/** Matches formats that use the extension of YAML but are not YAML, such as MiniYaml. */
const INDENTED_BY_TABS = /^\t+\S/m;

/** Matches the beginning of XML and YAML documents, after up to three characters of a byte order mark. */
const LIKE_XML = /^\W{0,3}<\?xml\s/;
const LIKE_YAML = /^\W{0,3}%YAML/;

/** Extensions of assets that Assay cannot read: sounds, videos, models, fonts and archives of engines. */
const UNREAD = (
  "wav ogg mp3 flac opus aif aiff bank wem mp4 webm mov bik fbx obj blend max ma mb usd usda usdc usdz abc ply stl vox ttf " +
  "otf uasset umap pak"
).split(" ");

/** Finds the kinds of files that the packs do not cover; `covered` are the extensions that they do. */
export function uncovered(survey: Survey, covered: readonly string[]): Uncovered {
  const open = [...survey.extensions].filter(([extension]) => !covered.includes(extension));
  const isFilled = (paths: readonly string[]) => survey.sample(paths).length > 0;
  const begins = (like: RegExp) => (path: string) => like.test(survey.head(path));
  const kind = (named: readonly string[], like: (path: string) => boolean) => {
    const is = ([extension, paths]: [string, readonly string[]]) =>
      named.includes(extension) ? isFilled(paths) : !OTHER.test(extension) && survey.areMostly(paths, like);
    return open.filter(is).map(([extension]) => extension);
  };
  const isYaml = (extension: string) => {
    const paths = survey.of(extension);
    return survey.sample(paths).length < 3 || !survey.areMostly(paths, begins(INDENTED_BY_TABS));
  };
  const json = kind(JSON_NAMES, (path) => survey.isJson(path));
  return {
    xml: kind(XML, begins(LIKE_XML)),
    json,
    yaml: kind(YAML, begins(LIKE_YAML)).filter(isYaml),
    unread: open.map(([extension]) => extension).filter((extension) => UNREAD.includes(extension)),
    ids: json.includes("json") ? foldersWithIds(survey) : [],
  };
}

/** Returns the folders whose JSON documents each have a different `id`, apart from a few mistakes. */
function foldersWithIds(survey: Survey): string[] {
  const haveIds = ([folder, paths]: [string, string[]]) => {
    const sample = folder === "" || paths.length < 3 ? [] : survey.sample(paths);
    const ids = sample.map((path) => idOf(survey.head(path)));
    const different = new Set(ids).size;
    return sample.length > 2 && !ids.includes(undefined) && different > 1 && different * 3 >= ids.length * 2;
  };
  return [...grouped(survey.of("json"), folderOf)].filter(haveIds).map(([folder]) => folder);
}

/** Returns the `id` of a JSON document that is not long; undefined if it has none. */
function idOf(text: string): string | number | undefined {
  const id = attempt(() => (JSON.parse(text) as { id?: unknown }).id);
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** A rule with its test, as they are written into the rule file. */
interface WrittenRule {
  rule: string;
  test: string;
  collection?: string;
}

export function firstRules(survey: Survey, covered: readonly string[]): FirstRules {
  const open = uncovered(survey, covered);
  const written = [
    readable("XML", open.xml, "*,{tag}", xmlTest),
    readable("JSON", open.json, "*", jsonTest),
    readable("YAML", open.yaml, "*", yamlTest),
    uniqueIds(open.ids),
    notEmpty(open.unread),
  ].filter((one) => one !== undefined);
  const extensions = [...open.xml, ...open.json, ...open.yaml, ...open.unread];
  extensions.sort((a, b) => survey.of(b).length - survey.of(a).length);
  return { text: written.length === 0 ? undefined : fileOf(written), count: written.length, extensions };
}

function fileOf(written: readonly WrittenRule[]): string {
  const collections = written.flatMap(({ collection }) => collection ?? []);
  return [
    "# The first rules of this project. They are for the kinds of files that no pack covers. Change them, and add your own.\n",
    ...(collections.length === 0 ? [] : [`collections:\n${collections.join("")}`]),
    `rules:\n${written.map(({ rule }) => rule).join("\n")}`,
    "# Each test has small files, and the findings that the rules must report in them. `assay test` runs the tests.\n" +
      `tests:\n${written.map(({ test }) => test).join("\n")}`,
  ].join("\n");
}

/** Returns a regular expression for names that end in one of some extensions. */
function endingIn(extensions: readonly string[]): string {
  const escaped = extensions.map((extension) => extension.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  // In a string of YAML in single quotes, two quotes stand for one.
  const list = escaped.join("|").replaceAll("'", "''");
  return `\\.(?i:${list})$`;
}

/** Returns a rule that files of a format can be read. A file that is not well-formed is always a problem. */
function readable(
  format: string,
  extensions: readonly string[],
  xpath: string,
  test: (extension: string) => string,
): WrittenRule | undefined {
  const [first] = extensions;
  return first === undefined
    ? undefined
    : {
        rule: `  - name: ${format.toLowerCase()}-readable
    severity: warning
    description: Every ${format} file can be read and has content.
    why: A damaged or empty file often comes from a tool that stopped early.
    message: 'The file has no content.'
    rpath: '${endingIn(extensions)}'
    # Hidden files are settings of tools.
    not_rpath: '/\\.'
    xpath: '${xpath}'
    condition: [Not null collection]
`,
        test: test(first),
      };
}

const xmlTest = (xml: string) => `  - name: an XML file, and one that is truncated
    files: {a.${xml}: <a/>, b.${xml}: <a>}
    expect: [{problem: xml-unclosed, path: b.${xml}}]
`;

const jsonTest = (json: string) => `  - name: an object, and an empty list
    files: {a.${json}: '{"name": "lamp"}', b.${json}: '[]'}
    expect: [{rule: json-readable, path: b.${json}}]
`;

const yamlTest = (yaml: string) => `  - name: a YAML file, and one with only a comment
    files: {a.${yaml}: 'a: 1', b.${yaml}: '# nothing'}
    expect: [{rule: yaml-readable, path: b.${yaml}}]
`;

/** Returns a rule that JSON documents in these folders have different ids. */
function uniqueIds([folder, ...more]: readonly string[]): WrittenRule | undefined {
  if (folder === undefined) {
    return undefined;
  }
  const escaped = [folder, ...more].map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("'", "''"));
  const rpath = `^/(?:${escaped.join("|")})[^/]+\\.json$`;
  const [a, b] = [`${folder}a.json`, `${folder}b.json`].map((path) => `'${path.replaceAll("'", "''")}'`);
  return {
    collection: `  # The ids of these files.
  json_ids: {rpath: '${rpath}', xpath: '*/id'}
`,
    rule: `  - name: json-id-unique
    severity: warning
    description: No two of these JSON files have the same \`id\`.
    why: A game that finds data by its id uses only one of the files.
    message: 'More than one file has the id {value}.'
    rpath: '${rpath}'
    xpath: '*/id'
    condition: [Satisfy the expression, 'len(json_ids.paths(d)) == 1']
`,
    test: `  - name: two files with one id
    files: {${a}: '{"id": 1}', ${b}: '{"id": 1}'}
    expect:
      - {rule: json-id-unique, path: ${a}, value: 1}
      - {rule: json-id-unique, path: ${b}, value: 1}
`,
  };
}

function notEmpty(extensions: readonly string[]): WrittenRule | undefined {
  const [first] = extensions;
  return first === undefined
    ? undefined
    : {
        rule: `  - name: file-not-empty
    severity: error
    description: No sound, video, model or font is an empty file.
    why: An empty file comes from an export that stopped early.
    message: 'The file is empty.'
    rpath: '${endingIn(extensions)}'
    xpath: '{file.size}'
    condition: ['>', 0]
`,
        test: `  - name: an empty file
    files: {empty.${first}: '', full.${first}: x}
    expect: [{rule: file-not-empty, path: empty.${first}}]
`,
      };
}
