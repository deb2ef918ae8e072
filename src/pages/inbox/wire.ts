// The parts of the API's answers that the inbox's pages read.

import * as z from "zod";
import { type COUNTS, DETAIL, type MESSAGE, type RECEIPT_LIST } from "../../importer/inbox/wire.ts";
import type { MESSAGE_STATES } from "../../importer/inbox/states.ts";

const person = z.object({ name: z.string(), address: z.string() });
const span = z.object({ view: z.string(), start: z.int(), end: z.int() });
const seen = z.object({ value: z.string(), span });
const field = seen.nullish();
const money = seen.extend({ candidates: z.array(z.string()).default([]) });

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
  doubts: z.array(
    z.object({ reason: z.string(), detail: z.string(), totals: z.array(z.string()).optional() }),
  ),
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

/** A message whose documents are read as the page shows them. */
export const inboxMessageSchema = DETAIL.extend({
  reading: DETAIL.shape.reading
    .unwrap()
    .extend({ documents: z.array(document) })
    .nullable(),
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
export type InboxState = (typeof MESSAGE_STATES)[number];
export type ListedMessage = z.infer<typeof MESSAGE>;
export type InboxDetail = z.infer<typeof inboxMessageSchema>;
export type ReceiptShown = ListedMessage["receipts"][number];
export type ReadReceipt = z.infer<typeof read>;
export type DocumentShown = z.infer<typeof document>;
export type Person = z.infer<typeof person>;
export type InboxCounts = z.infer<typeof COUNTS>;
export type ListedReceipt = z.infer<typeof RECEIPT_LIST>["receipts"][number];
