// Reads one record of a register. It becomes a transaction with its split parts, transfer and
// number as facts. An opening balance or a move of shares without cash is skipped. A record without
// a readable date or amount is rejected.

import { QIF_RECORD_CHARS_MAX, QIF_RECORD_LINES_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import { parseAmount } from "../amounts.ts";
import { dropEmpty } from "../charset.ts";
import { dateParts } from "../csv/dates/dates.ts";
import { joinTexts } from "../ofx/texts.ts";
import type { StatementRecord, StatementRow } from "../statement.ts";
import { isOpening } from "./accounts.ts";
import type { QifRecord } from "./blocks.ts";
import type { Contents, Interpreted } from "./contents.ts";
import { describeTraded } from "../traded.ts";
import { cashEffect } from "./investments.ts";
import { parseDay, normalizeDate, type DayReader, type ReadingOptions } from "./values.ts";

/** The options for reading the records of a register. */
export interface RegisterOptions extends ReadingOptions {
  readonly label: string | null;
  readonly investment: boolean;
  /** Whether the amounts have the opposite sign. */
  readonly turned: boolean;
  readonly today: Day;
  readonly readDay: DayReader;
}

export interface ReadRecord {
  readonly record: StatementRecord;
  /** The balance before all records, if this record states it. */
  readonly opening: Units | null;
  /** Whether a split's parts do not add up to its amount. */
  readonly uneven: boolean;
}

/** Reads a record; `first` if it begins its register, `cut` if the file breaks off inside it. */
export function readRecord(
  { record, contents }: Interpreted,
  manner: RegisterOptions,
  { first, cut }: { first: boolean; cut: boolean },
): ReadRecord {
  const leave = (
    kind: "rejected" | "skipped",
    reason: string,
    opening: Units | null = null,
  ): ReadRecord => ({
    record: { kind, line: record.line, cells: record.cells, reason },
    opening,
    uneven: false,
  });
  const size = record.cells.reduce((all, cell) => all + cell.length, 0);
  if (size > QIF_RECORD_CHARS_MAX || record.fields.length > QIF_RECORD_LINES_MAX) {
    const reason = `the record has ${record.fields.length} lines and ${size} characters; at most ${QIF_RECORD_LINES_MAX} and ${QIF_RECORD_CHARS_MAX} are read`;
    return {
      ...leave("rejected", reason),
      record: { kind: "rejected", line: record.line, cells: [], reason },
    };
  }
  if (cut) return leave("rejected", "the file breaks off inside this record");
  const effect = manner.investment ? readEffect(contents) : "signed";
  if (typeof effect === "object") return leave(effect.kind, effect.reason);
  if (
    contents.date === "" &&
    record.fields.some(({ code, value }) => code === "K" && value.length <= 1)
  )
    return leave("skipped", "a memorized payment (K), which was not made");
  const date = readDate(contents, manner);
  if (typeof date !== "string") return leave("rejected", date.fault);
  const printed = readAmount(contents, manner);
  if (typeof printed === "string") return leave("rejected", printed);
  const amount = applyEffect(printed, effect, manner.turned);
  if (first && !manner.investment && isOpening(contents.payee || contents.memo))
    return leave(
      "skipped",
      `"${contents.payee || contents.memo}" is the balance before the other records, not a transaction`,
      amount,
    );
  if (printed === 0 && /^\**\s?void/i.test(contents.payee))
    return leave("skipped", "the record was voided");
  const { parts, uneven } = describeParts(contents, printed, manner);
  return {
    record: {
      kind: "transaction",
      row: buildRow(record, contents, { date, amount, parts }, manner),
    },
    opening: null,
    uneven,
  };
}

type Effect =
  "in" | "out" | "signed" | { readonly kind: "rejected" | "skipped"; readonly reason: string };

function readEffect({ number, amounts, transfer, security, payee }: Contents): Effect {
  // Investment registers may hold ordinary cash transactions, such as checks and deposits.
  if (
    security === "" &&
    (number === "" || /^\d+$/.test(number)) &&
    (payee !== "" || amounts.length > 0)
  )
    return "signed";
  const effect = cashEffect(number);
  if (effect === undefined)
    return {
      kind: "rejected",
      reason:
        number === ""
          ? "the record does not name an investment action (N)"
          : `"${number.slice(0, 40)}" is not a known investment action`,
    };
  if (effect === "none") return { kind: "skipped", reason: `${number} moves shares, not cash` };
  if (effect === "elsewhere")
    return {
      kind: "skipped",
      reason: `${number} moves its money from or to ${transfer === "" ? "another account" : `"${transfer}"`} at once; this account's cash does not change`,
    };
  return effect;
}

function readDate({ dates }: Contents, manner: RegisterOptions): Day | { fault: string } {
  if (dates.length === 1) return parseDay(dates[0] ?? "", manner);
  // Some programs begin descriptions with a "D" too: "DPayment 123" next to "D1/2/2024".
  const like = dates.filter((one) => dateParts(normalizeDate(one, manner.today)) !== null);
  const [date = dates[0] ?? ""] = like;
  if (date === "") return { fault: "the record has no date" };
  const other = like.find((one) => one !== date);
  return other === undefined
    ? parseDay(date, manner)
    : { fault: `the record has two dates, "${date}" and "${other}"` };
}

/** T and U print the same amount, one with more digits than the other. */
function readAmount({ amounts }: Contents, manner: ReadingOptions): Units | string {
  const [first, ...others] = amounts;
  if (first === undefined) return "the record has no amount";
  const amount = parseAmount(first, manner.mark);
  if (typeof amount === "string") return amount;
  for (const other of others) {
    const again = parseAmount(other, manner.mark);
    if (again !== amount) return `the record has two amounts, "${first}" and "${other}"`;
  }
  return amount;
}

function applyEffect(amount: Units, effect: "in" | "out" | "signed", turned: boolean): Units {
  if (effect === "out") return units(0 - Math.abs(amount));
  return effect === "signed" && turned ? units(0 - amount) : amount;
}

const PARTS_SHOWN = 12;

/** Describes the parts of a split, and tells whether they do not add up. */
function describeParts(
  { splits, category, transfer }: Contents,
  amount: Units,
  manner: ReadingOptions,
): { parts: readonly string[]; uneven: boolean } {
  if (splits.length === 0) return { parts: [], uneven: false };
  const values = splits.map((part) =>
    part.amount === "" ? "" : parseAmount(part.amount, manner.mark),
  );
  const sum = values.every((value) => typeof value === "number")
    ? values.reduce<number>((all, value) => all + (typeof value === "number" ? value : 0), 0)
    : null;
  const percents = splits.every((part) => part.amount === "" && part.percent !== "");
  const words = splits.map((part, at) => {
    const value = values[at];
    const printed =
      typeof value === "number"
        ? printUnits(value, 2)
        : part.amount || (part.percent === "" ? "" : `${part.percent}%`);
    return [
      part.category || (at === 0 ? category || transfer : ""),
      printed,
      part.memo === "" ? "" : `(${part.memo})`,
    ]
      .filter((word) => word !== "")
      .join(" ");
  });
  return { parts: words, uneven: !percents && sum !== amount };
}

function buildRow(
  record: QifRecord,
  contents: Contents,
  { date, amount, parts }: { date: Day; amount: Units; parts: readonly string[] },
  { label, investment }: RegisterOptions,
): StatementRow {
  const { payee, memo, category, transfer, number, security } = contents;
  const texts = joinTexts([payee, security, memo]);
  const description = texts || transfer || category || number || "QIF";
  const shown = payee || security || memo || description;
  const traded = investment ? describeTraded(contents.quantity, security, contents.price) : "";
  const own = [memo === shown ? "" : memo, traded].filter((note) => note !== "").join("; ");
  const notes = [
    own,
    parts.length === 0
      ? ""
      : `Parts: ${parts.slice(0, PARTS_SHOWN).join("; ")}${parts.length > PARTS_SHOWN ? "; ..." : ""}`,
  ]
    .filter((note) => note !== "")
    .join(" ");
  return {
    line: record.line,
    date,
    time: null,
    amount,
    currency: null,
    payee: shown,
    description,
    notes: notes === "" ? null : notes,
    reference: null,
    balance: null,
    account: label,
    pending: false,
    facts: collectFacts(contents, parts, investment),
    cells: record.cells,
  };
}

function collectFacts(
  { number, category, transfer, cleared, address, security, price, quantity, commission }: Contents,
  parts: readonly string[],
  investment: boolean,
): Record<string, string> {
  const kind = investment ? number : "";
  return dropEmpty({
    investment: investment ? kind || "Cash" : "",
    check_number: !investment && /^\d{1,12}$/.test(number) ? number : "",
    number: investment || /^\d{1,12}$/.test(number) ? "" : number,
    category,
    transfer_account: transfer,
    cleared,
    address,
    security,
    units: quantity,
    unit_price: price,
    fee: commission,
    parts: parts.join("; "),
  });
}
