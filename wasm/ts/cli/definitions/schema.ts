/** `assay definitions schema`: generates a schema from an XSD, or drafts one from definitions. */

import { engineOf } from "../../engine.js";
import { AssayError } from "../../errors.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { readInput } from "../inputs.js";
import { withPlace } from "../place.js";
import { Refusal } from "../refusal.js";
import { writeTo } from "../write-file.js";
import { load, refuseOnto, reportDiagnostics } from "./load.js";
import type { SchemaOptions } from "./options.js";

/** Writes the schema, and returns the exit code. Throws a {@link Refusal} if options contradict each other. */
export async function schema(options: SchemaOptions, engine: Engine): Promise<number> {
  const { from, draft, output } = options;
  if ((from === undefined) !== draft) {
    throw new Refusal("name either `--from FILE` or `--draft`", "`--from` reads an XSD, `--draft` reads definitions");
  }
  if (from !== undefined && (options.base ?? options.schema ?? options.mod[0]) !== undefined) {
    throw new Refusal("`--from` cannot be combined with definitions", "omit `--base`, `--mod` and `--schema`");
  }
  // Before the work, and again when the configuration is known.
  refuseOnto(output, [from, options.schema]);
  const [text, code] = from === undefined ? await drafted(options, engine) : [await ofXsd(from, engine), 0];
  return (await writeTo(output, [text])) ? code : CANNOT_RUN;
}

async function drafted(options: SchemaOptions, engine: Engine): Promise<[string, number]> {
  const loaded = await load(options, engine);
  refuseOnto(options.output, loaded.reads);
  return [loaded.definitions.draft(), reportDiagnostics(loaded)];
}

async function ofXsd(path: string, engine: Engine): Promise<string> {
  const content = readInput(path, "XSD");
  const packaged = await engineOf(await engine());
  try {
    return packaged.schemaOfXsd(path, content);
  } catch (error) {
    if (!(error instanceof AssayError)) {
      throw error;
    }
    throw new Refusal(withPlace(error.message, { ...error, path }));
  }
}
