// Reads documents of our own (document.ts): the transactions of a hook's call. Nothing is undecided
// in them, so they put no question but for the account, where whoever brought them named none.

import * as z from "zod";
import {
  ACCOUNT_LABEL_CHARS_MAX,
  DESCRIPTION_CHARS_MAX,
  ITEM_PAYEE_CHARS_MAX,
} from "../../platform/limits.ts";
import { parseCurrency } from "../../money/currency.ts";
import { parseDay } from "../../money/day.ts";
import { parseUnits, units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { StatementRecord, Unreadable } from "../statement.ts";
import { wholeFormat, type WholeStatement } from "../whole-document.ts";
import { ITEMS_HEAD } from "./document.ts";

const FIRST_LINE = 2;

const item = z.strictObject({
  date: z.string(),
  amount: z.string(),
  currency: z.string(),
  payee: z.string().min(1).max(ITEM_PAYEE_CHARS_MAX),
  original_name: z.string().max(DESCRIPTION_CHARS_MAX).nullable(),
  notes: z.string().max(DESCRIPTION_CHARS_MAX).nullable(),
  reference: z.string().min(1).max(100),
});
const document = z.strictObject({
  tributary: z.literal("items/1"),
  account: z.string().min(1).max(ACCOUNT_LABEL_CHARS_MAX),
  items: z.array(z.unknown()),
});

/** The format, for the list of read-statement.ts. */
export const items = wholeFormat(
  (head) => new TextDecoder().decode(head.subarray(0, ITEMS_HEAD.length)) === ITEMS_HEAD,
  readItems,
);

/** Reads a document; refuses one that was cut or is no JSON. */
export function readItems(bytes: Uint8Array): Result<WholeStatement, Unreadable> {
  const parsed = document.safeParse(parseItems(bytes));
  if (!parsed.success)
    return err({
      reason: "malformed",
      message:
        "The file begins like a list of items that this service wrote, but it is not one; it may have been cut off. Send the items again.",
    });
  return ok({
    shape: "items",
    layout: {
      format: "items",
      bank: null,
      encoding: "UTF-8",
      delimiter: null,
      header_line: null,
      columns: [],
      date_format: "YYYY-MM-DD",
      decimal_mark: ".",
      sign: "positive",
      currency: null,
      account: parsed.data.account,
      proof: { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null },
      why: [
        "Another program reported these transactions through a webhook; positive amounts are money out, and each has its own currency and id.",
      ],
    },
    questions: [],
    accounts: [],
    records: parsed.data.items.map((one, index) => readRecord(one, index + FIRST_LINE)),
  });
}

function readRecord(told: unknown, line: number): StatementRecord {
  const cells = [JSON.stringify(told)];
  const read = item.safeParse(told);
  const rejected = (reason: string): StatementRecord => ({ kind: "rejected", line, cells, reason });
  if (!read.success)
    return rejected(
      `The item's ${read.error.issues[0]?.path.join("/") || "shape"} is not as expected.`,
    );
  const {
    date: day,
    amount: debit,
    currency: code,
    payee,
    original_name: original,
    notes,
    reference,
  } = read.data;
  const [date, amount, currency] = [parseDay(day), parseUnits(debit), parseCurrency(code)];
  if (date === null) return rejected(`"${day.slice(0, 40)}" is not a day; expected YYYY-MM-DD.`);
  if (!amount.ok)
    return rejected(`"${debit.slice(0, 40)}" is not an amount of at most four decimals.`);
  if (currency === null) return rejected(`"${code.slice(0, 40)}" is not a currency code.`);
  const row = {
    line,
    date,
    time: null,
    amount: units(0 - amount.value),
    currency,
    payee,
    description: original ?? payee,
    notes,
    reference,
    balance: null,
    account: null,
    pending: false,
    facts: {},
    cells,
  };
  return { kind: "transaction", row };
}

function parseItems(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
