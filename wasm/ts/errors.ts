/** The one error that the package throws. */

/** Where an {@link AssayError} stands, as far as it stands in a file. */
export interface ErrorPlace {
  /** The file concerned. */
  path?: string;
  /** Line in it, from 1. */
  line?: number;
  /** Column in UTF-16 units, from 1. */
  column?: number;
}

/** Something that could not be done: its kind for programs, its message for people. */
export class AssayError extends Error {
  /** The name of this class of errors where one is printed. */
  override name = "AssayError";
  /** A short stable name of the kind, such as `wasm-unusable`. */
  readonly code: string;
  /** The file concerned, if it is one file. */
  readonly path: string | undefined;
  /** Line in that file, from 1. */
  readonly line: number | undefined;
  /** Column in UTF-16 units, from 1. */
  readonly column: number | undefined;

  /** An error of the kind `code`; `message` is one sentence. */
  constructor(code: string, message: string, place: ErrorPlace = {}) {
    super(message);
    this.code = code;
    this.path = place.path;
    this.line = place.line;
    this.column = place.column;
  }
}
