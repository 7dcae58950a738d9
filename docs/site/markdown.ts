/** Markdown as the site reads it: texts whose characters mean nothing else, tables, blocks of code. */

/** Code within a line. The page shows it as it is, whatever it holds. */
export function code(text: string): string {
  const ticks = "`".repeat(longestRun(text, "`") + 1);
  const blank = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${blank}${text}${blank}${ticks}`;
}

/** A sentence in which code stands between backticks, and nothing else is mark-up. */
export function prose(text: string): string {
  return text
    .split(/(``.+?``|`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\*_[\]<>&~#|{}]/g, (mark) => `&#${mark.charCodeAt(0)};`)))
    .join("");
}

/** The same with a capital and a full stop, as the tables of the engine have neither. */
export function sentence(text: string): string {
  return prose(`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:…]$/.test(text) ? "" : "."}`);
}

/** A block of code. What it is named for stands above it. */
export function block(text: string, language = "text", name?: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text, "`") + 1));
  const above = name === undefined ? "" : `<p class="file" v-pre>${html(name)}</p>\n\n`;
  return `${above}${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** A table; `|` in a cell is no border. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** What can be folded away, closed at first. */
export function folded(title: string, text: string): string {
  return `::: details ${title}\n\n${text}\n\n:::`;
}

/** A name as code that links lead to. */
export function anchored(id: string, name: string): string {
  return `<code id="${html(id)}" v-pre>${html(name)}</code>`;
}

/** Text as HTML has it, and as a cell of a table may. */
export function html(text: string): string {
  return text.replace(/[&<>"|{}*_`\\[\]]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** What a file is written in, by its name, for the colours. */
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
