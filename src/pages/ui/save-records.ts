// Saves records of the budget as one change of the journal, which can be undone as one step.

import { CHANGE_ANSWER } from "../../importer/changes/wire.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { send, type Refusal } from "./client.ts";
import type { Variables } from "./context.ts";

const KEY_CHARS = 36;

/**
 * Saves them; the number of the change, or why not all of it was done. A form that is sent again
 * with other values is another change.
 */
export async function saveRecords(
  api: Variables["api"],
  formKey: string,
  records: readonly object[],
  from: string,
): Promise<Result<number, Refusal>> {
  const digest = hex(await sha256(JSON.stringify(records)));
  const key = `${(formKey || crypto.randomUUID()).slice(0, KEY_CHARS)}-${digest.slice(0, KEY_CHARS)}`;
  const done = await send(api, "/api/changes", { key, records, from }, CHANGE_ANSWER);
  if (!done.ok) return done;
  const { change, record_conflicts: conflicts, record_refused: refused } = done.value;
  if (refused.length > 0) {
    const message = refused.map((one) => one.message).join(" ");
    const errors = refused.map((one) => ({
      errMsg: one.message,
      instancePath: `/body/${one.field ?? ""}`,
    }));
    return err({ status: 400, message, errors });
  }
  return conflicts.length > 0
    ? err({ status: 409, message: "Somebody changed this meanwhile. Look again, then save." })
    : ok(change.id);
}
