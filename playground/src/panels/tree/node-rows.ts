/** The visible nodes of a document as rows of a tree. */

import { nextTask } from "../../drop/next-task.ts";
import type { Outline } from "../../engine.ts";
import { containing } from "../filter.ts";
import type { TreeRow } from "../tree-row.ts";

export interface NodeRow extends TreeRow {
  node: number;
}

/** The nodes whose children are visible. */
export type Opened = ReadonlySet<number>;

/** The approximate number of rows that are visible at first. */
const AT_FIRST = 200;

export function nodeRows({ size, ends }: Outline, opened: Opened): NodeRow[] {
  const rows: NodeRow[] = [];
  // The number of siblings so far, for each row; at the end, the total.
  const families: { count: number }[] = [];
  const above = [{ end: size, family: { count: 0 } }];
  for (let node = 0; node < size; ) {
    while ((above.at(-1)?.end ?? size) <= node) {
      above.pop();
    }
    const family = above.at(-1)?.family ?? { count: 0 };
    family.count += 1;
    families.push(family);
    const end = ends[node] ?? size;
    const open = end > node + 1 ? opened.has(node) : undefined;
    rows.push({ key: String(node), node, level: above.length, open, position: family.count, siblings: 0 });
    if (open) {
      above.push({ end, family: { count: 0 } });
    }
    node = open ? node + 1 : end;
  }
  for (const [at, row] of rows.entries()) {
    row.siblings = families[at]?.count ?? 1;
  }
  return rows;
}

/** Returns the nodes that are open at first: level by level, up to about {@link AT_FIRST} rows. */
export function openedAtFirst(outline: Outline): Opened {
  const opened = new Set<number>();
  const waiting = [...outline.roots()];
  let rows = waiting.length;
  // The loop appends to the list.
  for (const node of waiting) {
    const children = [...outline.children(node)];
    if (children.length > 0 && (opened.size === 0 || rows + children.length <= AT_FIRST)) {
      opened.add(node);
      rows += children.length;
      waiting.push(...(rows > AT_FIRST ? [] : children));
    }
  }
  return opened;
}

/** Returns `opened` with all ancestors of `node` added, so that the node is visible. */
export function revealed(outline: Outline, opened: Opened, node: number): Opened {
  const above: number[] = [];
  for (let parent = outline.parent(node); parent !== undefined; parent = outline.parent(parent)) {
    above.push(parent);
  }
  return above.every((parent) => opened.has(parent)) ? opened : new Set([...opened, ...above]);
}

/**
 * Returns the nodes of the outline `after` a change that were open in the outline `before` it. Nodes are recognised by
 * their names and ordinals, and those of their ancestors.
 */
export function openedAgain(before: Outline, opened: Opened, after: Outline): Opened {
  const known = new Set(keys(before, (node) => opened.has(node)).keys());
  return new Set(keys(after, (_, key) => known.has(key)).values());
}

/** The number of levels below which nodes close when the text changes, because keys become longer with every level. */
const MOST_LEVELS = 100;

/** Returns the nodes for which `enter` is true, as for all of their ancestors, by key. Attributes are left out. */
function keys(outline: Outline, enter: (node: number, key: string) => boolean): Map<string, number> {
  const found = new Map<string, number>();
  const go = (nodes: Iterable<number>, path: string, levels: number) => {
    for (const node of nodes) {
      const key = `${path}/${outline.name(node)}[${outline.ordinals[node]}]`;
      if (outline.kind(node) !== "attribute" && enter(node, key)) {
        found.set(key, node);
        go(levels > 0 ? outline.children(node) : [], key, levels - 1);
      }
    }
  };
  go(outline.roots(), "", MOST_LEVELS);
  return found;
}

/** The number of nodes that a search visits before other work can go on. */
const SLICE = 5_000;

/** Returns the nodes whose name or value contains `text`, in any letter case; an empty list if `signal` is aborted. */
export async function search(outline: Outline, text: string, signal: AbortSignal): Promise<number[]> {
  const isFound = containing(text);
  const found: number[] = [];
  for (let start = 0; start < outline.size && !signal.aborted; start += SLICE) {
    for (let node = start; node < Math.min(start + SLICE, outline.size); node += 1) {
      if (isFound(outline.name(node), outline.value(node))) {
        found.push(node);
      }
    }
    await nextTask();
  }
  return signal.aborted ? [] : found;
}
