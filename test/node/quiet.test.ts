// What npm start prints of wrangler's complaints where the machine is offline.

import { expect, test } from "vitest";
import { quietOffline } from "../../scripts/quiet.mjs";

const STACK = [
  "✘ [ERROR] e = rust/worker/ffi.rs:110: failed: failed to lookup address information: Name or service not known",
  "",
  "  stack: workerd@34dcea9 workerd@26b6840",
  "",
  "",
];
const RATES =
  '✘ [ERROR] {"event":"rates not fetched","error":"Error: unreachable: the resolver could not be reached."}';

test("offline is said once in a sentence, and every other line stays", () => {
  const quiet = quietOffline();
  const fault = '✘ [ERROR] {"event":"request failed","error":"Error: a fault of ours"}';

  const printed = [...STACK, ...STACK, RATES, "", fault, "", "  at here", ...STACK, "ready"]
    .map((line) => quiet(line))
    .filter((line) => line !== null);

  expect(printed).toEqual([expect.stringContaining("Offline:"), fault, "", "  at here", "ready"]);
});

test("rates that are refused for another reason are still an error", () => {
  const refused = RATES.replace("unreachable: the resolver could not be reached.", "status 403");

  expect(quietOffline()(refused)).toBe(refused);
});
