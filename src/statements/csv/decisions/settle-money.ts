// Which columns hold the money, with what sign, in whose account and in which currency. The running
// balance decides wherever there is one.

import { isLessFull } from "../amounts/alternating.ts";
import type { DecimalMark } from "../amounts/amount.ts";
import { findBalancesBefore } from "../amounts/balance-before.ts";
import { createCurrencyReader } from "../amounts/currency-columns.ts";
import { decideMoney } from "../amounts/decide-money.ts";
import { findNetAmount } from "../amounts/net-amount.ts";
import {
  readAmountUnder,
  type MoneyContext,
  type MoneyFinding,
  type PairPlan,
} from "../amounts/money.ts";
import { hasOnlyOriginalAmount, warnOfUnsignedAmounts } from "../amounts/unsigned-amounts.ts";
import { decideCurrency } from "../columns/account-and-currency.ts";
import { chooseTextColumns, columnsWithRole } from "../columns/columns.ts";
import { listDatedRows } from "../columns/gather-evidence.ts";
import { findStatusColumn } from "../columns/optional-columns.ts";
import type { DateOrder } from "../dates/dates.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import { askAmountColumn, readTurns, settleOwed } from "../questions.ts";
import { stripCell } from "../shape/cells.ts";
import { applySetCurrency, applySetSign, warnOfBalance } from "./apply-settings.ts";
import { nameColumn } from "./explain.ts";
import type { Materials, Table } from "./settle-columns.ts";
import { settleFee } from "./settle-fee.ts";
import { settleSign } from "./settle-sign.ts";
import {
  findAnswer,
  settle,
  settleAfter,
  type AnswersOnHand,
  type Notes,
  type Settled,
} from "./settled.ts";

/** How the values of a table are printed. */
export interface Format {
  readonly order: DateOrder;
  readonly mark: DecimalMark;
  readonly decimals: number;
}

/** The column that may name the rows' accounts. */
interface AccountNames {
  /** The column that may name the person's account, -1 if there is none, and how many it names. */
  readonly accountColumn: number;
  readonly accounts: number;
}

export interface Money {
  readonly context: MoneyContext;
  readonly finding: MoneyFinding;
  /** The column that names the rows' accounts, -1 if the file is of one account. */
  readonly accountColumn: number;
  readonly currency: CsvPlan["currency"];
  /** Whether the balance is what is owed. */
  readonly owed: boolean;
}

/** Decides the money of a table. */
export function settleMoney(
  materials: Materials,
  table: Table,
  format: Format & AccountNames,
): Settled<Money> {
  const { head, region, answers } = materials;
  const { settings, columns, candidates } = table;
  const found = decideCurrency(head, region, columns, candidates);
  const chosen = chooseContext(materials, table, format, found);
  const { accountColumn, isThrough } = chosen;
  const context = findBalancesBefore(chosen.context, candidates);
  const money = settleColumnAndSign(answers, context, table);
  const charged = settleFee(materials, context, money.decision, format.order);
  const finding = charged.decision;
  const owed = settings.sign === null ? settleOwed(answers, context, finding) : settle(false);
  const own = isThrough
    ? { column: -1, cells: false, fixed: null }
    : decideCurrency(head, region, columns, [finding.plan]);
  const currency = applySetCurrency(settings.currency, own);
  const reasons: string[] = [];
  if (owed.decision) reasons.push("The balance is what is owed: what raises it is money out.");
  if (context.before === true)
    reasons.push(
      `${nameColumn(columns.profiles, finding.balance).replace(/^column/, "Column")} holds the balance before each row.`,
    );
  if (isThrough)
    reasons.push(
      `The balances run through rows of several codes in ${nameColumn(columns.profiles, found.column)}: amounts are in the account's currency.`,
    );
  return settleAfter(
    { context, finding, accountColumn, currency: currency.decision, owed: owed.decision },
    [
      money,
      charged,
      owed,
      settle(null, { reasons }),
      currency,
      warnOfBalance(context, table, finding),
    ],
  );
}

