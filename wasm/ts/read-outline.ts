/** Reads the nodes of a document, and the extractions that select a node, from the engine. */

import type { NodeKind, NodeValueKind, XPaths } from "./api.js";
import { type Core, guarded, using } from "./core.js";
import { NONE, type OutlineData } from "./outline.js";
import { parse } from "./report.js";
import type { Problem } from "./types.js";

export function outlineOf(core: Core, path: string, content: string | Uint8Array): OutlineData {
  return withOutline(core, path, content, (outline) => {
    const [fault, text] = [outline.fault(), outline.text()];
    return {
      nodeKinds: core.nodeKinds() as NodeKind[],
      valueKinds: core.valueKinds() as NodeValueKind[],
      kinds: outline.kinds(),
      values: outline.valueKinds(),
      parents: outline.parents(),
      ends: outline.ends(),
      ordinals: outline.ordinals(),
      starts: outline.starts(),
      stops: outline.stops(),
      valueStarts: outline.valueStarts(),
      valueStops: outline.valueStops(),
      names: outline.names(),
      writtenNames: outline.writtenNames(),
      steps: outline.steps(),
      texts: outline.texts(),
      textStarts: outline.textStarts(),
      textEnds: outline.textEnds(),
      omitted: outline.omitted(),
      ...(fault === undefined ? {} : { fault: parse(fault) as Problem }),
      ...(text === content ? {} : { text }),
    };
  });
}

/** Returns the extractions that select a node. */
export function xpathsOf(core: Core, path: string, content: string | Uint8Array, node: number): XPaths | undefined {
  return withOutline(core, path, content, (outline) => {
    const found = Number.isInteger(node) && node >= 0 && node < NONE ? outline.xpaths(node) : undefined;
    return found === undefined ? undefined : using(core, found, toXPaths);
  });
}

function toXPaths(found: Core["XPaths"]["prototype"]): XPaths {
  const [exact, reason] = [found.exact(), found.reason()];
  return {
    plain: found.plain(),
    values: found.values(),
    ...(exact === undefined ? {} : { exact }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function withOutline<T>(
  core: Core,
  path: string,
  content: string | Uint8Array,
  work: (outline: Core["Outline"]["prototype"]) => T,
): T {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const outline = guarded(core, () => new core.Outline(path, bytes));
  return using(core, outline, (made) => guarded(core, () => work(made)));
}
