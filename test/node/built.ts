// Builds the Worker once for all tests that drive it from outside, as a deployment would, and throws the build away
// behind the last of them. No test writes into the folder.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { writeBundle } from "../../scripts/bundle.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built Worker, index.js in it. */
    readonly builtWorker: string;
  }
}

/** Run by vitest before the first of the tests; what it gives back is run behind the last. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "tributary-built-"));
  await writeBundle(folder, { as: "named" });
  project.provide("builtWorker", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
