// AEB 43 (Norma 43), the statements of Spanish banks: records of 80 characters. 11 is an account
// with its old balance, 22 a movement, 23 its texts, 24 its amount in another currency, 33 the sums
// and the new balance, 88 the end. Amounts have two decimals in every currency.

import { parseCurrency } from "../../money/currency.ts";
import { printUnits } from "../../money/money.ts";
import { dropEmpty, foldBlanks } from "../charset.ts";
import type { StatementRecord } from "../statement.ts";
import { AEB_CONCEPTS, CURRENCY_NUMBERS } from "./codes.ts";
import {
  breakOff,
  cut,
  cutText,
  damage,
  defineRecord,
  demand,
  findFault,
  readDay,
  signed,
  splitRecords,
  toUnits,
  type FixedRecord,
} from "./fields.ts";
import { recordFormat } from "./read.ts";
import { toRecord, type Section } from "./sections.ts";

const WIDTH = 80;
const DECIMALS = 2;
const DEBIT = "1";

const ACCOUNT = defineRecord("record 11", {
  bank: [3, 6, "the bank", "N"],
  branch: [7, 10, "the branch", "N"],
  account: [11, 20, "the account", "N"],
  first_day: [21, 26, "the first day", "N"],
  last_day: [27, 32, "the last day", "N"],
  side: [33, 33, "the side of the old balance", "N"],
  amount: [34, 47, "the old balance", "N"],
  currency: [48, 50, "the currency", "N"],
});

const MOVEMENT = defineRecord("record 22", {
  day: [11, 16, "the day of the operation", "N"],
  value_day: [17, 22, "the value date", "N"],
  concept: [23, 24, "the common concept", "N"],
  own_concept: [25, 27, "the bank's concept", "T"],
  side: [28, 28, "the side", "N"],
  amount: [29, 42, "the amount", "N"],
  document: [43, 52, "the number of the document", "T"],
  reference_1: [53, 64, "the first reference", "T"],
  reference_2: [65, 80, "the second reference", "T"],
});

const CONCEPT = defineRecord("record 23", {
  first: [5, 42, "the first concept", "T"],
  second: [43, 80, "the second concept", "T"],
});

const ORIGINAL = defineRecord("record 24", {
  currency: [5, 7, "the currency", "N"],
  amount: [8, 21, "the amount", "N"],
});

const SUMS = defineRecord("record 33", {
  account: [3, 20, "the account", "N"],
  debits: [21, 25, "the number of debits", "N"],
  debit_sum: [26, 39, "the sum of debits", "N"],
  credits: [40, 44, "the number of credits", "N"],
  credit_sum: [45, 58, "the sum of credits", "N"],
  side: [59, 59, "the side of the new balance", "N"],
  amount: [60, 73, "the new balance", "N"],
});

const END = defineRecord("record 88", { records: [21, 26, "the number of records", "N"] });

export const aeb43 = recordFormat({
  format: "aeb43",
  called: "AEB 43",
  date_format: "YYMMDD",
  begins: /^(?:00\d{4}[^\n]{60,76}\r?\n?)?11\d{30}[12]\d{17}[\d ]/,
  parse: (text) => {
    const parser = new Aeb43Parser();
    for (const record of splitRecords(text, WIDTH)) parser.take(record);
    return parser.end();
  },
});

interface OpenMovement {
  readonly record: FixedRecord;
  readonly concepts: FixedRecord[];
  original: FixedRecord | null;
}

interface OpenSection {
  readonly first: FixedRecord;
  readonly movements: OpenMovement[];
  readonly printed: string[];
}

class Aeb43Parser {
  readonly #sections: Section[] = [];
  readonly #faults: string[] = [];
  #open: OpenSection | null = null;
  #records = 0;
  #last = 0;
  #ended = false;

