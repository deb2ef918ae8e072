// npm run import -- FILE --account NAME: tributary import (tributary/cli.mjs) in a checkout, where the LOCAL_TOKEN of
// .dev.vars is the key for the server on this machine.

import { readSecrets } from "./local.mjs";
import { run } from "./tributary/run.mjs";

process.exitCode = await run(["import", ...process.argv.slice(2)], {
  checkout: { token: readSecrets().LOCAL_TOKEN },
});
