// How a person's settings for a layout act on a table: they win over what the rows say, and what
// the rows say against them is a warning. Where nothing is set, nothing here changes anything.

import { parseCurrency, type Currency } from "../../../money/currency.ts";
import type { KnownLayout } from "../../banks/known-layouts.ts";
import {
  COLUMN_ROLES,
  settingColumn,
  columnRole,
  SET_CURRENCY,
  SET_MARK,
  SET_ORDER,
  SET_SIGN,
  type ColumnRole,
} from "../../settings.ts";
import type { Answers } from "../../statement.ts";
import { MARKS, type DecimalMark } from "../amounts/amount.ts";
import { decideMoney } from "../amounts/decide-money.ts";
import { proveChain, proveInMode } from "../amounts/plan-chains.ts";
import { findAmountCandidates } from "../amounts/money-columns.ts";
import {
  moneyColumns,
  reverseSigns,
  type MoneyContext,
  type MoneyFinding,
} from "../amounts/money.ts";
import { decideBlankSide } from "../amounts/side-column.ts";
import { decidePairFactors } from "../amounts/pair-sides.ts";
import { allowsRole, assignRoles, columnWithRole } from "../columns/columns.ts";
import { nameOrder, type DateEvidence, type Decision } from "../columns/evidence.ts";
import type { Profile } from "../columns/profile.ts";
import { SET_WEIGHT, toRole } from "../columns/settings-columns.ts";
import { DATE_ORDERS, type DateOrder } from "../dates/dates.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import { nameColumn } from "./explain.ts";
import { settle, type Notes, type Settled } from "./settled.ts";

const SIGNS = ["as_printed", "turned", "flag", "marked"] as const;
type SetSign = (typeof SIGNS)[number];

export interface Settings {
  readonly order: DateOrder | null;
  readonly mark: DecimalMark | null;
  readonly sign: SetSign | null;
  readonly currency: Currency | null;
  readonly columns: ReadonlyMap<number, ColumnRole>;
}

/** The settings among answers; values that no setting has are left out. */
export function settingsIn(answers: Answers): Settings {
  const at = (id: string) => (Object.hasOwn(answers, id) ? answers[id] : undefined);
  const columns = new Map<number, ColumnRole>();
  for (const [id, value] of Object.entries(answers)) {
    const column = settingColumn(id);
    const role = column === null ? null : columnRole(value);
    if (column !== null && role !== null) columns.set(column, role);
  }
  return {
    order: DATE_ORDERS.find((order) => order === at(SET_ORDER)) ?? null,
    mark: MARKS.find((mark) => mark === at(SET_MARK)) ?? null,
    sign: SIGNS.find((sign) => sign === at(SET_SIGN)) ?? null,
    currency: parseCurrency(at(SET_CURRENCY) ?? ""),
    columns,
  };
}

/** The role of each set column, with a warning where its content does not look like that. */
export function explainSetColumns(profiles: readonly Profile[], set: Settings["columns"]): Notes {
  const reasons: string[] = [];
  const warnings: string[] = [];
  for (const profile of profiles) {
    const role = set.get(profile.index);
    if (role === undefined) continue;
    const name = nameColumn(profiles, profile.index).replace(/^column/, "Column");
    const label = COLUMN_ROLES.find(({ value }) => value === role)?.label ?? role;
    reasons.push(`${name} is read as "${label}", as set.`);
    const meant = toRole(role);
    if (meant !== null && profile.filled > 0 && !allowsRole(meant, SET_WEIGHT, profile))
      warnings.push(`${name} is set to be "${label}"; what it holds does not look like that.`);
  }
  return settle(null, { reasons, warnings });
}

/** The set order, with a warning where the dates or the bank's known layout contradict it. */
export function applySetOrder(
  order: DateOrder,
  evidence: DateEvidence,
  decided: Decision<DateOrder> | null,
  known: KnownLayout | null,
): Settled<DateOrder> {
  const valid = (one: DateOrder) => evidence.tallies[one].valid;
  const missing = Math.max(...DATE_ORDERS.map(valid)) - valid(order);
  const contradiction = () => {
    if (missing > 0)
      return `${missing} of the ${evidence.total} dates that were checked do not exist in this order.`;
    if (decided !== null && evidence.doubtful > 0 && decided.value !== order)
      return `the file says otherwise. ${decided.why}`;
    if (decided === null && known?.order !== undefined && known.order !== order)
      return `${nameBank(known)} usually prints dates ${nameOrder(known.order)}.`;
    return null;
  };
  const against = contradiction();
  return settle(order, {
    reasons: [`Dates are ${nameOrder(order)}, as set.`],
    warnings: against === null ? [] : [`Dates are set to ${nameOrder(order)}; ${against}`],
  });
}

/**
 * The set decimal mark, with a warning where the amounts or the bank's known layout contradict it.
 */
export function applySetMark(
  mark: DecimalMark,
  decided: Decision<DecimalMark> | null,
  isVisible: boolean,
  known: KnownLayout | null,
): Settled<DecimalMark> {
  const word = (one: DecimalMark) => (one === "." ? "dot" : "comma");
  const contradiction = () => {
    if (decided !== null)
      return isVisible && decided.value !== mark ? `the file says otherwise. ${decided.why}` : null;
    if (known?.mark === undefined || known.mark === mark) return null;
    return `${nameBank(known)} usually prints a ${word(known.mark)}.`;
  };
  const against = contradiction();
  return settle(mark, {
    reasons: [`Decimals follow a ${word(mark)}, as set.`],
    warnings: against === null ? [] : [`Decimals are set to follow a ${word(mark)}; ${against}`],
  });
}

