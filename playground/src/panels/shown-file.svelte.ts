/** The file that a group shows, with its content and its text, also from a disk or an archive. */

import { untrack } from "svelte";
import { isGone } from "../../../wasm/ts/gone.js";
import { type Decoded, decoded } from "../editor/decode.ts";
import { readMember } from "../engine.ts";
import { type Content, type Folder, memberAt, originOf, type Side } from "../project.ts";
import type { Page } from "../state.svelte.ts";

/** The file that is shown in a group. Create it while a component is initialised. */
export class ShownFile {
  readonly #page: Page;
  readonly #side: Side;
  /** The result of the last reading of an archive. */
  #member: { archive: Content; path: string; content: Blob | undefined } | undefined = $state.raw();
  /** The result of the last reading of a blob. `gone` is true if the file on disk has changed or was removed. */
  #read: { of: Blob; text: Decoded | undefined; gone: boolean } | undefined = $state.raw();

  readonly path = $derived.by(() => this.#page.open.active[this.#side]);
  readonly #own = $derived.by(() => (this.path === undefined ? undefined : this.#files.get(this.path)));
  /** The archive that contains the file, if the file is not one of the project itself. */
  readonly archive = $derived.by(() => {
    return this.path === undefined || this.#own !== undefined ? undefined : originOf(this.#files, this.path);
  });
  /** The result of reading the file from its archive; undefined until it is read. */
  readonly packed = $derived.by(() => {
    const member = this.#member;
    return member?.path === this.path && member?.archive === this.archive ? member : undefined;
  });
  /** The content of the file; undefined until it is known. */
  readonly content = $derived.by((): Content | undefined => this.#own ?? this.packed?.content);
  /** The text that was read from a blob, if it is text; undefined until it is read. */
  readonly read = $derived.by(() => (this.#read?.of === this.content ? this.#read : undefined));
  /** The text to show; undefined if the file is not text. */
  readonly display = $derived.by(() => {
    if (typeof this.content === "string") {
      return { text: this.content, readOnly: false };
    }
    const text = this.read?.text;
    // No archive is written here, and text in a legacy encoding would be saved as UTF-8.
    return text && { text: text.text, readOnly: this.packed !== undefined || text.encoding !== "UTF-8" };
  });

  constructor(page: Page, side: Side) {
    this.#page = page;
    this.#side = side;

    $effect(() => {
      const { archive, path } = this;
      const project = untrack(() => this.#page.project);
      const there = archive && path && memberAt(project[side], path);
      if (there) {
        void readMember(project, there)
          .catch(() => undefined)
          .then((content) => {
            if (archive === this.archive && path === this.path) {
              this.#member = { archive, path, content };
            }
          });
      }
    });

    $effect(() => {
      const of = this.content;
      if (!(of instanceof Blob)) {
        return;
      }
      let isActive = true;
      const take = (text: Decoded | undefined, gone = false) => {
        // A long file may be read when another one has been opened and read since.
        this.#read = isActive ? { of, text, gone } : this.#read;
      };
      decoded(of).then(take, (error) => take(undefined, isGone(error)));
      return () => {
        isActive = false;
      };
    });
  }

  /** Returns the text that the file has in `folder`, if that was read. */
  textIn(folder: Folder): string | undefined {
    const { path, archive, packed } = this;
    if (path === undefined) {
      return undefined;
    }
    return this.textOf(folder.get(path) ?? (originOf(folder, path) === archive ? packed?.content : undefined));
  }

  /** Like {@link ShownFile.textIn}, for an earlier content of the file. */
  textOf(was: Content | undefined): string | undefined {
    return typeof was === "string" || was === undefined
      ? was
      : this.#read?.of === was
        ? this.#read.text?.text
        : undefined;
  }

  get #files(): Folder {
    return this.#page.project[this.#side];
  }
}
