// CFONB 120, the statements of French banks: records of 120 characters. 01 is the old balance, 04 a
// movement, 05 its further text, 07 the new balance. The last character of an amount holds the last
// digit and the sign: { and A to I are money in, } and J to R money out.

import { parseCurrency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { dropEmpty, foldBlanks } from "../charset.ts";
import type { StatementRecord } from "../statement.ts";
import {
  breakOff,
  cut,
  cutText,
  damage,
  defineRecord,
  readDay,
  signed,
  splitRecords,
  toUnits,
  type FixedRecord,
} from "./fields.ts";
import { recordFormat } from "./read.ts";
import { toRecord, type Balance, type Section } from "./sections.ts";

const WIDTH = 120;

const BALANCE = defineRecord("the balance", {
  bank: [3, 7, "the bank", "T"],
  branch: [12, 16, "the branch", "T"],
  currency: [17, 19, "the currency", "T"],
  decimals: [20, 20, "the decimals", "T"],
  account: [22, 32, "the account", "T"],
  day: [35, 40, "the day", "N"],
  amount: [91, 104, "the balance", "T"],
});

const MOVEMENT = defineRecord("record 04", {
  operation: [33, 34, "the code of the operation", "T"],
  day: [35, 40, "the day of the operation", "N"],
  reason: [41, 42, "the reason of a return", "T"],
  value_day: [43, 48, "the value date", "T"],
  label: [49, 79, "the label", "T"],
  entry: [82, 88, "the number of the entry", "T"],
  amount: [91, 104, "the amount", "T"],
  reference: [105, 120, "the reference", "T"],
});

const FURTHER = defineRecord("record 05", {
  qualifier: [46, 48, "the qualifier", "T"],
  text: [49, 118, "the text", "T"],
});

export const cfonb = recordFormat({
  format: "cfonb120",
  called: "CFONB 120",
  date_format: "DDMMYY",
  begins: /^01[\dA-Z]{5}.{4}[\dA-Z]{5}[A-Z ]{3}[\d ].[\dA-Z ]{11}..\d{6}/,
  parse: parseCfonb,
});

interface OpenMovement {
  readonly record: FixedRecord;
  readonly further: FixedRecord[];
}

interface OpenSection {
  readonly first: FixedRecord;
  readonly movements: OpenMovement[];
  readonly printed: string[];
}

function parseCfonb(text: string): {
  sections: readonly Section[];
  faults: readonly string[];
  why: readonly string[];
} {
  const sections: Section[] = [];
  let open: OpenSection | null = null;
  let last = 0;
  for (const record of splitRecords(text, WIDTH)) {
    const { line, text: printed } = record;
    const code = printed.slice(0, 2);
    last = line;
    if (code === "01") {
      if (open !== null) damage(line, printed.slice(0, 12), "a record 04, 05 or 07");
      open = { first: record, movements: [], printed: [printed] };
      continue;
    }
    if (open === null) return damage(line, printed.slice(0, 12), "a record 01 (the old balance)");
    if (!isSameAccount(record, open.first))
      damage(line, keyOf(record), `a record of the account ${keyOf(open.first)}`);
    open.printed.push(printed);
    if (code === "07") {
      sections.push(closeSection(open, record));
      open = null;
    } else takePart(open, record);
  }
  if (open !== null) breakOff(last, "a record 07 (the new balance)");
  return { sections, faults: [], why: [] };
}

function takePart({ movements }: OpenSection, record: FixedRecord): void {
  const { line, text } = record;
  const code = text.slice(0, 2);
  if (code === "04") movements.push({ record, further: [] });
  else if (code === "05") {
    const own = movements.at(-1);
    if (own === undefined) return damage(line, text.slice(0, 12), "a record 04 (a movement)");
    const [found, expected] = [record, own.record].map(operationOf);
    if (found !== expected)
      damage(line, found ?? "", `further text of the operation ${expected ?? ""} before it`);
    own.further.push(record);
  } else damage(line, text.slice(0, 12), "a record 01, 04, 05 or 07");
}

/** Code and day of an operation, which its further texts repeat. */
function operationOf(record: FixedRecord): string {
  return `${cut(record, MOVEMENT, "operation")} ${cut(record, MOVEMENT, "day")}`;
}

/** Most records repeat these places as they are; blanks may differ. */
function isSameAccount(record: FixedRecord, first: FixedRecord): boolean {
  return (
    record.text.slice(BANK_AT, ACCOUNT_END) === first.text.slice(BANK_AT, ACCOUNT_END) ||
    keyOf(record) === keyOf(first)
  );
}

const BANK_AT = BALANCE.fields.bank[0] - 1;
const [, ACCOUNT_END] = BALANCE.fields.account;

/** Bank, branch, currency and account, which every record repeats. */
function keyOf(record: FixedRecord): string {
  return foldBlanks(
    `${cut(record, BALANCE, "bank")} ${cut(record, BALANCE, "branch")} ${cut(record, BALANCE, "account")} ${cut(record, BALANCE, "currency")}`,
  );
}

function closeSection({ first, movements, printed }: OpenSection, record: FixedRecord): Section {
  const currency = cutText(first, BALANCE, "currency");
  const held = parseCurrency(currency);
  return {
    line: first.line,
    bank: cut(first, BALANCE, "bank"),
    account: `${cut(first, BALANCE, "bank")} ${cut(first, BALANCE, "branch")} ${cutText(first, BALANCE, "account")}`,
    printed_currency: currency,
    currency: held,
    opening: readBalance(first),
    closing: readBalance(record),
    records: movements.map((movement) => readMovement(movement, held)),
    printed: () => printed.join("\n"),
  };
}

function readBalance(record: FixedRecord): Balance {
  const amount = readOverpunched(record, cut(record, BALANCE, "amount"));
  if (typeof amount === "string")
    return damage(record.line, cut(record, BALANCE, "amount"), amount);
  return { line: record.line, day: readDay(cut(record, BALANCE, "day"), "dmy"), amount };
}

const IN = "{ABCDEFGHI";
const OUT = "}JKLMNOPQR";
const DECIMALS_USUAL = 2;

/** Thirteen digits and one that also holds the sign; otherwise what was expected. */
function readOverpunched(record: FixedRecord, text: string): Units | string {
  const printed = cut(record, BALANCE, "decimals");
  const decimals = printed === " " ? DECIMALS_USUAL : Number(printed);
  const whole = text
    .slice(0, -1)
    .trimStart()
    .padStart(text.length - 1, "0");
  // Some programs write accented letters for the braces: é and è are { and } in French ASCII.
  const sign = text.slice(-1).replace("é", "{").replace("è", "}");
  const [plus, minus] = [IN.indexOf(sign), OUT.indexOf(sign)];
  const expected = `an amount of 13 digits and a last digit with its sign ({, A to I, }, J to R) with ${Number.isNaN(decimals) ? "the number of its decimals" : `${decimals} decimals`}`;
  if (!/^\d+$/.test(whole) || sign === "" || (plus < 0 && minus < 0) || Number.isNaN(decimals))
    return expected;
  const amount = toUnits(`${whole}${Math.max(plus, minus)}`, decimals);
  return amount === null ? expected : signed(amount, minus >= 0);
}

/** Qualifiers of record 05: what a person knows as the other party, the text, and the rest. */
const TEXTS: ReadonlySet<string> = new Set(["LIB", "LCC", "LC2", "LCS"]);
// prettier-ignore
const FACTS: Readonly<Record<string, string>> = {
  RCN: "end_to_end_id", REF: "customer_reference", RUM: "mandate_id", IBE: "creditor_id", IPY: "payer_id", NBU: "ultimate_party", NPO: "ultimate_party", CBE: "counterparty_account", CPY: "counterparty_account", BDB: "counterparty_bank", MMO: "original",
};
const REFERENCE_CHARS = 35;

function readMovement(
  { record, further }: OpenMovement,
  currency: Section["currency"],
): StatementRecord {
  const { line } = record;
  const cells = [record, ...further].map(({ text }) => text.trimEnd());
  const amount = readOverpunched(record, cut(record, MOVEMENT, "amount"));
  const day = cut(record, MOVEMENT, "day");
  const date = readDay(day, "dmy");
  if (typeof amount === "string" || date === null)
    return {
      kind: "rejected",
      line,
      cells,
      reason:
        typeof amount === "string"
          ? `found "${cut(record, MOVEMENT, "amount")}" where ${amount} was expected`
          : `found "${day}" where the day of the operation (DDMMYY) was expected`,
    };
  const { name, text, facts } = readFurther(further, amount < 0);
  const label = foldBlanks(cut(record, MOVEMENT, "label"));
  return toRecord({
    line,
    date,
    amount,
    currency,
    name,
    text: foldBlanks(`${label === name ? "" : label} ${text}`),
    type: "",
    reference: "",
    facts: dropEmpty({
      value_date: readValueDay(record) ?? "",
      transaction_code: cutText(record, MOVEMENT, "operation"),
      return_reason: cutText(record, MOVEMENT, "reason").replace(/^0+$/, ""),
      bank_reference: cutText(record, MOVEMENT, "entry").replace(/^0+$/, ""),
      customer_reference: cutText(record, MOVEMENT, "reference"),
      ...facts,
    }),
    cells,
  });
}

function readValueDay(record: FixedRecord): Day | null {
  return readDay(cut(record, MOVEMENT, "value_day"), "dmy");
}

function readFurther(
  records: readonly FixedRecord[],
  out: boolean,
): { name: string; text: string; facts: Record<string, string> } {
  const names: Record<string, string> = {};
  const facts: Record<string, string> = {};
  const texts: string[] = [];
  for (const record of records) {
    const qualifier = cutText(record, FURTHER, "qualifier");
    const printed = cut(record, FURTHER, "text");
    const text = foldBlanks(printed);
    const fact = FACTS[qualifier];
    if (qualifier === "NPY" || qualifier === "NBE") names[qualifier] = text;
    else if (TEXTS.has(qualifier)) texts.push(text);
    else if (qualifier === "MMO") Object.assign(facts, readOriginal(printed));
    else if (qualifier === "RCN" || qualifier === "RUM")
      facts[fact ?? qualifier] = foldBlanks(printed.slice(0, REFERENCE_CHARS));
    else if (fact !== undefined) facts[fact] = text;
    else if (text !== "") facts["further"] = foldBlanks(`${facts["further"] ?? ""} ${text}`);
  }
  const [first, second] = out ? ["NBE", "NPY"] : ["NPY", "NBE"];
  return { name: names[first ?? ""] ?? names[second ?? ""] ?? "", text: texts.join(" "), facts };
}

/** "USD2" and 14 digits: the amount before it was converted. */
function readOriginal(text: string): Readonly<Record<string, string>> {
  const [, currency = "", decimals = "", digits = ""] = /^([A-Z]{3})(\d)(\d{14})/.exec(text) ?? [];
  const amount = digits === "" ? null : toUnits(digits, Number(decimals));
  return amount === null || parseCurrency(currency) === null
    ? {}
    : { original_amount: String(amount / 10_000), original_currency: currency };
}
