/** A browser and a web server for tests. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM = process.env.ASSAY_CHROMIUM || "/usr/bin/chromium";

/** Whether there is a browser to test with. */
export const hasChromium = existsSync(CHROMIUM);

/** Starts the browser. It talks to nobody but the test. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** The page as the command line serves it, on a port that is free, and its address. */
export async function servePlayground(): Promise<{ url: string; stop: () => void }> {
  const assay = fileURLToPath(new URL("../../wasm/dist/bin/assay.js", import.meta.url));
  const args = [assay, "playground", "--port", "0"];
  const server: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (line) => resolve(String(line).trim()));
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url, stop: () => server.kill() };
}

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves the built package at `/assay/`, and pages that are given as texts. */
export async function servePackage(pages: Record<string, string>): Promise<{ url: string; server: Server }> {
  const dist = fileURLToPath(new URL("../../wasm/dist", import.meta.url));
  const server = createServer((request, response) => {
    const [path = "/", query] = (request.url ?? "/").split("?");
    const page = pages[path];
    const file = path.startsWith("/assay/") ? join(dist, path.slice("/assay/".length)) : undefined;
    if (page === undefined && (file === undefined || !existsSync(file))) {
      response.writeHead(404).end();
      return;
    }
    // A server that knows nothing of WebAssembly serves this one.
    const type = query === "plain" ? "application/octet-stream" : (TYPES[extname(path)] ?? "text/html");
    response.writeHead(200, { "content-type": type }).end(page ?? readFileSync(file ?? ""));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
