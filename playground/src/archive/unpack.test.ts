import { deflateSync, strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { crc32 } from "../../../wasm/ts/zip/crc32.js";
import { LIMITS, type Limits } from "../../../wasm/ts/zip/limits.js";
import type { Bytes } from "../../../wasm/ts/zip/list.js";
import { pack } from "./pack.ts";
import { type Unpacked, unpack } from "./unpack.ts";

function unpacking(zip: Uint8Array, limits: Partial<Limits> = {}): Unpacked {
  const bytes: Bytes = { size: zip.length, read: (start, end) => zip.subarray(start, end) };
  return unpack(bytes, new Blob([zip as Uint8Array<ArrayBuffer>]), { ...LIMITS, ...limits }, () => {});
}

async function texts({ files }: Unpacked): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(files.map(async ([path, blob]) => [path, await blob.text()] as const)));
}

/** A member of a zip with arbitrary values. Omitted properties have correct values. */
interface ZipEntry {
  name: string | Uint8Array;
  text?: string;
  flags?: number;
  method?: number;
  crc?: number;
  size?: number;
  mode?: number;
  offset?: number;
}

/** Returns a record with numbers of two or four bytes at the given offsets. */
function record(length: number, small: Record<number, number>, large: Record<number, number>): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (const [at, number] of Object.entries(small)) {
    view.setUint16(Number(at), number, true);
  }
  for (const [at, number] of Object.entries(large)) {
    view.setUint32(Number(at), number, true);
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Returns a zip with wrong values, which no library writes. */
function zipOf(members: readonly ZipEntry[], count = members.length, comment = ""): Uint8Array {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const { name, text = "", flags = 0, method = 8, mode = 0, ...lies } of members) {
    const bytes = strToU8(text);
    const packed = method === 8 ? deflateSync(bytes) : bytes;
    const called = typeof name === "string" ? strToU8(name) : name;
    const head = record(30, { 26: called.length }, { 0: 0x04034b50 });
    const sizes = { 20: packed.length, 24: lies.size ?? bytes.length, 42: lies.offset ?? at };
    const madeBy = mode === 0 ? 0 : 0x0300;
    list.push(
      record(
        46,
        { 4: madeBy, 8: flags, 10: method, 28: called.length, 40: mode },
        { 0: 0x02014b50, 16: lies.crc ?? crc32(bytes), ...sizes },
      ),
      called,
    );
    parts.push(head, called, packed);
    at += head.length + called.length + packed.length;
  }
  const size = joined(list).length;
  const end = record(22, { 8: count, 10: count, 20: comment.length }, { 0: 0x06054b50, 12: size, 16: at });
  return joined([...parts, ...list, end, strToU8(comment)]);
}

describe("unpacks the members of a zip", () => {
  test("packed, stored and empty members, in folders, with names in any script", async () => {
    const zip = zipSync({
      "a.xml": strToU8("<A/>"),
      "deep/er/é漢😀.txt": [strToU8("as it is"), { level: 0 }],
      empty: new Uint8Array(),
      "long.txt": strToU8("long ".repeat(100_000)),
    });
    const unpacked = unpacking(zip);
    expect(unpacked.skipped).toEqual([]);
    expect(await texts(unpacked)).toEqual({
      "a.xml": "<A/>",
      "deep/er/é漢😀.txt": "as it is",
      empty: "",
      "long.txt": "long ".repeat(100_000),
    });
  });

  test("with a comment, with foreign bytes before it, and with names in a legacy encoding", async () => {
    const member = { name: Uint8Array.of(0x63, 0x61, 0x66, 0x82), text: "x" };
    const zip = zipOf([member], 1, "PK\x05\x06 is not the end");
    const withPrefix = Uint8Array.from([...strToU8("#!/bin/sh\n"), ...zip]);
    expect(await texts(unpacking(zip))).toEqual({ café: "x" });
    expect(await texts(unpacking(withPrefix))).toEqual({ café: "x" });
  });

  test("of a zip from the page itself", async () => {
    const files = { "README.md": "# é", "empty.txt": "", "noise.png": "\u0001\u0002" };
    const zip = await pack(Object.entries(files), () => {});
    const unpacked = unpacking(new Uint8Array(await zip.arrayBuffer()));
    expect(await texts(unpacked)).toEqual(files);
    expect(unpacked.skipped).toEqual([]);
  });
});

