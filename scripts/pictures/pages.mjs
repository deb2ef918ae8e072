// The pages of a household by name, for the pictures and the benchmark.

/** Each page's name and address; the ids are those of ./household.mjs. */
export function listPages({ account, category, preview, message, transaction }) {
  return Object.entries({
    overview: "/overview",
    transactions: "/transactions",
    transaction: `/transactions/${transaction}`,
    review: "/review",
    budget: "/budget?month=2026-10",
    "budget-category": `/budget/category/${category}`,
    accounts: "/accounts",
    account: `/accounts/manual/${account}`,
    recurring: "/recurring",
    import: "/",
    imports: "/imports",
    preview: `/imports/${preview}`,
    inbox: "/inbox",
    message: `/inbox/${message}`,
    schedules: "/schedules",
    changes: "/changes",
    categories: "/categories",
    rules: "/rules",
    rule: `/rules/new?transaction=${transaction}`,
    layouts: "/layouts",
    rates: "/rates",
    connections: "/connections",
    people: "/portal/people",
    developers: "/portal",
  });
}
