/** Names of files and folders that are not UTF-8, in the built command. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "./assay.ts";

const RULES = `
rules:
  - { name: root, rpath: \\.xml$, xpath: '*', condition: [Null collection] }
  - { name: path, rpath: \\.png$, xpath: '{file.path}', condition: [Null collection] }
`;

/** Names as bytes, and the expected output. Only Linux allows such names. */
const NAMES: readonly (readonly [string, Buffer, string])[] = [
  [
    "a file that is read",
    Buffer.from("bad\xff.xml", "latin1"),
    "bad\ufffd.xml\n  problem  the file cannot be read: its name is not UTF-8; rename it  [file-unreadable]\n",
  ],
  [
    "a folder",
    Buffer.from("\xe4rt/a.xml", "latin1"),
    "\ufffdrt\n  problem  the folder cannot be read: its name is not UTF-8; rename it  [unreadable-folder]\n",
  ],
  ["a file that is used only by name", Buffer.from("\xe4.png", "latin1"), "\ufffd.png:1:1\n"],
  ["a name that contains the replacement character", Buffer.from("\ufffd.png"), "\ufffd.png:1:1\n"],
];

for (const [name, bytes, expected] of NAMES) {
  test.runIf(process.platform === "linux")(`the name of ${name} is reported`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-names-"));
    try {
      const slash = bytes.indexOf("/");
      const at = (part: Buffer) => Buffer.concat([Buffer.from(`${folder}/assets/`), part]);
      mkdirSync(join(folder, "assets"));
      if (slash > 0) {
        mkdirSync(at(bytes.subarray(0, slash)));
      }
      writeFileSync(at(bytes), "<A>x</A>");
      writeFileSync(join(folder, "rules.yaml"), RULES);
      const { code, stdout } = await assay(["check", "--rules", "rules.yaml", "assets"], { cwd: folder });
      expect(stdout).toContain(expected);
      expect(code).toBe(expected.includes("problem") ? 2 : 1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test.runIf(process.platform === "linux")(
  "conversion rules are not applied to a file whose name is not UTF-8",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-names-"));
    try {
      writeFileSync(join(folder, "asset_rules.xml"), "<r><rule pattern='.*'><root>true</root></rule></r>");
      for (const byte of ["\xff", "\xfe"]) {
        writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(`${byte}.fx`, "latin1")]), "");
      }
      const { code, stdout, stderr } = await assay(["pipeline", "list"], { cwd: folder });
      expect(stdout).not.toContain("\ufffd");
      expect(stderr).toContain("its name is not UTF-8; rename it  [misnamed-file]");
      expect(code).toBe(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

for (const name of ["ü x", "it's", "-game", "~", 'a$HOME`x`"\\', "two\nlines\u200b '\\"]) {
  test.runIf(process.platform === "linux")(
    `a shell can run the printed \`cd\` command for the folder ${JSON.stringify(name)}`,
    async () => {
      const cwd = realpathSync(mkdtempSync(join(tmpdir(), "assay-names-")));
      try {
        mkdirSync(join(cwd, name));
        const { code, stdout } = await assay(["init", `./${name}`], { cwd });
        expect(code).toBe(0);
        const [, line = ""] = /^ {2}(cd .*)$/m.exec(stdout) ?? [];
        const printed = execFileSync("bash", ["-c", `${line} && pwd`], { cwd, encoding: "utf8" });
        expect(printed).toBe(`${join(cwd, name)}\n`);
      } finally {
        rmSync(cwd, { recursive: true });
      }
    },
  );
}
