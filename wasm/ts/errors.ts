/** The error that the package throws. */

/** The place of an {@link AssayError}, if it is in a file. */
export interface ErrorPlace {
  /** The file concerned. */
  path?: string;
  /** Line in it, from 1. */
  line?: number;
  /** Column in UTF-16 units, from 1. */
  column?: number;
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error with a code for programs and a message for people. */
export class AssayError extends Error {
  /** The name of this class of errors in output. */
  override name = "AssayError";
  /** A short stable name of the kind, such as `wasm-unusable`. */
  readonly code: string;
  /** The file concerned, if it is one file. */
  readonly path: string | undefined;
  /** Line in that file, from 1. */
  readonly line: number | undefined;
  /** Column in UTF-16 units, from 1. */
  readonly column: number | undefined;

  /** Creates an error of the kind `code`; `message` is one sentence. */
  constructor(code: string, message: string, place: ErrorPlace = {}) {
    super(message);
    this.code = code;
    this.path = place.path;
    this.line = place.line;
    this.column = place.column;
  }
}
