/** What the package exports says what it is: each name has a comment, and so has each member of what it names. */

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
// The TypeScript that compiles the package has no interface for programs; that of the page's checker of components has one.
import ts from "../../playground/node_modules/typescript/lib/typescript.js";

const ENTRIES = ["node", "browser", "worker", "client", "packs"];
const TYPES = fileURLToPath(new URL("../../wasm/dist/types/", import.meta.url));

describe("what the package exports", () => {
  const { commented, silent } = exported();

  test("has a comment on each name and on each member", () => {
    expect(silent).toEqual([]);
  });

  test("is looked at whole", () => {
    const some = ["createEngine", "AssayError.code", "Client", "Finding.related", "PackageLimits"];
    expect(some.filter((name) => !commented.includes(name))).toEqual([]);
  });
});

/** Names and members (`Name.member`) that the entries export, by whether a comment tells of them. */
function exported(): { commented: string[]; silent: string[] } {
  const roots = ENTRIES.map((entry) => `${TYPES}${entry}.d.ts`);
  const { ESNext } = ts.ScriptTarget;
  const program = ts.createProgram(roots, { target: ESNext, module: ts.ModuleKind.NodeNext });
  const checker = program.getTypeChecker();
  const told = new Map<string, boolean>();

  function tell(name: string, symbol: ts.Symbol): void {
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    told.set(name, comment.trim() !== "");
  }

  for (const root of roots) {
    const file = program.getSourceFile(root);
    const module = file && checker.getSymbolAtLocation(file);
    for (const name of module ? checker.getExportsOfModule(module) : []) {
      const symbol = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
      tell(name.name, symbol);
      for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties()) {
        if (!member.name.startsWith("#") && isOwn(member)) {
          tell(`${name.name}.${member.name}`, member);
        }
      }
    }
  }
  const names = [...told.keys()].sort();
  return { commented: names.filter((name) => told.get(name)), silent: names.filter((name) => !told.get(name)) };
}

/** Whether a member is declared by the package, where others see it. */
function isOwn({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (declaration) =>
      declaration.getSourceFile().fileName.startsWith(TYPES) &&
      !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private),
  );
}
