// A statement's row becomes the item that is inserted into the budget, or is left out with a reason.
// Pure but for the hash. In the service positive is a debit; in a statement money in is positive.

import { NOTES_CHARS_MAX, PAYEE_CHARS_MAX, METADATA_CHARS_MAX, DESCRIPTION_CHARS_MAX } from "../../limits.ts";
import type { Currency } from "../../value/currency.ts";
import type { Day } from "../../value/day.ts";
import { printUnits, units, type Units } from "../../value/money.ts";
import type { StatementRow } from "../decode/statement.ts";
import { identityKey, type IdentityFacts } from "./external-id.ts";
import { clean, fit } from "./text.ts";

/** The item of POST /transactions, before its external_id is known. */
export interface InsertItem {
  readonly date: Day;
  /** Decimal text; positive is a debit. */
  readonly amount: string;
  readonly currency: Currency;
  readonly payee: string;
  readonly original_name: string;
  readonly notes: string | null;
  readonly manual_account_id: number;
  readonly custom_metadata: { readonly tributary: Readonly<Record<string, string | number>> };
}

/** A row ready to be numbered and posted. */
export interface NormalizedRow {
  readonly key: string;
  readonly date: Day;
  readonly amount: Units;
  readonly account: number;
  readonly item: InsertItem;
  readonly referenced: boolean;
  readonly time: string | null;
  readonly balance: Units | null;
}

export interface NormalizeContext {
  readonly run: string;
  readonly account: { readonly id: number; readonly currency: Currency };
  /** Said by the caller or read in the document; a row's own currency goes before it. */
  readonly currency: Currency | null;
}

/** The insert item of a row, with its identity key; `identify` is replaced only to measure what hashing costs. */
export async function normalize(
  row: StatementRow,
  context: NormalizeContext,
  identify: (facts: IdentityFacts) => string | Promise<string> = identityKey,
): Promise<NormalizedRow> {
  const currency = row.currency ?? context.currency ?? context.account.currency;
  const description = fit(clean(row.description), DESCRIPTION_CHARS_MAX);
  const identity = { account: context.account.id, date: row.date, amount: row.amount, currency };
  const key = await identify({ ...identity, reference: row.reference, description: row.description });
  const item: InsertItem = {
    date: row.date,
    amount: printUnits(units(-row.amount)),
    currency,
    payee: fit(clean(row.payee === "" ? row.description : row.payee), PAYEE_CHARS_MAX),
    original_name: description,
    notes: row.notes === null || row.notes === "" ? null : fit(clean(row.notes), NOTES_CHARS_MAX),
    manual_account_id: context.account.id,
    custom_metadata: { tributary: provenance(row, context.run) },
  };
  const { date, amount, time, balance } = row;
  return { key, date, amount, account: context.account.id, item, referenced: row.reference !== null, time, balance };
}

/** Where the transaction came from and the parts of its id, so that the scheme can change without a new import. */
function provenance(row: StatementRow, run: string): Record<string, string | number> {
  const kept: Record<string, string | number> = { run, line: row.line };
  if (row.reference !== null) kept["reference"] = fit(row.reference, 100);
  if (row.time !== null) kept["time"] = row.time;
  let room = METADATA_CHARS_MAX - 600;
  for (const [name, value] of Object.entries(row.facts)) {
    const text = fit(clean(value), 200);
    room -= JSON.stringify(text).length + name.length + 4;
    if (room < 0) break;
    if (text !== "" && !Object.hasOwn(kept, name)) kept[name] = text;
  }
  return kept;
}
