// BAI2, the cash management reports of US banks: comma records that a slash ends. 01 to 99 is the
// file, 02 to 98 a group of one day, 03 to 49 an account; 16 is a movement, 88 continues the record
// before. Amounts have the decimals of their currency and no mark; the type code has the side.

import { exponentOf, parseCurrency, type Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import type { StatementRecord } from "../statement.ts";
import { FieldReader, splitCommaRecords, type CommaRecord } from "./bai2-fields.ts";
import { readBaiMovement } from "./bai2-movement.ts";
import { breakOff, damage, readDay, signed, toUnits } from "./fields.ts";
import { recordFormat } from "./read.ts";
import type { Balance, Section } from "./sections.ts";

export const bai2 = recordFormat({
  format: "bai2",
  called: "BAI2",
  date_format: "YYMMDD",
  begins:
    /^01,[^,\r\n]{0,40},[^,\r\n]{0,40},\d{6},\d{0,4},[^\r\n]{0,80}\/?[ \t]*\r?\n\s*(?:88,[^\r\n]*\r?\n)*02,/,
  parse: (text) => {
    const parser = new Bai2Parser();
    for (const record of splitCommaRecords(text)) parser.take(record);
    return parser.end();
  },
});

interface Group {
  readonly record: CommaRecord;
  readonly day: Day;
  readonly currency: string;
  /** Why its movements are left out; null if they count. */
  readonly left: string | null;
  readonly sameDay: boolean;
  accounts: number;
  records: number;
  total: number;
}

interface Account {
  readonly record: CommaRecord;
  readonly number: string;
  readonly printed_currency: string;
  readonly currency: Currency | null;
  readonly balances: ReadonlyMap<string, Units>;
  readonly movements: StatementRecord[];
  readonly printed: string[];
  records: number;
  total: number;
}

class Bai2Parser {
  readonly #sections: Section[] = [];
  readonly #faults: string[] = [];
  readonly #file = { groups: 0, records: 0, total: 0 };
  #bank = "";
  #group: Group | null = null;
  #account: Account | null = null;
  #stage: "before" | "in" | "after" = "before";
  #last = 0;
  #sameDay = false;

  take(record: CommaRecord): void {
    const { code, line, lines } = record;
    this.#last = line + lines.length - 1;
    if (this.#stage !== "in" && code !== "01")
      damage(line, `${code},${lines[0] ?? ""}`, "a record 01 (the head of a file)");
    this.#file.records += lines.length;
    if (this.#group !== null) this.#group.records += lines.length;
    if (this.#account !== null) this.#account.records += lines.length;
    this.#account?.printed.push(...lines);
    switch (code) {
      case "01":
        return this.#begin(record);
      case "02":
        return this.#openGroup(record);
      case "03":
        return this.#openAccount(record);
      case "16":
        return this.#takeMovement(record);
      case "49":
        return this.#closeAccount(record);
      case "98":
        return this.#closeGroup(record);
      default:
        return this.#finish(record);
    }
  }

  end(): { sections: readonly Section[]; faults: readonly string[]; why: readonly string[] } {
    if (this.#account !== null) breakOff(this.#last, "a record 49 (the end of the account)");
    if (this.#group !== null) breakOff(this.#last, "a record 98 (the end of the group)");
    if (this.#stage === "in") breakOff(this.#last, "a record 99 (the end of the file)");
    return {
      sections: this.#sections,
      faults: this.#faults,
      why: this.#sameDay
        ? [
            "The file holds reports of the same day, with the bookings so far; the bank may print them differently in the report of the day before.",
          ]
        : [],
    };
  }

  #begin(record: CommaRecord): void {
    if (this.#stage === "in") damage(record.line, "01", "a record 02 or 99");
    this.#bank = new FieldReader(record).next();
    Object.assign(this.#file, { groups: 0, records: record.lines.length, total: 0 });
    this.#stage = "in";
  }

  #openGroup(record: CommaRecord): void {
    if (this.#group !== null) damage(record.line, "02", "a record 98 (the end of the group)");
    const fields = new FieldReader(record);
    const [, , status = "", day = "", , currency = "", modifier = ""] = Array.from(
      { length: 7 },
      () => fields.next(),
    );
    const date = /^\d{6}$/.test(day) ? readDay(day, "ymd") : null;
    if (date === null) return damage(record.line, day, "the day of the group (YYMMDD)");
    this.#group = {
      record,
      day: date,
      currency: currency || "USD",
      left: LEFT[status] ?? null,
      sameDay: modifier === "3" || modifier === "4",
      accounts: 0,
      records: record.lines.length,
      total: 0,
    };
    this.#sameDay ||= this.#group.sameDay;
  }

  #openAccount(record: CommaRecord): void {
    const group = this.#group;
    if (group === null) return damage(record.line, "03", "a record 02 (the head of a group)");
    if (this.#account !== null) damage(record.line, "03", "a record 49 (the end of the account)");
    const fields = new FieldReader(record);
    const number = fields.next();
    const printed_currency = fields.next() || group.currency;
    const currency = parseCurrency(printed_currency);
    const decimals = decimalsOf(currency);
    const balances = new Map<string, Units>();
    let total = 0;
    while (!fields.done) {
      const code = fields.next();
      const text = fields.next();
      fields.next();
      fields.skipFunds();
      if (text === "") continue;
      const amount = readSigned(text, decimals);
      if (amount === null) return damage(record.line, text, `an amount of type ${code}`);
      total += amount;
      if (!balances.has(code)) balances.set(code, amount);
    }
    this.#account = {
      record,
      number,
      printed_currency,
      currency,
      balances,
      movements: [],
      printed: [`${group.day} ${group.left ?? ""}`, ...record.lines],
      records: record.lines.length,
      total,
    };
  }

  #takeMovement(record: CommaRecord): void {
    const [group, account] = [this.#group, this.#account];
    if (group === null || account === null)
      return damage(record.line, `16,${record.lines[0] ?? ""}`, "a record 03 (an account)");
    const { currency } = account;
    const read = readBaiMovement(record, {
      day: group.day,
      currency,
      decimals: decimalsOf(currency),
      left: group.left,
    });
    account.total += read.printed;
    account.movements.push(read.record);
  }

  #closeAccount(record: CommaRecord): void {
    const [group, account] = [this.#group, this.#account];
    if (group === null || account === null)
      return damage(record.line, "49", "a record 03 (an account)");
    const fields = new FieldReader(record);
    const control = this.#readTotal(record, fields.next(), account.currency);
    this.#check(record, [
      ["total", control, account.total],
      ["records", Number(fields.next()), account.records],
    ]);
    group.total += control;
    group.accounts += 1;
    this.#sections.push(this.#toSection(account, group, record.line));
    this.#account = null;
  }

  #toSection(account: Account, { day, left }: Group, line: number): Section {
    const balance = (code: string): Balance | null => {
      const amount = left === null ? account.balances.get(code) : undefined;
      return amount === undefined ? null : { line, day, amount };
    };
    return {
      line: account.record.line,
      bank: this.#bank,
      account: account.number === "" ? null : account.number,
      printed_currency: account.printed_currency,
      currency: account.currency,
      opening: balance("010"),
      closing: balance("015"),
      records: account.movements,
      printed: () => account.printed.join("\n"),
    };
  }

  #closeGroup(record: CommaRecord): void {
    const group = this.#group;
    if (group === null) return damage(record.line, "98", "a record 02 (the head of a group)");
    if (this.#account !== null) damage(record.line, "98", "a record 49 (the end of the account)");
    const fields = new FieldReader(record);
    const control = this.#readTotal(record, fields.next(), parseCurrency(group.currency));
    this.#check(record, [
      ["total", control, group.total],
      ["accounts", Number(fields.next()), group.accounts],
      ["records", Number(fields.next()), group.records],
    ]);
    this.#file.total += control;
    this.#file.groups += 1;
    this.#group = null;
  }

  #finish(record: CommaRecord): void {
    if (this.#group !== null) damage(record.line, "99", "a record 98 (the end of the group)");
    const fields = new FieldReader(record);
    const control = this.#readTotal(record, fields.next(), "usd");
    this.#check(record, [
      ["groups", Number(fields.next()), this.#file.groups],
      ["records", Number(fields.next()), this.#file.records],
    ]);
    if (control !== this.#file.total && this.#file.groups === 1)
      this.#check(record, [["total", control, this.#file.total]]);
    this.#stage = "after";
  }

  #readTotal(record: CommaRecord, text: string, currency: Currency | null): number {
    return readSigned(text, decimalsOf(currency)) ?? damage(record.line, text, "a control total");
  }

  #check(
    { code, line }: CommaRecord,
    checks: readonly (readonly [what: string, printed: number, found: number])[],
  ): void {
    for (const [what, printed, found] of checks) {
      if (printed === found) continue;
      const show = (value: number) => (what === "total" ? (value / 10_000).toFixed(2) : value);
      this.#faults.push(
        what === "total"
          ? `on line ${line}: record ${code} has a control total of ${show(printed)}, the records before it have ${show(found)}`
          : `on line ${line}: record ${code} counts ${show(printed)} ${what}, the file has ${show(found)}`,
      );
    }
  }
}

/** The status of a group whose movements are not booked. */
const LEFT: Readonly<Record<string, string>> = {
  "2": "the bank deleted this group (status 2)",
  "4": "the group is a test (status 4)",
};

const DECIMALS_USUAL = 2;

function decimalsOf(currency: Currency | null): number {
  return currency === null ? DECIMALS_USUAL : exponentOf(currency);
}

function readSigned(text: string, decimals: number): Units | null {
  const [, sign, digits] = /^([+-]?)(\d{1,18})$/.exec(text) ?? [];
  const amount = digits === undefined ? null : toUnits(digits, decimals);
  return amount === null ? null : signed(amount, sign === "-");
}
