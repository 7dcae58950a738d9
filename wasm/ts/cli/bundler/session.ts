/** The context of all sub-commands: the engine's lists, the platforms, and how files are read and written. */

import { AssayError } from "../../errors.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import type { Lists } from "../asset-list/lists.js";
import { isFolder } from "../inputs.js";
import { isThere, type OutputFile, refuseTargets, writeAll } from "../outputs.js";
import { Refusal } from "../refusal.js";
import type { Arguments } from "./arguments.js";
import { optionalOne } from "./checks.js";
import { asUsageError, type BundlerOutput, UsageError } from "./output.js";
import { DEFAULT_PLATFORM, Platforms } from "./platforms.js";
import type { SubCommand } from "./sub-commands.js";

/** One run of a sub-command. */
export class BundlerSession {
  readonly out: BundlerOutput;
  readonly lists: Lists;
  readonly known: Platforms;
  /** The platforms for which the command runs. */
  readonly platforms: readonly string[];
  readonly project: string;
  /** True if some work failed and the command continued. */
  hasFailed = false;
  readonly #allowsOverwrites: boolean;

  /** Creates a session. Throws a {@link UsageError} for an unknown platform. */
  constructor({ arguments: takes }: SubCommand, given: Arguments, out: BundlerOutput, lists: Lists) {
    this.out = out;
    this.lists = lists;
    this.known = new Platforms(lists.engine.platforms.map(({ name }) => name));
    // Sub-commands without platforms must not report that they use a default.
    this.platforms = takes.some(({ name }) => name === "platform") ? this.#platformsIn(given) : [];
    this.project = projectIn(given);
    this.#allowsOverwrites = given.has("allowOverwrites");
  }

  /** Runs work that may fail without stopping the command, such as the work for one platform. Its error is printed. */
  async continueAfterError(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof Refusal || error instanceof AssayError)) {
        throw error;
      }
      this.hasFailed = true;
      this.out.error(error instanceof UsageError ? error.message : `${error.message}.`);
    }
    await this.out.flush();
  }

  /** Reads the list of assets in a file. Throws a {@link UsageError} if it is not a list. */
  read(path: string): AssetList {
    try {
      return this.lists.read(path);
    } catch (error) {
      throw asUsageError(error, `Failed to deserialize file ( ${path} ).`);
    }
  }

  /** Throws a {@link UsageError} that names all files that would be overwritten, unless that is allowed. */
  refuseOverwrites(paths: readonly string[]): void {
    const found = paths.filter(isThere);
    if (this.#allowsOverwrites || found.length === 0) {
      return;
    }
    const lines = found.map(
      (path) =>
        `Asset List file ( ${path} ) already exists, running this command would perform a destructive overwrite.`,
    );
    const advice =
      "Run your command again with the ( --allowOverwrites ) arg if you want to save over the existing file.";
    throw new UsageError([...lines, "", advice].join("\n"));
  }

  /** Writes files, all or none. Throws a {@link UsageError} that begins with `failure`. */
  save(outputs: readonly OutputFile[], failure: string): Promise<void> {
    return orUnsaved(failure, () => writeAll(outputs));
  }

  /** Like {@link BundlerSession.save}, but generates the content without writing it. */
  trySaving(outputs: readonly OutputFile[], failure: string): Promise<void> {
    return orUnsaved(failure, async () => {
      // A dry run reports the errors that writing would have.
      refuseTargets(
        outputs.map(({ path }) => path),
        true,
      );
      for (const { parts } of outputs) {
        for await (const _ of parts) {
          // Only tests that the content can be generated.
        }
      }
    });
  }

  #platformsIn(given: Arguments): string[] {
    const names = given.values("platform");
    if (given.has("platform") && names.length === 0) {
      throw new UsageError('Invalid command: "--platform" must have at least one value.');
    }
    if (names.length > 0) {
      return this.known.of(names);
    }
    this.out.print(`No platform specified, defaulting to platforms ( ${DEFAULT_PLATFORM} ).`);
    return [DEFAULT_PLATFORM];
  }
}

async function orUnsaved(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof Refusal ? new UsageError(`${failure} ${error.message}.`) : error;
  }
}

/** The names of the argument for the project's folder: in O3DE, and in Lumberyard. */
const PROJECT = ["project-path", "project"] as const;

/** Returns the folder of the project, or throws a {@link UsageError} if it is missing, or two are named. */
function projectIn(given: Arguments): string {
  const [folder = ".", other] = PROJECT.flatMap((name) => optionalOne(given, name) ?? []);
  if (other !== undefined) {
    throw new UsageError(
      `Invalid command: "--${PROJECT.join('" and "--')}" are two names of the same argument. Use only one of them.`,
    );
  }
  if (!isFolder(folder)) {
    throw new UsageError(`Invalid project path ( ${folder} ). There is no such folder.`);
  }
  return folder;
}
