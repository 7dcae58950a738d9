/** A transcript: what is on the disk, what is typed, and what comes of it. */

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

/** One case, as its file says. */
export interface Case {
  /** What is typed behind `assay`, in words without blanks. */
  args: string;
  /** The folder in which it is typed, below the one that all paths start from. */
  cwd?: string;
  /** What comes of it. */
  status: { code: number };
  /** All of the standard output. */
  stdout: string;
  /** All of the standard error. */
  stderr: string;
  /** Arguments with which the same must come of it. */
  same?: string[];
  /** What is typed before, in the same folder; each must end well. */
  before?: string[];
  /** Texts by path. */
  files?: Record<string, string>;
  /** Bytes by path, as base64. */
  bytes?: Record<string, string>;
  /** Long texts by path: pieces, and how often each is repeated. */
  long?: Record<string, [string, number][]>;
  /** Symbolic links by path. */
  links?: Record<string, string>;
  /** Named pipes, by path. */
  pipes?: string[];
  /** Paths that nobody may read. */
  locked?: string[];
  /** Paths that nobody may write. */
  sealed?: string[];
  /** All files that are written, by path: their texts, or `(gone)`. */
  written?: Record<string, string>;
  /** Files that are written besides, of which the texts are tested elsewhere. */
  unshown?: string[];
  /** Environment variables. */
  env?: Record<string, string>;
}

const KNOWN = new Set(
  "about args before bytes cwd env files links locked long pipes same sealed status stderr stdout unshown written".split(
    " ",
  ),
);

/** Reads a case. */
export function readCase(file: string): Case {
  const read = parse(readFileSync(file, "utf8"));
  const unknown = Object.keys(read).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) {
    throw new Error(`${file}: unknown: ${unknown.join(", ")}`);
  }
  return read as unknown as Case;
}

/** Lays a case's files out in a new folder, which is gone with the end of `work`. */
export async function laidOut<T>(files: Case, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-cli-")));
  chmodSync(folder, 0o777);
  try {
    layOut(files, folder);
    return await work(folder);
  } finally {
    for (const path of [...(files.locked ?? []), ...(files.sealed ?? [])]) {
      chmodSync(join(folder, path), 0o755);
    }
    rmSync(folder, { recursive: true });
  }
}

function layOut(laid: Case, folder: string): void {
  const { cwd = ".", files = {}, bytes = {}, long = {}, links = {}, pipes = [], locked = [], sealed = [] } = laid;
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
