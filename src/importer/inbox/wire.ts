// The answers of /api/inbox, /api/trusted and /api/corrections.

import * as z from "zod";
import { COUNT, MORE, TEXT_OR_NULL, TIME, TIME_OR_NULL } from "../api-values.ts";
import { MEMORY_FIELDS } from "./memory.ts";
import { MODES } from "./rows.ts";
import { MESSAGE_STATES } from "./states.ts";

const person = z.object({ name: z.string(), address: z.string() });

const match = z.object({
  transaction_id: z.int().nullable(),
  transactions: z.array(z.int()).optional(),
  evidence: z.array(z.string()),
  candidates: z
    .array(z.object({ transactions: z.array(z.int()), evidence: z.array(z.string()) }))
    .optional(),
});

const parts = z.array(z.object({ name: z.string(), amount: z.string() }));
const items = z.array(z.object({ name: z.string(), quantity: TEXT_OR_NULL, amount: TEXT_OR_NULL }));

const receipt = z
  .object({
    id: z.int(),
    document: z.int(),
    charge: z.int(),
    state: z.enum(MESSAGE_STATES),
    reason: TEXT_OR_NULL,
    detail: TEXT_OR_NULL,
    kind: z.string(),
    merchant: TEXT_OR_NULL,
    total: TEXT_OR_NULL,
    currency: TEXT_OR_NULL,
    date: TEXT_OR_NULL,
    order_number: TEXT_OR_NULL,
    card_last4: TEXT_OR_NULL,
    incoming: z.boolean(),
    items,
    corrected: z.array(z.string()),
    account_id: z.int().nullable(),
    mode: z.enum(MODES),
    duplicate_of: TEXT_OR_NULL,
    match: match.nullable(),
    transaction_id: z.int().nullable(),
    next_attempt_at: TIME_OR_NULL,
    parts: parts.nullable(),
    split: z
      .object({ state: z.enum(["doing", "done", "undoing", "failed"]), parts, said: TEXT_OR_NULL })
      .nullable(),
  })
  .meta({ id: "Receipt" });

export const MESSAGE = z
  .object({
    id: z.string(),
    state: z.enum(MESSAGE_STATES),
    door: z.enum(["email", "api"]),
    received_at: TIME,
    from: person.nullable(),
    envelope_from: TEXT_OR_NULL,
    address_id: z.int().nullable(),
    subject: TEXT_OR_NULL,
    bytes: COUNT,
    kind: TEXT_OR_NULL,
    merchant: TEXT_OR_NULL,
    total: TEXT_OR_NULL,
    currency: TEXT_OR_NULL,
    date: TEXT_OR_NULL,
    order_number: TEXT_OR_NULL,
    card_last4: TEXT_OR_NULL,
    items,
    verdict: z
      .object({
        result: z.string(),
        why: z.array(z.string()),
        signatures: z.array(
          z.object({
            domain: z.string(),
            selector: z.string(),
            result: z.string(),
            why: TEXT_OR_NULL,
          }),
        ),
      })
      .nullable(),
    reason: TEXT_OR_NULL,
    detail: TEXT_OR_NULL,
    match: match.nullable(),
    transaction_id: z.int().nullable(),
    duplicate_of: TEXT_OR_NULL,
    receipts: z.array(receipt),
    imports: z.array(z.string()),
    reader_version: z.int().nullable(),
  })
  .meta({ id: "Message" });

export const MESSAGE_LIST = z.object({ messages: z.array(MESSAGE), ...MORE });

export const COUNTS = z.object({
  received: COUNT,
  reading: COUNT,
  waiting: COUNT,
  matched: COUNT,
  inserted: COUNT,
  review: COUNT,
  ignored: COUNT,
  duplicate: COUNT,
  unmatched: COUNT,
});

export const RECEIPT_LIST = z.object({
  receipts: z.array(
    receipt.extend({
      message: z.object({
        id: z.string(),
        subject: TEXT_OR_NULL,
        from: person.nullable(),
        received_at: TIME,
      }),
    }),
  ),
  ...MORE,
});

export const REREAD = z.object({ messages: COUNT });

const remembered = z
  .object({
    domain: z.string(),
    fields: z.array(z.object({ field: z.enum(MEMORY_FIELDS), value: z.string(), at: TIME })),
  })
  .meta({ id: "Correction" });

/** A message with the history of its state, and, for people, its reading. */
export const DETAIL = MESSAGE.extend({
  history: z.array(
    z.object({
      at: TIME,
      who: z.enum(["door", "reader", "match", "person"]),
      receipt: z.int().nullable(),
      what: z.string(),
    }),
  ),
  remembered: z.array(remembered),
  reading: z
    .object({
      version: z.int(),
      documents: z.array(z.looseObject({})),
      doubts: z.array(z.object({ reason: z.string(), detail: z.string() })),
      cut: z.boolean(),
    })
    .nullable(),
});

export const TRUSTED = z.object({
  trusted: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      who: z.string(),
      since: TIME,
      message: TEXT_OR_NULL,
    }),
  ),
});

export const CORRECTIONS = z.object({ corrections: z.array(remembered) });
