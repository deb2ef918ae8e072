// docs/reference is written from the code. A page that nobody wrote again tells a client or a changer what was true before.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("docs/reference equals the pages that the route tables and schema steps generate", () => {
  const script = fileURLToPath(new URL("../../scripts/reference.mjs", import.meta.url).href);

  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });

  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
