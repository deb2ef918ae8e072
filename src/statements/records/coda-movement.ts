// One movement of CODA: record 2.1 with the records that continue it. Its communication is free, or
// has a structure with a number of three digits.

import type { Currency } from "../../money/currency.ts";
import { parseCurrency } from "../../money/currency.ts";
import { printUnits, type Units } from "../../money/money.ts";
import { dropEmpty, foldBlanks } from "../charset.ts";
import type { StatementRecord } from "../statement.ts";
import {
  CUSTOMER,
  INFORMATION,
  INFORMATION_2,
  INFORMATION_3,
  MOVEMENT,
  PARTY,
} from "./coda-records.ts";
import { CODA_FAMILIES } from "./codes.ts";
import { cut, cutText, findFault, readDay, signed, toUnits, type FixedRecord } from "./fields.ts";
import { toRecord } from "./sections.ts";

const DECIMALS = 3;
/** Of the code's first digit: from here on, a detail of a collective booking. */
const DETAIL_TYPE_MIN = "5";

export class CodaMovement {
  readonly sequence: string;
  readonly amount: Units | null;
  /** Whether it is a detail of a collective booking. */
  readonly detail: boolean;
  readonly #first: FixedRecord;
  readonly #cells: string[];
  /** The line of the collective booking to which a detail belongs. */
  readonly #whole: number;
  #communication: string;
  #reference = "";
  #bank = "";
  #reason = "";
  #purpose = "";
  #account = "";
  #name = "";
  readonly #information: { readonly structured: boolean; text: string }[] = [];

  constructor(first: FixedRecord, before: CodaMovement | null) {
    this.#first = first;
    this.#cells = [first.text.trimEnd()];
    this.sequence = cut(first, MOVEMENT, "sequence");
    this.detail = cut(first, MOVEMENT, "code").charAt(0) >= DETAIL_TYPE_MIN;
    this.#whole = this.detail ? (before?.whole ?? first.line) : first.line;
    this.#communication = cut(first, MOVEMENT, "communication");
    const amount = toUnits(cut(first, MOVEMENT, "amount"), DECIMALS);
    this.amount = amount === null ? null : signed(amount, cut(first, MOVEMENT, "sign") === "1");
  }

  get whole(): number {
    return this.#whole;
  }

