/** Proposes how a rule begins: with a node of a file, and a condition that this node meets. */

import type { Outline } from "../engine.ts";

/** A part of a rule to begin with. */
export interface First {
  /** The `xpath` of a node, or a fact such as `{file.size}`. */
  xpath: string;
  /** The condition, without its brackets. */
  condition: string;
}

const [EXIST, NOT_NULL] = ["Exist", "Not null collection"];
/** The beginning of a rule for pictures, which have facts in place of nodes. */
export const OF_PICTURES: First = { xpath: "{image.width}", condition: "'<=', 4096" };
/** The beginning of a rule for files in which there are no nodes. */
export const OF_ANY: First = { xpath: "{file.size}", condition: "'<=', 10000000" };
/** The maximum number of nodes that are searched for the first one with a value. */
const MOST_NODES = 20_000;

/**
 * Returns the condition for a node, as it is written. `Exist` requires a value, which objects and elements with
 * children do not have. For these and for empty values, the condition requires that the node exists.
 */
export function conditionFor(outline: Outline, node: number): string {
  const [kind, value] = [outline.valueKind(node), outline.value(node)];
  const isEmpty =
    value === "" ||
    kind === "null" ||
    (kind === "boolean" && value === "false") ||
    // The values of XML are strings, and the string `0` is not empty.
    (kind === "number" && Number(value) === 0);
  return isEmpty ? NOT_NULL : EXIST;
}

/** Returns the first node with a value, nearest to the root, or else the first node below the root. */
export function firstNode(outline: Outline): First | undefined {
  const nodes = [...outline.roots()].flatMap((root) => {
    return [...outline.children(root)].filter((node) => outline.kind(node) !== "attribute");
  });
  const [first] = nodes;
  let found: number | undefined;
  // The loop appends to the list: level by level.
  for (const node of nodes) {
    if (conditionFor(outline, node) === EXIST) {
      found = node;
      break;
    }
    if (nodes.length < MOST_NODES) {
      nodes.push(...outline.children(node));
    }
  }
  const node = found ?? first;
  return node === undefined ? undefined : { xpath: outline.xpath(node), condition: conditionFor(outline, node) };
}
