// CODA 2.x, the account information of Belgian banks (Febelfin): records of 128 characters, 0 to 9.
// A movement is a record 2.1 with its text in 2.2 and 2.3 and its information in 3.1 to 3.3. The
// details of a collective booking (types 5 to 9) are no movements of their own.

import { parseCurrency } from "../../money/currency.ts";
import { printUnits, type Units } from "../../money/money.ts";
import { foldBlanks } from "../charset.ts";
import type { StatementRecord } from "../statement.ts";
import { CodaMovement } from "./coda-movement.ts";
import { HEADER, INFORMATION, NEW_BALANCE, OLD_BALANCE, TRAILER, WIDTH } from "./coda-records.ts";
import {
  breakOff,
  cut,
  damage,
  demand,
  readDay,
  signed,
  splitRecords,
  toUnits,
  type FixedRecord,
  type RecordKind,
} from "./fields.ts";
import { recordFormat } from "./read.ts";
import type { Balance, Section } from "./sections.ts";

const DECIMALS = 3;

export const coda = recordFormat({
  format: "coda",
  called: "CODA",
  date_format: "DDMMYY",
  begins: /^00000\d{6}[\d ]{3}05[D ]/,
  parse: parseCoda,
});

function parseCoda(text: string): ReturnType<CodaParser["end"]> {
  const parser = new CodaParser();
  for (const record of splitRecords(text, WIDTH)) parser.take(record);
  return parser.end();
}

interface OpenSection {
  readonly first: FixedRecord;
  readonly opening: Balance;
  readonly account: string;
  readonly currency: string;
  readonly movements: CodaMovement[];
  readonly printed: string[];
}

class CodaParser {
  readonly #sections: Section[] = [];
  readonly #faults: string[] = [];
  #open: OpenSection | null = null;
  #movement: CodaMovement | null = null;
  #sequence = 0;
  #last = 0;
  /** Of the file between the records 0 and 9: its records, and what went out and came in. */
  #file: { records: number; out: number; in: number } | null = null;

