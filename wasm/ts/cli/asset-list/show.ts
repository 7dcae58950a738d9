/** `assay assetlist show`: prints a list of assets, of seeds or of steps. */

import { attempt } from "../../attempt.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import type { AssetSeed, PlanStep } from "../../types.js";
import type { Engine } from "../engine.js";
import { print, stdoutColors, toJson } from "../output.js";
import { Refusal } from "../refusal.js";
import { visible } from "../visible.js";
import { Lists, pathsOf } from "./lists.js";
import type { AssetListShowOptions } from "./options.js";
import { counted } from "./results.js";
import { joined, type TableColumn, tableOf } from "./table.js";

/** A function that dims the titles of a table. */
type Dim = (text: string) => string;

export async function show({ file, format, color }: AssetListShowOptions, engine: Engine): Promise<number> {
  const lists = await Lists.load(engine);
  return print(partsOf(file, format, lists, stdoutColors(color).dim));
}

function partsOf(file: string, format: string, lists: Lists, dim: Dim): Iterable<Uint8Array | string> {
  if (/rules$/i.test(file)) {
    return planParts(file, lists.readPlan(file), format, lists, dim);
  }
  if (/seed$/i.test(file)) {
    return seedParts(lists.readSeeds(file).seeds, format, dim);
  }
  try {
    return listParts(lists.read(file), format, dim);
  } catch (error) {
    // A JSON file may contain a list or steps. For anything else, the error about a list is the more useful one.
    const steps = error instanceof Refusal && /\.json$/i.test(file) ? attempt(() => lists.readPlan(file)) : undefined;
    if (steps === undefined) {
      throw error;
    }
    return planParts(file, steps, format, lists, dim);
  }
}

function listParts(list: AssetList, format: string, dim: Dim): Iterable<Uint8Array | string> {
  switch (format) {
    case "json":
      return list.write("json");
    case "paths":
      return joined(pathsOf(list), visible);
    default:
      return tableOfList(list, dim);
  }
}

function* tableOfList(list: AssetList, dim: Dim): Iterable<string> {
  const hasIds = list.withId > 0;
  const columns: TableColumn[] = [{ title: "path" }, { title: "hash" }, ...(hasIds ? [{ title: "id" }] : [])];
  yield* tableOf(
    columns,
    function* () {
      for (const { path, hash, id } of list) {
        yield hasIds ? [path, hash, id ?? ""] : [path, hash];
      }
    },
    dim,
  );
  yield `${counted(list.length)}\n`;
}

function* seedParts(seeds: readonly AssetSeed[], format: string, dim: Dim): Iterable<string> {
  if (format === "paths") {
    yield* joined(seeds, ({ pathHint }) => visible(pathHint));
    return;
  }
  if (format === "json") {
    const plain = seeds.map(({ id, pathHint, platforms }) => ({ path: pathHint, id, platforms }));
    yield toJson({ seeds: plain });
    return;
  }
  const columns = [{ title: "path" }, { title: "id" }, { title: "platforms" }];
  yield* tableOf(columns, () => seeds.map(({ pathHint, id, platforms }) => [pathHint, id, platforms.join(",")]), dim);
  yield `${seeds.length.toLocaleString("en")} ${seeds.length === 1 ? "seed" : "seeds"}\n`;
}

function* planParts(
  file: string,
  steps: readonly PlanStep[],
  format: string,
  lists: Lists,
  dim: Dim,
): Iterable<Uint8Array | string> {
  if (format === "paths") {
    throw new Refusal(`\`${file}\` contains steps, not paths`, "show the steps with --format table or json");
  }
  if (format === "json") {
    yield lists.engine.writePlan(steps, "json");
    return;
  }
  const columns = ["step", "op", "takes", "pattern", "output"].map((title) => ({ title, numbers: title === "step" }));
  yield* tableOf(columns, () => steps.map((step, at) => cellsOf(step, at + 1)), dim);
}

function cellsOf(step: PlanStep, number: number): string[] {
  const open = (name: string | undefined, role: string) => name || `[${number}.${role}]`;
  const { op, first, second, pattern, patternType, count, lists, output } = step;
  const pair = () => `${open(first, "first")} ${open(second, "second")}`;
  const takes: Record<string, () => string> = {
    filepattern: () => open(first, "first"),
    intersectioncount: () => `${count ?? 0} of ${(lists ?? []).join(" ")}`,
  };
  const matched = op === "filepattern" ? `${patternType ?? "wildcard"} ${pattern ?? ""}` : "";
  return [String(number), op, (takes[op] ?? pair)(), matched, open(output, "output")];
}