  take(record: FixedRecord): void {
    const { line, text } = record;
    const code = text.slice(0, 2);
    this.#last = line;
    if (this.#ended) damage(line, text.slice(0, 12), "the end of the file after record 88");
    if (code === "88") return this.#finish(record);
    this.#records += 1;
    if (code === "00" && this.#sections.length === 0 && this.#open === null) {
      this.#records -= 1;
      return;
    }
    if (code === "11") {
      if (this.#open !== null) damage(line, text.slice(0, 12), "a record 22, 23, 24 or 33");
      demand(record, ACCOUNT);
      this.#open = { first: record, movements: [], printed: [text] };
      return;
    }
    const open = this.#open;
    if (open === null) return damage(line, text.slice(0, 12), "a record 11 (an account)");
    open.printed.push(text);
    if (code === "33") this.#close(open, record);
    else takePart(open, record);
  }

  end(): { sections: readonly Section[]; faults: readonly string[]; why: readonly string[] } {
    if (this.#open !== null) breakOff(this.#last, "a record 33 (the new balance)");
    if (!this.#ended)
      this.#faults.push(
        `after line ${this.#last}: a record 88 with the number of records was expected`,
      );
    return { sections: this.#sections, faults: this.#faults, why: [] };
  }

  #finish(record: FixedRecord): void {
    if (this.#open !== null)
      damage(record.line, record.text.slice(0, 12), "a record 33 (the new balance)");
    demand(record, END);
    const records = Number(cut(record, END, "records"));
    // The standard does not count the end itself; some banks do.
    if (records !== this.#records && records !== this.#records + 1)
      this.#faults.push(
        `on line ${record.line}: record 88 counts ${records} records, the file has ${this.#records}`,
      );
    this.#ended = true;
  }

  #close({ first, movements, printed }: OpenSection, record: FixedRecord): void {
    demand(record, SUMS);
    const number = `${cut(first, ACCOUNT, "bank")}${cut(first, ACCOUNT, "branch")}${cut(first, ACCOUNT, "account")}`;
    if (cut(record, SUMS, "account") !== number)
      damage(record.line, cut(record, SUMS, "account"), `the new balance of the account ${number}`);
    const code = cut(first, ACCOUNT, "currency");
    const currency = CURRENCY_NUMBERS[code] ?? code;
    const held = parseCurrency(currency);
    const records = movements.map((movement) => readMovement(movement, held));
    this.#checkSums(record, records);
    this.#sections.push({
      line: first.line,
      bank: cut(first, ACCOUNT, "bank"),
      account: `${cut(first, ACCOUNT, "bank")} ${cut(first, ACCOUNT, "branch")} ${cut(first, ACCOUNT, "account")}`,
      printed_currency: currency,
      currency: held,
      opening: readBalance(first, ACCOUNT, cut(first, ACCOUNT, "first_day")),
      closing: readBalance(record, SUMS, cut(first, ACCOUNT, "last_day")),
      records,
      printed: () => printed.join("\n"),
    });
    this.#open = null;
  }

  #checkSums(record: FixedRecord, records: readonly StatementRecord[]): void {
    const amounts = records.flatMap((one) =>
      one.kind === "transaction" ? [Number(one.row.amount)] : [],
    );
    if (amounts.length < records.length) return;
    for (const [side, count, sum] of [
      ["debits", "debits", "debit_sum"],
      ["credits", "credits", "credit_sum"],
    ] as const) {
      const own = amounts.filter((amount) => (side === "debits" ? amount < 0 : amount > 0));
      const total = own.reduce((all, amount) => all + Math.abs(amount), 0);
      const printed = toUnits(cut(record, SUMS, sum), DECIMALS);
      const zero = amounts.filter((amount) => amount === 0).length;
      const number = Number(cut(record, SUMS, count));
      if (printed === null || (printed === total && Math.abs(number - own.length) <= zero))
        continue;
      this.#faults.push(
        `on line ${record.line}: record 33 has ${number} ${side} of ${printUnits(printed, 2)}, the movements are ${own.length} of ${(total / 10_000).toFixed(2)}`,
      );
    }
  }
}

