/** The glTF validator in a browser is loaded only if rules use its reports. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { pageOf, pagesOfPackage } from "./servers.ts";

const RULES = `rules:
  - name: model-is-valid
    rpath: '^/@gltf/'
    xpath: '*/issues,messages.code?'
    condition: [func_codes]
    func_str: |
      fn codes(data, filepath, condition) {
          data.filter(|code| code != ())
      }
tests:
  - name: a scene that is missing
    files: {a.gltf: '{"asset": {"version": "2.0"}, "scene": 1}'}
    expect: [{rule: model-is-valid, path: a.gltf, value: UNRESOLVED_REFERENCE}]
`;
const OTHER = "- { name: version, rpath: gltf$, xpath: '*/asset/version', condition: ['==', '2.0'] }";
const FILES = {
  "m/a.gltf": '{"asset": {"version": "2.0"},\n "buffers": [{"uri": "b.bin", "byteLength": 8}]}',
  "m/b.bin": "1234",
};

/** Script of a page. */
const script = (client: string) => `
  import { createEngine, memory } from "/assay/browser.js";
  import { createClient } from "/assay/client.js";
  const files = ${JSON.stringify(FILES)};
  const rules = (text) => [{ path: "rules.yaml", text }];
  const shown = ({ findings, problems }) => [
    ...findings.map(({ path, line, value }) => [path, line, value].join(" ")),
    ...problems.map(({ path, message }) => [path, message].join(" ")),
  ];
  ${client}`;

const ENGINE = script(`
  const engine = await createEngine();
  const loaded = () => performance.getEntriesByType("resource").some(({ name }) => name.includes("gltf-validator"));
  await engine.checker({ rules: rules(${JSON.stringify(OTHER)}) }).check(memory(files));
  const before = loaded();
  const report = await engine.checker({ rules: rules(${JSON.stringify(RULES)}) }).check(memory(files));
  return [before, loaded(), ...shown(report)];`);

const CLIENT = script(`
  const client = createClient();
  const { report } = await client.check({ rules: rules(${JSON.stringify(RULES)}), files });
  const tested = await client.test({ rules: rules(${JSON.stringify(RULES)}) });
  client.dispose();
  return [...shown(report), tested.tests.map(({ missing, unexpected }) => missing.length + unexpected.length)];`);

describe.skipIf(!hasChromium)("in a browser", () => {
  const shows = 'document.body.textContent = JSON.stringify(shown); document.title = "done";';
  const open = pagesOfPackage({ "/engine": pageOf(ENGINE, shows), "/client": pageOf(CLIENT, shows) });

  const resultOf = async (path: string) => {
    const page = await open(path);
    await page.waitForFunction(() => document.title !== "", undefined, { timeout: 50_000 });
    const result = JSON.parse((await page.textContent("body")) ?? "");
    await page.close();
    return result;
  };
  const FOUND = ["m/a.gltf 2 BUFFER_BYTE_LENGTH_MISMATCH", "m/a.gltf 2 UNUSED_OBJECT"];

  test("the engine of a page loads it when rules use reports", async () => {
    const [before, after, ...found] = await resultOf("/engine");
    expect([before, after, found.sort()]).toEqual([false, true, FOUND]);
  });

  test("a worker loads it", async () => {
    const results = await resultOf("/client");
    const failures = results.pop();
    expect([results.sort(), failures]).toEqual([FOUND, [0]]);
  });
});
