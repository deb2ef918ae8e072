// The roles a column can have, and the labels by which banks name them in some thirty languages.
// The labels are data (words/column-labels.json); normalLabel brings them to one form.

import labels from "../../words/column-labels.json" with { type: "json" };

export const ROLES = [
  "booking_date",
  "transaction_date",
  "date",
  "value_date",
  "purchase_date",
  "time",
  "amount",
  "debit",
  "credit",
  "balance",
  "side",
  "currency",
  "original_amount",
  "original_currency",
  "rate",
  "fee",
  "payee",
  "description",
  "type",
  "category",
  "notes",
  "reference",
  "weak_reference",
  "number",
  "status",
  "card",
  "account",
  "account_name",
  "counterparty_account",
  "bank",
  "other_amount",
] as const;

export type Role = (typeof ROLES)[number];

/** The labels of each role; where two roles share a label, the role that comes first wins ties. */
export const COLUMN_LABELS: Readonly<Record<Role, readonly string[]>> = labels;
