// The first path segments below /api that the embedded budget answers (budget/routes.ts,
// OWN_ROUTES).

const OWN_RESOURCES: readonly string[] = [
  "rules",
  "recurring",
  "rates",
  "budgets",
  "linked",
  "crypto",
  "balances",
  "transactions",
  "tables",
  "restoring",
];

/** Whether the budget answers this path; by "prefix" also where the segment only begins so. */
export function isOwnResource(path: string, how: "segment" | "prefix" = "segment"): boolean {
  if (how === "prefix")
    return OWN_RESOURCES.some((resource) => path.startsWith(`/api/${resource}`));
  return OWN_RESOURCES.includes(path.split("/")[2] ?? "");
}
