import { expect, test } from "vitest";
import { CHECK, explainCommand } from "./command.ts";
import { markdownOf } from "./markdown.ts";

const REPORT = "1 finding\n";

test("fences are longer than any in a file", async () => {
  const rules = new Map([["r.yaml", "a: |\n  ````\n"]]);
  const text = await markdownOf({ rules, files: new Map([["`odd`.md", "~~~\n```\n"]]) }, REPORT);
  expect(text).toBe(
    `## Rules\n\n\`r.yaml\`\n\n\`\`\`\`\`yaml\na: |\n  \`\`\`\`\n\`\`\`\`\`\n\n` +
      `## Files\n\n\`\` \`odd\`.md \`\`\n\n\`\`\`\`md\n~~~\n\`\`\`\n\`\`\`\`\n\n` +
      `## Result\n\n\`${CHECK}\`\n\n1 finding\n`,
  );
});

test("lists long and binary files by name, and only some of many", async () => {
  const many = Array.from({ length: 30 }, (_, at) => [`${at}.bin`, new Blob([Uint8Array.of(0, at)])] as const);
  const files = new Map<string, string | Blob>([["long.xml", "x".repeat(50_000)], ["a.xml", "<A/>"], ...many]);
  const text = await markdownOf({ rules: new Map(), files }, REPORT);
  expect(text).toContain(
    "`a.xml`\n\n```xml\n<A/>\n```\n\nNot shown here:\n\n- `long.xml` (50.0 kB)\n- `0.bin` (2 bytes)\n",
  );
  expect(text).toContain("- `18.bin` (2 bytes)\n- and 11 more\n\n## Result");
});

test.each([
  ["NotReadableError", "it was changed or removed on the disk, or may not be read any more: open it again"],
  ["TypeError", "no"],
])("lists a file that cannot be read for a %s, with the reason", async (name, reason) => {
  const lost = Object.assign(new Blob(["<A/>"]), { arrayBuffer: () => Promise.reject(new DOMException("no", name)) });
  const text = await markdownOf({ rules: new Map(), files: new Map([["a.xml", lost]]) }, REPORT);
  expect(text).toContain(`- \`a.xml\` (4 bytes): ${reason}\n`);
});

test.each([
  ["plain", "a/b.xml", "assay explain --rules rules --root assets plain assets/a/b.xml"],
  ["it's", "a b.xml", "assay explain --rules rules --root assets 'it'\\''s' 'assets/a b.xml'"],
])("quotes the argument %s for a shell", (rule, path, command) => {
  expect(explainCommand(rule, path)).toBe(command);
});
