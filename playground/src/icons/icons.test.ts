import { createEngine, memory } from "assay";
import { expect, test } from "vitest";
import { ICONS } from "./icons.ts";

/**
 * Severities with their symbol in HTML reports, and the beginning of the outline of the icon: both have the same shape.
 */
const SIGNS = [
  ["error", "●", ICONS.error.fill, "M8 1.5a6.5 6.5 0 1 0 0 13"],
  ["warning", "▲", ICONS.warning.fill, "M8 1.6 15 14H1z"],
  ["info", "□", ICONS.info.line, "M2.5 2.5h11v11h-11z"],
  ["hint", "◇", ICONS.hint.line, "M8 1.7 14.3 8 8 14.3 1.7 8z"],
] as const;

test.each(SIGNS)(
  "the symbol of %s has the same shape on the page and in reports",
  async (severity, sign, icon, outline) => {
    expect(icon.startsWith(outline)).toBe(true);
    const text = `- { name: r, severity: ${severity}, rpath: ., xpath: A, condition: [Null collection] }\n`;
    const engine = await createEngine();
    const report = await engine.checker({ rules: [{ path: "r.yaml", text }] }).check(memory({ "a.xml": "<A>1</A>" }));
    const html = engine.render(report, "html");
    expect(html).toMatch(new RegExp(`class="mark"[^>]*>${sign}</span> ${severity}`));
  },
);
