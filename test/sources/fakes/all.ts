// Every fake of the network on one loopback port, each under its name, for the tests that run
// inside the Worker's runtime.

import { backups } from "./backups.ts";
import { csv } from "./csv.ts";
import { dns } from "./dns.ts";
import { ecb } from "./ecb.ts";
import { serveFakes } from "./faults.ts";
import { json } from "./json.ts";
import { prices } from "./prices.ts";

/** Their common origin. */
export function startFakes(): Promise<string> {
  return serveFakes({ backups, json, csv, prices, ecb, dns });
}
