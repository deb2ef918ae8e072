// The parts of the API's answers that the inbox's pages read.

import * as z from "zod";
import { learnedFor } from "../ui/wire.ts";

export const INBOX_STATES = [
  "received",
  "reading",
  "waiting",
  "matched",
  "inserted",
  "review",
  "ignored",
  "duplicate",
] as const;

const person = z.object({ name: z.string(), address: z.string() });
const span = z.object({ view: z.string(), start: z.int(), end: z.int() });
const seen = z.object({ value: z.string(), span });
const field = seen.nullish();
const money = seen.extend({ candidates: z.array(z.string()).default([]) });

const match = z.object({
  transaction_id: z.int().nullable(),
  transactions: z.array(z.int()).default([]),
  evidence: z.array(z.string()),
  candidates: z
    .array(z.object({ transactions: z.array(z.int()), evidence: z.array(z.string()) }))
    .default([]),
});

const parts = z.array(z.object({ name: z.string(), amount: z.string() }));

const receipt = z.object({
  id: z.int(),
  document: z.int(),
  charge: z.int(),
  state: z.enum(INBOX_STATES),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  kind: z.string(),
  merchant: z.string().nullable(),
  total: z.string().nullable(),
  currency: z.string().nullable(),
  date: z.string().nullable(),
  order_number: z.string().nullable(),
  card_last4: z.string().nullable(),
  incoming: z.boolean(),
  items: z.array(
    z.object({ name: z.string(), quantity: z.string().nullable(), amount: z.string().nullable() }),
  ),
  corrected: z.array(z.string()),
  account_id: z.int().nullable(),
  mode: z.enum(["wait", "insert"]),
  duplicate_of: z.string().nullable(),
  match: match.nullable(),
  transaction_id: z.int().nullable(),
  next_attempt_at: z.string().nullable(),
  parts: parts.nullable(),
  split: z
    .object({
      state: z.enum(["doing", "done", "undoing", "failed"]),
      parts,
      said: z.string().nullable(),
    })
    .nullable(),
});

const message = z.object({
  id: z.string(),
  state: z.enum(INBOX_STATES),
  door: z.enum(["email", "api"]),
  received_at: z.string(),
  from: person.nullable(),
  envelope_from: z.string().nullable(),
  address_id: z.int().nullable(),
  subject: z.string().nullable(),
  bytes: z.int(),
  verdict: z.object({ result: z.string(), why: z.array(z.string()) }).nullable(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  receipts: z.array(receipt),
  imports: z.array(z.string()),
});

/** A receipt as it was read, with the place of each value. */
const read = z.object({
  merchant: field,
  total: money.nullish(),
  date: field,
  dueOn: field,
  order_number: field,
  card_last4: field,
  subtotal: field,
  tax: field,
  shipping: field,
  tip: field,
  discount: field,
  items: z.array(z.object({ name: seen, amount: field })),
  doubts: z.array(z.object({ reason: z.string(), detail: z.string() })),
  why: z.array(z.string()),
});

const document = z.object({
  carrier: z.enum(["direct", "attached", "inline"]),
  from: person.nullable(),
  subject: z.string(),
  sent: z.object({ day: z.string() }).nullable(),
  chain: z.array(z.object({ from: person.nullable(), subject: z.string() })),
  note: z.string().nullable(),
  views: z.array(z.object({ name: z.string(), text: z.string() })),
  receipts: z.array(read),
  attachments: z.array(
    z.object({
      n: z.int(),
      name: z.string(),
      media_type: z.string(),
      bytes: z.int(),
      is_statement: z.boolean(),
    }),
  ),
});

export const inboxListSchema = z.object({ messages: z.array(message), has_more: z.boolean() });

export const inboxMessageSchema = message.extend({
  remembered: z.array(learnedFor),
  history: z.array(
    z.object({ at: z.string(), who: z.string(), receipt: z.int().nullable(), what: z.string() }),
  ),
  reading: z
    .object({
      documents: z.array(document),
      doubts: z.array(z.object({ reason: z.string(), detail: z.string() })),
      cut: z.boolean(),
    })
    .nullable(),
});

/** The number of messages of each state, and of unmatched receipts. */
export const inboxCountsSchema = z.object({ unmatched: z.int() }).catchall(z.int());

export const receiptListSchema = z.object({
  receipts: z.array(
    receipt.extend({
      message: z.object({
        id: z.string(),
        subject: z.string().nullable(),
        from: person.nullable(),
        received_at: z.string(),
      }),
    }),
  ),
  has_more: z.boolean(),
});

/** Of the service: the facts by which a person recognizes a transaction. */
export const transactionSchema = z.object({
  id: z.int(),
  date: z.string(),
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  payee: z.string().nullable(),
});

export type Transaction = z.infer<typeof transactionSchema>;
export type InboxState = (typeof INBOX_STATES)[number];
export type ListedMessage = z.infer<typeof message>;
export type InboxDetail = z.infer<typeof inboxMessageSchema>;
export type ReceiptShown = z.infer<typeof receipt>;
export type ReadReceipt = z.infer<typeof read>;
export type DocumentShown = z.infer<typeof document>;
export type Person = z.infer<typeof person>;
export type InboxCounts = z.infer<typeof inboxCountsSchema>;
export type ListedReceipt = z.infer<typeof receiptListSchema>["receipts"][number];
