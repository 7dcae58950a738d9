// Modules that hold what lies in folders, so that the page asks for none of it: `virtual:samples`, `virtual:reference`.

import { fileURLToPath } from "node:url";
import { readReference } from "./reference.mjs";
import { readSamples } from "./samples.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What each module holds. */
const MODULES = {
  "virtual:samples": () => readSamples(at("../examples")),
  "virtual:reference": () => readReference(at("../../docs"), at("../reference")),
};

/** The plugin that puts them in. As a text they are read faster than as a script. */
export const inline = {
  name: "assay-inline",
  resolveId: (id) => (Object.hasOwn(MODULES, id) ? `\0${id}` : undefined),
  load: (id) => {
    const make = MODULES[id.slice(1)];
    return id.startsWith("\0virtual:") && make
      ? `export default JSON.parse(${JSON.stringify(JSON.stringify(make()))});`
      : undefined;
  },
};
