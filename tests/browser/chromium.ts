/** A browser for tests. */

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM = process.env.ASSAY_CHROMIUM || "/usr/bin/chromium";

/** Whether there is a browser to test with. */
export const hasChromium = existsSync(CHROMIUM);

/** Starts the browser. It talks to nobody but the test. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
