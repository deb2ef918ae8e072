// The rows of a notice print a movement. A sentence below them ("We never ask for your code", "You can activate the
// safety switch") does not take it back.

import { findDates } from "../totals/money/dates.ts";
import type { AlertText } from "./alert-text.ts";
import { mainRole, type LabelRole } from "./vocabulary.ts";
import type { NotMovedAt } from "./not-moved.ts";

const AMOUNTS: readonly LabelRole[] = ["amount", "account amount"];
const SIDES: readonly LabelRole[] = ["merchant", "payer", "account"];

/**
 * The alert up to its last row, where its rows print a movement (amount, day, and a party or an account) and the reason
 * that nothing moved stands below them; else null.
 */
export function aboveFooter(alert: AlertText, reason: NotMovedAt | null): AlertText | null {
  const roles = alert.segments.map(({ row }) => (row === null ? null : mainRole(row.roles)));
  const hasOne = (wanted: readonly LabelRole[]): boolean =>
    wanted.some((role) => roles.includes(role));
  const rows = roles.findLastIndex((role) => role !== null) + 1;
  if (reason === null) return null;
  // An offer below the rows does not need a row that is labelled as a day: "Sent  24 November" has one too.
  const isDated = (): boolean =>
    reason.why === "arranged" &&
    findDates(alert.text.slice(0, alert.segments[rows - 1]?.end ?? 0), null).length > 0;
  return reason.index >= rows && hasOne(AMOUNTS) && hasOne(SIDES) && (hasOne(["date"]) || isDated())
    ? { ...alert, segments: alert.segments.slice(0, rows) }
    : null;
}