describe("skips only the invalid member if", () => {
  const CASES: readonly (readonly [condition: string, ZipEntry, reason: string])[] = [
    ["its name has ..", { name: "a/../../b" }, "its name contains `..`, so it may be outside of the project"],
    [
      "its name has .. and backslashes",
      { name: "..\\b" },
      "its name contains `..`, so it may be outside of the project",
    ],
    ["its name is absolute", { name: "/b" }, "its name is an absolute path, which is outside of the project"],
    ["its name has a drive", { name: "C:\\b" }, "its name is an absolute path, which is outside of the project"],
    ["its name is empty", { name: "./", text: "x" }, "its name is not a valid file name"],
    [
      "its name contains a zero",
      { name: "a\0b" },
      "its name contains a control character, such as a line break, which this page cannot show; rename the file",
    ],
    [
      "its name is declared as UTF-8, but is not",
      { name: Uint8Array.of(0xff), flags: 0x800 },
      "its name is not UTF-8, although the zip declares UTF-8",
    ],
    ["its name is taken", { name: "good" }, "the zip has another member with the same name, which was imported"],
    ["it is encrypted", { name: "b", flags: 1 }, "it is encrypted"],
    ["it is a link", { name: "b", text: "/etc/passwd", mode: 0xa1ff }, "it is a link to another file"],
    ["it is packed in another way", { name: "b", method: 14 }, "its compression method is not supported (method 14)"],
    [
      "its checksum is wrong",
      { name: "b", text: "x", crc: 1 },
      "it is damaged: its content does not match its size or its checksum",
    ],
    [
      "its size is wrong",
      { name: "b", text: "x", size: 2 },
      "it is damaged: its content does not match its size or its checksum",
    ],
    [
      "the checksum of a stored member is wrong",
      { name: "b", text: "x", crc: 1, method: 0 },
      "it is damaged: its content does not match its size or its checksum",
    ],
    [
      "it is not where it should be",
      { name: "b", text: "x", offset: 7 },
      "it is damaged: it is not at the position in the zip's list",
    ],
    [
      "it is beyond the end",
      { name: "b", text: "x", offset: 70_000 },
      "it is damaged: it is not at the position in the zip's list",
    ],
    [
      "it overlaps another member",
      { name: "b", text: "good", offset: 0 },
      "it overlaps the previous member, as in zip bombs",
    ],
    [
      "its declared size is too large",
      { name: "b", size: 2_000_000 },
      "it would be unpacked to more than 1100 times its size, as zip bombs are",
    ],
    [
      "its size is too large and not declared",
      { name: "b", text: "0".repeat(3_000_000), size: 10 },
      "it is damaged: its content is longer than the zip's list says",
    ],
    ["it belongs to Git", { name: ".git/config", text: "x" }, "it belongs to Git and is never checked"],
    [
      "it belongs to Git, as a file of a submodule",
      { name: "sub/.git", text: "gitdir: x" },
      "it belongs to Git and is never checked",
    ],
    [
      "it belongs to macOS",
      { name: "__MACOSX/._b", text: "x" },
      "macOS keeps its own data there, not files of the project",
    ],
  ];

  test.each(CASES)("%s", async (_, bad, reason) => {
    const unpacked = unpacking(zipOf([{ name: "good", text: "good" }, bad, { name: "last", text: "last" }]));
    expect(unpacked.skipped.map((one) => one.reason)).toEqual([reason]);
    expect(await texts(unpacked)).toEqual({ good: "good", last: "last" });
  });

  test("the total size would exceed the limit", () => {
    const { files, skipped } = unpacking(zipSync({ a: new Uint8Array(600), b: new Uint8Array(600) }), {
      unpacked: 1_000,
    });
    expect(files.map(([path]) => path)).toEqual(["a"]);
    expect(skipped).toEqual([{ path: "b", reason: "with it, the zip would be unpacked to more than 1,000 bytes" }]);
  });
});

describe("refuses a zip if", () => {
  const whole = zipSync({ a: strToU8("a".repeat(1_000)) });
  const CASES: readonly (readonly [condition: string, Uint8Array, reason: string])[] = [
    ["it is empty", new Uint8Array(), "it is empty"],
    ["it is another file", strToU8("no zip".repeat(100)), "it is not a zip file, or its end is missing"],
    ["its end is missing", whole.subarray(0, -5), "it is not a zip file, or its end is missing"],
    ["its beginning is missing", whole.subarray(-40), "it is damaged: its list of members is not where it should be"],
    ["its list is shorter than it says", zipOf([{ name: "a" }], 2), "it is damaged: its list of members is truncated"],
    [
      "its list is longer than it says",
      zipOf([{ name: "a" }, { name: "b" }], 1),
      "it is damaged: it contains more members than the 1 that it declares",
    ],
    [
      "it declares no members",
      zipOf([{ name: "a" }], 0),
      "it is damaged: it contains more members than the 0 that it declares",
    ],
  ];
  test.each(CASES)("%s", (_, zip, reason) => {
    expect(() => unpacking(zip)).toThrow(reason);
  });

  test("it has too many members", () => {
    expect(() => unpacking(zipOf([{ name: "a" }, { name: "b" }]), { members: 1 })).toThrow(
      "it has 2 members; the limit is 1",
    );
  });
});

test("a zip with any changed byte results in files or reasons", () => {
  const zip = zipSync({ "a.txt": strToU8("some text ".repeat(20)), "b/c.txt": [strToU8("stored"), { level: 0 }] });
  for (let at = 0; at < zip.length; at += 1) {
    for (const byte of [0, 0x7f, 0xff]) {
      const damaged = zip.slice();
      damaged[at] = byte;
      try {
        const { files, skipped } = unpacking(damaged);
        expect(files.length + skipped.length).toBeLessThanOrEqual(2);
      } catch (error) {
        expect((error as Error).constructor.name, `byte ${at}`).toBe("ZipError");
      }
    }
  }
});

