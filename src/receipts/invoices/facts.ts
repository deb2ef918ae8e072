// What every syntax of e-invoices says, under one set of names; each value where it stands in the listing, unread.
// claim.ts makes of it what is claimed and what is doubted.

import type { Leaf } from "../listing/listing.ts";

export interface InvoiceLine {
  readonly name: Leaf | null;
  readonly quantity: Leaf | null;
  /** Of the whole line, without tax. */
  readonly amount: Leaf | null;
}

/** An allowance or a charge on the whole invoice. */
export interface Adjustment {
  readonly isCharge: boolean;
  readonly isFreight: boolean;
  readonly reason: Leaf | null;
  readonly amount: Leaf | null;
}

/** "correction": of an earlier invoice, where the sign alone says in which direction. */
export type InvoiceKind =
  "invoice" | "credit" | "self-billed" | "receipt" | "no charge" | "income" | "correction";

export interface InvoiceFacts {
  readonly syntax: string;
  readonly kind: InvoiceKind;
  /** What says which kind it is. */
  readonly type: Leaf | null;
  readonly number: Leaf | null;
  readonly date: Leaf | null;
  /** The days by which it is to be paid, one an instalment. */
  readonly dueOn: readonly Leaf[];
  readonly seller: Leaf | null;
  readonly currency: Leaf | null;
  /** What is to be paid, and the name of that field. */
  readonly due: Leaf | null;
  readonly dueField: string;
  /** Another statement of what is to be paid, where the syntax has one (instalments, withheld tax). */
  readonly payments: readonly Leaf[];
  readonly gross: Leaf | null;
  readonly net: Leaf | null;
  readonly tax: Leaf | null;
  readonly prepaid: Leaf | null;
  readonly rounding: Leaf | null;
  /** Paid on behalf of others, on top of what is invoiced. */
  readonly thirdParty: readonly Leaf[];
  readonly linesTotal: Leaf | null;
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
  readonly card: Leaf | null;
  /** Codes of how it is paid. */
  readonly means: readonly Leaf[];
}

/** Facts of an invoice of which nothing is known yet. */
export const NO_FACTS: Omit<InvoiceFacts, "syntax" | "kind" | "dueField"> = {
  type: null,
  number: null,
  date: null,
  dueOn: [],
  seller: null,
  currency: null,
  due: null,
  payments: [],
  gross: null,
  net: null,
  tax: null,
  prepaid: null,
  rounding: null,
  thirdParty: [],
  linesTotal: null,
  lines: [],
  adjustments: [],
  card: null,
  means: [],
};
