// docs/reference and the tables of states in docs/design are generated from the code. An outdated
// page would tell a client or a maintainer what was true before.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("docs/reference and the documented states equal what routes, schema steps and state tables generate", () => {
  const script = fileURLToPath(new URL("../../scripts/reference.mjs", import.meta.url).href);

  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });

  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
