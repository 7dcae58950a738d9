/** `assay package deps`: shows the dependencies between packages. */

import type { Diagnostics } from "../../api.js";
import { parse } from "../../report.js";
import type { PackageGraph, PackageNeed, PackageRevision } from "../../types.js";
import { tableOf } from "../asset-list/table.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN, FAULTY } from "../exit.js";
import { reportError, stdoutColors, toJson, writeParts } from "../output.js";
import type { DepsOptions } from "./options.js";
import { aboutOf, nameOf, Packages, reportFound, revisionOf } from "./packages.js";

/** Shows the graph, and returns the exit code. */
export async function deps(options: DepsOptions, engine: Engine): Promise<number> {
  const { files, format, color } = options;
  const packages = await Packages.load(engine, options);
  const set = new packages.core.PackageSet();
  let unnamed = 0;
  const opened = await packages.each(files, (opened, _, path) => {
    packages.do(() => set.push(opened));
    if (aboutOf(opened).revision === null) {
      unnamed += 1;
      // Otherwise one of its problems may be the reason.
      const found = packages.withOnly(opened, (one) => parse(one.diagnostics()) as Diagnostics);
      if (found.problems.length === 0) {
        reportError(`\`${path}\` does not name its revision`);
      }
    }
  });
  const readable = opened - unnamed;
  const { problems } = reportFound(set);
  const graph = parse(packages.do(() => set.graph())) as PackageGraph;
  const isWhole = readable === files.length && problems.length === 0;
  const isWritten = await writeParts(renderGraph(graph, isWhole, format, stdoutColors(color).dim));
  const isUnmet = ({ to, active, inCycle }: PackageNeed) => active && (inCycle || graph.packages[to]?.path === null);
  if (!isWritten || readable < files.length) {
    return CANNOT_RUN;
  }
  return problems.length > 0 || graph.needs.some(isUnmet) ? FAULTY : 0;
}

/** Returns the graph in a format; `isWhole` is true if it contains the dependencies of all packages. */
function renderGraph(
  graph: PackageGraph,
  isWhole: boolean,
  format: string,
  dim: (text: string) => string,
): Iterable<string> {
  switch (format) {
    case "json":
      return [toJson(graph)];
    case "dot":
      return dotOf(graph);
    case "mermaid":
      return mermaidOf(graph);
    default: {
      const similarTo = findSimilar(graph);
      const state = (need: PackageNeed) => [stateOf(graph, need), ...similarTo(need)].filter(Boolean).join(", ");
      const rows = graph.needs.map((need) => [named(graph, need.from), named(graph, need.to), state(need)]);
      return rows.length === 0
        ? [isWhole ? "no dependencies\n" : ""]
        : tableOf([{ title: "package" }, { title: "needs" }, { title: "" }], () => rows, dim);
    }
  }
}

function named({ packages }: PackageGraph, at: number): string {
  const found = packages[at];
  return found === undefined ? "" : nameOf(found);
}

/** Returns the state of a dependency: `missing`, `not in use`, `in a cycle`, several of these, or nothing. */
function stateOf({ packages }: PackageGraph, { to, active, inCycle }: PackageNeed): string {
  const states = [
    ...(packages[to]?.path === null ? ["missing"] : []),
    ...(active ? [] : ["not in use"]),
    ...(inCycle ? ["in a cycle"] : []),
  ];
  return states.join(", ");
}

/** Returns a function that names an existing package if a missing one differs only in letter case or accents. */
function findSimilar({ packages }: PackageGraph): (need: PackageNeed) => string[] {
  const shape = (node: PackageRevision) => nameOf(node).normalize("NFD").toUpperCase();
  const here = new Map(packages.filter(({ path }) => path !== null).map((node) => [shape(node), node]));
  return ({ to }) => {
    const needed = packages[to];
    const similar = needed?.path === null ? here.get(shape(needed)) : undefined;
    return similar === undefined ? [] : [`but ${nameOf(similar)} exists`];
  };
}

/** Returns true if any dependency on the package at an index is in use. */
function isNeeded({ needs }: PackageGraph, at: number): boolean {
  return needs.some(({ to, active }) => to === at && active);
}

/** Returns the name of a package, in lines. */
function linesOf({ assetGroupPath, revisionGroupPath, revision }: PackageRevision): string[] {
  return [assetGroupPath, revisionGroupPath, revisionOf(revision)];
}

function looksOf(graph: PackageGraph, at: number): string {
  const isMissing = graph.packages[at]?.path === null;
  return isMissing ? `, style=dashed${isNeeded(graph, at) ? ", color=red" : ""}` : "";
}

function* dotOf(graph: PackageGraph): Iterable<string> {
  yield "digraph packages {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const [at, node] of graph.packages.entries()) {
    // In a label, a backslash begins an escape and a quote ends the string.
    const label = linesOf(node).map((line) => line.replaceAll("\\", "\\\\").replaceAll('"', '\\"'));
    yield `  p${at} [label="${label.join("\\n")}"${looksOf(graph, at)}];\n`;
  }
  for (const { from, to, active, inCycle } of graph.needs) {
    const looks = [...(active ? [] : ["style=dotted"]), ...(inCycle ? ["color=red"] : [])];
    yield `  p${from} -> p${to}${looks.length > 0 ? ` [${looks.join(", ")}]` : ""};\n`;
  }
  yield "}\n";
}

function* mermaidOf(graph: PackageGraph): Iterable<string> {
  yield "flowchart LR\n";
  for (const [at, node] of graph.packages.entries()) {
    const label = linesOf(node).map((line) =>
      line.replaceAll("&", "#amp;").replaceAll('"', "#quot;").replaceAll("<", "#lt;"),
    );
    const looks = node.path === null ? (isNeeded(graph, at) ? ":::missing" : ":::unused") : "";
    yield `  p${at}["${label.join("<br>")}"]${looks}\n`;
  }
  for (const need of graph.needs) {
    const state = stateOf(graph, need);
    const label = state === "" ? "" : `|${state}|`;
    yield `  p${need.from} ${need.active ? "-->" : "-.->"}${label} p${need.to}\n`;
  }
  yield "  classDef missing stroke:#c00,stroke-dasharray:4\n  classDef unused stroke-dasharray:4\n";
}
