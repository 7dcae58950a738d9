/** The thread that asks object storage, with the SDK of S3. */

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { ObjectAnswer, ObjectRequest } from "./bucket-messages.js";

/** The number of objects that are read ahead at once. */
const AT_ONCE = 32;
/** The number of objects that are kept until they are requested. */
const MOST_AHEAD = 1024;
/** The number of attempts at a request, with growing pauses. */
const ATTEMPTS = Math.max(Math.trunc(Number(process.env.AWS_MAX_ATTEMPTS)) || 6, 1);
/** The time for a connection, and for each part of an answer, in milliseconds. */
const TIMES = { connectionTimeout: 10_000, requestTimeout: 30_000 };

const { bucket, signal, answers } = workerData as { bucket: string; signal: Int32Array; answers: MessagePort };

// The SDK warns about versions of Node that it will not support in future. The users of this program cannot change that.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

// Storage other than Amazon's has a name for each server, not for each bucket.
const isElsewhere = (process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL) !== undefined;
const client = new S3Client({
  region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? "us-east-1",
  forcePathStyle: isElsewhere,
  maxAttempts: ATTEMPTS,
  requestHandler: TIMES,
  // Other storage may not know these checksums.
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
});

/** The objects that are read ahead, by key and tag. */
const ahead = new Map<string, Promise<ObjectAnswer>>();
const waiting: (() => void)[] = [];
let free = AT_ONCE;

parentPort?.on("message", async (request: ObjectRequest) => {
  if (request.do === "read-ahead") {
    // Objects that were not requested are not needed any more.
    if (ahead.size >= MOST_AHEAD) {
      ahead.clear();
    }
    for (const [key, tag] of request.objects) {
      ahead.set(
        nameOf(key, tag),
        inTurn(() => answered(() => read(key, tag))),
      );
    }
    return;
  }
  const answer = await answered(() => answerTo(request));
  answers.postMessage(answer, answer.bytes === undefined ? [] : [answer.bytes.buffer as ArrayBuffer]);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
});

function answerTo(request: Exclude<ObjectRequest, { do: "read-ahead" }>): Promise<ObjectAnswer> {
  switch (request.do) {
    case "read":
      return readOrTake(request.key, request.tag, request.range);
    case "has":
      return has(request.key);
    case "write":
      return write(request.key, request.bytes);
    case "remove":
      return remove(request.key);
    case "list":
      return list(request.prefix, request.after);
  }
}

/** Returns an object, which may have been read ahead. */
function readOrTake(key: string, tag: string | undefined, range: [number, number] | undefined): Promise<ObjectAnswer> {
  const name = nameOf(key, tag);
  const known = ahead.get(name);
  if (known === undefined || range !== undefined) {
    return read(key, tag, range);
  }
  ahead.delete(name);
  return known;
}

async function read(key: string, tag: string | undefined, range?: [number, number]): Promise<ObjectAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(tag === undefined ? {} : { IfMatch: tag }),
          ...(range === undefined ? {} : { Range: `bytes=${range[0]}-${range[1]}` }),
        }),
      );
      const bytes = (await found.Body?.transformToByteArray()) ?? new Uint8Array();
      if (found.ContentLength !== undefined && bytes.length !== found.ContentLength) {
        throw new Error(`the storage sent ${bytes.length} of ${found.ContentLength} bytes`);
      }
      // A copy, because the bytes may be in a buffer that the SDK shares, and are moved to the other thread.
      return { bytes: bytes.slice() };
    } catch (error) {
      // The SDK repeats requests, but does not notice a content that ends early.
      if (attempt === ATTEMPTS || statusOf(error) !== undefined) {
        throw error;
      }
      await pause(attempt);
    }
  }
}

async function has(key: string): Promise<ObjectAnswer> {
  await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  return {};
}

async function write(key: string, bytes: Uint8Array): Promise<ObjectAnswer> {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
  return {};
}

async function remove(key: string): Promise<ObjectAnswer> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  return {};
}

async function list(prefix: string, after: string | undefined): Promise<ObjectAnswer> {
  const found = await client.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: after }),
  );
  const objects = (found.Contents ?? []).map(({ Key = "", Size = 0, ETag = "" }): [string, number, string] => [
    Key,
    Size,
    ETag,
  ]);
  return { objects, next: found.NextContinuationToken };
}

/** Returns the answer of `work`, or an answer with the reason why it failed. */
async function answered(work: () => Promise<ObjectAnswer>): Promise<ObjectAnswer> {
  try {
    return await work();
  } catch (error) {
    const status = statusOf(error);
    const { name, message } = error as Error;
    if (status === 404 && name !== "NoSuchBucket") {
      return { missing: true };
    }
    if (status === 412) {
      return { changed: true };
    }
    // Other errors of the client stay, such as a missing permission.
    const isLasting = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
    const isSetUp = name === "CredentialsProviderError";
    return { error: `the bucket \`${bucket}\`: ${message || name}`, isPassing: !isLasting && !isSetUp };
  }
}

/** Runs `work` when fewer than the maximum number of objects are being read ahead. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    free -= 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) {
      free += 1;
    } else {
      next();
    }
  }
}

function nameOf(key: string, tag: string | undefined): string {
  return `${tag} ${key}`;
}

/** Returns the status of the answer that an error is about; undefined if there was no answer. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt));
}
