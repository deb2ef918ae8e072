// The facts that every syntax of e-invoices gives, under one set of names. Values are texts with
// their places in the listing; claim.ts parses them.

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

/** A "correction" changes an earlier invoice; the sign of its amount gives the direction. */
export type InvoiceKind =
  "invoice" | "credit" | "self-billed" | "receipt" | "no charge" | "income" | "correction";

export interface InvoiceFacts {
  readonly syntax: string;
  readonly kind: InvoiceKind;
  /** The code that gives the kind. */
  readonly type: Leaf | null;
  readonly number: Leaf | null;
  readonly date: Leaf | null;
  /** The days by which it must be paid, one for each instalment. */
  readonly dueOn: readonly Leaf[];
  readonly seller: Leaf | null;
  readonly currency: Leaf | null;
  /** The amount to be paid, and the name of its field. */
  readonly due: Leaf | null;
  readonly dueField: string;
  /** The payments asked for, if the syntax lists them (instalments, withheld tax). */
  readonly payments: readonly Leaf[];
  readonly gross: Leaf | null;
  readonly net: Leaf | null;
  readonly tax: Leaf | null;
  readonly prepaid: Leaf | null;
  readonly rounding: Leaf | null;
  /** Paid on behalf of others, on top of the invoiced amount. */
  readonly thirdParty: readonly Leaf[];
  readonly linesTotal: Leaf | null;
  readonly lines: readonly InvoiceLine[];
  readonly adjustments: readonly Adjustment[];
  readonly card: Leaf | null;
  /** Codes of the means of payment. */
  readonly means: readonly Leaf[];
}

/** The facts of an empty invoice. */
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
