// The prose of the OpenAPI document and the reference page that no schema contains: facts from the
// service's documents. A test checks that everything in the route table is described.

/** Conventions that hold everywhere, a topic each. */
export const CONVENTIONS: readonly (readonly [topic: string, rule: string])[] = [
  [
    "Credential",
    "Every request carries Authorization: Bearer <access token>. The token decides the budget account and the user. A developer access token has every scope; an app asks its user by OAuth 2.0 (/.well-known/oauth-authorization-server) and has the scopes it was registered with. The mock below /mock/v2 needs no credential: it answers from fixed data, and writes there change nothing.",
  ],
  ["Dates", "Days are YYYY-MM-DD, months YYYY-MM, moments ISO 8601 date-times in UTC."],
  [
    "Amounts",
    "Answers give amounts as text with up to four decimals. Requests take the same text or a JSON number, with nothing but digits, a decimal point and a minus sign. Cryptocurrency quantities are text of up to 18 decimals.",
  ],
  [
    "Signs",
    "A positive transaction amount is a debit, a negative one a credit, in amount and in to_base, whatever the user's display settings say.",
  ],
  [
    "Currency",
    "Lowercase three-letter codes. to_base is a number: the amount in the budget account's primary currency, at the rate of its day; 0 (or null for cryptocurrency) while no rate is known.",
  ],
  [
    "Strictness",
    "An unknown query parameter or body property is refused. Updates tolerate and ignore what the system sets, so that the body of a GET can be sent back with PUT.",
  ],
  [
    "Paging",
    "GET /transactions takes limit (1 to 2000, 1000 unless told) and offset; while has_more is true, the next page begins at offset + limit. Filters apply before paging.",
  ],
  [
    "Rate limit",
    "100 requests a minute from one address, or one IPv6 network of 64 bits, over all paths. Every answer has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (Unix time in seconds), and the same three with X-; a 429 also has Retry-After, in seconds.",
  ],
  [
    "Errors",
    "A refusal is {message, errors: [{errMsg, ...}]}: the kind, then a sentence for each fault with properties that locate it. A refused request has changed nothing.",
  ],
  [
    "Browsers",
    "Pages of any site may call the service with a token they hold. No cookie is looked at, and OPTIONS counts against nothing.",
  ],
  ["HEAD", "Wherever there is a GET, HEAD is answered with its status and headers."],
];

/** The description of each tag, in the order of the page. */
export const TAGS: Readonly<Record<string, string>> = {
  me: "Who is asking, for which budget account, and the settings of both.",
  categories: "Categories and category groups. A group holds categories and lends them its flags.",
  tags: "Labels on transactions, as many as wanted.",
  transactions:
    "Money that moved. Inserting recognizes duplicates; what is split or grouped keeps its parts.",
  attachments: "Receipts and other files of transactions.",
  "manual accounts": "Accounts whose balance is kept by hand or by the transactions in them.",
  "linked accounts": "Accounts that a data provider feeds; they are managed in the app.",
  crypto: "Cryptocurrency kept by hand, and accounts synced with a provider.",
  "balance history": "What every account held at the end of each month, and holds now.",
  budgets: "Budgeted amounts by category and period, and what became of them.",
  "recurring items": "Rent, salary, subscriptions: what is expected, found and missing.",
};

/** The meaning of each parameter; "<path> <name>" takes precedence over the bare name. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  id: "The id.",
  "/transactions/split/{id} id": "The id of the transaction that is split.",
  "/transactions/group/{id} id": "The id of the group transaction.",
  "/balance_history/entries/{id} id": "The id of a historical entry.",
  transaction_id: "The id of the transaction.",
  file_id: "The id of the attachment.",
  symbol: "The symbol of a balance of the account, as the account shows it.",
  account_type: "The kind of account.",
  account_id: "The id of the account among its kind.",
  format:
    "nested lists groups with their children; flattened lists members beside their groups as well. Ignored where is_group is given.",
  is_group: "true: only groups, with their children. false: only what can be assigned, no groups.",
  ids: "Only these: one id or several, separated by commas.",
  force: "Delete what is in use as well; its dependents lose it.",
  delete_items: "Also delete the account's transactions, rules and recurring items.",
  delete_balance_history:
    "Also delete the account's balance history, which is otherwise kept under a deleted source.",
  keep_history:
    "Whether the balance history is kept under a deleted source; must be said where there is one.",
  start_date: "The first day. With end_date, or neither.",
  end_date: "The last day, included. With start_date, or neither.",
  "/summary start_date": "The first day of the range.",
  "/summary end_date": "The last day of the range, included.",
  "/budgets start_date": "The first day of a budget period.",
  "/recurring start_date":
    "The first day of the range that occurrences are looked for in; the current month unless told.",
  "/recurring end_date": "The last day of that range.",
  "/recurring/{id} start_date":
    "The first day of the range that occurrences are looked for in; the current month unless told.",
  "/recurring/{id} end_date": "The last day of that range.",
  start_month: "The first month. With end_month, or neither.",
  end_month: "The last month, included, at most the current one.",
  created_since: "Created at or after this day (midnight UTC) or moment.",
  updated_since: "Created or changed at or after this day (midnight UTC) or moment.",
  manual_account_ids:
    "Of these manual accounts: one id, or several separated by commas; 0 leaves out the transactions of every manual account.",
  manual_account_id:
    "An older name of manual_account_ids, with the same values. Use manual_account_ids; both together are refused with 400.",
  linked_account_ids:
    "Of these linked accounts: one id, or several separated by commas; 0 leaves out the transactions of every linked account.",
  linked_account_id:
    "An older name of linked_account_ids, with the same values. Use linked_account_ids; both together are refused with 400.",
  recurring_id: "Matched by this recurring item.",
  category_id: "The id of the category.",
  "/transactions category_id":
    "Of this category, or of a group's members; 0: those without a category.",
  tag_id: "With this tag.",
  is_group_parent: "true: only group transactions; false: none of them.",
  status: "Of this status.",
  is_pending: "true: only pending ones; false: none of them. Goes before include_pending.",
  include_pending: "Pending ones too. Ignored where status or is_pending is given.",
  include_metadata: "With linked_metadata and custom_metadata.",
  include_split_parents: "Split transactions too, beside their parts.",
  include_group_children: "Members of groups too, beside their groups.",
  include_children: "Groups and split transactions carry children.",
  include_files: "With files.",
  limit: "At most so many.",
  offset: "Leave out so many at the start.",
  update_balance: "Whether the manual account's balance follows the change.",
  include_suggested: "Suggested items too.",
  include_exclude_from_budgets: "Categories that are excluded from budgets too.",
  include_occurrences: "With the budget periods of the range, by category.",
  include_past_budget_dates: "With the three budget periods before the range, in_range false.",
  include_totals: "With totals over all categories.",
  include_rollover_pool: "With the pool that leftovers roll over into.",
};

/**
 * The cases of each failure, in order of precedence: of two faults the first one listed is
 * reported.
 */
export const FAILURES: readonly (readonly [status: number, when: string])[] = [
  [429, "More than 100 requests within the address's minute."],
  [401, "No access token, or one that is unknown, expired or revoked."],
  [403, "The access token lacks the scope."],
  [413, "The body is too large."],
  [
    400,
    "The path, the query or the body is not of the form described here; after 404 and 425, what it names does not exist or contradicts what is stored.",
  ],
  [404, "Nothing has the id in the path, or one of the ids to delete."],
  [425, "It was asked for less than 60 seconds ago."],
  [422, "The request is well-formed but cannot be done, or not without confirmation."],
  [500, "A fault of the service's own; nothing was changed."],
];
