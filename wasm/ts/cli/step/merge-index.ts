/** `assay step merge-index`: builds the collections from what all blocks contribute. */

import { using } from "../../core.js";
import { CONTRIBUTIONS, makeIndex, SOURCES } from "./block-steps.js";
import { Events } from "./events.js";
import { NotReady } from "./exit-codes.js";
import { INDEX, type MergedIndex, type StepProject } from "./project.js";
import { confirmedFacts, validFacts } from "./results.js";
import { hashOf } from "./step-folder.js";

/** Builds the collections, and returns the exit code. */
export async function mergeIndex(project: StepProject): Promise<number> {
  const events = new Events("merge-index");
  if (!project.plan.needsIndex) {
    await events.end({ bytes: 0 });
    return 0;
  }
  const { folder } = project;
  const keys = project.manifest.blocks.map((_, number) => project.indexKey(number));
  const sources: string[] = [];
  const providers: string[] = [];
  const saved: string[] = [];
  for (const [number, key] of keys.entries()) {
    const facts = confirmedFacts(project, key);
    if (facts === undefined) {
      throw new NotReady(`block ${number + 1} has not been read for collections`, `assay step index ${folder.path}`);
    }
    saved.push(facts.hash);
    const paths = folder.read(folder.result(key, SOURCES))?.toString();
    if (paths !== undefined) {
      sources.push(...paths.split("\0"));
      providers.push(key);
    }
  }
  const virtual = hashOf("virtual", project.plan.id, ...providers);
  project.setSources(sources);
  if (validFacts(project, virtual) === undefined) {
    makeIndex(project, project.manifest.blocks.length, virtual);
  }
  saved.push(confirmedFacts(project, virtual)?.hash ?? "");
  const bytes = project.inCore(({ core, checker }) =>
    using(core, new core.IndexMerge(), (merge) => {
      for (const key of [...keys, virtual]) {
        merge.add(folder.read(folder.result(key, CONTRIBUTIONS)) ?? new Uint8Array());
      }
      return merge.finish(checker);
    }),
  );
  const hash = hashOf(bytes);
  folder.write(folder.result(hash, ".index"), bytes);
  folder.write(INDEX, JSON.stringify({ of: project.id, hash, sources, virtual, saved } satisfies MergedIndex));
  await events.end({ bytes: bytes.length });
  return 0;
}
