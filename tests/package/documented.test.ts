/** Tests that each exported name of the package has a comment, and each of its members. */

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
// The TypeScript that compiles the package has no programming interface; that of the page's component checker has one.
import ts from "../../playground/node_modules/typescript/lib/typescript.js";

const ENTRIES = ["node", "browser", "worker", "client", "packs"];
const TYPES = fileURLToPath(new URL("../../wasm/dist/types/", import.meta.url));

describe("the exports of the package", () => {
  const { documented, undocumented } = exported();

  test("have a comment on each name and each member", () => {
    expect(undocumented).toEqual([]);
  });

  test("are all tested", () => {
    const some = ["createEngine", "AssayError.code", "Client", "Finding.related", "PackageLimits"];
    expect(some.filter((name) => !documented.includes(name))).toEqual([]);
  });
});

/** Returns names and members (`Name.member`) that the entries export, with and without a comment. */
function exported(): { documented: string[]; undocumented: string[] } {
  const roots = ENTRIES.map((entry) => `${TYPES}${entry}.d.ts`);
  const { ESNext } = ts.ScriptTarget;
  const program = ts.createProgram(roots, { target: ESNext, module: ts.ModuleKind.NodeNext });
  const checker = program.getTypeChecker();
  const hasComment = new Map<string, boolean>();

  function add(name: string, symbol: ts.Symbol): void {
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    hasComment.set(name, comment.trim() !== "");
  }

  for (const root of roots) {
    const file = program.getSourceFile(root);
    const module = file && checker.getSymbolAtLocation(file);
    for (const name of module ? checker.getExportsOfModule(module) : []) {
      const symbol = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
      add(name.name, symbol);
      for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties()) {
        if (!member.name.startsWith("#") && isOwn(member)) {
          add(`${name.name}.${member.name}`, member);
        }
      }
    }
  }
  const names = [...hasComment.keys()].sort();
  return {
    documented: names.filter((name) => hasComment.get(name)),
    undocumented: names.filter((name) => !hasComment.get(name)),
  };
}

/** Returns true if a member is declared by the package and not private. */
function isOwn({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (declaration) =>
      declaration.getSourceFile().fileName.startsWith(TYPES) &&
      !(ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private),
  );
}
