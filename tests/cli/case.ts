/** A transcript: the files on the disk, the command line, and the expected result. */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";

/** A case, as written in its file. */
export interface Case {
  /** The arguments of `assay`: words without spaces. */
  args: string;
  /** The working folder, relative to the folder with the files. */
  cwd?: string;
  /** The expected exit code. */
  status: { code: number };
  /** The complete standard output. */
  stdout: string;
  /** The complete standard error. */
  stderr: string;
  /** Further arguments with which the result must be the same. */
  same?: string[];
  /** Commands that are run first, in the same folder. Each must succeed. */
  before?: string[];
  /** Contents of text files, by path. */
  files?: Record<string, string>;
  /** Contents of binary files, by path, as base64. */
  bytes?: Record<string, string>;
  /** Contents of long text files, by path: strings, and the number of times that each is repeated. */
  long?: Record<string, [string, number][]>;
  /** Symbolic links by path. */
  links?: Record<string, string>;
  /** Named pipes, by path. */
  pipes?: string[];
  /** Paths that cannot be read. */
  locked?: string[];
  /** Paths that cannot be written. */
  sealed?: string[];
  /** All files that are written, by path: their content, or `(gone)`. */
  written?: Record<string, string>;
  /** Further files that are written, whose content is tested elsewhere. */
  unshown?: string[];
  /** Environment variables. */
  env?: Record<string, string>;
}

const KEYS = new Set(
  "about args before bytes cwd env files links locked long pipes same sealed status stderr stdout unshown written".split(
    " ",
  ),
);

/** Reads a case. */
export function readCase(file: string): Case {
  const read = parse(readFileSync(file, "utf8"));
  const unknown = Object.keys(read).filter((key) => !KEYS.has(key));
  if (unknown.length > 0) {
    throw new Error(`${file}: unknown: ${unknown.join(", ")}`);
  }
  return read as unknown as Case;
}

/** Creates a case's files in a new folder, which is deleted when `work` has ended. */
export async function withFiles<T>(spec: Case, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-cli-")));
  chmodSync(folder, 0o777);
  try {
    createFiles(spec, folder);
    return await work(folder);
  } finally {
    for (const path of [...(spec.locked ?? []), ...(spec.sealed ?? [])]) {
      chmodSync(join(folder, path), 0o755);
    }
    rmSync(folder, { recursive: true });
  }
}

function createFiles(spec: Case, folder: string): void {
  const { cwd = ".", files = {}, bytes = {}, long = {}, links = {}, pipes = [], locked = [], sealed = [] } = spec;
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, text] of Object.entries(files)) {
    put(path, text);
  }
  for (const [path, base64] of Object.entries(bytes)) {
    put(path, Buffer.from(base64, "base64"));
  }
  for (const [path, pieces] of Object.entries(long)) {
    put(path, pieces.map(([piece, times]) => piece.repeat(times)).join(""));
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  for (const path of pipes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    execFileSync("mkfifo", [join(folder, path)]);
  }
  mkdirSync(join(folder, cwd), { recursive: true });
  for (const path of locked) {
    chmodSync(join(folder, path), 0);
  }
  for (const path of sealed) {
    chmodSync(join(folder, path), 0o555);
  }
}
