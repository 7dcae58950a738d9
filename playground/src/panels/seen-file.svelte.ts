/** What there is of the file to see of a group: of a text its text, also of one that lies on the disk or in an archive. */

import { untrack } from "svelte";
import { type Decoded, decoded } from "../editor/decode.ts";
import { readMember } from "../engine.ts";
import { type Content, type Folder, memberAt, originOf, type Project, type Side } from "../project.ts";
import type { OpenFiles } from "../state/open-files.svelte.ts";

/** The page, as far as files are seen on it. */
interface Seeing {
  readonly project: Project;
  readonly open: Pick<OpenFiles, "active">;
}

/** The file to see; it is made, and follows what is opened, with a part of the page. */
export class SeenFile {
  readonly #page: Seeing;
  readonly #side: Side;
  /** What was read last of an archive. */
  #member: { archive: Content; path: string; content: Blob | undefined } | undefined = $state.raw();
  /** What was read last of a file that lies on the disk, or is no UTF-8: its text, if it is one. */
  #read: { of: Blob; text: Decoded | undefined } | undefined = $state.raw();

  /** Its path. */
  readonly path: string | undefined = $derived.by(() => this.#page.open.active[this.#side]);
  readonly #own = $derived.by(() => (this.path === undefined ? undefined : this.#folder.get(this.path)));
  /** The archive that the file lies in, when it is none of its own. */
  readonly archive: Content | undefined = $derived.by(() => {
    return this.path === undefined || this.#own !== undefined ? undefined : originOf(this.#folder, this.path);
  });
  /** What was read of that archive, once it is of this file. */
  readonly packed: { content: Blob | undefined } | undefined = $derived.by(() => {
    const member = this.#member;
    return member?.path === this.path && member?.archive === this.archive ? member : undefined;
  });
  /** What is in it, once that is known. */
  readonly content: Content | undefined = $derived.by(() => this.#own ?? this.packed?.content);
  /** What was read of it, when it lies on the disk. */
  readonly read: { text: Decoded | undefined } | undefined = $derived.by(() => {
    return this.#read?.of === this.content ? this.#read : undefined;
  });
  /** The text to show, and whether it cannot be edited, as it would be saved as UTF-8; nothing for what is no text. */
  readonly shown: { text: string; readOnly: boolean } | undefined = $derived.by(() => {
    if (typeof this.content === "string") {
      return { text: this.content, readOnly: false };
    }
    const text = this.read?.text;
    return text && { text: text.text, readOnly: this.packed !== undefined || text.encoding !== "UTF-8" };
  });

  constructor(page: Seeing, side: Side) {
    this.#page = page;
    this.#side = side;
    $effect(() => this.#readArchive());
    $effect(() => this.#readText());
  }

  /** The text of the file, as it was in this folder. */
  textIn(folder: Folder): string | undefined {
    const { path } = this;
    const was = path === undefined ? undefined : folder.get(path);
    return this.textOf(
      was ?? (path !== undefined && originOf(folder, path) === this.archive ? this.packed?.content : undefined),
    );
  }

  /** The same, as it was with that content. */
  textOf(was: Content | undefined): string | undefined {
    return typeof was === "string" || was === undefined
      ? was
      : this.#read?.of === was
        ? this.#read.text?.text
        : undefined;
  }

  get #folder(): Folder {
    return this.#page.project[this.#side];
  }

  #readArchive(): void {
    const { archive, path } = this;
    const project = untrack(() => this.#page.project);
    const there = archive && path && memberAt(project[this.#side], path);
    if (there) {
      void readMember(project, there)
        .catch(() => undefined)
        .then((content) => {
          if (archive === this.archive && path === this.path) {
            this.#member = { archive, path, content };
          }
        });
    }
  }

  /** Returns what ends it. */
  #readText(): (() => void) | undefined {
    const of = this.content;
    if (!(of instanceof Blob)) {
      return undefined;
    }
    let wanted = true;
    // What cannot be read any more is told by the check.
    void decoded(of)
      .catch(() => undefined)
      .then((text) => {
        // A long file may be read when another one has been opened and read since.
        this.#read = wanted ? { of, text } : this.#read;
      });
    return () => {
      wanted = false;
    };
  }
}
