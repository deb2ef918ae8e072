// The tables that are a budget's data, as a backup holds them. Not here: whatever gives access
// (tokens, grants, members, invitations), sealed credentials (banks, crypto_sources), and
// bookkeeping of the object itself (forgotten_files, provider_feed, schema_journal).

/** A table of the budget's data. */
export interface DataTable {
  readonly name: string;
  /** Columns that refer to the table itself; they are written when all its rows are there. */
  readonly later?: readonly string[];
  /** Columns with a person's id, which is another one in the budget that is restored into. */
  readonly people?: readonly string[];
}

/**
 * In the order in which they are written: a row comes after the rows that it refers to. They are
 * read the other way round, so that what is made meanwhile is not referred to before it is read.
 */
export const DATA_TABLES: readonly DataTable[] = [
  { name: "users", people: ["id"] },
  { name: "budget" },
  { name: "cryptocurrencies" },
  { name: "rates" },
  { name: "currencies_in_use" },
  { name: "categories", later: ["group_id"] },
  { name: "tags" },
  { name: "manual_accounts", people: ["created_by"] },
  { name: "linked_accounts", people: ["linked_by"] },
  { name: "crypto_manual", people: ["created_by"] },
  { name: "crypto_synced", people: ["created_by"] },
  { name: "crypto_synced_balances" },
  { name: "recurring_items", people: ["created_by"] },
  { name: "transactions", later: ["split_parent_id", "group_parent_id"] },
  { name: "transaction_tags" },
  { name: "attachments", people: ["uploaded_by"] },
  { name: "linked_transactions" },
  { name: "rules" },
  { name: "transaction_rules" },
  { name: "unsuggested_payees" },
  { name: "history_open_month" },
  { name: "deleted_accounts" },
  { name: "balance_history" },
  { name: "budget_settings" },
  { name: "budget_amounts" },
  { name: "budget_automation" },
  { name: "rollover_adjustments" },
  { name: "recurring_dismissals" },
  { name: "recurring_detection" },
  { name: "unconfirmed_balances" },
  { name: "jobs" },
];

/** Tables that a new budget has rows of. A restore deletes these rows before it writes its own. */
export const CLEARED_TABLES: readonly string[] = [
  "cryptocurrencies",
  "rates",
  "currencies_in_use",
  "history_open_month",
  "budget_settings",
  "recurring_detection",
  "jobs",
];

/** The same, and the two tables whose row a restore overwrites. */
const FILLED: readonly string[] = ["users", "budget", ...CLEARED_TABLES];

/** Tables without a row in an empty budget. */
export const EMPTY_TABLES: readonly string[] = DATA_TABLES.map(({ name }) => name).filter(
  (name) => !FILLED.includes(name),
);

/** The table of that name; null for one that a backup does not hold. */
export function findDataTable(name: string): DataTable | null {
  return DATA_TABLES.find((table) => table.name === name) ?? null;
}
