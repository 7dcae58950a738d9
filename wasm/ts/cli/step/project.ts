/** A project that is checked in steps: its files in blocks, its rules, and the names of results. */

import type { CheckerOptions } from "../../api.js";
import { type Compiled, compileRules } from "../../compiled.js";
import { type Core, Crash, guarded, instantiate } from "../../core.js";
import type { Goal, Run } from "../../drive.js";
import { reader } from "../../node/folder.js";
import { runFileByFile, runSync } from "../../run-sync.js";
import type { Reader } from "../../source.js";
import { Attempts } from "./attempts.js";
import { Bucket, isBucket } from "./bucket.js";
import { NotReady } from "./exit-codes.js";
import { ListedReader, type StepReader } from "./listed-reader.js";
import { type ListedFile, type Manifest, ManifestReader } from "./manifest.js";
import { ObjectReader } from "./object-reader.js";
import { manifestIn, type Plan, planIn } from "./plan.js";
import { hashOf, type StepFolder, stepFolder } from "./step-folder.js";

/** The collections of all blocks: see {@link INDEX}. */
export interface MergedIndex {
  /** A hash of the plan and of all lists of files: the index belongs to these only. */
  of: string;
  /** A hash of the collections. */
  hash: string;
  /** The files that virtual files may be made of. */
  sources: string[];
  /** The name of the result of the block of virtual files. */
  virtual: string;
  /** By block, a hash of the run that has read its files for collections. */
  saved: string[];
}

/** The name of the file about the collections. */
export const INDEX = "index.json";

/** The number of blocks in a group, whose references are followed together. */
const BLOCKS_A_GROUP = 64;

export interface BlockInputs {
  /** The number of the block, from 0. */
  number: number;
  /** The saved run that is continued; undefined for a new run. */
  saved: Uint8Array | undefined;
  /** The knowledge of other blocks about files of this one. */
  references: readonly Uint8Array[];
}

type CoreBlocks = Core["Blocks"]["prototype"];
type CoreIndex = Core["BuiltIndex"]["prototype"];

/** The objects of one instance of the engine that all blocks share. */
interface Shared {
  blocks: CoreBlocks;
  index: CoreIndex | undefined;
}

export class StepProject {
  readonly folder: StepFolder;
  readonly manifest: Manifest;
  readonly plan: Plan;
  readonly reader: StepReader;
  readonly files: ManifestReader;
  /** A hash of the plan and of all lists of files. */
  readonly id: string;
  /** A hash of how paths are divided into blocks. References are stored for one division. */
  readonly layout: string;
  readonly #module: WebAssembly.Module;
  readonly #options: CheckerOptions;
  readonly #excluded: ReadonlySet<string>;
  readonly #shared = new WeakMap<Core, Shared>();
  #compiled: Compiled | undefined;
  #index: MergedIndex | undefined;
  #indexBytes: Uint8Array | undefined;
  #sources: readonly string[] | undefined;

  /**
   * Opens the project in the folder `dir`.
   *
   * @throws {Refusal} When its files have not been listed, or it has not been planned by this version.
   */
  constructor(dir: string, module: WebAssembly.Module) {
    this.folder = stepFolder(dir);
    this.manifest = manifestIn(this.folder);
    this.plan = planIn(this.folder);
    this.files = new ManifestReader(this.folder, this.manifest);
    const { root, outside } = this.manifest;
    this.reader = isBucket(root)
      ? new ObjectReader(new Bucket(root), this.files)
      : new ListedReader(reader(root, outside), this.files);
    const { blocks } = this.manifest;
    this.id = hashOf(this.plan.id, ...blocks.map(({ hash }) => hash));
    this.layout = hashOf(...blocks.map(({ first }) => first));
    this.#module = module;
    this.#excluded = new Set(this.plan.excluded);
    const further = new Map(this.plan.further);
    this.#options = { rules: this.plan.rules, read: (path) => further.get(path) ?? null, ...this.plan.settings };
  }

  /** Returns true if another project has the same lists and plan, from the same time and in the same folder. */
  isSame({ id, folder, manifest }: StepProject): boolean {
    return id === this.id && folder.path === this.folder.path && manifest.listed === this.manifest.listed;
  }

  /** The number of blocks, with that of virtual files, which is the last one. */
  get count(): number {
    return this.manifest.blocks.length + (this.plan.needsIndex ? 1 : 0);
  }

  /** The number of groups of blocks whose references are followed together. */
  get groups(): number {
    return Math.ceil(this.count / BLOCKS_A_GROUP);
  }

  groupOf(number: number): number {
    return Math.floor(number / BLOCKS_A_GROUP);
  }

  blocksOf(group: number): number[] {
    const from = group * BLOCKS_A_GROUP;
    return Array.from({ length: Math.min(BLOCKS_A_GROUP, this.count - from) }, (_, at) => from + at);
  }

  isVirtual(number: number): boolean {
    return number === this.manifest.blocks.length;
  }

  /** Returns the name of what a block contributes to collections. */
  indexKey(number: number): string {
    const { hash = "", first = "" } = this.manifest.blocks[number] ?? {};
    // Paths that are not listed, such as that of a missing file, belong to the block whose range they are in.
    const next = this.manifest.blocks[number + 1]?.first ?? "";
    return hashOf("index", this.plan.id, hash, number === 0 ? "" : first, next);
  }

