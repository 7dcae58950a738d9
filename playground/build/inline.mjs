// Modules with the contents of folders, so that the page requests none of them: `virtual:samples`, `virtual:reference`.

import { fileURLToPath } from "node:url";
import { readReference } from "./reference.mjs";
import { readSamples } from "./samples.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Functions that return the value of each module. `src/examples/table.ts` has its type. */
const MODULES = {
  "virtual:samples": () => readSamples(at("../examples")),
  "virtual:reference": () => readReference(at("../../docs"), at("../reference")),
};

/** The plugin for these modules. */
export const inline = {
  name: "assay-inline",
  resolveId: (id) => (Object.hasOwn(MODULES, id) ? `\0${id}` : undefined),
  load: (id) => {
    const make = MODULES[id.slice(1)];
    return id.startsWith("\0virtual:") && make ? `export default ${JSON.stringify(make())};` : undefined;
  },
};
