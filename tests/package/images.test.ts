/**
 * To determine the size of an image, only its header is read, whatever the size of the file and the position of the
 * header.
 */

import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, folder, type Source } from "assay";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The size of a large texture source. Most of the file is a hole that needs no space on the disk. */
const SIZE = 200 << 20;

/** The number of bytes that a rule may read of an image, twice as many if the size is at its end. */
const MAX_BYTES = 4 << 10;

/** What more is read of an image that ends with a mark. */
const END = 1 << 10;
const MARKED = ["a.png", "a.jpeg"];

const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0));

/** The first bytes of an image of 4096 by 2048 pixels in each format. */
const HEADERS: Record<string, number[]> = {
  "a.tga": [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...u16(4096), ...u16(2048), 24, 0],
  "a.png": [0x89, ...text("PNG\r\n\x1a\n"), 0, 0, 0, 13, ...text("IHDR"), 0, 0, 0x10, 0, 0, 0, 8, 0, 8, 6, 0, 0, 0],
  "a.jpeg": [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 8, 0, 0x10, 0, 1, 0, 0, 0],
  "a.dds": [...text("DDS "), ...u32(124), ...u32(0x1007), ...u32(2048), ...u32(4096)],
  "a.bmp": [...text("BM"), ...u32(0), ...u32(0), ...u32(54), ...u32(40), ...u32(4096), ...u32(2048)],
  "a.tiff": [
    ...[...text("II*\0"), ...u32(8), ...u16(2)],
    ...[...u16(256), ...u16(3), ...u32(1), ...u32(4096)],
    ...[...u16(257), ...u16(3), ...u32(1), ...u32(2048)],
  ],
  "a.psd": [...text("8BPS"), 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 8, 0, 0, 0, 0x10, 0],
  "a.exr": [
    ...[0x76, 0x2f, 0x31, 1, 2, 0, 0, 0, ...text("dataWindow\0box2i\0"), ...u32(16)],
    ...[...u32(0), ...u32(0), ...u32(4095), ...u32(2047)],
  ],
  "a.hdr": text("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2048 +X 4096\n"),
  "a.ktx2": [0xab, ...text("KTX 20"), 0xbb, ...text("\r\n\x1a\n"), ...u32(0), ...u32(1), ...u32(4096), ...u32(2048)],
  "a.webp": [...text("RIFF"), ...u32(0), ...text("WEBPVP8X"), ...u32(10), ...u32(0), 0xff, 0x0f, 0, 0xff, 0x07, 0],
  "a.gif": [...text("GIF89a"), ...u16(4096), ...u16(2048), 0, 0, 0],
};

const u64 = (value: number) => [...u32(value), ...u32(0)];

/** Images whose header is continued at the end of the file. */
const TAILS: Record<string, { start: number[]; end: number[] }> = {
  "b.tiff": {
    start: [...text("II*\0"), ...u32(SIZE - 26)],
    end: [
      ...u16(2),
      ...[...u16(256), ...u16(4), ...u32(1), ...u32(4096)],
      ...[...u16(257), ...u16(4), ...u32(1), ...u32(2048)],
    ],
  },
  "c.tiff": {
    start: [...text("II+\0"), ...u16(8), ...u16(0), ...u64(SIZE - 48)],
    end: [
      ...u64(2),
      ...[...u16(256), ...u16(4), ...u64(1), ...u64(4096)],
      ...[...u16(257), ...u16(4), ...u64(1), ...u64(2048)],
    ],
  },
};

const NAMES = [...Object.keys(HEADERS), ...Object.keys(TAILS)];

const RULES = `
- { name: width, rpath: ., xpath: "{image.width}", condition: ["==", 1] }
- { name: height, rpath: ., xpath: "{image.height}", condition: ["==", 1] }
- { name: format, rpath: ., xpath: "{image.format}", condition: ["==", none] }
`;

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "assay-images-"));
  for (const [name, header] of Object.entries(HEADERS)) {
    writeFileSync(join(root, name), Uint8Array.from(header));
    truncateSync(join(root, name), SIZE);
  }
  for (const [name, { start, end }] of Object.entries(TAILS)) {
    const file = openSync(join(root, name), "w");
    writeSync(file, Uint8Array.from(start), 0, start.length, 0);
    writeSync(file, Uint8Array.from(end), 0, end.length, SIZE - end.length);
    closeSync(file);
  }
});

afterAll(() => rmSync(root, { recursive: true }));

/** Returns a source of the folder, and the number of bytes that were read of each file. */
function countingSource(): { source: Source; bytes: Map<string, number> } {
  const { fill, ...rest } = folder(root);
  const bytes = new Map<string, number>();
  const counted = (path: string, view: Uint8Array, offset: number) => {
    const filled = fill?.(path, view, offset) ?? -1;
    bytes.set(path, (bytes.get(path) ?? 0) + filled);
    return filled;
  };
  const read = (path: string) => {
    throw new Error(`${path} was read completely`);
  };
  return { source: { ...rest, read, fill: counted }, bytes };
}

test("each of three rules reads 4 kB of an image of 200 MB", async () => {
  const engine = await createEngine();
  const { source, bytes } = countingSource();
  const { findings, problems } = await engine.checker({ rules: [{ path: "rules.yaml", text: RULES }] }).check(source);
  expect(problems).toEqual([]);
  const found = findings.map(({ rule, path, value }) => `${path} ${rule} ${value}`).sort();
  const expected = NAMES.flatMap((name) => [
    `${name} format ${name.slice(2)}`,
    `${name} height 2048`,
    `${name} width 4096`,
  ]);
  expect(found).toEqual(expected.sort());
  expect([...bytes.keys()].sort()).toEqual(NAMES.sort());
  for (const [name, count] of bytes) {
    const more = MARKED.includes(name) ? END : 0;
    expect(count, name).toBeLessThanOrEqual(3 * (name in TAILS ? 2 * MAX_BYTES : MAX_BYTES + more));
  }
});
