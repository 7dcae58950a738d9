/** Assigns the files that the command line names to the variables and the open inputs and outputs of a plan. */

import { isVariable } from "../../systems/asset-list/asset-operations.js";
import type { PlanStep } from "../../types.js";
import { realTarget } from "../real-target.js";
import { Refusal } from "../refusal.js";

/** Steps that can be run, and the files for their results. */
export interface AssignedPlan {
  steps: PlanStep[];
  /** The files of the results that are written, by the names of the results in the steps. */
  files: Map<string, string>;
}

/** Matches the name that `--set` uses for an open input or output of a step. */
const PLACE = /^\d+\.(?:first|second|output)$/;

/** The files that `--set` assigns, by name. */
export class FileAssignment {
  readonly #names: ReadonlyMap<string, string>;
  readonly #unused: Set<string>;
  /** The outputs of the steps so far. */
  readonly #outputs = new Set<string>();
  readonly #files = new Map<string, string>();
  /** The canonical paths of the files that are written. */
  readonly #written = new Set<string>();
  /** The names to which `--set` can assign a file: variables, and open inputs and outputs. */
  readonly #open = new Set<string>();

  /** Creates the assignment of these files. */
  constructor(set: readonly (readonly [string, string])[]) {
    this.#names = new Map(set);
    this.#unused = new Set(this.#names.keys());
  }

  /**
   * Replaces variables, and the inputs and outputs that steps leave open (`1.first`), by files. A variable that a step
   * writes stays a variable, and the result of the step is also written to the file. Call it only once for each object.
   *
   * @throws {Refusal} When a name is not a variable, or an open input or output, of the plan. Also when a step reads a
   * file that an earlier step writes, as it would read the old content of the file.
   */
  assign(plan: readonly PlanStep[]): AssignedPlan {
    const steps = plan.map((step, at) => this.#step(step, at + 1));
    // Only now all names that the plan contains are known.
    const [unused] = this.#unused;
    if (unused !== undefined) {
      throw new Refusal(`\`--set\` cannot assign \`${unused}\`: the plan does not contain it`, this.#advice());
    }
    return { steps, files: this.#files };
  }

  #step(step: PlanStep, number: number): PlanStep {
    const inputs = this.#inputs(step, number);
    const output = step.output || this.#named(`${number}.output`) || "";
    const file = isVariable(output) ? this.#named(output) : output;
    if (file !== undefined && file !== "") {
      this.#files.set(output, file);
      this.#written.add(realTarget(file));
    }
    this.#outputs.add(output);
    return { ...step, ...inputs, output };
  }

  #inputs({ op, lists, first, second }: PlanStep, number: number): Partial<PlanStep> {
    const step = `step ${number} (${op})`;
    if (lists !== undefined) {
      return { lists: lists.map((name) => this.#input(name, step)) };
    }
    const inputs: Partial<PlanStep> = { first: this.#input(first || this.#named(`${number}.first`) || "", step) };
    if (op !== "filepattern") {
      inputs.second = this.#input(second || this.#named(`${number}.second`) || "", step);
    }
    return inputs;
  }

  /** Returns an input: the name of an earlier result, or the file that `--set` assigns to it, or the name itself. */
  #input(name: string, step: string): string {
    const input = this.#outputs.has(name) ? name : (this.#named(name) ?? name);
    if (input !== "" && !isVariable(input) && this.#written.has(realTarget(input))) {
      throw new Refusal(
        `${step} reads \`${input}\`, but lists are written after all steps: use a variable such as \`$result\``,
      );
    }
    return input;
  }

  #advice(): string {
    const names = [...this.#open].map((name) => `\`${name}\``).join(", ");
    return names === "" ? "the plan has no variables, and no open inputs or outputs" : `\`--set\` can assign ${names}`;
  }

  #named(name: string): string | undefined {
    if (isVariable(name) || PLACE.test(name)) {
      this.#open.add(name);
    }
    this.#unused.delete(name);
    return this.#names.get(name);
  }
}
