/** Executors that process batches on this thread. */

import type { CheckerOptions } from "./api.js";
import { type Compiled, compileRules } from "./compiled.js";
import { type Core, guarded, instantiate, release } from "./core.js";
import type { Executor, Run } from "./drive.js";
import { type AsyncReader, AtOnce, BufferedReader, type Reader, unlessAborted } from "./source.js";

/** The time after which a check lets other tasks run on the thread, in milliseconds. */
const TURN = 12;

/**
 * The number of times that a batch is repeated because it needs files of an asynchronous source that have not been read
 * yet. A rule that reads file after file, each named in the file before, needs a round for each.
 */
const MAX_ROUNDS = 100;

type CoreWorker = Core["Worker"]["prototype"];

/** One worker, in an instance of the engine. After a crash it cannot be used any more. */
export class EngineWorker {
  readonly #compiled: Compiled;
  #worker: CoreWorker;

  /** Creates a worker with the shared index in `knowledge`, which is empty in the first stage. */
  constructor(compiled: Compiled, knowledge: Uint8Array = new Uint8Array()) {
    this.#compiled = compiled;
    this.#worker = guarded(compiled.core, () => compiled.checker.worker(knowledge));
  }

  /** Adopts the shared index that a run made in another instance of the engine. */
  learn(knowledge: Uint8Array): void {
    this.#become(guarded(this.#compiled.core, () => this.#compiled.checker.worker(knowledge)));
  }

  /** Moves the shared index of a run in the same instance of the engine to this worker. */
  join(run: Run): void {
    const worker = guarded(this.#compiled.core, () => run.takeWorker());
    if (worker !== undefined) {
      this.#become(worker);
    }
  }

  #become(worker: CoreWorker): void {
    this.dispose();
    this.#worker = worker;
  }

  paths(batch: Uint8Array): string[] {
    return guarded(this.#compiled.core, () => this.#compiled.core.batchPaths(batch));
  }

  /** Splits a batch into one batch for each file. */
  split(batch: Uint8Array): Uint8Array[] {
    return guarded(this.#compiled.core, () => this.#compiled.core.splitBatch(batch));
  }

  /** Returns the outcome of a batch in one or more parts. Throws a {@link Crash} if the engine crashed. */
  work(batch: Uint8Array, source: Reader): Uint8Array[] {
    return guarded(this.#compiled.core, () => this.#worker.work(batch, source));
  }

  /** Processes a batch of a run in the same instance, which absorbs the outcome. Throws a {@link Crash}. */
  workFor(run: Run, batch: Uint8Array, source: Reader): void {
    guarded(this.#compiled.core, () => run.work(this.#worker, batch, source));
  }

  /** True if the last outcome would be the same in another run over unchanged files. */
  get isLasting(): boolean {
    return this.#worker.isLasting;
  }

  /** Frees the memory of the worker. */
  dispose(): void {
    release(this.#compiled.core, this.#worker);
  }
}

/** Stores the outcomes of batches for later runs. */
export interface Keeper {
  /** Called before the work on a batch. */
  begin(): void;
  /** Called with the outcome of the batch; `isLasting` if another run over unchanged files would have the same one. */
  keep(batch: Uint8Array, outcome: readonly Uint8Array[], isLasting: boolean): void;
}

/** An executor in the instance that coordinates the run. This saves memory, but a crash ends both. */
export class SameInstanceExecutor implements Executor {
  readonly concurrency = 1;
  readonly parts: number;
  readonly #source: PatientSource;
  readonly #engineWorker: EngineWorker;
  readonly #keeper: Keeper | undefined;
  readonly #turns = new Turns();
  #run: Run | undefined;
  /** True once the worker has the knowledge of the run. */
  #isInformed = false;

  /**
   * Creates an executor that checks files of `source` with the rules of the instance. `alone` is false if other
   * executors process other stages. A `keeper` receives the outcomes.
   */
  constructor(compiled: Compiled, source: Reader | AsyncReader, alone = true, keeper?: Keeper) {
    this.#keeper = keeper;
    // With 1, the run would expect that all work is done in its own memory.
    this.parts = alone ? 1 : 2;
    this.#source = new PatientSource(source);
    this.#engineWorker = new EngineWorker(compiled);
  }

  prepare(run: Run): void {
    this.#run = run;
    if (this.parts === 1) {
      this.#engineWorker.join(run);
    } else if (run.isInformed && !this.#isInformed) {
      this.#isInformed = true;
      this.#engineWorker.learn(run.knowledge());
    }
  }

  async work(batch: Uint8Array): Promise<Uint8Array[]> {
    await this.#turns.rest();
    return this.#source.serve(this.#engineWorker.paths(batch), (source) => {
      // Without a pause between batches, in which other tasks could run.
      if (this.#run !== undefined && this.#keeper === undefined && this.#source.isPrompt) {
        this.#engineWorker.workFor(this.#run, batch, source);
        return [];
      }
      this.#keeper?.begin();
      const outcome = this.#engineWorker.work(batch, source);
      this.#keeper?.keep(batch, outcome, this.#engineWorker.isLasting);
      return outcome;
    });
  }

  workByFile(batch: Uint8Array, signal: AbortSignal): Promise<Uint8Array[]> {
    return this.#source.serve(
      this.#engineWorker.paths(batch),
      (source) =>
        this.#turns.between(this.#engineWorker.split(batch), signal, (single) =>
          this.#engineWorker.work(single, source),
        ),
      signal,
    );
  }

  dispose(): void {
    this.#engineWorker.dispose();
  }
}

/** Turns on this thread, which other tasks use as well. */
class Turns {
  #began = performance.now();

