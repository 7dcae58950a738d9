/** Help for writing rule files and scripts: completions at the cursor, and descriptions of words. */

import { autocompletion, type CompletionContext as Context, startCompletion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView, placeholder } from "@codemirror/view";
import { editorClient } from "../../engine.ts";
import { REFERENCE } from "../../examples/table.ts";
import type { Folder, Spot } from "../../project.ts";
import { wordTooltips } from "./hover.ts";
import { optionsAt, takingKeys } from "./options.ts";
import { firstIn, likeliest, presentAt } from "./present.ts";
import type { Like } from "./template.ts";
import type { KnownWord } from "./vocabulary.ts";
import { whereAt, whereInScript } from "./where.ts";
import type { Placing } from "./word-place.ts";

/** The words of rule files, once the engine has returned them. */
let known: readonly KnownWord[] | undefined;
let isRequested = false;

function words(): readonly KnownWord[] | undefined {
  if (!isRequested) {
    isRequested = true;
    // The checks report errors of the engine.
    editorClient
      .vocabulary()
      .then((loaded) => {
        known = [...loaded, ...library(), ...members()];
      })
      .catch(() => {
        // The next file that needs the words requests them again.
        isRequested = false;
      });
  }
  return known;
}

/** Returns the conditions of the library that is part of the engine, from the reference. */
function library() {
  const entries = REFERENCE.find(({ title }) => title === "Library")?.entries ?? [];
  return entries.flatMap(({ names, doc }) => names.map((name) => ({ kind: "condition", name, doc }) as const));
}

/** Returns the members of values in scripts, from the reference: `list.filter(|x| …)`, `e.tag`. */
function members() {
  return REFERENCE.flatMap(({ entries }) => entries).flatMap(({ names, doc }) => {
    return names.flatMap((written) => {
      const [, of, name = "", takes] = /^(list|text|number|map|e)\.(\w+)(\(.*\))?$/.exec(written) ?? [];
      const kind = `of-${of === "e" ? "element" : (of as "list")}` as const;
      return of === undefined ? [] : [{ kind, name, doc, ...(takes && { takes }) }];
    });
  });
}

/** Files with completions, by their extensions. */
const PLACINGS: readonly [RegExp, Placing][] = [
  [/\.ya?ml$/i, whereAt],
  [/\.rhai$/i, whereInScript],
];

/** The placeholder of an empty rule file, short enough for the room next to a file. */
const GHOST = "Ctrl+Space or click to add a rule";

/** Offers completions on a click into an empty file, for devices without a keyboard, such as phones. */
const offering = EditorView.domEventHandlers({
  click: (_, view) => {
    if (view.state.doc.length === 0) {
      startCompletion(view);
    }
  },
});

/** The files under check, from which completions are made. */
export interface CompletionFiles {
  files: Folder;
  open: string | undefined;
}

/** Returns the help for a file: empty unless it is a rule file or a script. */
export function helpFor({ side, path }: Spot, completionFiles: () => CompletionFiles): Extension {
  const place = PLACINGS.find(([name]) => side === "rules" && name.test(path))?.[1];
  if (place === undefined) {
    return [];
  }
  words();
  const source = (context: Context) => {
    const all = words();
    const { files, open } = completionFiles();
    const offer = (like?: Like) => (all === undefined ? null : optionsAt(context, all, place, like));
    // The template of a new rule needs a value of the file, which is read asynchronously.
    if (place(context.state.doc.toString(), context.pos)?.rule) {
      const path = open ?? likeliest([...files.keys()]);
      const content = path === undefined ? undefined : files.get(path);
      if (path !== undefined && content !== undefined) {
        return firstIn(path, content).then((first) => offer({ path, first }));
      }
    }
    return offer() ?? (place === whereAt ? presentAt(context, files, open) : null);
  };
  const ghost = place === whereAt ? [placeholder(GHOST), offering] : [];
  return [takingKeys, autocompletion({ override: [source], icons: false }), wordTooltips(words, place), ghost];
}
