import { afterEach, expect, test, vi } from "vitest";
import { FileStore } from "./file-store.js";

const MIB = 1024 * 1024;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Has files be read by a reader that notes how much is wanted of it at a time. */
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

test("a long file that is wanted as a whole is read part by part, and each is told", () => {
  const sizes = readings();
  const told: number[] = [];
  const store = new FileStore(({ done, total }) => told.push(done, total));
  store.change({ set: { "long.xml": new Blob([new Uint8Array(20 * MIB)]) }, drop: [] });
  const view = new Uint8Array(19 * MIB);
  expect(store.fill("long.xml", view, MIB)).toBe(19 * MIB);
  expect(sizes).toEqual([8 * MIB, 8 * MIB, 3 * MIB]);
  expect(told).toEqual([9 * MIB, 20 * MIB, 17 * MIB, 20 * MIB, 20 * MIB, 20 * MIB]);
  expect([view[0], view[8 * MIB - 1], view[8 * MIB], view.at(-1)]).toEqual([1, 1, 2, 3]);
});

test("of a file that ends before what is wanted of it, there is what it has", () => {
  const store = new FileStore();
  store.change({ set: { "a.xml": "<A/>" }, drop: [] });
  const view = new Uint8Array(9);
  expect(store.fill("a.xml", view, 2)).toBe(2);
  expect(store.fill("a.xml", view, 4)).toBe(0);
  expect(store.fill("b.xml", view, 0)).toBe(-1);
});
