// Serves the built page on 127.0.0.1: `node serve.mjs [--port N]`. Port 0 is any that is free.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const DEFAULT_PORT = "5710";
const HOST = "127.0.0.1";
const dist = join(dirname(fileURLToPath(import.meta.url)), "dist");

/** What browsers insist on: a module script has to come as JavaScript, and a streamed module as WebAssembly. */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const HEADERS = {
  "cache-control": "no-cache",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function answer(request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(response, 405);
  }
  const file = fileAt(new URL(request.url, `http://${HOST}`).pathname);
  if (file === undefined) {
    return refuse(response, 404);
  }
  response.writeHead(200, { ...HEADERS, "content-type": TYPES[extname(file.name)], "content-length": file.size });
  if (request.method === "HEAD") {
    return response.end();
  }
  createReadStream(file.name)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** A file of the page, or nothing for whatever else is asked for. */
function fileAt(pathname) {
  let path;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const name = normalize(join(dist, path.endsWith("/") ? `${path}index.html` : path));
  if (!name.startsWith(dist + sep) || name.includes("\0") || TYPES[extname(name)] === undefined) {
    return undefined;
  }
  const stat = statSync(name, { throwIfNoEntry: false });
  return stat?.isFile() ? { name, size: stat.size } : undefined;
}

function refuse(response, status) {
  response.writeHead(status, { ...HEADERS, "content-type": "text/plain; charset=utf-8" });
  response.end(`${status}\n`);
}

function fail(message) {
  console.error(`error: ${message}`);
  process.exit(2);
}

function readPort() {
  try {
    const { values } = parseArgs({ options: { port: { type: "string", default: DEFAULT_PORT } } });
    const port = /^\d+$/.test(values.port) ? Number(values.port) : Number.NaN;
    return port <= 65_535 ? port : fail(`\`--port\` takes a number from 0 to 65535, not \`${values.port}\``);
  } catch (error) {
    return fail(`${error.message}\nusage: node serve.mjs [--port N]`);
  }
}

if (statSync(join(dist, "index.html"), { throwIfNoEntry: false }) === undefined) {
  fail("the page is not built: `npm run build` builds it");
}
const server = createServer(answer);
server.on("error", (error) => {
  const taken = error.code === "EADDRINUSE";
  fail(taken ? `port ${error.port} is taken: choose another one with \`--port N\`` : error.message);
});
server.listen(readPort(), HOST, () => {
  console.log(`http://${HOST}:${server.address().port}/`);
});
