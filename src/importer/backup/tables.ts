// The tables of a connection that a backup holds. Not here: tokens, keys, webhooks with their
// secrets and what they sent (connection, pen, errands, keys, address_secrets, hooks, hook_calls,
// hook_tellings, hook_addresses, endpoints, notices, deliveries, schedule_secrets, schedule_claims,
// rising), files that the journal keeps for an undo (kept_files), and bookkeeping of the object
// itself (idempotency, readings, forgotten_mail, restores, backup_plan, backups, backup_target,
// schema_journal).

/** A row of an import is in a backup together with its texts: both are read at one moment. */
export const TEXTS_OF_ROWS = "row_texts";

/** In the order in which they are read and written; none refers to another by a foreign key. */
export const IMPORTER_TABLES: readonly string[] = [
  "runs",
  "rows",
  "batches",
  "edges",
  "claims",
  "remembered",
  "layouts",
  "pendings",
  "updates",
  "lookalikes",
  "transfers",
  "late",
  "jobs",
  "addresses",
  "inbox",
  "inbox_documents",
  "inbox_statements",
  "inbox_history",
  "receipts",
  "settlings",
  "match_shown",
  "match_rejections",
  "set_rejections",
  "rivals",
  "receipt_splits",
  "merchant_memory",
  "trusted",
  "schedules",
  "schedule_runs",
  "stated_balances",
  "stated_months",
  "written_months",
  "account_balances",
  "account_dates",
  "changes",
  "change_items",
  "change_records",
  "views",
];
