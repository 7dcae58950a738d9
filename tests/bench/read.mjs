// Lists the files of a folder and reads each with as little code as possible: the minimum cost of any check of them.

import { readdirSync, readFileSync } from "node:fs";

let bytes = 0;
let files = 0;
const folders = [process.argv[2]];
for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      folders.push(path);
    } else {
      bytes += readFileSync(path).length;
      files += 1;
    }
  }
}
console.log(`${files} files, ${bytes} bytes`);
