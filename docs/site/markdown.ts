/** Generates Markdown for the site: escaped strings, tables, code blocks. */

/** Returns inline code. The page shows the string as it is. */
export function code(text: string): string {
  const ticks = "`".repeat(longestRun(text, "`") + 1);
  const blank = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${blank}${text}${blank}${ticks}`;
}

/** Returns a sentence in which strings between backticks become code, and all other markup is escaped. */
export function prose(text: string): string {
  return text
    .split(/(``.+?``|`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\*_[\]<>&~#|{}]/g, (mark) => `&#${mark.charCodeAt(0)};`)))
    .join("");
}

/** Like {@link prose}, with a capital letter and a full stop, which descriptions of the engine do not have. */
export function sentence(text: string): string {
  return prose(`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:…]$/.test(text) ? "" : "."}`);
}

/** Returns a code block, with its name above it. */
export function block(text: string, language = "text", name?: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text, "`") + 1));
  const above = name === undefined ? "" : `<p class="file" v-pre>${html(name)}</p>\n\n`;
  return `${above}${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** Returns a table. `|` in a cell is escaped. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Returns text in a block that can be unfolded. */
export function folded(title: string, text: string): string {
  return `::: details ${title}\n\n${text}\n\n:::`;
}

/** Returns a name as code with an anchor. */
export function anchored(id: string, name: string): string {
  return `<code id="${html(id)}" v-pre>${html(name)}</code>`;
}

/** Returns a string escaped for HTML and for the cells of tables. */
export function html(text: string): string {
  return text.replace(/[&<>"|{}*_`\\[\]]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Returns the language of a file for syntax highlighting, by its name. */
export function languageOf(path: string): string {
  return LANGUAGES.find(([ending]) => ending.test(path))?.[1] ?? "text";
}

const LANGUAGES: readonly [RegExp, string][] = [
  [/\.(?:ya?ml|meta|unity|prefab|mat)$/, "yaml"],
  [/\.(?:json|gltf|jsonc|json5)$/, "json"],
  [/\.rhai$/, "rhai"],
  [/\.(?:xml|repository|iworld|ilevel|sbc|assetlist|svg|material|placement)$/, "xml"],
];

function longestRun(text: string, letter: string): number {
  let longest = 0;
  let run = 0;
  for (const each of text) {
    run = each === letter ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