  /** Returns the name of the result of a block. */
  checkKey(number: number): string {
    if (!this.plan.needsIndex) {
      return hashOf("check", this.plan.id, this.indexKey(number));
    }
    const { hash, virtual, saved } = this.index;
    const key = this.isVirtual(number) ? virtual : this.indexKey(number);
    return hashOf("check", this.plan.id, hash, key, saved[number] ?? "");
  }

  /**
   * The collections of all blocks.
   *
   * @throws {NotReady} When they have not been merged.
   */
  get index(): MergedIndex {
    this.#index ??= this.folder.readJson<MergedIndex>(INDEX);
    if (this.#index?.of !== this.id) {
      this.#index = undefined;
      throw new NotReady("the collections of these files have not been merged", "assay step merge-index");
    }
    return this.#index;
  }

  /** Sets the files that virtual files may be made of, while the collections are not merged yet. */
  setSources(sources: readonly string[]): void {
    this.#sources = sources;
  }

  /** Returns the paths of a block that are checked, separated by NUL. */
  pathsOf(number: number): string {
    if (this.isVirtual(number)) {
      return (this.#sources ?? this.index.sources).join("\0");
    }
    const paths = [...this.files.files(number).keys()];
    return paths.filter((path) => !this.#excluded.has(path)).join("\0");
  }

  /** Returns the goal to continue the run over a block, which `begun` sets up and `end` saves. */
  goal<T>(inputs: BlockInputs, begun: (run: Run) => void, end: (run: Run, core: Core) => T): Goal<T> {
    return {
      begin: (checker, core) => {
        const { number, saved, references } = inputs;
        const { blocks, index } = this.sharedIn(core);
        const run = checker.block(blocks, number, this.pathsOf(number), saved);
        if (!this.plan.ignoreComments) {
          run.ignoreComments();
        }
        if (index !== undefined) {
          run.useIndex(index);
        }
        for (const bytes of references) {
          run.addReferences(bytes);
        }
        begun(run);
        return run;
      },
      end,
    };
  }

  /** Returns the result of a goal, which makes the result `key` of the block with this number. */
  achieve<T extends object>(key: string, number: number, goal: Goal<T>): T & { leftOut: string | undefined } {
    const attempts = new Attempts(this.folder, key);
    this.reader.begin(this.isVirtual(number) ? new Map<string, ListedFile>() : this.files.files(number));
    try {
      const result = attempts.isCareful
        ? runFileByFile(this.#inputs, this.reader, goal, (paths) => attempts.enter(paths.at(-1) ?? ""))
        : this.#runAtOnce(goal);
      this.#expectAnswers();
      const isWhole = !attempts.hasLeftOut && !this.reader.hasUnread;
      return { ...result, leftOut: isWhole ? undefined : this.manifest.listed };
    } finally {
      // Only the attempt of a process that was killed remains.
      attempts.end();
    }
  }

  /** @throws The error of a storage that did not answer: then files that can be checked later are missing. */
  #expectAnswers(): void {
    const { failure } = this.reader;
    if (failure !== undefined) {
      throw failure;
    }
  }

  /** Returns the result of a goal that is not about one block, with the files of `source`. */
  achieveAtOnce<T>(goal: Goal<T>, source: Reader = this.reader): T {
    this.reader.begin(new Map());
    const result = this.#runAtOnce(goal, source);
    this.#expectAnswers();
    return result;
  }

  #runAtOnce<T>(goal: Goal<T>, source: Reader = this.reader): T {
    const compiled = this.compiled;
    try {
      return runSync(compiled, this.#inputs, source, goal);
    } finally {
      if (compiled.core.retired()) {
        this.#compiled = undefined;
      }
    }
  }

  get #inputs() {
    return { module: this.#module, options: this.#options };
  }

  /** The rules, compiled in an instance of the engine that is replaced after a crash. */
  get compiled(): Compiled {
    this.#compiled ??= compileRules(instantiate(this.#module), this.#options);
    return this.#compiled;
  }

  /** Returns the objects in an instance of the engine that all blocks share. */
  sharedIn(core: Core): Shared {
    let shared = this.#shared.get(core);
    // Collections may have been merged since the objects were created.
    if (shared === undefined || (shared.index === undefined && this.#index !== undefined)) {
      const blocks = new core.Blocks(this.manifest.blocks.map(({ first }) => first).join("\0"));
      const bytes = this.#index === undefined ? undefined : this.indexBytes();
      shared = { blocks, index: bytes === undefined ? undefined : new core.BuiltIndex(bytes) };
      this.#shared.set(core, shared);
    }
    return shared;
  }

  indexBytes(): Uint8Array {
    const { hash } = this.index;
    this.#indexBytes ??= this.folder.read(this.folder.result(hash, ".index"));
    if (this.#indexBytes === undefined || hashOf(this.#indexBytes) !== hash) {
      throw new NotReady("the collections of these files are missing or damaged", "assay step merge-index");
    }
    return this.#indexBytes;
  }

  /** Runs `work` on the instance of the compiled rules, which no file can crash. */
  inCore<T>(work: (compiled: Compiled) => T): T {
    const { compiled } = this;
    try {
      return guarded(compiled.core, () => work(compiled));
    } catch (error) {
      if (error instanceof Crash) {
        this.#compiled = undefined;
      }
      throw error;
    }
  }
}
