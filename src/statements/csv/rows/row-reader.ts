// One record to one StatementRecord, as the plan says. Every record ends in exactly one of three:
// a transaction, rejected (should be one and cannot be read) or skipped (is none), the last two with
// the reason. A value that fails never becomes a plausible one. Runs once a row: little allocation.

import { CSV_CELL_CHARS_MAX, CSV_COLUMNS_MAX } from "../../../platform/limits.ts";
import { parseCurrency, type Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import { units, type Units } from "../../../money/money.ts";
import { plain } from "../shape/cells.ts";
import { createDateReader, readTime } from "../dates/dates.ts";
import { readMoves, type Move } from "../amounts/exchange.ts";
import { normalLabel } from "../columns/labels.ts";
import { currencyIn } from "../amounts/money-words.ts";
import { moneyColumns } from "../amounts/money.ts";
import {
  nameSplitAccount as labelOfSplit,
  createCurrencyReader,
} from "../amounts/currency-columns.ts";
import type { CsvPlan } from "../plan.ts";
import { findAccountName } from "../shape/outside-table.ts";
import { FAULT_TEXTS, moneyReader, type MoneyFault } from "../amounts/row-money.ts";
import {
  truncateCells,
  countDecimals,
  readReference,
  joinTexts,
  TEXT_CHARS_MAX,
} from "./row-text.ts";
import { arrange, readHeader, type Section } from "../shape/sections.ts";
import { isWiderBySplit, findSplit } from "../columns/split-numbers.ts";
import { holdsEscape } from "../shape/utf8.ts";
import { headsPending, isSummary, readSide, readStatus } from "../columns/cell-words.ts";
import type { StatementRecord, StatementRow } from "../../statement.ts";

export type RowReader = (
  cells: readonly string[],
  line: number,
  broken: string | undefined,
  cut: boolean,
) => ReadRow;

/** A record; of a row that has a day and no amount also its balance (rows-without-amount.ts), of a conversion also the second transaction. */
export type ReadRow = StatementRecord & { readonly lacks?: Lacking; readonly also?: StatementRow };

export interface Lacking {
  readonly date: Day;
  readonly balance: Units;
  readonly account: string | null;
  readonly currency: Currency | null;
}

const FACT_CHARS_MAX = 200;

/** A reader of the plan's rows, which it must be given in file order: it keeps which header they stand under. */
export function rowReader(plan: CsvPlan): RowReader {
  const dayOf = createDateReader(plan.dates.order);
  const scale = 10 ** (4 - plan.decimals - (plan.cents === true ? 2 : 0));
  // 0 has no sign.
  const turned = (value: number) => (plan.owed === true && value !== 0 ? -value : value);
  const header =
    plan.header
      ?.map(normalLabel)
      .filter((label) => label !== "")
      .join("|") ?? null;
  const { money } = plan;
  const { amountAt, moneyOf } = moneyReader(plan);
  const exchange = money.kind === "side" ? money.exchange : undefined;
  /** What a transfer's two sides hold is no text. */
  const exchanged =
    exchange === undefined
      ? []
      : [exchange.from, exchange.to].flatMap(({ amount, currency, fee, fee_currency }) => [
          amount,
          currency,
          fee,
          fee_currency,
        ]);
  const ownCurrency = exchange === undefined ? createCurrencyReader(money) : null;
  const amountColumns = moneyColumns(money);
  const needed = Math.max(plan.dates.columns[0] ?? 0, ...amountColumns) + 1;
  const factDate = createDateReader(plan.dates.order);
  let lastCode = "";
  let pendingSection = false;
  let section: Section | null = null;
  const { headings } = plan.account;
  let heading: string | null = null;
  let holder = headings?.first ?? null;
  let lastCurrency: Currency | null = null;
  const described = [...plan.payee, ...plan.description];

  function skipped(
    line: number,
    cells: readonly string[],
    reason: string,
  ): StatementRecord & { readonly kind: "skipped" | "rejected" } {
    return { kind: "skipped", line, cells, reason };
  }

  function rejected(line: number, cells: readonly string[], reason: string): StatementRecord {
    return { kind: "rejected", line, cells: truncateCells(cells), reason };
  }

  const labelOf = (column: number) => columnLabel(plan, column);

  /** Notes under which header the next rows stand; null where the row is no header. */
  function headerHere(cells: readonly string[], line: number): StatementRecord | null {
    if (plan.header === null) return null;
    const found = readHeader(cells, plan.header);
    if (
      found === null &&
      cells
        .map(normalLabel)
        .filter((label) => label !== "")
        .join("|") !== header
    )
      return null;
    section = found === null || found.kind === "repeated" ? null : found;
    holder = heading ?? holder;
    heading = null;
    return skipped(
      line,
      cells,
      section === null ? "The header is repeated here." : "The header of another table.",
    );
  }

  /** A row under a header that lacks what a transaction needs. */
  function foreign(
    cells: readonly string[],
    line: number,
    { transactions, missing }: Section & { kind: "foreign" },
  ): StatementRecord {
    if (onlyText(cells) !== null || cells.every((cell) => cell.trim() === ""))
      return skipped(line, cells, "A line of text, not a transaction.");
    if (!transactions)
      return skipped(line, cells, "A row of another table, which has no amounts of transactions.");
    return rejected(
      line,
      cells,
      `The row stands in a table of its own, under a header without "${missing}".`,
    );
  }

  function withoutDate(cells: readonly string[], line: number, cell: string): StatementRecord {
    const repeated = section === null ? headerHere(cells, line) : null;
    if (repeated !== null) return repeated;
    if (headings !== undefined) heading = findAccountName([cells]) ?? heading;
    if (cells.some((one) => one !== "" && isSummary(one)))
      return skipped(line, cells, "A balance or a total, not a transaction.");
    const alone = onlyText(cells);
    if (alone !== null && plan.width > 2) {
      pendingSection = headsPending(alone);
      return skipped(line, cells, "A line of text, not a transaction.");
    }
    if (readStatus(cell) === "pending")
      return skipped(line, cells, `Pending: "${cell}" stands in place of the date.`);
    const amount = moneyOf(cells);
    if (typeof amount !== "number" && amount.fault === "empty") {
      return skipped(
        line,
        cells,
        cell === ""
          ? "No date and no amount: further text or a detail of the booking above."
          : "No amount and no date: not a transaction.",
      );
    }
    if (typeof amount !== "number" && amount.fault === "both")
      return skipped(line, cells, "Amounts on both sides and no date: a total, not a transaction.");
    if (
      !/\d/.test(cell) &&
      (typeof amount !== "number" || !hasText(cells)) &&
      !plan.widths.includes(cells.length)
    )
      return skipped(line, cells, "Not a transaction: it has no date.");
    if (!/\d/.test(cell) && !hasText(cells))
      return skipped(line, cells, "An amount without date or text: a total, not a transaction.");
    if (cell === "")
      return rejected(line, cells, `There is no date in ${labelOf(plan.dates.columns[0] ?? 0)}.`);
    return rejected(
      line,
      cells,
      `"${cell.slice(0, 40)}" in ${labelOf(plan.dates.columns[0] ?? 0)} is not a date that exists.`,
    );
  }

  /** The one filled cell of a row that begins with a letter, else null: a heading or a note. */
  function onlyText(cells: readonly string[]): string | null {
    let only = "";
    for (const cell of cells) {
      if (cell.trim() === "") continue;
      if (only !== "") return null;
      only = cell.trim();
    }
    return /^\p{L}/u.test(only) && cells.indexOf(only) <= 1 ? only : null;
  }

  /** The next date column that is filled, where the first is empty. */
  function standIn(cells: readonly string[]): Day | null {
    for (let i = 1; i < plan.dates.columns.length; i += 1) {
      const date = dayOf(plain(cells[plan.dates.columns[i] ?? 0] ?? ""));
      if (date !== null) return date;
    }
    return null;
  }

  function hasText(cells: readonly string[]): boolean {
    return (
      plan.description.some((column) => (cells[column] ?? "").trim() !== "") ||
      plan.payee.some((column) => (cells[column] ?? "").trim() !== "")
    );
  }

  const labelled =
    plan.header === null || plan.dialect.delimiter !== ","
      ? Number.POSITIVE_INFINITY
      : plan.header.findLastIndex((label) => label.trim() !== "") + 1;

  return (printed, line, broken, cut) => {
    if (broken !== undefined)
      return rejected(line, printed, `This row cannot be taken apart: ${broken}.`);
    if (section !== null) {
      const next = headerHere(printed, line);
      if (next !== null) return next;
      if (section.kind === "foreign") return foreign(printed, line, section);
    }
    const cells =
      section?.kind === "arranged" && printed.length > 1
        ? arrange(printed, section.columns)
        : printed;
    let filled = 0;
    for (const cell of cells) {
      if (cell !== "") filled += 1;
      if (cell.length > CSV_CELL_CHARS_MAX)
        return rejected(
          line,
          cells,
          `A cell has ${cell.length} characters; ${CSV_CELL_CHARS_MAX} are allowed.`,
        );
    }
    if (filled === 0 || (filled < 3 && cells.every((cell) => cell.trim() === "")))
      return skipped(line, cells, "An empty row.");
    if (cells.length > CSV_COLUMNS_MAX)
      return rejected(
        line,
        cells,
        `The row has ${cells.length} cells; ${CSV_COLUMNS_MAX} are allowed.`,
      );

    let dateCell = cells[plan.dates.columns[0] ?? 0] ?? "";
    let date = dayOf(dateCell);
    if (date === null) {
      dateCell = plain(dateCell);
      date = dayOf(dateCell);
      if (dateCell === "") date = standIn(cells);
    }
    const fits = cells.length === plan.width || plan.widths.includes(cells.length);
    if (!fits && date !== null) {
      if (cells.length < plan.width)
        return rejected(
          line,
          cells,
          `The row has ${cells.length} cells where the others have ${plan.width}.`,
        );
      for (let i = plan.width; i < cells.length; i += 1) {
        if ((cells[i] ?? "").trim() !== "")
          return rejected(
            line,
            cells,
            `The row has ${cells.length} cells where the others have ${plan.width}.`,
          );
      }
    }
    if (date === null) return withoutDate(cells, line, dateCell);
    if (plan.dates.latest !== undefined && date > plan.dates.latest)
      return rejected(
        line,
        cells,
        `"${dateCell.slice(0, 40)}" would be ${date}, more than ten years ahead: the year may be of another calendar.`,
      );
    if (cells.length > labelled && isWiderBySplit(cells, labelled)) {
      return rejected(
        line,
        cells,
        `The row has ${cells.length} cells under ${labelled} labels: a number seems to hold a comma, which also separates the cells.`,
      );
    }
    const parted = plan.splits === undefined ? -1 : findSplit(cells, plan.splits);
    if (parted >= 0)
      return rejected(
        line,
        cells,
        `The number in ${labelOf(parted)} seems to go on in the next cell: "${(cells[parted] ?? "").trim()}" and "${(cells[parted + 1] ?? "").trim()}" may be one number with a comma, which also separates the cells.`,
      );
    if (cells.length < needed)
      return rejected(
        line,
        cells,
        `The row has ${cells.length} cells where the others have ${plan.width}.`,
      );

    const moves =
      exchange === undefined || money.kind !== "side"
        ? null
        : readMoves(money.side, exchange, cells, amountAt);
    const amount =
      moves === null ? moneyOf(cells) : "fault" in moves ? moves : (moves[0]?.amount ?? 0);
    if (typeof amount !== "number") return withoutAmount(cells, line, amount, date);
    if (plan.encoding.faulty && cells.some(holdsEscape))
      return rejected(line, cells, "The row holds bytes that are not UTF-8 text.");
    if (
      cut &&
      plan.fraction > 0 &&
      amountColumns.includes(cells.length - 1) &&
      countDecimals(cells[cells.length - 1] ?? "", plan.mark) !== plan.fraction
    ) {
      return rejected(line, cells, "The file ends within this row: its amount is incomplete.");
    }
    const scaled = amount * scale;
    if (!Number.isSafeInteger(scaled))
      return rejected(
        line,
        cells,
        `The amount in ${labelOf(amountColumns[0] ?? 0)} ${FAULT_TEXTS["out of range"]}.`,
      );
    const description = joinTexts(cells, described);
    if (description.includes("\0")) return rejected(line, cells, "The row holds NUL characters.");
    for (const column of plan.description) {
      if (isSummary(cells[column] ?? ""))
        return skipped(line, cells, "A balance or a total, not a transaction.");
    }
    if (description === "" && cells.some((cell) => cell !== "" && isSummary(cell)))
      return skipped(line, cells, "A balance or a total, not a transaction.");
    const status = plan.status < 0 ? null : readStatus(cells[plan.status] ?? "");
    if (status === "void")
      return skipped(line, cells, `Not carried out: "${(cells[plan.status] ?? "").trim()}".`);
    const balance = plan.balance < 0 ? "empty" : amountAt(cells, plan.balance);
    const payee = joinTexts(cells, plan.payee);
    const currency = currencyOf(cells);
    const row: StatementRow = {
      line,
      date,
      time: plan.dates.time >= 0 ? readTime(cells[plan.dates.time] ?? "") : null,
      amount: units(turned(scaled)),
      currency,
      payee: payee === "" ? description : payee,
      description:
        description.length > TEXT_CHARS_MAX ? description.slice(0, TEXT_CHARS_MAX) : description,
      notes: plan.notes.length === 0 ? null : joinTexts(cells, plan.notes) || null,
      reference: readReference(cells, plan.reference),
      balance: typeof balance === "number" ? unitsOrNull(turned(balance * scale)) : null,
      account: accountOf(cells, currency),
      pending: status === "pending" || pendingSection,
      facts: factsOf(cells, dateCell, date),
      cells,
    };
    if (moves === null || "fault" in moves) return { kind: "transaction", row };
    const [first, second] = moves.map((move) => moved(row, cells, move));
    return {
      kind: "transaction",
      row: first ?? row,
      ...(second === undefined ? {} : { also: second }),
    };
  };

  /** The row as one side of a transfer: its own amount, currency and account, the other party's name. */
  function moved(
    row: StatementRow,
    cells: readonly string[],
    { amount, currency, party, own, original }: Move,
  ): StatementRow {
    const { original_amount: _, original_currency: __, ...facts } = row.facts;
    const isConversion = readSide(cells[money.kind === "side" ? money.side : -1] ?? "") === "none";
    const names = described.filter(
      (column) => !exchanged.includes(column) && (column !== own || own === party),
    );
    const description = joinTexts(cells, names).slice(0, TEXT_CHARS_MAX);
    const payee = joinTexts(
      cells,
      plan.payee.filter((column) => names.includes(column)),
    );
    return {
      ...row,
      amount: units(turned(amount * scale)),
      currency,
      payee: payee === "" ? description : payee,
      description,
      account: accountOf(cells, currency),
      facts: {
        ...facts,
        ...(original === null
          ? {}
          : { original_amount: original.amount, original_currency: original.currency }),
        ...(isConversion ? { type: "Currency conversion" } : {}),
      },
    };
  }

  function withoutAmount(
    cells: readonly string[],
    line: number,
    amount: MoneyFault,
    date: Day,
  ): ReadRow {
    if (amount.fault === "both")
      return rejected(
        line,
        cells,
        `The row has amounts in both ${labelOf(amountColumns[0] ?? 0)} and ${labelOf(amountColumns[1] ?? 0)}.`,
      );
    if (amount.fault === "empty") {
      const status = plan.status < 0 ? null : readStatus(cells[plan.status] ?? "");
      if (status === "pending") return skipped(line, cells, "Pending, and without an amount yet.");
      if (status === "void")
        return skipped(line, cells, `Not carried out: "${(cells[plan.status] ?? "").trim()}".`);
      if (cells.some((cell) => cell !== "" && isSummary(cell)))
        return skipped(line, cells, "A balance or a total, not a transaction.");
      const balance = plan.balance < 0 ? "empty" : amountAt(cells, plan.balance);
      const printed = typeof balance === "number" ? unitsOrNull(turned(balance * scale)) : null;
      const record = {
        ...skipped(line, cells, `${noAmountIn(plan)}: a detail or a balance.`),
        doubtful: true as const,
      };
      return printed === null
        ? record
        : {
            ...record,
            lacks: {
              date,
              balance: printed,
              account: accountOf(cells, null),
              currency: currencyOf(cells),
            },
          };
    }
    const printed = (cells[amount.column] ?? "").trim().slice(0, 40);
    if ((money.kind === "side" || money.kind === "worded") && amount.column === money.side)
      return rejected(
        line,
        cells,
        `"${printed}" in ${labelOf(amount.column)} says neither debit nor credit.`,
      );
    return rejected(
      line,
      cells,
      `"${printed}" in ${labelOf(amount.column)} ${FAULT_TEXTS[amount.fault]}.`,
    );
  }

  function currencyOf(cells: readonly string[]): Currency | null {
    const { column, cells: inCells, fixed } = plan.currency;
    if (ownCurrency !== null) return ownCurrency(cells)[0] ?? null;
    if (column >= 0) {
      const cell = cells[column] ?? "";
      if (cell !== lastCode) {
        lastCode = cell;
        lastCurrency = cell === "" ? null : (parseCurrency(cell) ?? currencyIn(cell));
      }
      if (lastCurrency !== null) return lastCurrency;
    }
    if (inCells) {
      for (const at of amountColumns) {
        const found = at < 0 ? null : currencyIn(cells[at] ?? "");
        if (found !== null) return found;
      }
    }
    return fixed;
  }

  function accountOf(cells: readonly string[], currency: Currency | null): string | null {
    if (headings !== undefined) {
      heading = null;
      return holder;
    }
    const label = plan.account.column < 0 ? "" : plain(cells[plan.account.column] ?? "");
    const { split } = plan.account;
    if (split !== undefined && currency !== null && split.accounts.includes(label))
      return labelOfSplit(split, label, currency);
    return label === "" || label === plan.account.label ? null : label;
  }

  function factsOf(
    cells: readonly string[],
    dateCell: string,
    day: Day,
  ): Readonly<Record<string, string>> {
    const facts: Record<string, string> = {};
    for (const { name, column, date } of plan.facts) {
      const cell = cells[column] ?? "";
      if (cell === "") continue;
      const value = !date ? plain(cell) : cell === dateCell ? day : (factDate(cell) ?? plain(cell));
      if (value !== "")
        facts[name] = value.length > FACT_CHARS_MAX ? value.slice(0, FACT_CHARS_MAX) : value;
    }
    return facts;
  }
}

/** A column by its label in quotes, or by its number. */
export function columnLabel(plan: CsvPlan, column: number): string {
  const label = plan.header?.[column];
  return label === undefined || label === "" ? `column ${column + 1}` : `"${label}"`;
}

/** The beginning of the sentence about a row without an amount. */
export function noAmountIn(plan: CsvPlan): string {
  return `No amount in ${moneyColumns(plan.money)
    .filter((column) => column >= 0)
    .map((column) => columnLabel(plan, column))
    .join(" or ")}`;
}

function unitsOrNull(value: number): Units | null {
  return Number.isSafeInteger(value) ? units(value) : null;
}
