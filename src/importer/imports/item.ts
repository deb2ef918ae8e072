// Turns a statement's row into the item that is inserted into the budget. Pure; the hash of its
// identity is made elsewhere, a slice at a time. In the service positive is a debit; in a statement
// money in is positive.

import {
  ITEM_NOTES_CHARS_MAX,
  ITEM_PAYEE_CHARS_MAX,
  METADATA_CHARS_MAX,
  DESCRIPTION_CHARS_MAX,
} from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import type { StatementRow } from "../../statements/statement.ts";
import { POSTING_DATE, readPurchaseDate } from "./account-dates.ts";
import type { IdentityFacts } from "./external-id.ts";
import { foreignNote, readForeign, isConversion, type Foreign } from "./foreign.ts";
import { cleanPayee, type CleanPayee } from "../../statements/payees/payee.ts";
import { clean, fit } from "../../platform/text.ts";

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
  /** Set only for pending rows: nobody can have reviewed what may still change. */
  readonly status: "unreviewed" | null;
  readonly custom_metadata: { readonly tributary: Provenance };
}

/**
 * The origin of the transaction and the parts of its id, so that the scheme can change without a
 * new import.
 */
interface Provenance {
  readonly run: string;
  readonly line: number;
  readonly [fact: string]: string | number;
}

/** A row that is ready to be identified, numbered and posted. */
export interface NormalizedRow {
  readonly identity: IdentityFacts;
  readonly item: InsertItem;
  readonly time: string | null;
  readonly balance: Units | null;
  readonly pending: boolean;
}

export interface NormalizeContext {
  readonly run: string;
  readonly account: { readonly id: number; readonly currency: Currency };
  /** From the caller or the document; a row's own currency overrides it. */
  readonly currency: Currency | null;
  /** The account's transactions have the purchase date where the file prints one. */
  readonly byPurchase?: boolean;
}

/** The insert item of a row, and the facts that identify it. */
export function normalize(row: StatementRow, context: NormalizeContext): NormalizedRow {
  const { date, amount, time, balance, description, reference } = row;
  const currency = row.currency ?? context.currency ?? context.account.currency;
  const text = clean(description);
  const printed = row.payee === "" || row.payee === description ? text : clean(row.payee);
  const cleaned = cleanPayee(printed);
  const foreign = readForeign(row, currency);
  const purchase = context.byPurchase === true ? readPurchaseDate(row) : null;
  const dated = purchase ?? date;
  const item: InsertItem = {
    date: dated,
    amount: printUnits(units(0 - amount)),
    currency,
    payee: fit(cleaned.payee, ITEM_PAYEE_CHARS_MAX),
    original_name: fit(joinOriginal(text, printed), DESCRIPTION_CHARS_MAX),
    notes: joinNotes(row.notes, foreignNote(foreign)),
    manual_account_id: context.account.id,
    status: row.pending ? "unreviewed" : null,
    custom_metadata: { tributary: provenance(row, context.run, { cleaned, foreign, dated }) },
  };
  return {
    identity: { account: context.account.id, date, amount, currency, reference, description },
    item,
    time,
    balance,
    pending: row.pending,
  };
}

/** The bank's description, after the payee where that is from a text outside the description. */
function joinOriginal(description: string, payee: string): string {
  if (payee === description) return description;
  const said = description.toLowerCase();
  const wanted = payee.toLowerCase();
  if (said.includes(wanted) || wanted.split(" ").every((word) => said.includes(word)))
    return description;
  return description === "" ? payee : `${payee} ${description}`;
}

/** The bank's notes, and on a line of its own the booking's amount in another currency. */
function joinNotes(printed: string | null, foreign: string | null): string | null {
  const notes = printed === null ? "" : clean(printed);
  if (foreign === null) return notes === "" ? null : fit(notes, ITEM_NOTES_CHARS_MAX);
  return notes === ""
    ? foreign
    : `${fit(notes, ITEM_NOTES_CHARS_MAX - foreign.length - 1)}\n${foreign}`;
}

const FACT_CHARS_MAX = 200;
/** Run, line, time and reference need less; JSON may write a character as two. */
const METADATA_CHARS_RESERVED = 600;

function provenance(
  row: StatementRow,
  run: string,
  { cleaned, foreign, dated }: { cleaned: CleanPayee; foreign: Foreign; dated: Day },
): Provenance {
  const kept: { run: string; line: number; [fact: string]: string | number } = {
    run,
    line: row.line,
  };
  if (row.reference !== null) kept["reference"] = fit(row.reference, 100);
  if (row.time !== null) kept["time"] = row.time;
  if (isConversion(row)) kept["currency_conversion"] = "yes";
  if (dated !== row.date) kept[POSTING_DATE] = row.date;
  let room = METADATA_CHARS_MAX - METADATA_CHARS_RESERVED;
  const facts =
    foreign.original_currency === undefined ? row.facts : { ...foreign, ...row.facts, ...foreign };
  for (const name in facts) {
    const fact = facts[name] ?? "";
    // Most banks repeat the posting date as the value date, or leave the cell empty.
    if (fact === "" || fact === row.date || fact === dated || name in kept) continue;
    const text = fit(clean(fact), FACT_CHARS_MAX);
    room -= 2 * text.length + name.length + 6;
    if (room < 0) break;
    if (text !== "") kept[name] = text;
  }
  // The part of the bank's text that the payee leaves out: "type: POS PURCHASE; place: SEATTLE WA".
  if (cleaned.left_out !== "" && room > 2 * FACT_CHARS_MAX)
    kept["left_out"] = fit(cleaned.left_out, FACT_CHARS_MAX);
  return kept;
}
