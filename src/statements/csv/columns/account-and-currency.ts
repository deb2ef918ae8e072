// The account and the currency of the rows, from the rows, the labels and the lines outside the
// table.

import type { Currency } from "../../../money/currency.ts";
import parts from "../../words/label-parts.json" with { type: "json" };
import { normalLabel } from "./labels.ts";
import { columnWithRole, columnsWithRole, type Columns } from "./columns.ts";
import { findCurrency, findLabelCurrency } from "../amounts/money-words.ts";
import { createCurrencyReader } from "../amounts/currency-columns.ts";
import { moneyColumns } from "../amounts/money.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import { findAccountName, findCurrencyOutside } from "../shape/outside-table.ts";
import type { Head } from "../head.ts";
import type { Region } from "../shape/region.ts";

/** The rows whose cells are searched for currencies. */
const CELLS_ROWS_MAX = 200;
/** A currency on at least this share of the amounts is that of all. */
const COMMON_SHARE_MIN = 0.5;

export interface AccountFinding {
  /** The one label in the account column, null if there is none or several. */
  readonly label: string | null;
  /** The document's account: the column's one label, or the account named outside the table. */
  readonly named: string | null;
  readonly labels: readonly string[];
}

/** The column that names the person's own account of each row, -1 if there is none. */
export function findAccountColumn(columns: Columns): number {
  const account = columnWithRole(columns, "account");
  if (account >= 0) return account;
  const named = columnWithRole(columns, "account_name");
  const profile = columns.profiles[named];
  return profile !== undefined &&
    (columns.weights[named] ?? 0) >= 90 &&
    profile.filled >= 0.9 * profile.rows &&
    profile.distinct <= Math.max(1, Math.min(20, profile.rows / 4))
    ? named
    : -1;
}

/**
 * The accounts of the document. With few rows, an IBAN outside the table is better evidence than a
 * column.
 */
export function decideAccount(
  labels: ReadonlySet<string>,
  rows: number,
  beside: readonly (readonly string[])[],
): AccountFinding {
  const [only] = labels;
  const label = labels.size === 1 && only !== undefined ? only : null;
  const stated = findAccountName(beside.slice(0, 60));
  return {
    label,
    named: label !== null && (rows >= 3 || stated === null) ? label : stated,
    labels: [...labels],
  };
}

/**
 * The account's currency where a column names that of the original amounts: it is filled only with
 * them, or only in rows of one currency are they the account's amounts too. Undefined for any other
 * column, null where nothing names the account's.
 */
function findOwnCurrency(
  columns: Columns,
  rows: readonly (readonly string[])[],
  column: number,
  money: readonly number[],
): Currency | null | undefined {
  const original = columnWithRole(columns, "original_amount");
  if (original < 0 || column < 0 || money.includes(original)) return undefined;
  const digits = (cell: string | undefined) => (cell ?? "").replace(/[^\d]/g, "");
  let apart = 0;
  let without = 0;
  const [same, others] = [new Set<Currency>(), new Set<Currency>()];
  for (const row of rows) {
    const code = findCurrency((row[column] ?? "").toUpperCase());
    const printed = digits(row[original]);
    if (code === null) without += printed === "" ? 1 : 0;
    else if (printed === "") return undefined;
    else if (money.some((index) => digits(row[index]) === printed)) same.add(code);
    else {
      apart += 1;
      others.add(code);
    }
  }
  const [own = null, second] = same;
  if (apart === 0 || second !== undefined || (own !== null && others.has(own))) return undefined;
  return own !== null || without > 0 ? own : undefined;
}

/** Where a row's currency is found: in a column, in its cells, or once for the whole document. */
export function decideCurrency(
  head: Head,
  region: Region,
  columns: Columns,
  candidates: readonly MoneyPlan[],
): CsvPlan["currency"] {
  // If the file has only original amounts, the original currency is that of the rows.
  const foreign =
    candidates.length > 0 &&
    candidates.every(
      (plan) => plan.kind === "signed" && columns.roles[plan.column] === "original_amount",
    );
  const original = foreign ? columnWithRole(columns, "original_currency") : -1;
  // A currency in the label of the amounts is theirs; another column then names the transaction's.
  const labelled = new Set(
    candidates
      .flatMap(moneyColumns)
      .filter((index) => index >= 0)
      .map((index) => findLabelCurrency(columns.profiles[index]?.label ?? "")),
  );
  const [named] = labelled;
  if (candidates.some((plan) => createCurrencyReader(plan) !== null))
    return { column: -1, cells: false, fixed: null };
  if (labelled.size === 1 && named !== undefined && named !== null)
    return { column: -1, cells: false, fixed: named };
  const code = columnWithRole(columns, "currency");
  const ofAccount = isOfPurchase(columns, code, candidates) ? -1 : code;
  const column = original >= 0 ? original : ofAccount;
  const rows = region.data.map((index) => head.rows[index] ?? []);
  const codes = new Set<Currency>(
    rows
      .map((row) => findCurrency((row[column] ?? "").toUpperCase()))
      .filter((code) => code !== null),
  );
  const money = candidates.flatMap(moneyColumns).filter((index) => index >= 0);
  const printed = rows
    .slice(0, CELLS_ROWS_MAX)
    .flatMap((row) => money.map((index) => row[index] ?? ""))
    .filter((cell) => /[1-9]/.test(cell));
  const inCells = printed.map((cell) => findCurrency(cell)).filter((code) => code !== null);
  const cells = new Set(inCells);
  const labels =
    [...money, ...columnsWithRole(columns, "balance")]
      .map((index) => findCurrency(columns.profiles[index]?.label ?? ""))
      .find((code) => code !== null) ?? null;
  const before = findCurrencyOutside(head.rows.slice(0, Math.max(0, region.header)));
  const own = findOwnCurrency(columns, rows, column, money);
  if (own !== undefined) return { column: -1, cells: false, fixed: own ?? labels ?? before };
  const [only = null, another] = codes;
  const [single = null] = cells;
  // A sign on a few cells is the currency of these rows only, however the file goes on.
  const isCommon = cells.size === 1 && inCells.length >= COMMON_SHARE_MIN * printed.length;
  const fixed =
    another === undefined ? (only ?? (isCommon ? single : null) ?? labels ?? before) : null;
  const isByCell = cells.size > 1 || (single !== null && fixed !== single);
  return { column: codes.size > 0 ? column : -1, cells: isByCell, fixed };
}

/** Whether a column names the currencies of the purchases, while the amounts are what was billed. */
function isOfPurchase(
  { profiles }: Columns,
  column: number,
  candidates: readonly MoneyPlan[],
): boolean {
  const names = (index: number, words: readonly string[]) => {
    const label = ` ${normalLabel(profiles[index]?.label ?? "")}`;
    return words.some((word) => label.includes(` ${word}`));
  };
  return (
    names(column, parts.of_purchase) &&
    candidates.flatMap(moneyColumns).some((index) => names(index, parts.billed))
  );
}