  /** Lets other tasks run if this turn has been long. */
  async rest(): Promise<void> {
    if (performance.now() - this.#began > TURN) {
      await new Promise((resolve) => setTimeout(resolve));
      this.#began = performance.now();
    }
  }

  /** Returns the outcomes of `work` on all batches. Other tasks can run between two batches, and abort `signal`. */
  async between(batches: Uint8Array[], signal: AbortSignal, work: (batch: Uint8Array) => Uint8Array[]) {
    const outcomes: Uint8Array[] = [];
    for (const batch of batches) {
      await this.rest();
      signal.throwIfAborted();
      outcomes.push(...work(batch));
    }
    return outcomes;
  }
}

/** An executor in a separate instance, which is replaced after a crash. */
export class OwnInstanceExecutor implements Executor {
  readonly concurrency = 1;
  readonly parts = 2;
  readonly #module: WebAssembly.Module;
  readonly #options: CheckerOptions;
  readonly #source: PatientSource;
  readonly #turns = new Turns();
  #knowledge = new Uint8Array();
  #engineWorker: EngineWorker | undefined;

  /** Creates an executor that compiles the rules in its own instance. */
  constructor(module: WebAssembly.Module, options: CheckerOptions, source: Reader | AsyncReader) {
    this.#module = module;
    this.#options = options;
    this.#source = new PatientSource(source);
  }

  prepare(run: Run): void {
    this.#knowledge = new Uint8Array(run.knowledge());
    this.#engineWorker?.learn(this.#knowledge);
  }

  work(batch: Uint8Array): Promise<Uint8Array[]> {
    return this.#serve(batch, (worker, source) => worker.work(batch, source));
  }

  workByFile(batch: Uint8Array, signal: AbortSignal): Promise<Uint8Array[]> {
    return this.#serve(
      batch,
      (worker, source) => this.#turns.between(worker.split(batch), signal, (single) => worker.work(single, source)),
      signal,
    );
  }

  /** Runs `work` on the worker, which is created if necessary. After a crash the worker is dropped. */
  async #serve<T>(
    batch: Uint8Array,
    work: (worker: EngineWorker, source: Reader) => T | Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    this.#engineWorker ??= new EngineWorker(compileRules(instantiate(this.#module), this.#options), this.#knowledge);
    const worker = this.#engineWorker;
    try {
      return await this.#source.serve(worker.paths(batch), (source) => work(worker, source), signal);
    } catch (error) {
      this.#engineWorker = undefined;
      throw error;
    }
  }

  dispose(): void {
    this.#engineWorker = undefined;
  }
}

/** A source whose answers are awaited if they come later. */
class PatientSource {
  readonly #source: Reader | AsyncReader;
  /** True if an answer came later. */
  #isLate = false;

  constructor(source: Reader | AsyncReader) {
    this.#source = source;
  }

  /** True if every answer comes at once, so that no work is done twice. */
  get isPrompt(): boolean {
    return "fill" in this.#source;
  }

  /**
   * Runs `work` with a synchronous form of the source. A source with `fill` is synchronous; any other source is treated
   * as synchronous until one of its answers comes later. From an asynchronous source, `paths` are read first. If the
   * work requests other files, it is repeated after they have been read.
   *
   * Rejects with the reason of `signal` as soon as it is aborted, even if answers of the source are pending.
   */
  async serve<T>(paths: readonly string[], work: (source: Reader) => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    if (!this.#isLate) {
      if (this.isPrompt) {
        return work(this.#source as Reader);
      }
      const atOnce = new AtOnce(this.#source);
      const result = await work(atOnce);
      if (!atOnce.failed) {
        return result;
      }
      this.#isLate = true;
    }
    const buffered = new BufferedReader(this.#source);
    await unlessAborted(buffered.fetch(paths), signal);
    for (let round = 0; ; round += 1) {
      const result = await work(buffered);
      const missed = buffered.missed();
      if (missed.length === 0 || round === MAX_ROUNDS) {
        return result;
      }
      await unlessAborted(buffered.fetch(missed), signal);
    }
  }
}