interface ChosenContext {
  readonly context: MoneyContext;
  readonly accountColumn: number;
  /** Whether one balance runs through rows of several currencies. */
  readonly isThrough: boolean;
}

/**
 * The rows with the accounts they count for. If one balance runs through the rows of all
 * "accounts", the column does not name the person's account; if it runs through rows of several
 * currencies, these are the transactions' and the amounts are in the account's.
 */
function chooseContext(
  materials: Materials,
  table: Table,
  format: Format & AccountNames,
  { column, fixed }: CsvPlan["currency"],
): ChosenContext {
  const contextFor = (accountColumn: number, currencyColumn: number) =>
    createContext(materials, table, format, { accountColumn, currencyColumn });
  const { candidates } = table;
  const own = format.accountColumn;
  const isOneAccount =
    format.accounts > 1 && provesMore(contextFor(-1, column), contextFor(own, column), candidates);
  const accountColumn = isOneAccount ? -1 : own;
  const apart = contextFor(accountColumn, column);
  if (column < 0 || fixed !== null) return { context: apart, accountColumn, isThrough: false };
  const through = contextFor(accountColumn, -1);
  const isThrough = provesMore(through, apart, candidates);
  return { context: isThrough ? through : apart, accountColumn, isThrough };
}

function createContext(
  { head, region, holders }: Materials,
  { columns, rows, known, dateColumn, candidates }: Table,
  { order, mark, decimals }: Format,
  { accountColumn, currencyColumn }: { accountColumn: number; currencyColumn: number },
): MoneyContext {
  const readCurrencies = createCurrencyReader(candidates[0]);
  const currencyIn = (cells: readonly string[]) =>
    readCurrencies?.(cells).join(" ") ?? (currencyColumn < 0 ? "" : (cells[currencyColumn] ?? ""));
  const accountIn = (cells: readonly string[], index: number) =>
    accountColumn < 0 ? (holders?.[index] ?? "") : stripCell(cells[accountColumn] ?? "");
  const texts = chooseTextColumns(columns);
  return {
    columns,
    mark,
    decimals,
    status: findStatusColumn(columns, rows),
    rows: listDatedRows(
      { head, region, dateColumn, order },
      (cells, index) => `${accountIn(cells, index)}|${currencyIn(cells)}`,
    ),
    known:
      known?.factor === undefined ? null : { factor: known.factor, bank: known.bank ?? "The bank" },
    texts: [
      ...texts.payee,
      ...texts.description,
      ...columnsWithRole(columns, "type"),
      ...columnsWithRole(columns, "category"),
    ],
  };
}

function provesMore(
  one: MoneyContext,
  other: MoneyContext,
  candidates: readonly MoneyPlan[],
): boolean {
  const proven = (context: MoneyContext) =>
    decideMoney(context, candidates)?.chain?.proof.rows_proven ?? 0;
  return proven(one) > proven(other);
}

/** So many rows in a chain without a break show that a column is the balance. */
const PROVEN_ROWS_MIN = 3;