  take(record: FixedRecord): void {
    const { line, text } = record;
    this.#last = line;
    if (this.#file === null && text[0] !== "0") damage(line, text.slice(0, 12), "a record 0");
    if (this.#file !== null && text[0] !== "0" && text[0] !== "9" && text[0] !== "4")
      this.#file.records += 1;
    this.#open?.printed.push(text);
    switch (text.charAt(0)) {
      case "0":
        return this.#begin(record);
      case "1":
        return this.#openSection(record);
      case "2":
      case "3":
        return this.#takePart(record);
      case "4":
        return;
      case "8":
        return this.#closeSection(record);
      case "9":
        return this.#finish(record);
      default:
        return damage(line, text.slice(0, 12), "a record 0, 1, 2, 3, 4, 8 or 9");
    }
  }

  end(): { sections: readonly Section[]; faults: readonly string[]; why: readonly string[] } {
    if (this.#open !== null) breakOff(this.#last, "a record 8 with the new balance");
    if (this.#file !== null) breakOff(this.#last, "a record 9 with the totals");
    return { sections: this.#sections, faults: this.#faults, why: [] };
  }

  #begin(record: FixedRecord): void {
    if (this.#file !== null) damage(record.line, record.text.slice(0, 12), "a record 8 or 9");
    demand(record, HEADER);
    this.#file = { records: 0, out: 0, in: 0 };
  }

  #openSection(record: FixedRecord): void {
    if (this.#open !== null) damage(record.line, record.text.slice(0, 12), "a record 2, 3 or 8");
    const { account, currency } = readAccount(
      record,
      OLD_BALANCE,
      cut(record, OLD_BALANCE, "kind"),
    );
    this.#open = {
      first: record,
      opening: readBalance(record, OLD_BALANCE),
      account,
      currency,
      movements: [],
      printed: [record.text],
    };
    this.#sequence = 0;
    this.#movement = null;
  }

  #takePart(record: FixedRecord): void {
    const { line, text } = record;
    const open = this.#open;
    if (open === null) return damage(line, text.slice(0, 12), "a record 1 with the old balance");
    const part = text.slice(0, 2);
    if (part === "21") {
      this.#movement = new CodaMovement(record, this.#movement);
      open.movements.push(this.#movement);
      return this.#checkSequence(record);
    }
    if (!["22", "23", "31", "32", "33"].includes(part))
      damage(line, text.slice(0, 12), "a record 2.1, 2.2, 2.3, 3.1, 3.2 or 3.3");
    const own = this.#movement;
    if (own === null || cut(record, INFORMATION, "sequence") !== own.sequence)
      return damage(
        line,
        text.slice(0, 12),
        own === null
          ? "a record 2.1 (a movement)"
          : `a record of the movement ${own.sequence}, like the one before,`,
      );
    own.add(record);
  }

  #checkSequence({ line }: FixedRecord): void {
    const number = Number(this.#movement?.sequence);
    const expected = (this.#sequence % 9_999) + 1;
    if (number !== this.#sequence && number !== expected && this.#sequence > 0)
      this.#faults.push(
        `on line ${line}: the movement has the number ${number} where ${expected} was expected`,
      );
    this.#sequence = number;
  }

  #closeSection(record: FixedRecord): void {
    const open = this.#open;
    if (open === null) return damage(record.line, record.text.slice(0, 12), "a record 1");
    const { account } = readAccount(record, NEW_BALANCE, cut(open.first, OLD_BALANCE, "kind"));
    if (account !== open.account)
      damage(record.line, account, `the new balance of the account ${open.account}`);
    const { currency: printed, first } = open;
    const currency = parseCurrency(printed);
    const records = open.movements.map((movement) => movement.toRecord(currency));
    for (const { amount, detail } of open.movements) this.#count(amount, detail);
    this.#sections.push({
      line: first.line,
      bank: account.slice(0, 2) + account.slice(4, 7),
      account,
      printed_currency: printed,
      currency,
      opening: open.opening,
      closing: readBalance(record, NEW_BALANCE),
      records: explainDetails(open.movements, records),
      printed: () => open.printed.join("\n"),
    });
    this.#open = null;
  }

  #count(amount: Units | null, detail: boolean): void {
    if (this.#file === null || amount === null || detail) return;
    if (amount < 0) this.#file.out -= amount;
    else this.#file.in += amount;
  }

  #finish(record: FixedRecord): void {
    const file = this.#file;
    if (this.#open !== null || file === null)
      return damage(record.line, record.text.slice(0, 12), "a record 8 with the new balance");
    demand(record, TRAILER);
    const records = Number(cut(record, TRAILER, "records"));
    if (records !== file.records)
      this.#faults.push(
        `on line ${record.line}: record 9 counts ${records} records, the file has ${file.records}`,
      );
    for (const [name, sum] of [
      ["debits", file.out],
      ["credits", file.in],
    ] as const) {
      const printed = toUnits(cut(record, TRAILER, name), DECIMALS);
      if (printed !== null && printed !== sum && Number.isSafeInteger(sum))
        this.#faults.push(
          `on line ${record.line}: record 9 has ${name} of ${printUnits(printed, 2)}, the movements have ${(sum / 10_000).toFixed(2)}`,
        );
    }
    this.#file = null;
  }
}

type BalanceKind = RecordKind<"kind" | "account" | "sign" | "amount" | "day">;

function readBalance(record: FixedRecord, kind: BalanceKind): Balance {
  demand(record, kind);
  const amount = toUnits(cut(record, kind, "amount"), DECIMALS);
  if (amount === null) return damage(record.line, cut(record, kind, "amount"), "a balance");
  return {
    line: record.line,
    day: readDay(cut(record, kind, "day"), "dmy"),
    amount: signed(amount, cut(record, kind, "sign") === "1"),
  };
}

const BELGIAN_NUMBER_CHARS = 12;

/** The account and its currency; where the currency is depends on the account's structure. */
function readAccount(
  record: FixedRecord,
  kind: BalanceKind,
  structure: string,
): { account: string; currency: string } {
  const text = cut(record, kind, "account");
  if (structure === "0")
    return {
      account: text.slice(0, BELGIAN_NUMBER_CHARS).trim(),
      currency: text.slice(BELGIAN_NUMBER_CHARS + 1, BELGIAN_NUMBER_CHARS + 4).trim(),
    };
  return { account: foldBlanks(text.slice(0, -3)), currency: text.slice(-3).trim() };
}

const DETAILS_SHOWN = 20;

/** Puts the details of a collective booking into its notes. */
function explainDetails(
  movements: readonly CodaMovement[],
  records: readonly StatementRecord[],
): readonly StatementRecord[] {
  if (!movements.some(({ detail }) => detail)) return records;
  return records.map((record, at) => {
    if (record.kind !== "transaction") return record;
    const texts: string[] = [];
    for (let next = at + 1; movements[next]?.detail === true; next += 1)
      if (texts.length < DETAILS_SHOWN) texts.push(movements[next]?.describe() ?? "");
    if (texts.length === 0) return record;
    const notes = [record.row.notes, ...texts].filter((text) => text !== null && text !== "");
    return { kind: "transaction", row: { ...record.row, notes: notes.join("; ") } };
  });
}