function takePart({ movements }: OpenSection, record: FixedRecord): void {
  const { line, text } = record;
  const code = text.slice(0, 2);
  if (code === "22") {
    movements.push({ record, concepts: [], original: null });
    return;
  }
  const own = movements.at(-1);
  if (code !== "23" && code !== "24")
    return damage(line, text.slice(0, 12), "a record 11, 22, 23, 24, 33 or 88");
  if (own === undefined) return damage(line, text.slice(0, 12), "a record 22 (a movement)");
  if (code === "23") own.concepts.push(record);
  else own.original = record;
}

function readBalance(
  record: FixedRecord,
  kind: typeof ACCOUNT | typeof SUMS,
  day: string,
): NonNullable<Section["opening"]> {
  const [side, printed] =
    kind === ACCOUNT
      ? [cut(record, ACCOUNT, "side"), cut(record, ACCOUNT, "amount")]
      : [cut(record, SUMS, "side"), cut(record, SUMS, "amount")];
  const amount = toUnits(printed, DECIMALS);
  if (amount === null) return damage(record.line, printed, "a balance");
  return { line: record.line, day: readDay(day, "ymd"), amount: signed(amount, side === DEBIT) };
}

function readMovement(
  { record, concepts, original }: OpenMovement,
  currency: Section["currency"],
): StatementRecord {
  const { line } = record;
  const cells = [record.text.trimEnd()];
  for (const { text } of concepts) cells.push(text.trimEnd());
  if (original !== null) cells.push(original.text.trimEnd());
  const reject = (reason: string): StatementRecord => ({ kind: "rejected", line, cells, reason });
  const fault = findFault(record, MOVEMENT);
  if (fault !== null) return reject(fault);
  const side = cut(record, MOVEMENT, "side");
  if (side !== "1" && side !== "2")
    return reject(`found "${side}" where 1 (debit) or 2 (credit) was expected`);
  const date = readDay(cut(record, MOVEMENT, "day"), "ymd");
  if (date === null)
    return reject(`the day of the operation ${cut(record, MOVEMENT, "day")} does not exist`);
  const amount = toUnits(cut(record, MOVEMENT, "amount"), DECIMALS);
  if (amount === null) return reject("the amount is too large");
  const concept = cut(record, MOVEMENT, "concept");
  const type = AEB_CONCEPTS[concept] ?? "";
  const references = (["reference_1", "reference_2"] as const)
    .map((name) => cutText(record, MOVEMENT, name))
    .filter((text) => text !== "" && !/^0*$/.test(text));
  return toRecord({
    line,
    date,
    amount: signed(amount, side === DEBIT),
    currency,
    name: "",
    text: joinConcepts(concepts) || references.filter((text) => /\p{L}/u.test(text)).join(" "),
    type,
    reference: "",
    facts: dropEmpty({
      value_date: readDay(cut(record, MOVEMENT, "value_day"), "ymd") ?? "",
      transaction_code: `${concept}${cutText(record, MOVEMENT, "own_concept")}`,
      type,
      document: cutText(record, MOVEMENT, "document").replace(/^0+$/, ""),
      customer_reference: references.join(" "),
      ...readOriginal(original),
    }),
    cells,
  });
}

/** Joins the concepts; one that fills its field continues without a blank. */
function joinConcepts(records: readonly FixedRecord[]): string {
  let text = "";
  let full = false;
  for (const record of records)
    for (const name of ["first", "second"] as const) {
      const part = cut(record, CONCEPT, name);
      text += full ? part : ` ${part}`;
      full = !part.endsWith(" ");
    }
  return foldBlanks(text);
}

function readOriginal(record: FixedRecord | null): Readonly<Record<string, string>> {
  if (record === null || findFault(record, ORIGINAL) !== null) return {};
  const code = cut(record, ORIGINAL, "currency");
  const amount = toUnits(cut(record, ORIGINAL, "amount"), DECIMALS);
  return amount === null
    ? {}
    : { original_amount: printUnits(amount, 2), original_currency: CURRENCY_NUMBERS[code] ?? code };
}
