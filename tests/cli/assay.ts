/** Runs the built command in a separate process. */

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

/** The command's script. */
export const ASSAY = fileURLToPath(new URL("../../wasm/dist/bin/assay.js", import.meta.url));

/** The result of a process. */
export interface Ended {
  /** Its exit code. After a signal: 128 and the number of the signal, as in shells. */
  code: number;
  /** Its complete standard output. */
  stdout: string;
  /** Its complete standard error. */
  stderr: string;
}

/** Options of a process. */
export interface Setting {
  /** The working folder. */
  cwd?: string;
  /** Environment variables in addition to the necessary ones. */
  env?: Record<string, string>;
  /** True if the process must not have the privileges of root. */
  unprivileged?: boolean;
}

/** Debian's user without privileges. */
const UNPRIVILEGED_USER = 65_534;

/** Starts `assay` with arguments. Of the environment of this process, only the search path is passed. */
export function start(args: readonly string[], { cwd, env, unprivileged = false }: Setting = {}) {
  const root = process.getuid?.() === 0;
  return spawn(process.execPath, [ASSAY, ...args], {
    cwd,
    // Caches are signed with a key for tests, not with the key in the home folder of the user.
    env: { PATH: process.env.PATH ?? "", ASSAY_CACHE_KEY: "a key for tests only", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(unprivileged && root ? { uid: UNPRIVILEGED_USER, gid: UNPRIVILEGED_USER } : {}),
  });
}

/** Runs `assay`, and returns when it has ended. */
export function assay(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  return ended(start(args, setting));
}

/** Returns when a process has ended. */
export function ended(child: ReturnType<typeof start>): Promise<Ended> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (part) => stdout.push(part));
  child.stderr.on("data", (part) => stderr.push(part));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({
        code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      });
    });
  });
}
