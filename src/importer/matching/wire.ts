// The answers of /api about the matches of imports.

import * as z from "zod";
import { COUNT, MORE, TEXT_OR_NULL } from "../api-values.ts";
import { ITEM } from "../imports/wire.ts";
import { DECISIONS } from "./lookalikes.ts";

const side = z.object({
  transaction_id: z.int(),
  account: z.object({ id: z.int(), name: z.string() }),
  date: z.string(),
  amount: z.string(),
  currency: z.string(),
  payee: z.string(),
});

export const TRANSFER = z
  .object({
    n: z.int(),
    state: z.enum(["suggested", "accepting", "accepted", "dismissed"]),
    kind: z.string(),
    debit: side,
    credit: side,
    evidence: z.array(z.string()),
    group_id: z.int().nullable(),
    problem: TEXT_OR_NULL,
  })
  .meta({ id: "Transfer" });

/** The transfers that one transaction may be a side of, each with the import that found it. */
export const TRANSFERS_OF = z.object({
  transfers: z.array(TRANSFER.extend({ import: z.string() })),
});

export const TRANSFERS = z.object({ transfers: z.array(TRANSFER), ...MORE, looking: z.boolean() });

export const LOOKALIKES = z.object({
  lookalikes: z.array(
    z.object({
      line: COUNT,
      transaction_id: z.int(),
      evidence: z.string(),
      decision: z.enum(DECISIONS).nullable(),
      item: ITEM,
    }),
  ),
  ...MORE,
});

export const PENDING = z.object({
  no_longer_pending: z.array(
    z.object({
      transaction_id: z.int(),
      date: z.string(),
      amount: z.string(),
      currency: z.string(),
      payee: z.string(),
      state: z.enum(["pending", "deleting", "deleted", "posted"]),
      problem: TEXT_OR_NULL,
    }),
  ),
  ...MORE,
});

export const LATE = z.object({
  late: z.array(
    z.object({
      transaction_id: z.int(),
      line: COUNT,
      date: z.string(),
      amount: z.string(),
      currency: TEXT_OR_NULL,
      payee: z.string(),
    }),
  ),
  ...MORE,
  looking: z.boolean(),
});

export const DECIDED = z.object({ decided: z.literal(true) });

export const UNDO_FORESEEN = z.object({
  deletes: COUNT,
  stays: z.array(z.object({ import: z.string(), name: z.string(), transactions: COUNT })),
});
