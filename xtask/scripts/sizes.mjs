// Prints the size of every file that a user downloads, raw and as brotli: `node sizes.mjs wasm/dist`.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const [dist] = process.argv.slice(2);
const kilobytes = (bytes) => `${(bytes / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} kB`.padStart(12);

console.log("file".padEnd(24), "raw".padStart(12), "brotli".padStart(12));
for (const path of readdirSync(dist, { recursive: true }).sort()) {
  if (/\.(wasm|js)$/.test(path)) {
    const bytes = readFileSync(join(dist, path));
    console.log(path.padEnd(24), kilobytes(bytes.length), kilobytes(brotliCompressSync(bytes).length));
  }
}