function settleColumnAndSign(
  answers: AnswersOnHand,
  context: MoneyContext,
  { candidates, settings }: Table,
): Settled<MoneyFinding> {
  const answer = findAnswer(answers, "amount_column");
  const picked = candidates.filter(
    (plan) => plan.kind === "signed" && String(plan.column) === answer.decision,
  );
  const turns = readTurns(context, listSignedColumns(candidates), answer.decision);
  if (turns !== null) return settleAfter(settleTurns(context, turns), [answer]);
  const net = picked.length === 0 ? findNetAmount(context, candidates) : null;
  const pool = net === null ? ([picked, candidates].find((all) => all.length > 0) ?? []) : [net];
  const finding: MoneyFinding = decideMoney(context, pool) ?? {
    plan: pool[0] ?? candidates[0],
    balance: -1,
    chain: null,
    sign: "none",
    why: [],
  };
  const likely = dropLessFull(context, pool);
  const isOpen =
    answer.decision === null &&
    (isAmbiguous(context, likely, finding) ||
      (settings.sign === null && hasOnlyOriginalAmount(context, likely)));
  const column = settle(null, { questions: isOpen ? [askAmountColumn(context, likely)] : [] });
  if (settings.sign !== null) {
    const set = applySetSign(context, settings.sign, finding);
    return settleAfter(set.decision, [answer, column, set]);
  }
  const explained = explainMoney(context, finding);
  if (finding.sign !== "none") return settleAfter(finding, [answer, column, explained]);
  const warning = warnOfUnsignedAmounts(context, finding.plan);
  const warned = settle(null, { warnings: warning === null ? [] : [warning] });
  const sign = settleSign(answers, context, finding.plan);
  return settleAfter({ ...finding, plan: sign.decision }, [
    answer,
    column,
    explained,
    warned,
    sign,
  ]);
}

function listSignedColumns(plans: readonly MoneyPlan[]): readonly number[] {
  return plans.flatMap((plan) => (plan.kind === "signed" ? [plan.column] : []));
}

/** Two columns that a person named as money out and money in. */
function settleTurns(context: MoneyContext, plan: PairPlan): MoneyFinding {
  const found = decideMoney(context, [plan]);
  if (found?.sign === "balance") return found;
  return { balance: found?.balance ?? -1, chain: null, why: [], plan, sign: "columns" };
}

/** Whether several columns may be the amount and differ, without a balance that decides. */
function isAmbiguous(
  context: MoneyContext,
  pool: readonly MoneyPlan[],
  { sign, chain, balance }: MoneyFinding,
): boolean {
  const { rows_proven: proven = 0, rows_checked: checked = 1 } = chain?.proof ?? {};
  const isProven = proven === checked && proven >= PROVEN_ROWS_MIN;
  const [first, ...others] = pool.filter(
    (plan) => !(isProven && plan.kind === "signed" && plan.column === balance),
  );
  if (sign === "balance" || first === undefined || others.length === 0) return false;
  if ([first, ...others].some((plan) => plan.kind !== "signed")) return false;
  const amount = (plan: MoneyPlan, cells: readonly string[]) =>
    readAmountUnder(context, plan, cells);
  return context.rows.some(({ cells }) =>
    others.some((plan) => amount(plan, cells) !== amount(first, cells)),
  );
}

/** The plans without those of columns that only a balance could show to be the amount. */
function dropLessFull(context: MoneyContext, plans: readonly MoneyPlan[]): readonly MoneyPlan[] {
  const columnOf = (plan: MoneyPlan | undefined) => (plan?.kind === "signed" ? plan.column : -1);
  const first = columnOf(plans[0]);
  return plans.filter((plan) => !isLessFull(context.columns, columnOf(plan), first));
}

function explainMoney(context: MoneyContext, { plan, sign, chain, why }: MoneyFinding): Notes {
  const { profiles } = context.columns;
  const reasons = [...why];
  if (chain !== null && sign === "balance") {
    const { rows_proven: proven, rows_checked: checked } = chain.proof;
    const share = `${proven} of ${checked} rows in the part that was checked, ${chain.mode.order}.`;
    reasons.push(
      proven === checked
        ? `The running balance proves amounts and signs: ${share}`
        : `Amounts and signs are read so that the running balance fits best: ${share}`,
    );
  }
  if (plan.kind === "worded" && sign === "balance")
    reasons.push(
      `The meaning of the words in ${nameColumn(profiles, plan.side)} was learned from the balances.`,
    );
  const name = (column: number) => (column < 0 ? "no column" : nameColumn(profiles, column));
  if (sign === "columns" && plan.kind === "pair")
    reasons.push(`Money out is in ${name(plan.debit)}, money in is in ${name(plan.credit)}.`);
  return settle(null, { reasons });
}
