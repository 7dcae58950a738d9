/** Hashes of everything that the outcome of a check depends on, except the files under check. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { type CheckOptions, inputsOf, sharedInputsOf } from "./options/check.js";
import type { Rules } from "./rules.js";

/** The modules that decide about outcomes. Both builds of the engine have the same sources; this one is read sooner. */
const MODULES = ["small_bg.wasm", "encodings_bg.wasm", "gltf-validator/validator.js"];

/** Returns a hash of the engine, the options and the rules, which are complete once they have been compiled. */
export function identityOf(options: CheckOptions, rules: Rules): string {
  return hashOf([versionOf(), ...partsOf(options, rules, (path) => path), inputsOf(options)]);
}

/**
 * Like {@link identityOf}, for shards of a check on several machines. Returns a line for each input that has to be
 * equal, with its name, its path if it is a file, and a hash. Paths are relative to the folder under check, as each
 * machine may have the checkout at another place.
 */
export function sharedIdentityOf(options: CheckOptions, rules: Rules): string {
  const root = resolve(options.root);
  const [read, configuration] = partsOf(options, rules, (path) => {
    return relative(root, resolve(path)).split(sep).join("/");
  });
  const [files, further] = read;
  const named = [
    ["version", versionOf()],
    ...[...files, ...further].map(([path, text]) => [`rules\t${path}`, hashOf(text)]),
    // The order of the rule files, and their problems.
    ["rules", hashOf(read)],
    ["configuration", hashOf(configuration)],
    ...[...inputsOf(options), ...sharedInputsOf(options)].map(([option, value]) => [
      `options\t${option}`,
      hashOf(value),
    ]),
  ];
  return named.map(([name, hash]) => `${name}=${hash}`).join("\n");
}

export function hashOfPaths(paths: readonly string[]): string {
  return createHash("sha256")
    .update([...paths].sort().join("\0"))
    .digest("hex");
}

/** Returns the rules and the configuration, with paths as `named` returns them. */
function partsOf({ config }: CheckOptions, rules: Rules, named: (path: string) => string) {
  const { files, further, problems } = rules;
  // Absolute paths would differ between checkouts of the same project.
  const place = config?.at === undefined ? undefined : relative(config.at.root, config.at.folder);
  const read = [
    files.map(({ path, text }) => [named(path), text] as const),
    [...further].map(([path, text]) => [named(path), text] as const).sort(),
    problems.map(({ code, message, path }) => [code, message, path === undefined ? path : named(path)]),
  ] as const;
  const configured = [config === undefined ? undefined : named(config.path), config?.text, place];
  return [read, configured] as const;
}

/** Returns a hash of the engine: equal ones have equal results. */
export function versionOf(): string {
  const sum = createHash("sha256");
  for (const name of MODULES) {
    sum.update(readFileSync(new URL(`../${name}`, import.meta.url)));
  }
  return sum.digest("hex");
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
