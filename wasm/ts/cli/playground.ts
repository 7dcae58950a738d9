/** `assay playground`: the page of this package, served on this machine and to it only. */

import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { pipeline } from "node:stream";
import { fileURLToPath } from "node:url";
import { codeOf, explain } from "../node/explain.js";
import type { PlaygroundOptions } from "./options/playground.js";
import { Refusal } from "./refusal.js";

const HOST = "127.0.0.1";
const PAGE = fileURLToPath(new URL("../playground", import.meta.url));
/** The page's engine is this package's: there is one file of it. */
const ENGINE = fileURLToPath(new URL("../core_bg.wasm", import.meta.url));

/** What browsers insist on: a module script has to come as JavaScript, and a streamed module as WebAssembly. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
};

/** What the page may do it says itself; that nobody may put it into a frame, only a header can say. */
const HEADERS = {
  "cache-control": "no-cache",
  "content-security-policy": "frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * Serves the page until the process is ended, and prints its address.
 *
 * @throws {Refusal} When the port is taken or not allowed, or the package has no page.
 */
export async function playground({ port }: PlaygroundOptions): Promise<number> {
  if (statSync(join(PAGE, "index.html"), { throwIfNoEntry: false }) === undefined) {
    throw new Refusal("the page is not in this package", "in a checkout, `cargo xtask build` builds it");
  }
  const server = createServer(answer);
  await listening(server, port);
  console.log(`http://${HOST}:${(server.address() as AddressInfo).port}/`);
  return new Promise(() => {});
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const taken = codeOf(error) === "EADDRINUSE";
      const reason = taken ? "it is taken" : explain(error);
      reject(new Refusal(`port ${port} cannot be used: ${reason}`, "choose another one, or any: --port 0"));
    });
    server.listen(port, HOST, resolve);
  });
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    refuse(response, 405);
    return;
  }
  const file = fileAt((request.url ?? "/").split("?")[0] ?? "/");
  if (file === undefined) {
    refuse(response, 404);
    return;
  }
  response.writeHead(200, { ...HEADERS, "content-type": TYPES[extname(file.name)], "content-length": file.size });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  // Either may break off: the file while it is built anew, the browser when it is closed. The other ends with it then.
  pipeline(createReadStream(file.name), response, () => {});
}

/** A file of the page, or nothing for whatever else is asked for. */
function fileAt(asked: string): { name: string; size: number } | undefined {
  const name = nameOf(asked);
  if (!name?.startsWith(PAGE + sep) || name.includes("\0") || TYPES[extname(name)] === undefined) {
    return undefined;
  }
  const file = extname(name) === ".wasm" ? ENGINE : name;
  try {
    const stat = statSync(file);
    return stat.isFile() ? { name: file, size: stat.size } : undefined;
  } catch {
    // There is none, or can be none: a name may be too long, or go on behind that of a file.
    return undefined;
  }
}

function nameOf(asked: string): string | undefined {
  try {
    const path = decodeURIComponent(asked);
    return normalize(join(PAGE, path.endsWith("/") ? `${path}index.html` : path));
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, "content-type": "text/plain; charset=utf-8" });
  response.end(`${status}\n`);
}
