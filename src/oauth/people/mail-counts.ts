// Counts what mail servers handed in, so that an operator sees whether mail is routed here.

import { DIRECTORY } from "./directory.ts";
import { logFault, logWarning } from "../../platform/log.ts";

/**
 * Counts a message by what became of it. The message itself is settled before: if it cannot be
 * counted, the count is too low and nothing else is wrong.
 */
export async function countMail(env: Env, outcome: string): Promise<void> {
  if (outcome !== "received") logWarning({ event: "mail refused", outcome });
  try {
    await env.DIRECTORY.getByName(DIRECTORY).countMail(outcome);
  } catch (thrown) {
    logFault({ event: "mail not counted", outcome, error: String(thrown) });
  }
}
