/** `assay playground`: serves the page of this package to this machine only. */

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { attempt } from "../attempt.js";
import { codeOf, explain } from "../node/explain.js";
import type { PlaygroundOptions } from "./options/playground.js";
import { Refusal } from "./refusal.js";

const HOST = "127.0.0.1";
const PAGE = fileURLToPath(new URL("../playground", import.meta.url));
/** The folder of the rule packs, which the page shares with this package. */
const PACKS = fileURLToPath(new URL("../packs", import.meta.url));
/** The modules that the page shares with this package, which contains each only once. */
const MODULES = ["first", "rest", "core_bg"].map((name) => ({
  name,
  file: fileURLToPath(new URL(`../${name}.wasm`, import.meta.url)),
}));

/** The content types by extension. Browsers reject scripts and streamed modules of other types. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

/** The headers of every response. Only a header can forbid other pages to embed the page in a frame. */
const HEADERS = {
  "cache-control": "no-cache",
  "content-security-policy": "frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  vary: "accept-encoding",
};

/** The compressions of responses, the smallest result first. */
const COMPRESSIONS = {
  // A higher quality saves 8 % of the engine and takes ten times as long.
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

interface ServedFile {
  bytes: Buffer;
  headers: { etag: string; "content-encoding"?: string };
}

/** The bodies of responses by file and compression, each for the newest version of its file. */
const bodies = new Map<string, { version: string; body: Promise<ServedFile> }>();

/** Serves the page until the process ends. Throws a {@link Refusal} for an unusable port or a missing page. */
export async function playground({ port }: PlaygroundOptions): Promise<number> {
  if (statSync(join(PAGE, "index.html"), { throwIfNoEntry: false }) === undefined) {
    throw new Refusal(
      "the files of the playground are missing in this package",
      "in a checkout of Assay, build them: cargo xtask build",
    );
  }
  const server = createServer((request, response) => {
    // The file may be rebuilt at the same moment.
    answer(request, response).catch(() => refuse(response, 404));
  });
  await listening(server, port);
  // The longest file that a page needs first is compressed before a browser waits for it.
  const engine = fileAt("/first.wasm");
  if (engine !== undefined) {
    bodyOf(engine, "br").catch(() => {});
  }
  console.log(`http://${HOST}:${(server.address() as AddressInfo).port}/`);
  return new Promise(() => {});
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const taken = codeOf(error) === "EADDRINUSE";
      const reason = taken ? "another program uses it" : explain(error);
      reject(
        new Refusal(`port ${port} cannot be used: ${reason}`, "choose another port, or use any free port: --port 0"),
      );
    });
    server.listen(port, HOST, resolve);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    refuse(response, 405);
    return;
  }
  const file = fileAt((request.url ?? "/").split("?")[0] ?? "/");
  if (file === undefined) {
    refuse(response, 404);
    return;
  }
  const { bytes, headers } = await bodyOf(file, compressionFor(request.headers["accept-encoding"]));
  if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(headers.etag)) {
    response.writeHead(304, { ...HEADERS, etag: headers.etag }).end();
    return;
  }
  const about = { "content-type": TYPES[extname(file.name)], "content-length": bytes.length };
  response.writeHead(200, { ...HEADERS, ...headers, ...about });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** Returns the best compression that the `Accept-Encoding` of a request accepts. */
function compressionFor(accepted = ""): keyof typeof COMPRESSIONS | undefined {
  const quality = new Map(
    accepted.split(",").map((one) => {
      const [name = "", weight] = one.toLowerCase().split(/;\s*q=/);
      return [name.trim(), weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (["br", "gzip"] as const).find((name) => (quality.get(name) ?? quality.get("*") ?? 0) > 0);
}

/** Returns the content of a file, which is compressed once for each version of the file. */
function bodyOf({ name, version }: PageFile, compression: keyof typeof COMPRESSIONS | undefined): Promise<ServedFile> {
  const key = `${compression} ${name}`;
  const known = bodies.get(key);
  if (known?.version === version) {
    return known.body;
  }
  const body = readBody(name, compression);
  bodies.set(key, { version, body });
  body.catch(() => bodies.delete(key));
  return body;
}

async function readBody(name: string, compression: keyof typeof COMPRESSIONS | undefined): Promise<ServedFile> {
  const content = await readFile(name);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 32);
  if (compression === undefined) {
    return { bytes: content, headers: { etag: `"${hash}"` } };
  }
  const bytes = await COMPRESSIONS[compression](content);
  return { bytes, headers: { etag: `"${hash}-${compression}"`, "content-encoding": compression } };
}

/** A file of the page, with a version that changes when the file does. */
interface PageFile {
  name: string;
  version: string;
}

/** Returns the file of the page for the path in a request, or undefined if it does not exist. */
function fileAt(address: string): PageFile | undefined {
  const name = nameOf(address);
  if (!name?.startsWith(PAGE + sep) || name.includes("\0") || TYPES[extname(name)] === undefined) {
    return undefined;
  }
  const file = packagedFile(name);
  if (file === undefined) {
    return undefined;
  }
  // The version is read for each request, so that a build is served without a restart. The path may be invalid: a name
  // is too long, or a file is used as a folder.
  const stat = attempt(() => statSync(file));
  return stat?.isFile() ? { name: file, version: `${stat.mtimeMs} ${stat.size}` } : undefined;
}

/** Returns the file that the page has under this name. Modules and packs have a hash in their names. */
function packagedFile(name: string): string | undefined {
  switch (extname(name)) {
    case ".wasm":
      return MODULES.find((module) => basename(name).startsWith(module.name))?.file;
    case ".json":
      return join(PACKS, basename(name).replace(/-[\w-]{8}\.json$/, ".json"));
    default:
      return name;
  }
}

function nameOf(address: string): string | undefined {
  const path = attempt(() => decodeURIComponent(address));
  return path && normalize(join(PAGE, path.endsWith("/") ? `${path}index.html` : path));
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, "content-type": "text/plain; charset=utf-8" });
  response.end(`${status}\n`);
}
