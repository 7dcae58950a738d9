/** The methods of an engine for conversion rules. */

import { expectedSource } from "../../expected.js";
import type { Home } from "../../home.js";
import type { Source } from "../../source.js";
import { type Pipeline, readPipeline } from "./pipeline.js";

export type { Pipeline } from "./pipeline.js";

/** The methods of an engine for conversion rules. */
export interface ConversionMethods {
  /** Reads the conversion rules (`asset_rules.xml`) of a source, which select assets and their converters. */
  readPipeline(source: Source): Pipeline;
}

/** @internal Returns the methods of an engine whose memory is `home`. */
export function conversionMethods(home: Home): ConversionMethods {
  return {
    readPipeline: (source) => {
      expectedSource(source);
      return readPipeline(home, source);
    },
  };
}
