// npm run reset: forgets everything the local Worker stored. Asks nothing, says what it did.

import { existsSync, rmSync } from "node:fs";
import { STATE } from "./local.mjs";

if (existsSync(STATE)) {
  rmSync(STATE, { recursive: true, force: true });
  console.log(
    "Forgotten: .wrangler/state (budget, imports, uploaded files, sessions). The secrets in .dev.vars stay.",
  );
  console.log("A Worker that runs right now must be started again.");
} else {
  console.log("Nothing to forget: there is no .wrangler/state.");
}
