// The prose of version 1's document and page that no schema contains; words.ts has version 2's.

/** Conventions that hold everywhere, a topic each. */
export const LEGACY_CONVENTIONS: readonly (readonly [topic: string, rule: string])[] = [
  [
    "Deprecated",
    "Version 2 replaces it; new work should use that. It works over the same budget: ids are the same, and what one version writes the other reads. Every answer has the headers Deprecation and Link, which leads to the document of version 2. No day is set on which it ends.",
  ],
  [
    "Credential",
    "Every request carries Authorization: Bearer <access token>, the same tokens with the same scopes as in version 2. What an answer names of other kinds takes their scopes as well: a transaction shows the names of its category, account, tags and recurring item. The query parameter access_token is accepted where that header is missing, but deprecated, and answered with a Warning: addresses are remembered where headers are not.",
  ],
  [
    "Refusals",
    "Most are answered 200 with {error: <a sentence>}; inserting transactions with {error: [sentences]}, assets and manual crypto with {errors: [sentences]}. 401, 403, 404 where it is named, 405, 413, 429 and 500 are answered as such, with {error}. A refused request has changed nothing.",
  ],
  ["Dates", "Days are YYYY-MM-DD, moments ISO 8601 date-times in UTC."],
  [
    "Amounts",
    "Answers give amounts as text with four decimals, those of budgets and whatever is to_base as numbers. Requests take the same text or a JSON number.",
  ],
  [
    "Signs",
    "A positive transaction amount is a debit, a negative one a credit; with debit_as_negative it is the other way round, in what is sent and in what is answered.",
  ],
  [
    "Currency",
    "Lowercase three-letter codes: those of version 2 without clf, eth, ves, xag and xau.",
  ],
  [
    "Leniency",
    "Unknown query parameters and body properties are ignored. A body that is left out is an empty object, and null in a property that has no meaning for it says no more than leaving it out. A flag in a query is true, false, 1 or 0, in any case.",
  ],
  [
    "Texts",
    "Names and descriptions are shorter here than in version 2, in requests; answers show those of version 2 whole.",
  ],
  [
    "Rate limit",
    "100 requests a minute from one address, or one IPv6 network of 64 bits, together with version 2, with the same headers.",
  ],
];

/** The description of each tag, in the order of the page. */
export const LEGACY_TAGS: Readonly<Record<string, string>> = {
  me: "Who is asking, and for which budget account.",
  categories: "Categories and category groups.",
  tags: "Labels on transactions.",
  transactions: "Money that moved: inserting, changing, splitting, grouping.",
  "recurring items": "Rent, salary, subscriptions: what is expected, found and missing.",
  budgets: "Budgeted amounts by category and month, and what became of them.",
  assets: "Manually managed accounts: version 2 calls them manual accounts.",
  "linked accounts": "Accounts that a data provider feeds.",
  crypto: "Cryptocurrency kept by hand, and balances synced with a provider.",
};

/** The meaning of each parameter; "<path> <name>" takes precedence over the bare name. */
export const LEGACY_PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id.",
  category_id: "The id of the category or group.",
  group_id: "The id of the category group.",
  format:
    "flattened lists all beside each other by name; nested has the members inside their groups.",
  transaction_id: "The id of the transaction.",
  "/transactions/group transaction_id": "The id of the group, or of one of its members.",
  "/transactions/group/{transaction_id} transaction_id": "The id of the group.",
  asset_id: "In this asset.",
  "/transactions tag_id": "With this tag.",
  "/transactions category_id": "Of this category, or of a group's members.",
  "/transactions group_id": "Deprecated: the members of this group.",
  recurring_id: "Matched by this recurring item.",
  linked_account_id: "In this linked account.",
  is_group: "true: only groups; false: none of them.",
  status: "Of this status.",
  pending: "Pending ones too.",
  start_date: "The first day. With end_date, or neither: the current month.",
  end_date: "The last day, included. With start_date, or neither.",
  "/budgets start_date": "The first day of a month.",
  "/budgets end_date": "The last day of a month.",
  "/recurring_items start_date":
    "The first day of the range that occurrences are looked for in; the current month's unless told.",
  "/recurring_items end_date": "The last day of that range; the month's unless told.",
  "/recurring_expenses start_date":
    "A day of the month that is looked at; the current one unless told.",
  debit_as_negative: "Expenses are negative, income is positive.",
  currency: "The currency that amounts are shown in.",
  limit: "At most so many.",
  offset: "Leave out so many at the start.",
};