/**
 * Zips that Python's `zipfile` writes from `a.xml` (packed) and `b/c.xml` (stored), with numbers of eight bytes.
 * `force_zip64` sets them in the local headers, for a file or for a stream without seeking. `ZIP64_LIMIT` and
 * `ZIP_FILECOUNT_LIMIT` of 1 set them in the list and at the end, too.
 */
const BY_PYTHON = {
  "a stream":
    "UEsDBBQACAAIAAAAIVAAAAAAAAAAAAAAAAAFAAAAYS54bWyzcbQzsdF3tAMAUEsHCCa6Ap4KAAAACAAAAFBLAwQUAAgAAAAAACFQAAAAAAAAAAAAAAAABwAAAGIvYy54bWw8QT41PC9BPlBLBwiWk2KjCAAAAAgAAABQSwECFAMUAAgACAAAACFQJroCngoAAAAIAAAABQAAAAAAAAAAAAAAgAEAAAAAYS54bWxQSwECFAMUAAgAAAAAACFQlpNiowgAAAAIAAAABwAAAAAAAAAAAAAAgAE9AAAAYi9jLnhtbFBLBQYAAAAAAgACAGgAAAB6AAAAAAA=",
  "heads with numbers of eight bytes":
    "UEsDBC0AAAAIAAAAIVAmugKe//////////8FABQAYS54bWwBABAACAAAAAAAAAAKAAAAAAAAALNxtDOx0Xe0AwBQSwMELQAAAAAAAAAhUJaTYqP//////////wcAFABiL2MueG1sAQAQAAgAAAAAAAAACAAAAAAAAAA8QT41PC9BPlBLAQItAy0AAAAIAAAAIVAmugKeCgAAAAgAAAAFAAAAAAAAAAAAAACAAQAAAABhLnhtbFBLAQItAy0AAAAAAAAAIVCWk2KjCAAAAAgAAAAHAAAAAAAAAAAAAACAAUEAAABiL2MueG1sUEsFBgAAAAACAAIAaAAAAIIAAAAAAA==",
  "a stream with numbers of eight bytes":
    "UEsDBC0ACAAIAAAAIVAAAAAA//////////8FABQAYS54bWwBABAAAAAAAAAAAAAAAAAAAAAAALNxtDOx0Xe0AwBQSwcIJroCngoAAAAAAAAACAAAAAAAAABQSwMELQAIAAAAAAAhUAAAAAD//////////wcAFABiL2MueG1sAQAQAAAAAAAAAAAAAAAAAAAAAAA8QT41PC9BPlBLBwiWk2KjCAAAAAAAAAAIAAAAAAAAAFBLAQItAy0ACAAIAAAAIVAmugKeCgAAAAgAAAAFAAAAAAAAAAAAAACAAQAAAABhLnhtbFBLAQItAy0ACAAAAAAAIVCWk2KjCAAAAAgAAAAHAAAAAAAAAAAAAACAAVkAAABiL2MueG1sUEsFBgAAAAACAAIAaAAAALIAAAAAAA==",
  "a list and an end with numbers of eight bytes":
    "UEsDBC0AAAAIAAAAIVAmugKe//////////8FABQAYS54bWwBABAACAAAAAAAAAAKAAAAAAAAALNxtDOx0Xe0AwBQSwMELQAAAAAAAAAhUJaTYqP//////////wcAFABiL2MueG1sAQAQAAgAAAAAAAAACAAAAAAAAAA8QT41PC9BPlBLAQItAy0AAAAIAAAAIVAmugKe//////////8FABQAAAAAAAAAAACAAQAAAABhLnhtbAEAEAAIAAAAAAAAAAoAAAAAAAAAUEsBAi0DLQAAAAAAAAAhUJaTYqP//////////wcAHAAAAAAAAAAAAIAB/////2IvYy54bWwBABgACAAAAAAAAAAIAAAAAAAAAEEAAAAAAAAAUEsGBiwAAAAAAAAALQAtAAAAAAAAAAAAAgAAAAAAAAACAAAAAAAAAJgAAAAAAAAAggAAAAAAAABQSwYHAAAAABoBAAAAAAAAAQAAAFBLBQYAAAAAAgACAJgAAACCAAAAAAA=",
};

describe("reads a zip of another program", () => {
  test.each(Object.entries(BY_PYTHON))("%s", async (_, base64) => {
    const unpacked = unpacking(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
    expect(unpacked.skipped).toEqual([]);
    expect(await texts(unpacked)).toEqual({ "a.xml": "<A>4</A>", "b/c.xml": "<A>5</A>" });
  });

  test("unless the position of its list is outside of the zip", () => {
    const zip = Uint8Array.from(atob(BY_PYTHON["a list and an end with numbers of eight bytes"]), (c) =>
      c.charCodeAt(0),
    );
    // The upper half of the position of the end record in the locator.
    zip[zip.length - 22 - 20 + 12] = 1;
    expect(() => unpacking(zip)).toThrow("it is damaged: its list of members is not where it should be");
  });
});
