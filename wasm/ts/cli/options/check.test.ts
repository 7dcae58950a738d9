/** A new option of `check` is one entry of the table of settings, which everything else reads. */

import { Command as Commander, Option } from "commander";
import { expect, test, vi } from "vitest";
import type { Run } from "../../drive.js";
import { command } from "../command.js";
import { bash } from "../completion/bash.js";
import { completedBy } from "../completion/commands.js";
import { rowsOf } from "../config/config.js";
import { Configuration } from "../config/file.js";
import { InForce } from "../config/in-force.js";
import { settled } from "../config/options.js";
import type { Engines } from "../engine.js";
import {
  applySettings,
  CHECK_SETTINGS,
  type CheckOptions,
  type CheckRequest,
  type CheckSetting,
  type ConfigRequest,
  checkForm,
  inputsOf,
} from "./check.js";

// The engine exists only in the built package, and nothing here needs it.
vi.mock("../../core.js", () => ({}));

/** The options with the field that the new option fills. */
type WithMost<T> = T & { mostFiles: number };

const applied: number[] = [];

const MOST_FILES: CheckSetting = {
  options: [new Option("--most-files <N>", "check no more files than N").argParser(Number).default(100)],
  key: "most_files",
  inForce: (request, force) => ({ mostFiles: mostOf(request, force).value }) as Partial<CheckRequest>,
  shown: (request, force) => [mostOf(request, force)],
  inputs: (options) => [["--most-files", (options as WithMost<CheckOptions>).mostFiles]],
  begin: (_, options) => void applied.push((options as WithMost<CheckOptions>).mostFiles),
};

function mostOf(request: CheckRequest, force: InForce) {
  return force.one("most_files", "mostFiles", (request as WithMost<CheckRequest>).mostFiles, Number);
}

const SETTINGS = [...CHECK_SETTINGS, MOST_FILES];
const CONFIGURATION = new Configuration({ path: "assay.yaml", text: "most_files: 7\n" }, [
  { key: "most_files", value: "7", line: 1, column: 13 },
]);

function commandLine(choose: (request: CheckRequest) => void = () => {}): Commander {
  const program = new Commander("assay");
  const run = async (request: CheckRequest) => {
    choose(request);
    return 0;
  };
  command(checkForm(SETTINGS), run)(program, (chosen) => void chosen({} as Engines));
  return program;
}

/** Returns the options on a command line. */
function parsed(...args: string[]): WithMost<ConfigRequest> {
  let request: CheckRequest | undefined;
  commandLine((parsed) => {
    request = parsed;
  }).parse(["check", ...args], { from: "user" });
  return { ...(request as WithMost<CheckRequest>), json: false };
}

const PLAIN = parsed();
const NAMED = parsed("--most-files", "5", "--limit", "members=9");

test("the help and the completion have a new option", () => {
  const program = commandLine();
  expect(program.commands[0]?.helpInformation()).toMatch(/--most-files <N> +check no more files than N/);
  expect(bash(completedBy(program, {}))).toContain("--most-files");
});

test("a new option takes precedence over its key in the configuration, and the key over the default", () => {
  const most = (request: CheckRequest, configuration?: Configuration) => {
    return settled(request, new InForce(request.given, configuration), SETTINGS);
  };
  expect(most(PLAIN)).toMatchObject({ mostFiles: 100 });
  expect(most(PLAIN, CONFIGURATION)).toMatchObject({ mostFiles: 7 });
  expect(most(NAMED, CONFIGURATION)).toMatchObject({ mostFiles: 5 });
});

test("`assay config` shows a new setting and its origin", () => {
  const lastRow = (request: ConfigRequest) =>
    rowsOf(request, new InForce(request.given, CONFIGURATION), SETTINGS).at(-1);
  expect(lastRow(PLAIN)).toEqual({ key: "most_files", value: 7, from: { kind: "config", place: "assay.yaml:1:13" } });
  expect(lastRow(NAMED)).toMatchObject({ value: 5, from: { name: "--most-files" } });
});

test("caches and shards depend on a new setting, and a run applies it", () => {
  const options = { ...NAMED, choices: [] } as unknown as CheckOptions;
  expect(inputsOf(options, SETTINGS)).toEqual([
    ["--limit members", 9],
    ["--most-files", 5],
  ]);
  applySettings({} as Run, options, SETTINGS);
  expect(applied).toEqual([5]);
});