  /** Adds a record that continues the movement. */
  add(record: FixedRecord): void {
    this.#cells.push(record.text.trimEnd());
    switch (record.text.slice(0, 2)) {
      case "22":
        this.#communication += cut(record, CUSTOMER, "communication");
        this.#reference = cutText(record, CUSTOMER, "reference");
        this.#bank = cutText(record, CUSTOMER, "bank");
        this.#reason = cutText(record, CUSTOMER, "reason");
        this.#purpose = cutText(record, CUSTOMER, "purpose");
        return;
      case "23":
        this.#communication += cut(record, PARTY, "communication");
        this.#account = cutText(record, PARTY, "account").split(" ", 1)[0] ?? "";
        this.#name = foldBlanks(cut(record, PARTY, "name"));
        return;
      case "31":
        this.#information.push({
          structured: cut(record, INFORMATION, "structure") === "1",
          text: cut(record, INFORMATION, "communication"),
        });
        return;
      default: {
        const last = this.#information.at(-1);
        const more =
          record.text[1] === "2"
            ? cut(record, INFORMATION_2, "communication")
            : cut(record, INFORMATION_3, "communication");
        if (last === undefined) this.#information.push({ structured: false, text: more });
        else last.text += more;
      }
    }
  }

  /** A detail in a collective booking's notes. */
  describe(): string {
    const { name, text } = this.#texts();
    const amount = this.amount === null ? "" : printUnits(this.amount, 2);
    return foldBlanks(`${name || text} ${amount}`);
  }

  toRecord(currency: Currency | null): StatementRecord {
    const { line } = this.#first;
    const cells = this.#cells;
    const fault = findFault(this.#first, MOVEMENT);
    const day = readDay(cut(this.#first, MOVEMENT, "day"), "dmy");
    const value = readDay(cut(this.#first, MOVEMENT, "value_day"), "dmy");
    if (this.detail)
      return {
        kind: "skipped",
        line,
        cells,
        reason: `a detail of the collective booking on line ${this.#whole}`,
      };
    const side = cut(this.#first, MOVEMENT, "sign");
    if (fault !== null || (side !== "0" && side !== "1"))
      return {
        kind: "rejected",
        line,
        cells,
        reason: fault ?? `found "${side}" where 0 (credit) or 1 (debit) was expected`,
      };
    const date = day ?? value;
    if (date === null || this.amount === null)
      return {
        kind: "rejected",
        line,
        cells,
        reason:
          date === null
            ? `the entry date ${cut(this.#first, MOVEMENT, "day")} does not exist`
            : "the amount is too large",
      };
    const code = cut(this.#first, MOVEMENT, "code");
    const { name, text, facts } = this.#texts();
    return toRecord({
      line,
      date,
      amount: this.amount,
      currency,
      name,
      text,
      type: CODA_FAMILIES[code.slice(1, 3)] ?? "",
      reference: cutText(this.#first, MOVEMENT, "reference"),
      facts: dropEmpty({
        value_date: value ?? "",
        transaction_code: code,
        type: CODA_FAMILIES[code.slice(1, 3)] ?? "",
        counterparty_account: this.#account,
        counterparty_bank: this.#bank,
        end_to_end_id: /^NOT ?PROVIDED$/i.test(this.#reference) ? "" : this.#reference,
        return_reason: this.#reason,
        purpose: this.#purpose,
        ...facts,
      }),
      cells,
    });
  }

  #texts(): { name: string; text: string; facts: Readonly<Record<string, string>> } {
    const structured = cut(this.#first, MOVEMENT, "structure") === "1";
    const own = structured
      ? readStructured(this.#communication)
      : { name: "", text: foldBlanks(this.#communication), facts: {} };
    const party = this.#information.find(({ structured: coded, text }) => coded && isParty(text));
    const told = this.#information.filter((one) => !one.structured).map(({ text }) => text);
    const coded = this.#information.filter((one) => one.structured && one !== party);
    return {
      name: this.#name || own.name || foldBlanks(party?.text.slice(3, PARTY_NAME_END) ?? ""),
      text: foldBlanks([own.text, ...told].join(" ")),
      facts: { ...own.facts, information: foldBlanks(coded.map(({ text }) => text).join(" ")) },
    };
  }
}

/** Structure 001: the other party's name of 70 characters. */
const PARTY_NAME_END = 73;

function isParty(text: string): boolean {
  return text.startsWith("001");
}

/** A structured communication: three digits, then fields of fixed places. */
function readStructured(communication: string): {
  name: string;
  text: string;
  facts: Readonly<Record<string, string>>;
} {
  const text = communication.slice(3);
  const at = (from: number, to: number) => foldBlanks(text.slice(from, to));
  switch (communication.slice(0, 3)) {
    case "101":
    case "102":
      return { name: "", text: printReference(at(0, 12)), facts: {} };
    case "113":
      return {
        name: at(40, 56),
        text: "",
        facts: { card: at(0, 16), city: at(56, 66), ...readOriginal(at(66, 81), at(93, 96)) },
      };
    case "127":
      return {
        name: "",
        text: at(79, 141),
        facts: { creditor_id: at(9, 44), mandate_id: at(44, 79) },
      };
    default:
      return { name: "", text: foldBlanks(text), facts: {} };
  }
}

/** "+++123/4567/89012+++", as Belgian invoices print it. */
function printReference(digits: string): string {
  return /^\d{12}$/.test(digits)
    ? `+++${digits.slice(0, 3)}/${digits.slice(3, 7)}/${digits.slice(7)}+++`
    : digits;
}

function readOriginal(digits: string, currency: string): Readonly<Record<string, string>> {
  const amount = /^\d{15}$/.test(digits) ? toUnits(digits, DECIMALS) : null;
  return amount === null || amount === 0 || parseCurrency(currency) === null
    ? {}
    : { original_amount: printUnits(amount, 2), original_currency: currency };
}
