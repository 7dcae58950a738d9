/** A server with the requests of S3 that steps use, and with faults for tests. */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server does instead of answering correctly: a status, an answer that ends early, or a long pause. */
export type Fault = 403 | 500 | 503 | "truncate" | "slow";

/** Decides about the fault of the request with this number, from 0; undefined for a correct answer. */
export type Faults = (number: number, method: string, key: string) => Fault | undefined;

/** The number of objects that a list contains. */
const PAGE = 7;

/** A server of object storage with one bucket, `bucket`. */
export class ObjectStorage {
  readonly objects = new Map<string, Buffer>();
  /** The method and key of each request. */
  readonly requests: [method: string, key: string, range: string | undefined][] = [];
  faults: Faults = () => undefined;
  /** Called before an object is read. */
  onRead: (key: string) => void = () => {};
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  /** Runs `work` while a server runs. */
  static async with(work: (storage: ObjectStorage) => Promise<void>): Promise<void> {
    const storage = new ObjectStorage();
    await new Promise<void>((resolve) => storage.#server.listen(0, "127.0.0.1", resolve));
    try {
      await work(storage);
    } finally {
      storage.#server.closeAllConnections();
      storage.#server.close();
    }
  }

  /** The environment variables with which programs find the server. */
  get env(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_REGION: "us-east-1",
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_MAX_ATTEMPTS: "4",
    };
  }

  put(files: Readonly<Record<string, string>>, prefix = ""): void {
    for (const [path, text] of Object.entries(files)) {
      this.objects.set(prefix + path, Buffer.from(text));
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const part of request) {
      body.push(part as Buffer);
    }
    const { method = "GET", url = "/", headers } = request;
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const [, bucket = "", ...rest] = decodeURIComponent(pathname).split("/");
    const key = rest.join("/");
    const number = this.requests.push([method, key, headers.range]) - 1;
    if (bucket !== "bucket") {
      fail(response, 404, "NoSuchBucket");
      return;
    }
    const fault = this.faults(number, method, key);
    if (typeof fault === "number") {
      fail(response, fault, { 403: "AccessDenied", 500: "InternalError", 503: "SlowDown" }[fault]);
      return;
    }
    if (fault === "slow") {
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    if (key === "") {
      this.#list(searchParams, response);
      return;
    }
    if (method === "PUT") {
      this.objects.set(key, Buffer.concat(body));
      response.writeHead(200, { etag: tagOf(Buffer.concat(body)) }).end();
    } else if (method === "DELETE") {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else {
      this.onRead(key);
      this.#read(key, request, response, fault === "truncate");
    }
  }

  #read(key: string, { method, headers }: IncomingMessage, response: ServerResponse, isTruncated: boolean): void {
    const object = this.objects.get(key);
    if (object === undefined) {
      fail(response, 404, "NoSuchKey");
      return;
    }
    const tag = tagOf(object);
    if (headers["if-match"] !== undefined && headers["if-match"] !== tag) {
      fail(response, 412, "PreconditionFailed");
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const bytes = from === undefined ? object : object.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, { etag: tag, "content-length": bytes.length });
    if (method === "HEAD") {
      response.end();
    } else if (isTruncated) {
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    } else {
      response.end(bytes);
    }
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get("continuation-token") ?? "";
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .sort();
    const page = keys.slice(0, PAGE);
    const contents = page.map((key) => {
      const object = this.objects.get(key) ?? Buffer.alloc(0);
      return `<Contents><Key>${key}</Key><ETag>&quot;${tagOf(object).slice(1, -1)}&quot;</ETag><Size>${object.length}</Size></Contents>`;
    });
    const more = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(`<ListBucketResult><IsTruncated>${more !== ""}</IsTruncated>${contents.join("")}${more}</ListBucketResult>`);
  }
}

/** Returns the tag of an object, with its quotation marks. */
export function tagOf(object: Buffer): string {
  return `"${createHash("md5").update(object).digest("hex")}"`;
}

function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
