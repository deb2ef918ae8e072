// How what a person set for a layout acts on a table: it wins over what the rows say, and what they say against it is
// a warning. Where nothing is set, nothing here changes anything.

import { parseCurrency, type Currency } from "../../../money/currency.ts";
import {
  COLUMN_ROLES,
  columnOf,
  columnRole,
  SET_CURRENCY,
  SET_MARK,
  SET_ORDER,
  SET_SIGN,
  type ColumnRole,
} from "../../settings.ts";
import type { Answers } from "../../statement.ts";
import { MARKS, type DecimalMark } from "../amounts/amount.ts";
import { allowsRole, assignRoles, columnWithRole } from "../columns/columns.ts";
import { toRole, SET_WEIGHT } from "../columns/settings-columns.ts";
import { DATE_ORDERS, type DateOrder } from "../dates/dates.ts";
import { decideMoney, proveInMode, proveChain } from "../amounts/decide-money.ts";
import { orderName, type DateEvidence, type Decision } from "../columns/evidence.ts";
import { nameColumn } from "./explain.ts";
import type { KnownLayout } from "../../banks/known-layouts.ts";
import {
  moneyColumns,
  reverseSigns,
  type MoneyContext,
  type MoneyFinding,
} from "../amounts/money.ts";
import { findAmountCandidates } from "../amounts/money-columns.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import type { Profile } from "../columns/profile.ts";
import type { Asked } from "../questions.ts";
import { decideBlankSide, decidePairFactors } from "../amounts/sign.ts";

const SIGNS = ["as_printed", "turned", "flag", "marked"] as const;

export interface Settings {
  readonly order: DateOrder | null;
  readonly mark: DecimalMark | null;
  readonly sign: (typeof SIGNS)[number] | null;
  readonly currency: Currency | null;
  readonly columns: ReadonlyMap<number, ColumnRole>;
}

