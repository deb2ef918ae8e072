// Which account a schedule writes to.

import type { ScheduleTarget } from "../schedules/wire.ts";

/** The manual account that a schedule writes to; null for a holding. */
export function findTargetAccount(target: ScheduleTarget): number | null {
  if ("manual_account_id" in target) return target.manual_account_id;
  if ("history" in target) return target.history;
  return "statement" in target ? target.statement : null;
}
