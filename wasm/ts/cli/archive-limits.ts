/** The limits for packages and other archives, as the command line and the configuration name them. */

import { Option } from "commander";
import type { PackageLimits } from "../systems/package/package.js";
import { Refusal } from "./refusal.js";

/** Returns the option for the limits of packages or other archives; `what` names them in the help. */
export function archiveLimit(what: string): Option {
  return new Option("--limit <NAME=N>", `a limit for ${what}: ${LIMITS.join(", ")}; may be repeated`)
    .default({})
    .argParser((text: string, before: PackageLimits) => ({ ...before, ...limitOf(text) }));
}

/** Parses `NAME=N`, where a unit may follow the number, or throws a {@link Refusal}. */
export function limitOf(text: string): PackageLimits {
  // JavaScript represents numbers of up to 15 digits exactly.
  const [, name, digits, unit] = /^([a-z]+)=(\d{1,15})([KMG]iB)?$/.exec(text) ?? [];
  const number = Number(digits) * (UNITS[unit ?? ""] ?? 1);
  if (name === undefined || !Number.isSafeInteger(number)) {
    throw new Refusal(
      `\`--limit\` takes a name and a whole number, such as \`members=1000\` or \`unpacked=8GiB\`, not \`${text}\``,
    );
  }
  if (!LIMITS.some((known) => known === name)) {
    const known = LIMITS.map((limit) => `\`${limit}\``).join(", ");
    throw new Refusal(`there is no limit \`${name}\` for packages: the limits are ${known}`);
  }
  return { [name]: number };
}

const LIMITS = [
  "members",
  "unpacked",
  "ratio",
  "total_ratio",
  "directory",
  "metadata",
] as const satisfies (keyof PackageLimits)[];

/** The number of bytes in each unit. */
const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
