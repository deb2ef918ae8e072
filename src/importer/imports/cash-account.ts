// Which of the service's accounts are for coins and notes: no bank tells of what moves there, so no row of a bank is waited for.

/** By the subtype: the type "cash" has checking accounts and savings too. */
const CASH_SUBTYPES = new Set([
  "physical cash",
  "cash",
  "cash on hand",
  "petty cash",
  "wallet",
  "cash wallet",
]);

/** Whether a manual account, as the service lists it, is one for cash. */
export function isForCash({
  type,
  subtype,
}: {
  readonly type?: string | null | undefined;
  readonly subtype?: string | null | undefined;
}): boolean {
  return type === "cash" && CASH_SUBTYPES.has((subtype ?? "").trim().toLowerCase());
}
