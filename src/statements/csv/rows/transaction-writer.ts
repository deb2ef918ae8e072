// A row that is a transaction, with its texts, currency, account and facts. Runs once a row.

import { parseCurrency, type Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import { units, type Units } from "../../../money/money.ts";
import { nameSplitAccount, createCurrencyReader } from "../amounts/currency-columns.ts";
import type { Move } from "../amounts/exchange.ts";
import { findCurrency } from "../amounts/money-words.ts";
import { moneyColumns } from "../amounts/money.ts";
import type { MoneyReader } from "../amounts/row-money.ts";
import { readSide } from "../columns/cell-words.ts";
import { createDateReader, readTime } from "../dates/dates.ts";
import type { CsvPlan } from "../plan.ts";
import { stripCell } from "../shape/cells.ts";
import type { StatementRow } from "../../statement.ts";
import type { CurrentTable } from "./current-table.ts";
import type { ReadRow, UnpricedRow } from "./read-row.ts";
import { PayeeChooser } from "./choose-payee.ts";
import type { StatusReader } from "./row-status.ts";
import { joinTexts, readReference, TEXT_CHARS_MAX } from "./row-text.ts";

const FACT_CHARS_MAX = 200;

/** A row of which everything but its texts is read. */
interface PricedRow {
  readonly cells: readonly string[];
  readonly line: number;
  readonly date: Day;
  /** The date's cell as printed. */
  readonly dateText: string;
  readonly description: string;
  /** The amount in units, before a debt's balance turns it. */
  readonly units: number;
  /** The movements of a transfer between two sides; null for any other row. */
  readonly moves: readonly Move[] | null;
}

export class TransactionWriter {
  readonly #plan: CsvPlan;
  readonly #money: MoneyReader;
  readonly #tables: CurrentTable;
  readonly #status: StatusReader;
  /** The number of our units in one of the amounts' smallest units. */
  readonly #scale: number;
  readonly #currencies: CurrencyReader;
  readonly #readFactDay: (text: string) => Day | null;
  readonly #described: readonly number[];
  readonly #payees: PayeeChooser | null;
  /** The columns of a transfer's two sides, which are no text. */
  readonly #exchanged: readonly number[];

  constructor(plan: CsvPlan, money: MoneyReader, tables: CurrentTable, status: StatusReader) {
    this.#status = status;
    this.#plan = plan;
    this.#money = money;
    this.#tables = tables;
    this.#scale = 10 ** (4 - plan.decimals - (plan.cents === true ? 2 : 0));
    this.#currencies = new CurrencyReader(plan);
    this.#readFactDay = createDateReader(plan.dates.order);
    this.#described = [...plan.payee, ...plan.description];
    this.#payees = plan.parties === undefined ? null : new PayeeChooser(plan.parties, plan.header);
    const exchange = plan.money.kind === "side" ? plan.money.exchange : undefined;
    this.#exchanged =
      exchange === undefined
        ? []
        : [exchange.from, exchange.to].flatMap((side) => [
            side.amount,
            side.currency,
            side.fee,
            side.fee_currency,
          ]);
  }

  /** An amount of the file in units of a ten-thousandth. */
  toUnits(amount: number): number {
    return amount * this.#scale;
  }

  /** The rawest description the row has. */
  describe(cells: readonly string[]): string {
    return joinTexts(cells, this.#described);
  }

  /** The transaction, or the two transactions of a conversion. */
  write({ cells, line, date, dateText, description, units: amount, moves }: PricedRow): ReadRow {
    const { dates, money, reference } = this.#plan;
    const held = money.kind === "signed" && money.held === true;
    const named =
      moves === null ? (this.#payees?.choose(cells, this.#orient(amount)) ?? null) : null;
    const payee = named ?? joinTexts(cells, this.#plan.payee);
    const currency = this.#currencies.read(cells);
    const isPending =
      this.#status.read(cells) === "pending" ||
      (held && stripCell(cells[money.column] ?? "") === "") ||
      (dates.unposted === true && (cells[dates.columns[0] ?? 0] ?? "").trim() === "");
    const row: StatementRow = {
      line,
      date,
      time: dates.time >= 0 ? readTime(cells[dates.time] ?? "") : null,
      amount: units(this.#orient(amount)),
      currency,
      payee: payee === "" ? description : payee,
      description: description.slice(0, TEXT_CHARS_MAX),
      notes: this.#joinNotes(cells, `${payee} ${description}`),
      reference: readReference(cells, reference),
      balance: this.#readBalance(cells, amount),
      account: this.#readAccount(cells, currency),
      pending: isPending || this.#tables.isPending,
      facts: this.#readFacts(cells, dateText, date),
      cells,
    };
    if (moves === null) return { kind: "transaction", row };
    const [first, second] = moves.map((move) => this.#writeMove(row, move));
    return {
      kind: "transaction",
      row: first ?? row,
      ...(second === undefined ? {} : { also: second }),
    };
  }

  /** The columns of notes, and the texts under unknown labels that `known` does not hold. */
  #joinNotes(cells: readonly string[], known: string): string | null {
    const { notes } = this.#plan;
    const printed = notes.length === 0 ? "" : joinTexts(cells, notes);
    const further = this.#payees?.collectNotes(cells, `${known} ${printed}`) ?? "";
    if (further === "") return printed === "" ? null : printed;
    return printed === "" ? further : `${printed}; ${further}`;
  }

  /** The balance of a row without an amount; null if it shows no balance. */
  readUnpriced(cells: readonly string[], date: Day): UnpricedRow | null {
    const balance = this.#readBalance(cells, 0);
    if (balance === null) return null;
    const account = this.#readAccount(cells, null);
    return { date, balance, account, currency: this.#currencies.read(cells) };
  }

  /** Where the balance is what is owed, amounts and balances have the other sign. 0 has no sign. */
  #orient(value: number): number {
    return this.#plan.owed === true && value !== 0 ? -value : value;
  }

  /** The balance after a row that moves the account by `moved`. */
  #readBalance(cells: readonly string[], moved: number): Units | null {
    const { balance: column, balance_before: isBefore } = this.#plan;
    const balance = column < 0 ? "empty" : this.#money.readCell(cells, column);
    if (typeof balance !== "number") return null;
    const value = this.#orient(this.toUnits(balance) + (isBefore === true ? moved : 0));
    return Number.isSafeInteger(value) ? units(value) : null;
  }

  /**
   * The row as one side of a transfer: its amount, currency and account, and the other party's
   * name.
   */
  #writeMove(row: StatementRow, { amount, currency, party, own, original }: Move): StatementRow {
    const { original_amount: _, original_currency: __, ...facts } = row.facts;
    const { money } = this.#plan;
    const { cells } = row;
    const isConversion = readSide(cells[money.kind === "side" ? money.side : -1] ?? "") === "none";
    const texts = this.#described.filter(
      (column) => !this.#exchanged.includes(column) && (column !== own || own === party),
    );
    const description = joinTexts(cells, texts).slice(0, TEXT_CHARS_MAX);
    const payees = this.#plan.payee.filter((column) => texts.includes(column));
    const payee = joinTexts(cells, payees);
    return {
      ...row,
      amount: units(this.#orient(this.toUnits(amount))),
      currency,
      payee: payee === "" ? description : payee,
      description,
      account: this.#readAccount(cells, currency),
      facts: {
        ...facts,
        ...(original !== null && {
          original_amount: original.amount,
          original_currency: original.currency,
        }),
        ...(isConversion && { type: "Currency conversion" }),
      },
    };
  }

  #readAccount(cells: readonly string[], currency: Currency | null): string | null {
    const heading = this.#tables.accountOfRow();
    if (heading !== undefined) return heading;
    const { column, label, split } = this.#plan.account;
    const name = column < 0 ? "" : stripCell(cells[column] ?? "");
    if (split !== undefined && currency !== null && split.accounts.includes(name))
      return nameSplitAccount(split, name, currency);
    return name === "" || name === label ? null : name;
  }

  #readFacts(
    cells: readonly string[],
    dateText: string,
    day: Day,
  ): Readonly<Record<string, string>> {
    const facts: Record<string, string> = {};
    for (const { name, column, date } of this.#plan.facts) {
      const cell = cells[column] ?? "";
      if (cell === "") continue;
      const isoDay = date && cell === dateText ? day : null;
      const value = isoDay ?? (date ? this.#readFactDay(cell) : null) ?? stripCell(cell);
      if (value !== "") facts[name] = value.slice(0, FACT_CHARS_MAX);
    }
    return facts;
  }
}

/**
 * Reads the currency of a row: of its own columns, its currency column, its amount's cell, or the
 * file's.
 */
class CurrencyReader {
  readonly #plan: CsvPlan["currency"];
  readonly #own: ReturnType<typeof createCurrencyReader>;
  readonly #amountColumns: readonly number[];
  /** The cell read last: the same code comes back row after row. */
  #lastCell = "";
  #lastCurrency: Currency | null = null;

  constructor({ currency, money }: CsvPlan) {
    this.#plan = currency;
    this.#own =
      money.kind === "side" && money.exchange !== undefined ? null : createCurrencyReader(money);
    this.#amountColumns = moneyColumns(money);
  }

  read(cells: readonly string[]): Currency | null {
    if (this.#own !== null) return this.#own(cells)[0] ?? null;
    const { column, cells: inCells, fixed } = this.#plan;
    const code = column < 0 ? null : this.#readCode(cells[column] ?? "");
    if (code !== null || !inCells) return code ?? fixed;
    for (const at of this.#amountColumns) {
      const found = at < 0 ? null : findCurrency(cells[at] ?? "");
      if (found !== null) return found;
    }
    return fixed;
  }

  #readCode(cell: string): Currency | null {
    if (cell !== this.#lastCell) {
      this.#lastCell = cell;
      this.#lastCurrency = cell === "" ? null : (parseCurrency(cell) ?? findCurrency(cell));
    }
    return this.#lastCurrency;
  }
}