function nameBank({ bank }: KnownLayout): string {
  return bank ?? "the banks with this header";
}

/** The set currency for every row, with a warning where the file names another. */
export function applySetCurrency(
  set: Currency | null,
  found: CsvPlan["currency"],
): Settled<CsvPlan["currency"]> {
  if (set === null) return settle(found);
  const code = set.toUpperCase();
  const warnings: string[] = [];
  if (found.fixed !== null && found.fixed !== set)
    warnings.push(`The currency is set to ${code}; the file says ${found.fixed.toUpperCase()}.`);
  if (found.fixed === null && (found.column >= 0 || found.cells))
    warnings.push(`The currency is set to ${code}; the file names several.`);
  const reasons = [`Every row is in ${code}, as set.`];
  return settle({ column: -1, cells: false, fixed: set }, { reasons, warnings });
}

const SIGN_WORDS: Readonly<Record<SetSign, string>> = {
  as_printed: "Positive amounts are money in",
  turned: "Positive amounts are money out",
  flag: "A column of words says which amounts are money in or out",
  marked: "Only money in is marked, with + or CR",
};

/** The found columns with the set sign, with a warning where the evidence reads them otherwise. */
export function applySetSign(
  context: MoneyContext,
  sign: SetSign,
  found: MoneyFinding,
): Settled<MoneyFinding> {
  const { plan, fault } = planWithSign(context, sign, found.plan);
  const words = describeSetSign(plan, sign);
  const reasons = fault === null ? [`${words}, as set.`] : [];
  const warnings = fault === null ? [] : [fault];
  if (JSON.stringify(plan) === JSON.stringify(found.plan)) {
    const source = found.sign === "balance" ? "balance" : "layout";
    return settle({ ...found, sign: source, why: [] }, { reasons, warnings });
  }
  if (found.sign === "balance" && found.chain !== null) {
    const { rows_proven: proven, rows_checked: checked } = found.chain.proof;
    warnings.push(
      `${words}, as set; with the other reading the running balance would prove ${proven} of ${checked} rows.`,
    );
  } else if (found.sign !== "none" && fault === null)
    warnings.push(`${words}, as set; the file says otherwise. ${found.why[0] ?? ""}`.trim());
  const chain =
    proveChain(context, plan, found.balance) ??
    (found.chain === null ? null : proveInMode(context, plan, found.balance, found.chain.mode));
  return settle({ ...found, plan, chain, sign: "layout", why: [] }, { reasons, warnings });
}

function describeSetSign(plan: MoneyPlan, sign: SetSign): string {
  if (plan.kind !== "pair") return SIGN_WORDS[sign];
  return sign === "turned"
    ? "The columns of money out and money in are swapped"
    : "Money out and money in are in the columns labelled so";
}

function planWithSign(
  context: MoneyContext,
  sign: SetSign,
  plan: MoneyPlan,
): { plan: MoneyPlan; fault: string | null } {
  if (plan.kind === "pair") {
    const labelled = decidePairFactors(context, plan);
    return { plan: sign === "turned" ? reverseSigns(labelled) : labelled, fault: null };
  }
  const { column } = plan;
  if (sign === "marked") return { plan: { kind: "marked", column }, fault: null };
  if (sign === "flag") {
    const side = columnWithRole(context.columns, "side");
    if (side < 0)
      return {
        plan,
        fault: "The settings say that a column marks debit or credit, but no column does.",
      };
    const blank = decideBlankSide(context.columns.profiles[side]);
    return { plan: { kind: "side", column, side, blank }, fault: null };
  }
  const factor = sign === "turned" ? -1 : 1;
  if (plan.kind === "signed") return { plan: { ...plan, factor }, fault: null };
  return { plan: { kind: "signed", column, factor, fee: -1 }, fault: null };
}

/** A table before settings act on its columns. */
interface UnsetTable {
  readonly profiles: readonly Profile[];
  readonly rows: readonly (readonly string[])[];
  readonly settings: Settings;
}

/** Warns where columns are set and the balances prove more rows without that. */
export function warnOfBalance(
  context: MoneyContext,
  { profiles, rows, settings }: UnsetTable,
  money: MoneyFinding,
): Notes {
  if (settings.columns.size === 0) return settle(null);
  const columns = assignRoles(profiles, null);
  const candidates = findAmountCandidates(columns, rows);
  const without = candidates.length === 0 ? null : decideMoney({ ...context, columns }, candidates);
  if (without === null || without.sign !== "balance" || without.chain === null) return settle(null);
  const list = ({ plan, balance }: MoneyFinding) => [balance, ...moneyColumns(plan)].join(" ");
  const { rows_proven: proven, rows_checked: checked } = without.chain.proof;
  const kept = money.chain?.proof.rows_proven ?? 0;
  if (list(without) === list(money) || proven <= kept) return settle(null);
  return settle(null, {
    warnings: [
      `Without the set columns the running balance would prove ${proven} of ${checked} rows; with them it proves ${kept}.`,
    ],
  });
}
