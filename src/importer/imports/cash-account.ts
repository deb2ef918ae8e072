// Which of the service's accounts are for cash. No bank reports its movements, so no bank row is
// waited for.

/** Decided by the subtype: the type "cash" includes checking and savings accounts. */
const CASH_SUBTYPES = new Set([
  "physical cash",
  "cash",
  "cash on hand",
  "petty cash",
  "wallet",
  "cash wallet",
]);

/** Whether a manual account, as the service lists it, is for cash. */
export function isForCash({
  type,
  subtype,
}: {
  readonly type?: string | null | undefined;
  readonly subtype?: string | null | undefined;
}): boolean {
  return type === "cash" && CASH_SUBTYPES.has((subtype ?? "").trim().toLowerCase());
}