/** The settings among answers; what is none, or none of a table, is left aside. */
export function settingsIn(answers: Answers): Settings {
  const at = (id: string) => (Object.hasOwn(answers, id) ? answers[id] : undefined);
  const columns = new Map<number, ColumnRole>();
  for (const [id, value] of Object.entries(answers)) {
    const column = columnOf(id);
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

/** Says what each set column is, and where its content is nothing of the kind. */
export function sayColumns(
  asked: Asked,
  profiles: readonly Profile[],
  set: Settings["columns"],
): void {
  for (const profile of profiles) {
    const role = set.get(profile.index);
    if (role === undefined) continue;
    const name = nameColumn(profiles, profile.index).replace(/^column/, "Column");
    const word = COLUMN_ROLES.find(({ value }) => value === role)?.label ?? role;
    asked.whys.push(`${name} is read as "${word}", as set.`);
    const meant = toRole(role);
    if (meant !== null && profile.filled > 0 && !allowsRole(meant, SET_WEIGHT, profile))
      asked.warnings.push(`${name} is set to be "${word}"; what it holds does not look like that.`);
  }
}

/** The order that is set, with what the dates or the bank's known layout say against it. */
export function orderAsSet(
  asked: Asked,
  order: DateOrder,
  evidence: DateEvidence,
  decided: Decision<DateOrder> | null,
  known: KnownLayout | null,
): DateOrder {
  asked.whys.push(`Dates are ${orderName(order)}, as set.`);
  const missing =
    Math.max(...DATE_ORDERS.map((one) => evidence.tallies[one].valid)) -
    evidence.tallies[order].valid;
  if (missing > 0)
    asked.warnings.push(
      `Dates are set to be ${orderName(order)}; ${missing} of the ${evidence.total} looked at do not exist so.`,
    );
  else if (decided !== null && evidence.doubtful > 0 && decided.value !== order)
    asked.warnings.push(
      `Dates are set to be ${orderName(order)}; the file says otherwise. ${decided.why}`,
    );
  else if (decided === null && known?.order !== undefined && known.order !== order)
    asked.warnings.push(
      `Dates are set to be ${orderName(order)}; ${known.bank ?? "the banks with this header"} usually has them ${orderName(known.order)}.`,
    );
  return order;
}

/** The decimal mark that is set, with what the amounts or the bank's known layout say against it. */
export function markAsSet(
  asked: Asked,
  mark: DecimalMark,
  decided: Decision<DecimalMark> | null,
  doubtful: boolean,
  known: KnownLayout | null,
): DecimalMark {
  const word = (one: DecimalMark) => (one === "." ? "dot" : "comma");
  asked.whys.push(`Decimals follow a ${word(mark)}, as set.`);
  if (decided !== null && doubtful && decided.value !== mark)
    asked.warnings.push(
      `Decimals are set to follow a ${word(mark)}; the file says otherwise. ${decided.why}`,
    );
  else if (decided === null && known?.mark !== undefined && known.mark !== mark)
    asked.warnings.push(
      `Decimals are set to follow a ${word(mark)}; ${known.bank ?? "the banks with this header"} usually has a ${word(known.mark)}.`,
    );
  return mark;
}

/** The currency that is set for every row, with what the file says against it. */
export function currencyAsSet(
  asked: Asked,
  set: Currency | null,
  found: CsvPlan["currency"],
): CsvPlan["currency"] {
  if (set === null) return found;
  asked.whys.push(`Every row is in ${set.toUpperCase()}, as set.`);
  if (found.fixed !== null && found.fixed !== set)
    asked.warnings.push(
      `The currency is set to ${set.toUpperCase()}; the file says ${found.fixed.toUpperCase()}.`,
    );
  if (found.fixed === null && (found.column >= 0 || found.cells))
    asked.warnings.push(`The currency is set to ${set.toUpperCase()}; the file names several.`);
  return { column: -1, cells: false, fixed: set };
}

/** An answer of an earlier file that this file contradicts is not followed, and that is said. */
export function warnOfAnswer(asked: Asked, question: string, decided: Decision<string>): void {
  const answer = Object.hasOwn(asked.recalled, question) ? asked.recalled[question] : undefined;
  if (answer === undefined || answer === decided.value) return;
  asked.warnings.push(
    `The question "${question.replaceAll("_", " ")}" was answered otherwise for an earlier file; this one is read as it says itself. ${decided.why}`,
  );
}

const SIGN_WORDS: Readonly<Record<(typeof SIGNS)[number], string>> = {
  as_printed: "Positive amounts are money in",
  turned: "Positive amounts are money out",
  flag: "A column of words gives the amounts their side",
  marked: "Only money in is marked, with + or CR",
};

/** The reading of the same columns with the sign that is set; the evidence's own reading where it is another is a warning. */
export function signAsSet(
  asked: Asked,
  context: MoneyContext,
  sign: (typeof SIGNS)[number],
  found: MoneyFinding,
): MoneyFinding {
  const { plan, fault } = planAsSet(context, sign, found.plan);
  const words =
    plan.kind === "pair"
      ? sign === "turned"
        ? "Money out and money in change their columns"
        : "Money out and money in stand in the columns labelled so"
      : SIGN_WORDS[sign];
  if (fault !== null) asked.warnings.push(fault);
  else asked.whys.push(`${words}, as set.`);
  if (JSON.stringify(plan) === JSON.stringify(found.plan))
    return { ...found, sign: found.sign === "balance" ? "balance" : "layout", why: [] };
  if (found.sign === "balance" && found.chain !== null) {
    const { rows_proven: proven, rows_checked: checked } = found.chain.proof;
    asked.warnings.push(
      `${words}, as set; read otherwise the running balance would prove ${proven} of ${checked} rows.`,
    );
  } else if (found.sign !== "none" && fault === null)
    asked.warnings.push(`${words}, as set; the file says otherwise. ${found.why[0] ?? ""}`.trim());
  const chain =
    proveChain(context, plan, found.balance) ??
    (found.chain === null ? null : proveInMode(context, plan, found.balance, found.chain.mode));
  return { ...found, plan, chain, sign: "layout", why: [] };
}

function planAsSet(
  context: MoneyContext,
  sign: (typeof SIGNS)[number],
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
        fault: "It is set that a column says debit or credit; there is none that does.",
      };
    return {
      plan: { kind: "side", column, side, blank: decideBlankSide(context.columns.profiles[side]) },
      fault: null,
    };
  }
  const factor = sign === "turned" ? -1 : 1;
  return {
    plan:
      plan.kind === "signed" ? { ...plan, factor } : { kind: "signed", column, factor, fee: -1 },
    fault: null,
  };
}

/** Where columns are set: whether the balances prove more without that. */
export function warnOfBalance(
  asked: Asked,
  context: MoneyContext,
  {
    profiles,
    rows,
  }: { readonly profiles: readonly Profile[]; readonly rows: readonly (readonly string[])[] },
  set: Settings,
  money: MoneyFinding,
): void {
  if (set.columns.size === 0) return;
  const columns = assignRoles(profiles, null);
  const candidates = findAmountCandidates(columns, rows);
  const without = candidates.length === 0 ? null : decideMoney({ ...context, columns }, candidates);
  if (without === null || without.sign !== "balance" || without.chain === null) return;
  if (without.balance === money.balance && columnsOf(without.plan) === columnsOf(money.plan))
    return;
  const { rows_proven: proven, rows_checked: checked } = without.chain.proof;
  const kept = money.chain?.proof.rows_proven ?? 0;
  if (proven > kept)
    asked.warnings.push(
      `Without the columns that are set the running balance would prove ${proven} of ${checked} rows; as set it proves ${kept}.`,
    );
}

function columnsOf(plan: MoneyPlan): string {
  return moneyColumns(plan).join(" ");
}
