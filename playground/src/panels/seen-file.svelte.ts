/** What there is of the file to see of a group: of a text its text, also of one that lies on the disk or in an archive. */

import { untrack } from "svelte";
import { isGone } from "../../../wasm/ts/gone.js";
import { type Decoded, decoded } from "../editor/decode.ts";
import { readMember } from "../engine.ts";
import { type Content, type Folder, memberAt, originOf, type Project, type Side } from "../project.ts";
import type { OpenFiles } from "../state/open-files.svelte.ts";

/** The page, as far as files are seen on it. */
interface Seeing {
  readonly project: Project;
  readonly open: Pick<OpenFiles, "active">;
}

/** The file to see of a group. */
export interface SeenFile {
  /** Its path. */
  readonly path: string | undefined;
  /** The archive that the file lies in, when it is none of its own. */
  readonly archive: Content | undefined;
  /** What was read of that archive, once it is of this file. */
  readonly packed: { content: Blob | undefined } | undefined;
  /** What is in it, once that is known. */
  readonly content: Content | undefined;
  /** What was read of it, when it lies on the disk, and whether it is not there any more as it was. */
  readonly read: { text: Decoded | undefined; gone: boolean } | undefined;
  /** The text to show, and whether it cannot be edited, as it would be saved as UTF-8; nothing for what is no text. */
  readonly shown: { text: string; readOnly: boolean } | undefined;
  /** The text of the file, as it was in this folder. */
  textIn(folder: Folder): string | undefined;
  /** The same, as it was with that content. */
  textOf(was: Content | undefined): string | undefined;
}

/** Follows what is opened in a group, for a part of the page while that is there. */
export function seenFile(page: Seeing, side: Side): SeenFile {
  const path = $derived(page.open.active[side]);
  const own = $derived(path === undefined ? undefined : page.project[side].get(path));
  const archive = $derived(path === undefined || own !== undefined ? undefined : originOf(page.project[side], path));
  /** What was read last of an archive. */
  let member: { archive: Content; path: string; content: Blob | undefined } | undefined = $state.raw();
  const packed = $derived(member?.path === path && member?.archive === archive ? member : undefined);
  const content = $derived(own ?? packed?.content);
  /** What was read last of a file that lies on the disk, or is no UTF-8: its text, if it is one. */
  let read: { of: Blob; text: Decoded | undefined; gone: boolean } | undefined = $state.raw();
  const seen = $derived(read?.of === content ? read : undefined);
  const shown = $derived.by(() => {
    if (typeof content === "string") {
      return { text: content, readOnly: false };
    }
    return seen?.text && { text: seen.text.text, readOnly: packed !== undefined || seen.text.encoding !== "UTF-8" };
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
    let wanted = true;
    const take = (text: Decoded | undefined, gone = false) => {
      // A long file may be read when another one has been opened and read since.
      read = wanted ? { of, text, gone } : read;
    };
    decoded(of).then(take, (error) => take(undefined, isGone(error)));
    return () => {
      wanted = false;
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
      return seen;
    },
    get shown() {
      return shown;
    },
    textOf,
    textIn: (folder) => (path === undefined ? undefined : textOf(contentIn(folder, path))),
  };
}
