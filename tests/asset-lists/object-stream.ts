/**
 * A reader of asset lists that shares no code with the engine. It parses XML itself, and requires every type id and
 * every field of the documented form, so that the output of the engine is checked independently.
 */

/** An entry of a list. */
export interface Entry {
  /** Its path. */
  path: string;
  /** Its hash, 40 digits. */
  hash: string;
  /** Its id, `{GUID}:sub`. */
  id: string;
  /** When it was modified. */
  modified: number;
}

/** An element with its attributes. */
interface Element {
  name: string;
  attributes: Map<string, string>;
  children: Element[];
}

const TYPES: Readonly<Record<string, string>> = {
  list: "{61F16042-E381-47E4-8AAA-91BC532F4101}",
  entries: "{4F6B07E0-7EB7-5CE4-AABE-8717224FC1DB}",
  entry: "{F1616D53-9A20-4C04-854E-D458A334B86B}",
  id: "{652ED536-3402-439B-AEBE-4A5DBC554085}",
  guid: "{E152C105-A133-4D03-BBF8-3D4B2FBA3E2A}",
  number: "{43DA906B-7DEF-4CA8-9790-854106D3F983}",
  text: "{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}",
  time: "{D6597933-47CD-4FC8-B911-63F3E2B0993A}",
  hash: "{B6423B78-0722-5AD2-9CB4-100E6DA85824}",
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads an `.assetlist` in the XML form. */
export function readAssetList(xml: string): Entry[] {
  const root = parse(xml);
  if (root.name !== "ObjectStream" || root.attributes.get("version") !== "3") {
    throw new Error("no object stream of version 3");
  }
  const list = only(root);
  requireType(list, "list");
  return only(list, "fileInfoList", "entries").children.map(readEntry);
}

function readEntry(entry: Element): Entry {
  requireType(entry, "entry");
  const id = child(entry, "assetId", "id");
  const words = child(entry, "hash", "hash").children.map((word) => Number(textIn(word, "number")));
  if (words.length !== 5) {
    throw new Error(`a hash of ${words.length} words`);
  }
  return {
    path: textIn(child(entry, "assetRelativePath", "text"), "text"),
    hash: words.map((word) => word.toString(16).padStart(8, "0")).join(""),
    id: `${textIn(child(id, "guid", "guid"), "guid")}:${textIn(child(id, "subId", "number"), "number")}`,
    modified: Number(textIn(child(entry, "modificationTime", "time"), "time")),
  };
}

function only(element: Element, field?: string, type?: string): Element {
  if (element.children.length !== 1) {
    throw new Error(`${element.children.length} children where there is one`);
  }
  return field === undefined || type === undefined ? (element.children[0] as Element) : child(element, field, type);
}

function child(element: Element, field: string, type: string): Element {
  const found = element.children.filter(({ attributes }) => attributes.get("field") === field);
  if (found.length !== 1) {
    throw new Error(`${found.length} fields \`${field}\``);
  }
  requireType(found[0] as Element, type);
  return found[0] as Element;
}

function textIn(element: Element, type: string): string {
  requireType(element, type);
  const value = element.attributes.get("value");
  if (value === undefined) {
    throw new Error("no value");
  }
  return value;
}

function requireType({ name, attributes }: Element, type: string): void {
  if (name !== "Class" || attributes.get("type") !== TYPES[type]) {
    throw new Error(`not a ${type}: ${attributes.get("name")} ${attributes.get("type")}`);
  }
}

function parse(xml: string): Element {
  const top: Element = { name: "", attributes: new Map(), children: [] };
  const open: Element[] = [top];
  let at = 0;
  for (const tag of xml.matchAll(/<(\/?)(\w+)((?:\s+\w+="[^"<]*")*)(\/?)>/g)) {
    if (xml.slice(at, tag.index).trim() !== "") {
      throw new Error(`text between tags: ${xml.slice(at, tag.index)}`);
    }
    at = tag.index + tag[0].length;
    const [, closes, name = "", attributes = "", isEmpty] = tag;
    if (closes) {
      if (open.pop()?.name !== name) {
        throw new Error(`\`</${name}>\` where another element is open`);
      }
      continue;
    }
    const element: Element = { name, attributes: attributesOf(attributes), children: [] };
    open.at(-1)?.children.push(element);
    if (!isEmpty) {
      open.push(element);
    }
  }
  if (xml.slice(at).trim() !== "" || open.length !== 1) {
    throw new Error(`not well formed at ${at}`);
  }
  return only(top);
}

function attributesOf(text: string): Map<string, string> {
  return new Map([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, decode(value)]));
}

function decode(text: string): string {
  return text.replace(/&([^;]*);/g, (_, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined) {
      throw new Error(`the entity \`${name}\``);
    }
    return character;
  });
}
