/** Web servers for tests: the one of the command line, and one for files. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./chromium.ts";

const PACKAGE = fileURLToPath(new URL("../../wasm/dist", import.meta.url));

/** Starts the page's server of the command line on a free port. Returns its address and a function that stops it. */
export async function servePlayground(): Promise<{ url: string; stop: () => void }> {
  const args = [join(PACKAGE, "bin/assay.js"), "playground", "--port", "0"];
  const server: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (line) => resolve(String(line).trim()));
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url, stop: () => server.kill() };
}

/** The files and pages of a server. */
export interface ServedFiles {
  /** A folder with files. */
  folder: string;
  /** The path of this folder, with a slash at both ends. */
  at: string;
  /** Pages by path. */
  pages?: Record<string, string>;
  /** Headers of each answer, in addition to the content type. */
  headers?: Record<string, string>;
}

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves files on a free port, and records the requested paths. */
export async function serveFiles(served: ServedFiles): Promise<{ url: string; requests: string[]; server: Server }> {
  const { folder, at, pages = {}, headers = {} } = served;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const [path = "/", query] = (request.url ?? "/").split("?");
    requests.push(path);
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const file = path.startsWith(at) ? join(folder, name.slice(at.length)) : "";
    const text = pages[path];
    if (text === undefined && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    // As on a server that has no type for WebAssembly.
    const type = query === "plain" ? "application/octet-stream" : (TYPES[extname(name)] ?? "text/html");
    response.writeHead(200, { "content-type": type, ...headers }).end(text ?? readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, server };
}

/**
 * Starts and stops a browser and a server with the built package at `/assay/` and with the given pages. Returns a
 * function that opens one of the pages.
 */
export function pagesOfPackage(pages: Record<string, string>): (path: string) => Promise<Page> {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveFiles>>;

  beforeAll(async () => {
    [browser, served] = await Promise.all([launch(), serveFiles({ folder: PACKAGE, at: "/assay/", pages })]);
  });
  afterAll(async () => {
    served?.server.close();
    await browser?.close();
  });

  return async (path) => {
    const page = await browser.newPage();
    await page.goto(served.url + path);
    return page;
  };
}

/**
 * Returns a page that runs a script, which begins with its imports, and then the script `show`, which gets the result
 * or the error as a string in `shown`.
 */
export function pageOf(script: string, show: string): string {
  const lines = script.trim().split("\n");
  const imports = lines.filter((line) => line.trim().startsWith("import"));
  const body = lines.filter((line) => !line.trim().startsWith("import"));
  return `<!doctype html><link rel="icon" href="data:,"><script type="module">
    ${imports.join("\n")}
    const run = async () => { ${body.join("\n")} };
    const shown = await run().catch((error) => String(error));
    ${show}
  </script>`;
}
