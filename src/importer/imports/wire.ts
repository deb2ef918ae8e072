// The answers of /api/imports.

import * as z from "zod";
import { ACCOUNT, COUNT, MORE, TEXT_OR_NULL, TIME, TIME_OR_NULL } from "../api-values.ts";
import { ROW_STATES } from "./rows.ts";

const proof = z.object({
  kind: z.enum(["running balance", "opening and closing balance", "none"]),
  rows_checked: COUNT,
  rows_proven: COUNT,
  breaks_at: z.int().nullable(),
  breaks: COUNT.optional(),
  break_lines: z.array(z.int()).optional(),
});

/** How a document was read. */
export const READ_LAYOUT = z
  .object({
    format: z.string(),
    fingerprint: z.string(),
    bank: TEXT_OR_NULL,
    encoding: z.string(),
    delimiter: TEXT_OR_NULL,
    header_line: z.int().nullable(),
    columns: z.array(z.object({ index: z.int(), label: z.string(), role: z.string() })),
    date_format: TEXT_OR_NULL,
    decimal_mark: z.enum([".", ","]).nullable(),
    sign: TEXT_OR_NULL,
    currency: TEXT_OR_NULL,
    account: TEXT_OR_NULL,
    proof,
    why: z.array(z.string()),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "Layout" });

export const QUESTION = z
  .object({
    id: z.string(),
    ask: z.string(),
    note: z.string().optional(),
    shown: z
      .object({
        labels: z.array(z.string()),
        marked: z.array(z.int()),
        rows: z.array(z.object({ line: COUNT, text: z.string(), cells: z.array(z.string()) })),
      })
      .optional(),
    choices: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        example: z.string(),
        follows: z.array(z.string()).optional(),
      }),
    ),
  })
  .meta({ id: "Question" });

const balance = z
  .object({
    account: ACCOUNT,
    as_of: z.string(),
    balance: z.string(),
    currency: TEXT_OR_NULL,
    debt: z.boolean(),
    evidence: z.enum(["running balance", "opening and closing balance", "stated"]),
    state: z.enum(["planned", "set", "left", "taken back"]),
    sets: z.boolean(),
    may_set: z.boolean(),
    reason: TEXT_OR_NULL,
    before: TEXT_OR_NULL,
    after: TEXT_OR_NULL,
    later_transactions: COUNT,
    rows_move: z.boolean(),
    months: z.array(z.object({ month: z.string(), balance: z.string() })),
  })
  .meta({ id: "StatedBalance" });

export const IMPORT = z
  .object({
    id: z.string(),
    state: z.enum([
      "received",
      "reading",
      "question",
      "preview",
      "posting",
      "waiting",
      "done",
      "failed",
      "undoing",
      "undone",
    ]),
    door: z.string(),
    document: z.object({
      name: z.string(),
      bytes: COUNT,
      sha256: z.string(),
      media_type: z.string(),
      archive: z.string().optional(),
      folder: z.string().optional(),
    }),
    upload: z.string().optional(),
    account: ACCOUNT.nullable(),
    layout: READ_LAYOUT.nullable(),
    questions: z.array(QUESTION),
    counts: z.object({
      read: COUNT,
      inserted: COUNT,
      duplicate: COUNT,
      rejected: COUNT,
      skipped: COUNT,
      waiting: COUNT,
    }),
    balances: z.array(balance),
    requests: COUNT,
    next_attempt_at: TIME_OR_NULL,
    error: TEXT_OR_NULL,
    waits_for: TEXT_OR_NULL,
    created_at: TIME,
    finished_at: TIME_OR_NULL,
    dismissed_at: TIME_OR_NULL,
  })
  .meta({ id: "Import" });

/** One import; a list for an archive with several files. */
export const ACCEPTED = z.union([IMPORT, z.object({ imports: z.array(IMPORT) })]);

/** Newest first; for those that wait for the user, with how many there are in all. */
/** The manual accounts whose balance statements never set. */
export const STATEMENT_BALANCES = z.object({ never: z.array(z.int()) });

/** The accounts whose transactions have the purchase date where a file prints one. */
export const TRANSACTION_DATES = z.object({ purchase: z.array(z.int()) });

/** The balances that finished imports state, the latest first. */
export const STATED_LIST = z.object({
  stated: z.array(
    z.object({
      account: z.int(),
      first_day: z.string(),
      day: z.string(),
      balance: z.string(),
      opening: TEXT_OR_NULL,
      import: z.string(),
      document: TEXT_OR_NULL,
    }),
  ),
});

export const IMPORT_LIST = z.object({
  imports: z.array(IMPORT.extend({ transfers_to_decide: COUNT.optional() })),
  ...MORE,
  total: COUNT.optional(),
});

/** The item that is sent to the budget for a row. */
export const ITEM = z.looseObject({}).meta({ id: "Item" });

export const ROW_LIST = z.object({
  rows: z.array(
    z.object({
      line: COUNT,
      state: z.enum(ROW_STATES),
      item: ITEM.nullable(),
      transaction_id: z.int().nullable(),
      reason: TEXT_OR_NULL,
      raw: z.array(z.string()),
    }),
  ),
  ...MORE,
});
