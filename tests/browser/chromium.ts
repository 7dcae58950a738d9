/** A browser for tests. */

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM = process.env.ASSAY_CHROMIUM || "/usr/bin/chromium";

/** True if a browser is installed. */
export const hasChromium = existsSync(CHROMIUM);

/** Starts the browser. It communicates with the test only. */
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
