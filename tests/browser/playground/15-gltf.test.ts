/** Models on the page: the glTF validator is loaded from the page's own server when a rule uses its reports. */

import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { close, playground } from "./page.ts";

const RULE = `- name: model-is-valid
  rpath: '^/@gltf/'
  xpath: '*/issues/numErrors'
  condition: ['==', 0]
  message: the validator reports {value} errors
`;
const OTHER = "- { name: version, rpath: gltf$, xpath: '*/asset/version', condition: ['==', '2.0'] }\n";
const FILES = { "rock.gltf": '{"asset": {"version": "2.0"}, "scene": 1}' };

describe.skipIf(!hasChromium)("models", () => {
  const open = playground();

  test("are validated if a rule uses the reports", async () => {
    const opened = await open({ rules: { "r.yaml": OTHER }, files: FILES });
    const loads: string[] = [];
    opened.page.on("request", (request) => loads.push(request.url()));
    await opened.fill("rules", OTHER.replace("'2.0'", "'2.1'"));
    await expect.poll(() => opened.findings()).toEqual([expect.stringContaining("2.0")]);
    expect(loads.filter((url) => url.includes("validator"))).toEqual([]);
    await opened.fill("rules", RULE);
    await expect.poll(() => opened.findings()).toEqual([expect.stringContaining("the validator reports 1 errors")]);
    expect(loads.filter((url) => !url.startsWith(new URL(opened.page.url()).origin))).toEqual([]);
    await close(opened);
  });
});
