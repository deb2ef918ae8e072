// The cases of property tests are the same in every run, so that one that fails does so because of
// what was changed; SEED draws others (vitest.config.ts). What a test sets itself stays; a failure
// prints the seed and the path of its case.

import * as fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** What fast-check draws all cases of this run from. */
    readonly seed: number;
  }
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("seed") });
