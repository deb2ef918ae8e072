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
  const own = isOfPurchase(columns, code, candidates) ? -1 : code;
  const column = original >= 0 ? original : own;
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
