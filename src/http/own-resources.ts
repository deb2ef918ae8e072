// What the embedded budget answers of /api (budget/routes.ts, OWN_ROUTES): the first path segments below it.

const OWN_RESOURCES: readonly string[] = [
  "rules",
  "recurring",
  "rates",
  "budgets",
  "linked",
  "crypto",
  "balances",
];

/** Whether the budget answers this path; by "prefix" also where the segment only begins so. */
export function isOwnResource(path: string, how: "segment" | "prefix" = "segment"): boolean {
  if (how === "prefix")
    return OWN_RESOURCES.some((resource) => path.startsWith(`/api/${resource}`));
  return OWN_RESOURCES.includes(path.split("/")[2] ?? "");
}
