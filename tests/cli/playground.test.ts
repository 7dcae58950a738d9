/** `assay playground`: the page over HTTP, and nothing else. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay, start } from "./assay.ts";

const DIST = fileURLToPath(new URL("../../wasm/dist/", import.meta.url));

/** What the server answers. */
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

  /** What the server says to a path, as it is. */
  function ask(path: string, method = "GET", headers: Record<string, string> = {}): Promise<Answer> {
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

  test("is on this machine only, with all that it names", async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const html = (await ask("/")).body.toString();
    const named = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) {
      expect((await ask(`/${name}`)).status, name).toBe(200);
    }
    const engine = named.find((name) => name?.endsWith(".wasm"));
    const { type, body } = await ask(`/${engine}`);
    const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(type).toBe("application/wasm");
    expect(hash(body)).toBe(hash(readFileSync(`${DIST}first.wasm`)));
  });

  describe("is compressed as the browser accepts it", () => {
    /** The name of the page's engine, and of its script. */
    async function names(): Promise<string[]> {
      const html = (await ask("/")).body.toString();
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
        const plain = await ask(name);
        const { status, type, headers, body } = await ask(name, "GET", { "accept-encoding": accepted });
        expect([status, type, headers["content-encoding"]]).toEqual([200, plain.type, expected]);
        expect(headers.vary).toBe("accept-encoding");
        expect(Number(headers["content-length"])).toBe(body.length);
        const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[expected ?? ""] ?? ((bytes: Buffer) => bytes);
        expect(unpack(body).equals(plain.body), name).toBe(true);
        expect(headers.etag === plain.headers.etag, "the tag tells compressed from plain").toBe(expected === undefined);
      }
    });

    test("and sent once: who has it is told so", async () => {
      for (const name of ["/", ...(await names())]) {
        const accepting = { "accept-encoding": "br" };
        const { etag = "" } = (await ask(name, "HEAD", accepting)).headers;
        const again = await ask(name, "GET", { ...accepting, "if-none-match": `"other", ${etag}` });
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
        expect((await ask(name, "GET", { "if-none-match": etag })).status, "without compression").toBe(200);
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
  ])("gives nothing away: %s", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  test("is not to be written to", async () => {
    expect((await ask("/", "POST")).status).toBe(405);
    expect((await ask("/", "HEAD")).body.length).toBe(0);
  });
});

test("a port that is taken is told", async () => {
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
