/** `assay rules`: lists packs and rules, and shows one rule. */

import { instantiate } from "../core.js";
import type { CatalogPack, CatalogRule } from "../types.js";
import { inForce } from "./config/in-force.js";
import type { Engine } from "./engine.js";
import { areNamed, packNames } from "./named-rules.js";
import type { RulesOptions } from "./options/rules.js";
import { print, stdoutColors, toJson, width } from "./output.js";
import { Refusal } from "./refusal.js";
import { type Rules, readFurther, readRules } from "./rules.js";
import { visible } from "./visible.js";

type Colors = ReturnType<typeof stdoutColors>;

interface FoundRule {
  pack: CatalogPack;
  rule: CatalogRule;
}

/** Lists packs or rules, or shows a rule, and returns the exit code. */
export async function rules(options: RulesOptions, engine: Engine): Promise<number> {
  const core = instantiate(await engine());
  const force = await inForce(options.given, async () => core);
  // The rules of all packs, and those of the configuration that are not in a pack.
  const own = force.rules([]).flatMap(({ value }) => (areNamed(value) ? [] : value));
  const read = readRules([...packNames().map((name) => `assay:${name}`), ...own], force.readable({ rules: [] }));
  const described = core.catalog([...read.files], (path: string) => readFurther(read, path));
  const packs = JSON.parse(described) as CatalogPack[];
  const colors = stdoutColors(options.color);
  const [first, ...rest] = options.words;
  if (first === "show") {
    return show(rest.join(" "), packs, read, options);
  }
  const pack = packs.find(({ name }) => name === first && rest.length === 0);
  const chosen = pack?.rules ?? found(options.words, packs);
  if (chosen.length === 0) {
    const words = options.words.join(" ");
    throw new Refusal(`no rule has \`${words}\` in its name, tags or description`, "`assay rules` lists the packs");
  }
  if (options.format === "json") {
    const kept = new Set(chosen);
    const selected = packs.map((of) => ({ ...of, rules: of.rules.filter((rule) => kept.has(rule)) }));
    return print(toJson(selected.filter((of) => of.rules.length > 0)));
  }
  if (pack !== undefined) {
    return print(packInWords(pack, colors));
  }
  return print(first === undefined ? packsInWords(packs, colors) : listInWords(chosen, colors));
}

/** Returns the rules that have all words in their name, their tags, their pack or their description. */
function found(words: readonly string[], packs: readonly CatalogPack[]): CatalogRule[] {
  const terms = words.map((word) => word.toLowerCase());
  return packs.flatMap((pack) => {
    return pack.rules.filter(({ name, description, why, tags }) => {
      const text = [pack.name, name, description, why, ...tags].join("\n").toLowerCase();
      return terms.every((word) => text.includes(word));
    });
  });
}

function packsInWords(packs: readonly CatalogPack[], { bold, dim }: Colors): string {
  const named = packs.filter(({ name }) => name !== "");
  const wide = Math.max(...named.map(({ name }) => name.length));
  const lines = named.map(({ name, description, rules: { length } }) => {
    return `${bold(name.padEnd(wide))}  ${String(length).padStart(3)} rules  ${visible(description)}`;
  });
  const own = packs.find(({ name }) => name === "")?.rules.length ?? 0;
  const more = own === 0 ? [] : [`${"".padEnd(wide)}  ${String(own).padStart(3)} rules  Rules of this project.`];
  const next = [
    "list the rules of a pack   assay rules gltf",
    "search in all rules        assay rules power of two",
    "show a rule                assay rules show image-power-of-two",
    "use a pack                 rules: [assay:gltf] in assay.yaml, or --rules assay:gltf",
  ];
  return `${[...lines, ...more].join("\n")}\n\n${next.map(dim).join("\n")}\n`;
}

function packInWords(pack: CatalogPack, colors: Colors): string {
  const { bold, dim } = colors;
  const use = dim(`use it: rules: [assay:${pack.name}] in assay.yaml, or --rules assay:${pack.name}`);
  return `${bold(visible(pack.title))}: ${visible(pack.description)}\n\n${listInWords(pack.rules, colors)}\n${use}\n`;
}

/** Returns a line for each rule, with its description wrapped next to its name. */
function listInWords(rules: readonly CatalogRule[], { bold, dim }: Colors): string {
  const wide = Math.max(...rules.map(({ name }) => name.length));
  const indent = wide + 11;
  const room = Math.max(width() - indent, 30);
  const lines = rules.map(({ name, severity, description, off }) => {
    const text = wrapped(visible(off === "" ? description : `${description} (off: ${off})`), room);
    return `${bold(name.padEnd(wide))}  ${dim(severity.padEnd(7))}  ${text.join(`\n${" ".repeat(indent)}`)}\n`;
  });
  return lines.join("");
}

/** Breaks a string into lines of at most `room` characters, except where a word is longer. */
function wrapped(text: string, room: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
  }
  return lines;
}

function show(name: string, packs: readonly CatalogPack[], read: Rules, options: RulesOptions): Promise<number> {
  const all = packs.flatMap((pack) => pack.rules.map((rule) => ({ pack, rule })));
  const entry = all.find(({ pack, rule }) => rule.name === name || `${pack.name}/${rule.name}` === name);
  if (entry === undefined) {
    const help = "`assay rules WORD` searches for one";
    throw new Refusal(name === "" ? "`show` needs the name of a rule" : `there is no rule \`${name}\``, help);
  }
  if (options.format === "json") {
    return print(toJson(entry.rule));
  }
  const text = read.files.find(({ path }) => path === entry.rule.path)?.text ?? "";
  return print(ruleInWords(entry, text, stdoutColors(options.color)));
}

function ruleInWords({ pack, rule }: FoundRule, text: string, { bold, dim }: Colors): string {
  const room = Math.max(width(), 40);
  const paragraph = (title: string, text: string) => {
    const lines = wrapped(visible(text), room - 2).map((line) => `  ${line}`);
    return text === "" ? [] : [`${bold(title)}\n${lines.join("\n")}`];
  };
  const parameters = rule.parameters.map(({ name, default: value, example, description }) => {
    const is = value === "" ? `not set${example === "" ? "" : `, for example ${example}`}` : `default ${value}`;
    return `  ${name}  ${visible(description)} ${dim(`(${visible(is)})`)}`;
  });
  const set = `parameters: {${rule.name}: {${rule.parameters[0]?.name}: …}}`;
  const rule_ = pack.name === "" ? rule.path : `assay:${pack.name}/${rule.name}`;
  return `${[
    `${bold(rule.name)}  ${rule.severity}${rule.tags.length === 0 ? "" : dim(`  tags: ${rule.tags.join(", ")}`)}`,
    ...paragraph("What it checks", rule.description),
    ...paragraph("Why", rule.why),
    ...paragraph("Off", rule.off),
    ...(parameters.length === 0
      ? []
      : [`${bold("Parameters")}\n${parameters.join("\n")}\n${dim(`  set them in assay.yaml: ${set}`)}`]),
    `${bold("Use it")}\n  rules: [${rule_}]`,
    `${bold("The rule, with its tests")}\n\n${text.trimEnd()}`,
  ].join("\n\n")}\n`;
}
