/**
 * The driver for Dask. Its tests are in Python.
 *
 * `cargo xtask test` sets up a Python with Dask and names it in `ASSAY_PYTHON`. Without it, this test is skipped.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ASSAY } from "../assay.ts";

const PACKAGE = fileURLToPath(new URL("../../../cluster/dask", import.meta.url));

const { ASSAY_PYTHON: python, PATH = "" } = process.env;

test.skipIf(python === undefined)(
  "checks on a Dask cluster have the report of `assay check`",
  { timeout: 240_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(
      python ?? "",
      ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
      {
        cwd: PACKAGE,
        encoding: "utf8",
        env: { PATH, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: "1", ASSAY: `${process.execPath} ${ASSAY}` },
      },
    );
    expect(status, stdout + stderr).toBe(0);
  },
);
