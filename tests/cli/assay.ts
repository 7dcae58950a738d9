/** The built command, run as a process of its own. */

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

/** The command's script. */
export const ASSAY = fileURLToPath(new URL("../../wasm/dist/bin/assay.js", import.meta.url));

/** What a process has ended with. */
export interface Ended {
  /** Its exit code; of one that a signal ended 128 and the signal's number, as shells have it. */
  code: number;
  /** All that it wrote to its standard output. */
  stdout: string;
  /** All that it wrote to its standard error. */
  stderr: string;
}

/** How a process is started. */
export interface Setting {
  /** The folder that it runs in. */
  cwd?: string;
  /** Environment variables besides those that it needs. */
  env?: Record<string, string>;
  /** Whether it must not be allowed what only root is. */
  unprivileged?: boolean;
}

/** Debian's user for those who may nothing. */
const NOBODY = 65_534;

/** Starts `assay` with arguments; nothing of this process's environment but its search path goes along. */
export function start(args: readonly string[], { cwd, env, unprivileged = false }: Setting = {}) {
  const root = process.getuid?.() === 0;
  return spawn(process.execPath, [ASSAY, ...args], {
    cwd,
    // Caches are signed with a key of the test's own, and not with one in somebody's home.
    env: { PATH: process.env.PATH ?? "", ASSAY_CACHE_KEY: "a key for tests only", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(unprivileged && root ? { uid: NOBODY, gid: NOBODY } : {}),
  });
}

/** Runs `assay` to its end. */
export function assay(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  return ended(start(args, setting));
}

/** Waits for a process's end. */
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
