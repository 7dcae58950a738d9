/** Completes paths for `rpath`, and names of nodes and attributes for `xpath`, from the files under check. */

import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { type Outline, outline } from "../../engine.ts";
import { counted } from "../../format.ts";
import { type Content, type Folder, foldersOf, nameOf, PICTURE, sizeOf } from "../../project.ts";
import { type First, firstNode, OF_ANY, OF_PICTURES } from "../../rule-text/first-rule.ts";
import { patternFor, patternOf } from "../../rule-text/pattern.ts";
import { ruleOn } from "../../rule-text/rule-at.ts";
import { blockOver, lineOf } from "./lines.ts";
import { type Offer, putting } from "./options.ts";

/** The maximum number of nodes that are searched, and the maximum size of a file, in bytes, whose nodes are offered. */
const [MOST_NODES, MOST_BYTES] = [100_000, 4_000_000];
/** Patterns that YAML reads literally without quotes. */
const PLAIN = /^[\w^/\\.$-]+$/;

/** Matches names, or beginnings of names, that can be used in an `xpath` without quotes. */
const NAME = /^[\p{L}\p{N}_-]*$/u;

/** Returns the completions in an `rpath` or an `xpath`; null anywhere else. `open` is the file that is shown. */
export function presentAt(
  context: CompletionContext,
  files: Folder,
  open: string | undefined,
): Promise<CompletionResult | null> | CompletionResult | null {
  const { state, pos } = context;
  const text = state.doc.toString();
  const above = text.slice(0, pos).split("\n");
  const { key = "", value, indent } = lineOf(above.pop() ?? "");
  const [, quote = "", written = ""] = /^(["']?)(.*)$/.exec(value) ?? [];
  if (!(written !== "" || context.explicit) || blockOver(above, indent) !== undefined) {
    return null;
  }
  if (/^(?:not_)?rpath$/i.test(key)) {
    const options = patternsFor([...files.keys()]).map((option) => (quote === '"' ? inDoubleQuotes(option) : option));
    return { from: pos - written.length, options, validFor: /^[\w^/\\.$-]*$/ };
  }
  const step = /^xpath$/i.test(key) ? stepIn(written) : undefined;
  const path = step && fileFor(ruleOn(text, pos)?.rpath, files, open);
  const content = path === undefined ? undefined : files.get(path);
  if (step === undefined || path === undefined || content === undefined) {
    return null;
  }
  return outlineSoon(path, content).then((nodes) => {
    const names = nodes === undefined ? [] : namesAt(nodes, step);
    const detail = `in ${nameOf(path)}`;
    const isBare = quote === "" && step.typed === written;
    const options = names.map((label, at) => offer(label, detail, at, isBare));
    return options.length === 0 ? null : { from: pos - step.typed.length, options, validFor: NAME };
  });
}

/** Returns patterns for the extensions and folders of the project, the most frequent first. */
export function patternsFor(paths: readonly string[]): Offer[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = nameOf(path);
    const whole = name.replace(/^[^.]*/, "");
    // A name such as `a.prop.xml` has several endings that rules may use.
    const ends = new Set([
      patternFor(path),
      patternFor(whole === "" ? path : whole),
      ...(/\..*\./.test(whole) ? [`${whole.replaceAll(".", "\\.")}$`] : []),
    ]);
    for (const pattern of [...ends, ...foldersOf(path).map((folder) => `^/${folder}/`)]) {
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([pattern]) => PLAIN.test(pattern))
    .sort(([, one], [, other]) => other - one)
    .slice(0, 100)
    .map(([label, count], at) => offer(label, counted(count, "file"), at));
}

/**
 * Returns an offer that inserts `label`, at position `at` of the list. If the value `isBare`, that is, begins here
 * without a quote, a label that begins with an asterisk is quoted: YAML would read it as an alias.
 */
function offer(label: string, detail: string, at: number, isBare = false): Offer {
  const becomes = isBare && label.startsWith("*") ? `'${label}'` : label;
  const apply = becomes === label ? label : putting(`'${label}\${}'`);
  return { label, detail, becomes, apply, sortText: String(at).padStart(4, "0") };
}

/** Returns the offer for use between double quotes, where YAML reads a backslash as the beginning of an escape. */
function inDoubleQuotes(option: Offer): Offer {
  const label = option.label.replaceAll("\\", "\\\\");
  return { ...option, label, apply: label, becomes: label };
}

/** Returns the beginning of a rule for a file; undefined if the file is empty. */
export async function firstIn(path: string, content: Content): Promise<First | undefined> {
  if (PICTURE.test(path)) {
    return OF_PICTURES;
  }
  const nodes = await outlineSoon(path, content);
  return nodes === undefined ? OF_ANY : firstNode(nodes);
}

/** Returns the path for which the user probably writes a rule: the first with the most common extension. */
export function likeliest(paths: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const pattern of paths.map(patternFor)) {
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const [[most] = []] = [...counts].sort(([, one], [, other]) => other - one);
  return paths.find((path) => patternFor(path) === most);
}

/** Returns the nodes of a file that is not too long. The check reports errors in the file. */
function outlineSoon(path: string, content: Content): Promise<Outline | undefined> {
  return sizeOf(content) > MOST_BYTES ? Promise.resolve(undefined) : outlineOf(path, content).catch(() => undefined);
}

/** Returns the open file if the rule looks at it, or else the first file that the rule looks at. */
function fileFor(rpath: string | undefined, files: Folder, open: string | undefined): string | undefined {
  const pattern = patternOf(rpath);
  const isLooked = (path: string) => pattern?.test(`/${path}`) !== false;
  return open !== undefined && isLooked(open) ? open : [...files.keys()].find(isLooked);
}

/** The file whose nodes were requested last. */
let cached: { path: string; content: Content; nodes: Promise<Outline> } | undefined;

function outlineOf(path: string, content: Content): Promise<Outline> {
  if (cached?.path !== path || cached.content !== content) {
    cached = { path, content, nodes: outline(path, content, new AbortController()) };
  }
  return cached.nodes;
}

/** A name that is being written in an `xpath`. */
export interface Step {
  /** The names of the nodes that contain it, from the root; empty for the root. */
  above: readonly string[];
  /** True if it is the name of an attribute. */
  attribute: boolean;
  /** The part of the name that is already written. */
  typed: string;
}

/** Returns the name at the end of an `xpath`; undefined in comparisons, in facts, and where it cannot be determined. */
export function stepIn(written: string): Step | undefined {
  const [, path = "", rest = ""] = /^([^.,:[]*)(.*)$/.exec(written) ?? [];
  // The name in front of the first `/` is the root, and an empty one would match none.
  const names = path.replace(/^(?=\/)/, "*").split("/");
  if (rest === "") {
    const typed = names.pop() ?? "";
    return NAME.test(typed) ? { above: names, attribute: false, typed } : undefined;
  }
  const [, mark, typed = ""] = /([.,:@&|(])([\p{L}\p{N}_-]*)$/u.exec(rest) ?? [];
  const isCompared = /(?:[=!]=)(?!.*[&|,\]]).*$/.test(rest);
  return mark === undefined || isCompared
    ? undefined
    : { above: names, attribute: mark === ":" || rest.includes(`@${typed}`), typed };
}

/** Returns the names that are valid at a step, in the order of the document. */
export function namesAt(nodes: Outline, { above, attribute }: Omit<Step, "typed">): string[] {
  if (above.length === 0) {
    const roots = [...nodes.roots()].map((node) => localOf(nodes.name(node)));
    return [...new Set([...roots.filter((name) => name !== "" && NAME.test(name)), "*"])];
  }
  let [left, here] = [MOST_NODES, [...nodes.roots()].filter((node) => isCalled(nodes.name(node), above[0] ?? "*"))];
  const below = (of: readonly number[], fits: (node: number) => boolean) => {
    const found: number[] = [];
    for (const node of of) {
      for (const child of nodes.children(node)) {
        left -= 1;
        if (left < 0) {
          return found;
        }
        if (fits(child)) {
          found.push(child);
        }
      }
    }
    return found;
  };
  const isElement = (node: number) => nodes.kind(node) !== "attribute";
  for (const name of above.slice(1)) {
    if (name === "**") {
      for (let more = below(here, isElement); more.length > 0; more = below(more, isElement)) {
        here = [...here, ...more];
      }
    } else {
      here = below(here, (node) => isElement(node) && isCalled(nodes.name(node), name));
    }
  }
  const spelled = new Map<string, string>();
  for (const node of below(here, (one) => isElement(one) !== attribute)) {
    const name = nodes.name(node);
    if (!spelled.has(name)) {
      spelled.set(name, nodes.xpath(node).slice(nodes.xpath(nodes.parent(node) ?? node).length + 1));
    }
  }
  return [...spelled.values()];
}

/** Returns true if a step selects nodes of that name. Namespace prefixes are ignored. */
function isCalled(name: string, step: string): boolean {
  const parts = step.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "u").test(localOf(name));
}

function localOf(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
