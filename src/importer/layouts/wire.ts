// The answers of /api/layouts, and layouts as a file.

import * as z from "zod";
import { COUNT, TEXT_OR_NULL, TIME, TIME_OR_NULL, MORE } from "../api-values.ts";
import { QUESTION, READ_LAYOUT } from "../imports/wire.ts";
import { LAYOUTS_FILE_SCHEMA } from "./layouts-file.ts";

const answer = z.object({
  question: z.string(),
  choice: z.string(),
  for_account: z.int().nullable(),
  answered_at: TIME,
  asked: z
    .object({
      ask: z.string(),
      choices: z.array(z.object({ value: z.string(), label: z.string(), example: z.string() })),
    })
    .nullable(),
});

export const LAYOUT = READ_LAYOUT.omit({ proof: true })
  .extend({
    settable: z.boolean(),
    answers: z.array(answer),
    imports: COUNT,
    last_import: TEXT_OR_NULL,
    learned_at: TIME,
    used_at: TIME_OR_NULL,
    kept: z.boolean(),
  })
  .meta({ id: "LearnedLayout" });

export const LAYOUT_LIST = z.object({ layouts: z.array(LAYOUT), ...MORE });

export const LAYOUTS_FILE = LAYOUTS_FILE_SCHEMA.meta({ id: "LayoutsFile" });

export const LAYOUT_CHANGES = z.object({
  applied: z.boolean(),
  changes: z.array(
    z.object({
      fingerprint: z.string(),
      format: z.string(),
      bank: TEXT_OR_NULL,
      kind: z.enum(["added", "changed", "removed", "same"]),
      sentences: z.array(z.string()),
    }),
  ),
});

export const LAYOUT_PREVIEW = z.object({
  import: z.string(),
  document: z.string(),
  layout: READ_LAYOUT,
  questions: z.array(QUESTION),
  rows: z.array(
    z.object({
      line: COUNT,
      state: z.enum(["waiting", "rejected", "skipped"]),
      item: z
        .object({
          date: z.string(),
          amount: z.string(),
          currency: TEXT_OR_NULL,
          payee: z.string(),
          original_name: z.string(),
          notes: TEXT_OR_NULL,
        })
        .nullable(),
      reason: TEXT_OR_NULL,
      raw: z.array(z.string()),
      transaction_id: z.null(),
    }),
  ),
  counts: z.object({ read: COUNT, transactions: COUNT, rejected: COUNT, skipped: COUNT }),
  whole: z.boolean(),
});
