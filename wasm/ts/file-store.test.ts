import { afterEach, expect, test, vi } from "vitest";
import { FileStore } from "./file-store.js";

const MIB = 1024 * 1024;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Installs a reader that records the number of bytes of each request. */
function readings(): number[] {
  const sizes: number[] = [];
  const readAsArrayBuffer = ({ size }: Blob) => {
    sizes.push(size);
    return new Uint8Array(size).fill(sizes.length).buffer;
  };
  vi.stubGlobal(
    "FileReaderSync",
    class {
      readAsArrayBuffer = readAsArrayBuffer;
    },
  );
  return sizes;
}

test("a long file that is read completely is read in parts, and each part is reported", () => {
  const sizes = readings();
  const progress: number[] = [];
  const store = new FileStore(({ done, total }) => progress.push(done, total));
  store.change({ set: { "long.xml": new Blob([new Uint8Array(20 * MIB)]) }, drop: [] });
  const view = new Uint8Array(19 * MIB);
  expect(store.fill("long.xml", view, MIB)).toBe(19 * MIB);
  expect(sizes).toEqual([8 * MIB, 8 * MIB, 3 * MIB]);
  expect(progress).toEqual([9 * MIB, 20 * MIB, 17 * MIB, 20 * MIB, 20 * MIB, 20 * MIB]);
  expect([view[0], view[8 * MIB - 1], view[8 * MIB], view.at(-1)]).toEqual([1, 1, 2, 3]);
});

test("a request beyond the end of a file returns the bytes up to the end", () => {
  const store = new FileStore();
  store.change({ set: { "a.xml": "<A/>" }, drop: [] });
  const view = new Uint8Array(9);
  expect(store.fill("a.xml", view, 2)).toBe(2);
  expect(store.fill("a.xml", view, 4)).toBe(0);
  expect(store.fill("b.xml", view, 0)).toBe(-1);
});
