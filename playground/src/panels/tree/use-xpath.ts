/**
 * Where a rule of a YAML file says its `xpath`, so that another one can be put there.
 *
 * Only texts are looked at, as people write them: a list of rules, each over several lines or between braces. Of what is
 * written otherwise it says that it does not know.
 */

/** A part of a text, in UTF-16 units. */
interface Range {
  from: number;
  to: number;
}

/** The text with `xpath` as that of the rule called `name`; nothing when its place is not known. */
export function withXPath(text: string, name: string, xpath: string): string | undefined {
  const places = rulesOf(text).filter((rule) => nameOf(text, rule) === name);
  const place = places[0] && valuePlace(text, places[0], "xpath");
  return places.length === 1 && place
    ? `${text.slice(0, place.from)}${quoted(xpath)}${text.slice(place.to)}`
    : undefined;
}

/** A text as YAML writes it, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The items of lists, each up to the next line that is not further in. */
function rulesOf(text: string): Range[] {
  const rules: Range[] = [];
  for (const { index, 1: indent = "" } of text.matchAll(/^([ ]*)- /gm)) {
    const end = new RegExp(`^ {0,${indent.length}}[^ \\r\\n#]`, "gm");
    end.lastIndex = index + indent.length + 1;
    rules.push({ from: index, to: end.exec(text)?.index ?? text.length });
  }
  return rules;
}

function nameOf(text: string, rule: Range): string | undefined {
  const place = valuePlace(text, rule, "name");
  if (place === undefined) {
    return undefined;
  }
  const written = text.slice(place.from, place.to);
  return /^(['"]).*\1$/.test(written) ? written.slice(1, -1).replaceAll("''", "'") : written;
}

/** Where the value of a field stands: on the line of its name, in the rule itself and not in what lies in it. */
function valuePlace(text: string, { from, to }: Range, field: string): Range | undefined {
  const rule = text.slice(from, to);
  const [, dash = ""] = /^([ ]*-[ ]+)/.exec(rule) ?? [];
  const isFlow = rule[dash.length] === "{";
  const start = isFlow ? "[{,]\\s*" : `(?:^[ ]*-[ ]+|^[ ]{${dash.length}})`;
  const value = isFlow
    ? "'(?:[^']|'')*'|\"(?:[^\"\\\\]|\\\\.)*\"|[^'\",{}\\[\\]\\r\\n]+"
    : "'(?:[^'\\r\\n]|'')*'|\"(?:[^\"\\\\\\r\\n]|\\\\.)*\"|[^'\"|>\\r\\n][^\\r\\n]*";
  const found = new RegExp(`${start}${field}:[ ]+(${value})`, "m").exec(rule);
  const [whole = "", written = ""] = found ?? [];
  const bare = /^['"]/.test(written) ? written : written.replace(/\s+#.*$/, "").trimEnd();
  const at = from + (found?.index ?? 0) + whole.length - written.length;
  return bare === "" ? undefined : { from: at, to: at + bare.length };
}
