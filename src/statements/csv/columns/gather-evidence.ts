// Evidence over the rows: the head first, and beyond it only while more rows could still decide
// something: the order of day and month, the decimal mark, which accounts the file holds.

import { parseCurrency, type Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import { STATEMENT_ACCOUNTS_MAX } from "../../../platform/limits.ts";
import { createCurrencyReader } from "../amounts/currency-columns.ts";
import { moneyColumns, type SampleRow } from "../amounts/money.ts";
import { dateParts, dayIn, type DateOrder } from "../dates/dates.ts";
import type { Head } from "../head.ts";
import type { MoneyPlan } from "../plan.ts";
import { classifyCell, stripCell } from "../shape/cells.ts";
import type { Region } from "../shape/region.ts";
import { columnsWithRole, columnWithRole, type Columns } from "./columns.ts";
import {
  emptyDateEvidence,
  decideMark,
  decideOrder,
  emptyMarkEvidence,
  noteAmount,
  noteDate,
  type DateEvidence,
  type MarkEvidence,
} from "./evidence.ts";

export interface Gathered {
  readonly dates: DateEvidence;
  readonly marks: MarkEvidence;
  /**
   * The labels in the account column, in order of appearance; at most one more than are allowed.
   */
  readonly accounts: ReadonlySet<string>;
  /**
   * The currencies of each account ("" without an account column), where the columns of amounts
   * name theirs.
   */
  readonly currencies: ReadonlyMap<string, ReadonlySet<Currency>>;
  /** Likewise, by the column that names the currency of each row. */
  readonly rowCurrencies: ReadonlyMap<string, ReadonlySet<Currency>>;
  /** The first date as printed. */
  readonly sampleDate: string;
}

/** The rows to look at, and the columns that count. */
export interface EvidenceSource {
  readonly head: Head;
  readonly region: Region;
  readonly columns: Columns;
  readonly candidates: readonly MoneyPlan[];
  readonly accountColumn: number;
}

/**
 * Gathers evidence from the head, and from the rest while it decides nothing and the file goes on.
 */
export async function gatherEvidence(source: EvidenceSource, today: Day): Promise<Gathered> {
  const { head, region } = source;
  const collector = new EvidenceCollector(source, today);
  const body = head.rows.slice(region.first);
  for (const row of body) {
    collector.noteFormat(row);
    collector.noteAccount(row);
    collector.noteCurrency(row);
  }
  const isDecided = collector.isFormatDecided;
  if (!head.whole && !(isDecided && collector.hasOneAccount))
    await readBeyond(head, collector, isDecided);
  const [dateColumn = 0] = source.columns.dates;
  const sampleDate = body.map((row) => stripCell(row[dateColumn] ?? "")).find(isDated) ?? "";
  return { ...collector.evidence, sampleDate };
}

/** Reads the whole document, the head again, as far as it can still decide something. */
async function readBeyond(
  head: Head,
  collector: EvidenceCollector,
  isDecided: boolean,
): Promise<void> {
  let isOpen = !isDecided;
  if (isOpen) collector.forgetFormat();
  for await (const rows of head.rest()) {
    for (const row of rows) {
      if (isOpen) collector.noteFormat(row);
      collector.noteNextAccount(row);
      collector.noteCurrency(row);
    }
    isOpen = isOpen && !collector.isFormatDecided;
    if (!isOpen && collector.hasOneAccount) return;
  }
}

class EvidenceCollector {
  readonly #today: Day;
  readonly #dateColumn: number;
  readonly #secondDateColumn: number;
  readonly #amountColumns: readonly number[];
  readonly #accountColumn: number;
  readonly #readCurrencies: ReturnType<typeof createCurrencyReader>;
  readonly #accounts = new Set<string>();
  readonly #currencies = new Map<string, Set<Currency>>();
  readonly #currencyColumn: number;
  readonly #rowCurrencies = new Map<string, Set<Currency>>();
  #dates = emptyDateEvidence();
  #marks = emptyMarkEvidence();
  /** The account's cell noted last beyond the head: the same one comes back row after row. */
  #lastAccount = "";

  constructor({ columns, candidates, accountColumn }: EvidenceSource, today: Day) {
    const [first = 0, second = -1] = columns.dates;
    const amounts = [...candidates.flatMap(moneyColumns), ...columnsWithRole(columns, "balance")];
    this.#today = today;
    this.#dateColumn = first;
    this.#secondDateColumn = second;
    this.#amountColumns = [...new Set(amounts)].filter((column) => column >= 0);
    this.#accountColumn = accountColumn;
    this.#readCurrencies = createCurrencyReader(candidates[0]);
    // Only a currency with a balance of its own can be an account.
    const mayHave = columnsWithRole(columns, "balance").length > 0;
    this.#currencyColumn = mayHave ? columnWithRole(columns, "currency") : -1;
  }

  get evidence(): Omit<Gathered, "sampleDate"> {
    return {
      dates: this.#dates,
      marks: this.#marks,
      accounts: this.#accounts,
      currencies: this.#currencies,
      rowCurrencies: this.#rowCurrencies,
    };
  }

  get isFormatDecided(): boolean {
    return decideOrder(this.#dates) !== null && decideMark(this.#marks) !== null;
  }

  /** Whether no column names an account or a currency of its own. */
  get hasOneAccount(): boolean {
    return (
      this.#accountColumn < 0 &&
      this.#readCurrencies === null &&
      (this.#rowCurrencies.get("")?.size ?? 0) < 2
    );
  }

  forgetFormat(): void {
    this.#dates = emptyDateEvidence();
    this.#marks = emptyMarkEvidence();
  }

  noteFormat(row: readonly string[]): void {
    const cell = row[this.#dateColumn] ?? "";
    if (cell === "" || !isDated(cell)) return;
    const second = this.#secondDateColumn < 0 ? "" : (row[this.#secondDateColumn] ?? "");
    noteDate(this.#dates, cell, second, this.#today);
    for (const column of this.#amountColumns) noteAmount(this.#marks, row[column] ?? "");
  }

  noteAccount(row: readonly string[]): void {
    if (this.#accountColumn < 0 || this.#accounts.size > STATEMENT_ACCOUNTS_MAX) return;
    const label = stripCell(row[this.#accountColumn] ?? "");
    if (label !== "" && this.#hasDate(row)) this.#accounts.add(label);
  }

  /** `noteAccount` for a row whose account is not that of the row before. */
  noteNextAccount(row: readonly string[]): void {
    const cell = this.#accountColumn < 0 ? "" : (row[this.#accountColumn] ?? "");
    if (cell !== this.#lastAccount) this.noteAccount(row);
    this.#lastAccount = cell;
  }

  noteCurrency(row: readonly string[]): void {
    if (this.#currencyColumn >= 0) this.#noteRowCurrency(row);
    if (this.#readCurrencies === null || this.#currencies.size > STATEMENT_ACCOUNTS_MAX) return;
    if (!this.#hasDate(row)) return;
    const label = this.#accountColumn < 0 ? "" : stripCell(row[this.#accountColumn] ?? "");
    const known = this.#currencies.get(label) ?? new Set();
    for (const currency of this.#readCurrencies(row)) known.add(currency);
    if (known.size > 0) this.#currencies.set(label, known);
  }

  #noteRowCurrency(row: readonly string[]): void {
    const code = row[this.#currencyColumn] ?? "";
    const label = this.#accountColumn < 0 ? "" : stripCell(row[this.#accountColumn] ?? "");
    const known = this.#rowCurrencies.get(label);
    if (code === "" || this.#rowCurrencies.size > STATEMENT_ACCOUNTS_MAX) return;
    const currency = parseCurrency(stripCell(code));
    if (currency === null || known?.has(currency) === true || !this.#hasDate(row)) return;
    this.#rowCurrencies.set(label, new Set([...(known ?? []), currency]));
  }

  #hasDate(row: readonly string[]): boolean {
    return isDated(row[this.#dateColumn] ?? "");
  }
}

function isDated(cell: string): boolean {
  return classifyCell(cell) === "date";
}

/**
 * The rows of the head that have a day, as the money is decided on; `keyOf`: the account they count
 * for.
 */
export function listDatedRows(
  {
    head,
    region,
    dateColumn,
    order,
  }: Pick<EvidenceSource, "head" | "region"> & { dateColumn: number; order: DateOrder },
  keyOf: (cells: readonly string[], index: number) => string,
): readonly SampleRow[] {
  const rows: SampleRow[] = [];
  for (let index = region.first; index < head.rows.length; index += 1) {
    const cells = head.rows[index] ?? [];
    const parts = dateParts(stripCell(cells[dateColumn] ?? ""));
    const day = parts === null ? null : dayIn(parts, order);
    if (day !== null)
      rows.push({ cells, date: day, line: head.lines[index] ?? 0, account: keyOf(cells, index) });
  }
  return rows;
}
