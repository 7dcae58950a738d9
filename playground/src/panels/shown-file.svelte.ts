/** The file that a group shows, with its content and its text, also from a disk or an archive. */

import { untrack } from "svelte";
import { isGone } from "../../../wasm/ts/gone.js";
import { type Decoded, decoded } from "../editor/decode.ts";
import { readMember } from "../engine.ts";
import { type Content, type Folder, memberAt, originOf, type Project, type Side } from "../project.ts";
import type { OpenFiles } from "../state/open-files.svelte.ts";

/** The parts of the page that this module uses. */
interface Seeing {
  readonly project: Project;
  readonly open: Pick<OpenFiles, "active">;
}

/** The file that a group shows. */
interface FollowedFile {
  /** Its path. */
  readonly path: string | undefined;
  /** The archive that contains the file, if the file is not one of the project itself. */
  readonly archive: Content | undefined;
  /** The result of reading the file from its archive; undefined until it is read. */
  readonly packed: { content: Blob | undefined } | undefined;
  /** The content of the file; undefined until it is known. */
  readonly content: Content | undefined;
  /**
   * The text that was read from a blob, if it is text. `gone` is true if the file on disk has changed or was removed.
   */
  readonly read: { text: Decoded | undefined; gone: boolean } | undefined;
  /**
   * The text to show; undefined if the file is not text. `readOnly` is true in an archive, and for legacy encodings, as
   * the text would be saved as UTF-8.
   */
  readonly display: { text: string; readOnly: boolean } | undefined;
  /** Returns the text that the file has in `folder`, if that was read. */
  textIn(folder: Folder): string | undefined;
  /** Like {@link FollowedFile.textIn}, for an earlier content of the file. */
  textOf(was: Content | undefined): string | undefined;
}

/** Follows the file that is shown in a group, while a component exists. */
export function followFile(page: Seeing, side: Side): FollowedFile {
  const path = $derived(page.open.active[side]);
  const own = $derived(path === undefined ? undefined : page.project[side].get(path));
  const archive = $derived(path === undefined || own !== undefined ? undefined : originOf(page.project[side], path));
  /** The result of the last reading of an archive. */
  let member: { archive: Content; path: string; content: Blob | undefined } | undefined = $state.raw();
  const packed = $derived(member?.path === path && member?.archive === archive ? member : undefined);
  const content = $derived(own ?? packed?.content);
  /** The result of the last reading of a blob: its text, if it is text. */
  let read: { of: Blob; text: Decoded | undefined; gone: boolean } | undefined = $state.raw();
  const current = $derived(read?.of === content ? read : undefined);
  const display = $derived.by(() => {
    if (typeof content === "string") {
      return { text: content, readOnly: false };
    }
    return (
      current?.text && { text: current.text.text, readOnly: packed !== undefined || current.text.encoding !== "UTF-8" }
    );
  });

  $effect(() => {
    const [of, at] = [archive, path];
    const project = untrack(() => page.project);
    const there = of && at && memberAt(project[side], at);
    if (there) {
      void readMember(project, there)
        .catch(() => undefined)
        .then((content) => {
          if (of === archive && at === path) {
            member = { archive: of, path: at, content };
          }
        });
    }
  });

  $effect(() => {
    const of = content;
    if (!(of instanceof Blob)) {
      return;
    }
    let isActive = true;
    const take = (text: Decoded | undefined, gone = false) => {
      // A long file may be read when another one has been opened and read since.
      read = isActive ? { of, text, gone } : read;
    };
    decoded(of).then(take, (error) => take(undefined, isGone(error)));
    return () => {
      isActive = false;
    };
  });

  const textOf = (was: Content | undefined) => {
    return typeof was === "string" || was === undefined ? was : read?.of === was ? read.text?.text : undefined;
  };
  const contentIn = (folder: Folder, at: string) => {
    return folder.get(at) ?? (originOf(folder, at) === archive ? packed?.content : undefined);
  };
  return {
    get path() {
      return path;
    },
    get archive() {
      return archive;
    },
    get packed() {
      return packed;
    },
    get content() {
      return content;
    },
    get read() {
      return current;
    },
    get display() {
      return display;
    },
    textOf,
    textIn: (folder) => (path === undefined ? undefined : textOf(contentIn(folder, path))),
  };
}
