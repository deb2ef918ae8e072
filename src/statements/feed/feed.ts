// Reads the documents that a scheduled fetch writes (importer/schedules/feed-document.ts). The
// server states everything, so there are no questions; each row is still checked, since anybody can
// upload such a file. The server's id of a booked transaction is its reference, as a FITID is in
// OFX.

import * as z from "zod";
import { parseCurrency, type Currency } from "../../money/currency.ts";
import { parseDay } from "../../money/day.ts";
import { parseUnits } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { parseJson } from "../../platform/json.ts";
import type { StatementRecord, Unreadable } from "../statement.ts";
import { wholeFormat, type WholeStatement } from "../whole-document.ts";

/** How such a document begins; no other format begins so. */
export const FEED_HEAD = '{"tributary":"statement/1",';
/** The first line holds the account. */
const FIRST_LINE = 2;
const TEXT_CHARS_MAX = 10_000;

const text = z.string().max(TEXT_CHARS_MAX);
const transaction = z.object({
  id: text.min(1),
  posted: z.string().nullable(),
  transacted: z.string().nullable(),
  amount: z.string(),
  description: text,
  payee: text.nullable(),
  memo: text.nullable(),
  pending: z.boolean(),
});
const document = z.object({
  tributary: z.literal("statement/1"),
  account: z.object({ id: text, name: text, institution: text, currency: z.string() }),
  transactions: z.array(z.unknown()),
});

/** The format, for the list of read-statement.ts. */
export const feed = wholeFormat(
  (head) => new TextDecoder().decode(head.subarray(0, FEED_HEAD.length)) === FEED_HEAD,
  readFeed,
);

/** Reads a document; refuses one that was cut or is of another form. */
export function readFeed(bytes: Uint8Array): Result<WholeStatement, Unreadable> {
  const parsed = document.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (!parsed.success)
    return err({
      reason: "malformed",
      message:
        "The file begins like a statement that this service wrote, but it is not one; it may have been cut off.",
    });
  const { account, transactions } = parsed.data;
  const currency = parseCurrency(account.currency);
  if (currency === null)
    return err({
      reason: "malformed",
      message: `The statement's currency is "${account.currency.slice(0, 20)}", which is not a currency code.`,
    });
  return ok({
    shape: `feed|${account.institution.toLowerCase()}|${account.id}`,
    layout: {
      format: "feed",
      bank: account.institution === "" ? null : account.institution,
      encoding: "UTF-8",
      delimiter: null,
      header_line: null,
      columns: [],
      date_format: "YYYY-MM-DD",
      decimal_mark: ".",
      sign: "negative",
      currency,
      account: account.name === "" ? null : account.name,
      proof: { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null },
      why: [
        `A server reported these transactions of "${account.name.slice(0, 60)}": money in is positive, days are those of UTC, and each that is booked has the server's own id.`,
      ],
    },
    questions: [],
    accounts: [],
    records: transactions.map((one, index) => readRecord(one, index + FIRST_LINE, currency)),
  });
}

function readRecord(told: unknown, line: number, currency: Currency): StatementRecord {
  const cells = [JSON.stringify(told)];
  const left = (kind: "rejected" | "skipped", reason: string): StatementRecord => ({
    kind,
    line,
    cells,
    reason,
  });
  const read = transaction.safeParse(told);
  if (!read.success)
    return left(
      "rejected",
      `its ${read.error.issues[0]?.path.join("/") || "shape"} is not as expected`,
    );
  const { id, posted, transacted, amount: printed, description, payee, memo, pending } = read.data;
  const amount = parseUnits(printed);
  if (!amount.ok)
    return left(
      "rejected",
      `the amount "${printed.slice(0, 40)}" is not a decimal of at most four places`,
    );
  const [day, happened] = [posted, transacted].map((one) => (one === null ? null : parseDay(one)));
  const date = day ?? (pending ? happened : null) ?? null;
  if (date === null)
    return left(
      pending ? "skipped" : "rejected",
      pending ? "pending: it has no day yet" : "it has no posting date",
    );
  const raw = description || payee || memo || "";
  return {
    kind: "transaction",
    row: {
      line,
      date,
      time: null,
      amount: amount.value,
      currency,
      payee: payee ?? raw,
      description: raw,
      notes: memo === raw ? null : memo,
      // A pending transaction may post under another id.
      reference: pending ? null : id,
      balance: null,
      account: null,
      pending,
      facts: {
        ...(happened !== null && happened !== undefined && { transaction_date: happened }),
        ...(pending && { pending_id: id }),
      },
      cells,
    },
  };
}
