/** `assay playground` serves the page over HTTP, and no other files. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay, start } from "./assay.ts";

const DIST = fileURLToPath(new URL("../../wasm/dist/", import.meta.url));

/** An answer of the server. */
interface Answer {
  status: number;
  type: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe("the served page", () => {
  let child: ReturnType<typeof start>;
  let url: string;

  beforeAll(async () => {
    child = start(["playground", "--port", "0"]);
    url = await new Promise((resolve) => child.stdout.once("data", (line) => resolve(String(line).trim())));
  });
  afterAll(() => {
    child.kill();
  });

  /** Returns the server's answer to a request with exactly this path. */
  function fetchPath(path: string, method = "GET", headers: Record<string, string> = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      request({ hostname, port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, type: headers["content-type"] ?? "", headers, body: Buffer.concat(parts) });
        });
      })
        .on("error", reject)
        .end();
    });
  }

  test("is available on this machine only, with all files that it names", async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const html = (await fetchPath("/")).body.toString();
    const named = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) {
      expect((await fetchPath(`/${name}`)).status, name).toBe(200);
    }
    const engine = named.find((name) => name?.endsWith(".wasm"));
    const { type, body } = await fetchPath(`/${engine}`);
    const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(type).toBe("application/wasm");
    expect(hash(body)).toBe(hash(readFileSync(`${DIST}first.wasm`)));
  });

  describe("is compressed as the browser accepts", () => {
    /** Returns the names of the page's engine and of its script. */
    async function names(): Promise<string[]> {
      const html = (await fetchPath("/")).body.toString();
      return ["wasm", "js"].map((end) => `/${new RegExp(`assets/[^"]+\\.${end}`).exec(html)?.[0]}`);
    }

    test.each([
      ["gzip, deflate, br, zstd", "br"],
      ["gzip;q=1.0, br;q=0", "gzip"],
      ["GZIP", "gzip"],
      ["*", "br"],
      ["identity", undefined],
      ["", undefined],
    ])("%j: %s", async (accepted, expected) => {
      for (const name of ["/", ...(await names())]) {
        const plain = await fetchPath(name);
        const { status, type, headers, body } = await fetchPath(name, "GET", { "accept-encoding": accepted });
        expect([status, type, headers["content-encoding"]]).toEqual([200, plain.type, expected]);
        expect(headers.vary).toBe("accept-encoding");
        expect(Number(headers["content-length"])).toBe(body.length);
        const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[expected ?? ""] ?? ((bytes: Buffer) => bytes);
        expect(unpack(body).equals(plain.body), name).toBe(true);
        expect(headers.etag === plain.headers.etag, "compressed and plain files have different tags").toBe(
          expected === undefined,
        );
      }
    });

    test("and sent once: a browser that has it receives 304", async () => {
      for (const name of ["/", ...(await names())]) {
        const accepting = { "accept-encoding": "br" };
        const { etag = "" } = (await fetchPath(name, "HEAD", accepting)).headers;
        const again = await fetchPath(name, "GET", { ...accepting, "if-none-match": `"other", ${etag}` });
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
        expect((await fetchPath(name, "GET", { "if-none-match": etag })).status, "without compression").toBe(200);
      }
    });
  });

  test.each([
    "/nothing.html",
    "/../bin/assay.js",
    "/%2e%2e/bin/assay.js",
    "/..%2f..%2fpackage.json",
    "/assets",
    "/%",
    "/index.html%00.js",
    "/index.html/a.js",
    `/${"a".repeat(300)}.js`,
  ])("other files are not served: %s", async (path) => {
    expect((await fetchPath(path)).status).toBe(404);
  });

  test("does not accept writing requests", async () => {
    expect((await fetchPath("/", "POST")).status).toBe(405);
    expect((await fetchPath("/", "HEAD")).body.length).toBe(0);
  });
});

test("a port in use is reported", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  const { code, stderr } = await assay(["playground", "--port", String(port)]);
  other.close();
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error: port ${port} cannot be used: another program uses it\nhelp: choose another port, or use any free port: --port 0\n`,
  });
});
