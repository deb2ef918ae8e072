// Which columns hold the money and how its sign is printed. A running balance decides between the
// readings; a reading that contradicts labels or printed signs needs a chain with hardly a break.
// Without a balance, sign.ts decides the sign.

import { readAmount } from "./amount.ts";
import { isPrintedAgain, stripCell } from "../shape/cells.ts";
import { columnWithRole, columnsWithRole, type Columns } from "../columns/columns.ts";
import { nameColumn } from "../decisions/explain.ts";
import { findReferenceColumn, isConstant } from "../columns/optional-columns.ts";
import {
  readAmountUnder,
  moneyColumns,
  reverseSigns,
  type MoneyContext,
  type MoneyFinding,
} from "./money.ts";
import type { MoneyPlan } from "../plan.ts";
import { holdsAmounts } from "../columns/profile.ts";
import {
  findBestChain,
  assumeChain,
  proveRows,
  type ChainFinding,
  type ChainMode,
  type ChainRow,
} from "./proof.ts";
import { learnSideWords } from "./learned-side-words.ts";
import { decideBlankSide, decideSign, decidePairFactors } from "./sign.ts";
import type { Role } from "../columns/role.ts";
import { isSummary, readStatus } from "../columns/cell-words.ts";

/** The shares of its rows that a chain must prove to decide. */
const PROVEN_SHARE_MIN = 0.5;
const SOLID_SHARE_MIN = 0.9;
const SOLID_ROWS_MIN = 2;
const ONE_SIDED_ROWS_MIN = 20;
/** The number of columns that are tried as a fee. */
const FEES_MAX = 4;

/** Decides among the candidates as far as the rows allow: column, sign, fee and proof. */
export function decideMoney(
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
): MoneyFinding | null {
  const best = findBestReading(context, candidates);
  if (
    best !== null &&
    decidesSign(context, best) &&
    ((isNatural(context, best.plan) && !isUnlabelled(context, best)) ||
      (isSolid(best) && !isOneSided(context, best)))
  )
    return { ...best, why: explainFee(context, best) };
  const [first] = candidates;
  if (first === undefined) return null;
  const column = best === null || best.plan.kind === "pair" ? null : best.plan.column;
  const decided = decideSign(
    context,
    candidates.find((plan) => plan.kind === "signed" && plan.column === column) ?? first,
  );
  const labelled = findLabelledBalance(context.columns);
  const balance = best?.balance ?? columnWithRole(context.columns, "balance");
  if (balance < 0 || (best === null && labelled < 0)) return { ...decided, balance, chain: null };
  const charged =
    balance === labelled
      ? chooseFee(context, listFeeReadings(context, decided.plan, balance), balance)
      : null;
  if (charged !== null)
    return {
      ...charged,
      sign: decided.sign,
      why: [...decided.why, ...explainFee(context, charged)],
    };
  return {
    ...decided,
    balance,
    chain:
      proveChain(context, decided.plan, balance) ??
      (balance === labelled ? contradictChain(context, decided.plan, balance) : null),
  };
}

/**
 * The reading of which the balances prove the most rows, and at least half of those they check;
 * null where there is none.
 */
function findBestReading(
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
): MoneyFinding | null {
  let best: MoneyFinding | null = null;
  for (const candidate of candidates) {
    for (const plan of listReadings(context, candidate)) {
      for (const balance of findBalanceColumns(context.columns, plan)) {
        const found = chooseFee(context, listFeeReadings(context, plan, balance), balance);
        if (found !== null && found.chain !== null && provesMore(found.chain, best?.chain ?? null))
          best = found;
      }
    }
  }
  return best;
}

/** Whether a chain proves more rows than another, or as many with fewer amounts missing. */
function provesMore(one: ChainFinding, other: ChainFinding | null): boolean {
  const proven = other?.proof.rows_proven ?? 0;
  return (
    one.proof.rows_proven > proven ||
    (one.proof.rows_proven === proven && proven > 0 && one.missing < (other?.missing ?? 0))
  );
}

/**
 * Of readings that differ only in the fee, the one that proves the most, the first of equals; null
 * where none proves half. A fee that leaves more rows open than the reading without a fee is none.
 */
function chooseFee(
  context: MoneyContext,
  plans: readonly MoneyPlan[],
  balance: number,
): MoneyFinding | null {
  let best: MoneyFinding | null = null;
  let open = Number.POSITIVE_INFINITY;
  for (const plan of plans) {
    const found = proveChain(context, plan, balance);
    const left =
      found === null
        ? Number.POSITIVE_INFINITY
        : found.proof.rows_checked - found.proof.rows_proven;
    if (plan === plans[0]) open = left;
    if (
      found === null ||
      left > open ||
      found.proof.rows_proven < PROVEN_SHARE_MIN * found.proof.rows_checked
    )
      continue;
    if (provesMore(found, best?.chain ?? null))
      best = { plan, balance, chain: found, sign: "balance", why: [] };
  }
  return best;
}

/** The roles of columns whose numbers are never fees. */
const OTHER_NUMBERS: ReadonlySet<Role | null> = new Set<Role>([
  "fee",
  "balance",
  "rate",
  "original_amount",
  "number",
  "reference",
  "weak_reference",
  "account",
  "counterparty_account",
  "card",
  "time",
]);

/**
 * The reading without a fee, then with each column that may hold one, as money out and as money in.
 */
function listFeeReadings(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): readonly MoneyPlan[] {
  const { columns } = context;
  const used = [...moneyColumns(plan), balance];
  const labelled = columnsWithRole(columns, "fee");
  // A column under an unknown label is tried only next to a column that is called the balance.
  const others =
    balance === columnWithRole(columns, "balance")
      ? columns.profiles
          .filter(({ index }) => !OTHER_NUMBERS.has(columns.roles[index] ?? null))
          .map(({ index }) => index)
      : [];
  const fees = [...labelled, ...others].filter((column) => {
    const profile = columns.profiles[column];
    return (
      profile !== undefined &&
      profile.moving.size > 0 &&
      holdsAmounts(profile) &&
      !used.includes(column) &&
      isSmaller(context, plan, column)
    );
  });
  return [
    plan,
    ...fees.slice(0, FEES_MAX).flatMap((fee) => {
      const profile = columns.profiles[fee];
      const likely = (profile?.negatives ?? 0) > (profile?.positives ?? 0) ? 1 : -1;
      return [likely, -likely].map((fee_factor): MoneyPlan => ({ ...plan, fee, fee_factor }));
    }),
  ];
}

/**
 * Whether a column's numbers are less than the amounts on most rows that have both: a fee is, a
 * copy of the amount is not.
 */
function isSmaller(context: MoneyContext, plan: MoneyPlan, fee: number): boolean {
  let smaller = 0;
  let both = 0;
  for (const row of context.rows) {
    const amount = Math.abs(readAmountUnder(context, plan, row.cells) ?? 0);
    const value = readAmount(stripCell(row.cells[fee] ?? ""), context.mark, context.decimals);
    if (amount === 0 || typeof value !== "number" || value === 0) continue;
    both += 1;
    if (Math.abs(value) < amount) smaller += 1;
  }
  return 2 * smaller > both || both === 0;
}

/** The sentence about a fee that is part of the amount. */
function explainFee(
  context: MoneyContext,
  { plan, balance, chain: found }: MoneyFinding,
): readonly string[] {
  const fee = plan.fee ?? -1;
  if (fee < 0 || found === null) return [];
  const { fee_factor: _, ...without } = { ...plan, fee: -1 };
  const { rows_proven: proven, rows_checked: checked } = found.proof;
  const name = nameColumn(context.columns.profiles, fee);
  return [
    `${name.replace(/^column/, "Column")} moves the account as well: with it the running balance fits ${proven} of ${checked} rows, without it ${proveChain(context, without, balance)?.proof.rows_proven ?? 0}.`,
  ];
}

/** The column that is called a balance and changes from row to row; -1 where there is none. */
function findLabelledBalance(columns: Columns): number {
  const column = columnWithRole(columns, "balance");
  const profile = columns.profiles[column];
  return profile === undefined || profile.filled < 2 || isConstant(profile) ? -1 : column;
}

/**
 * The chain of a reading that the balances contradict, in the mode that another reading has proven.
 */
function contradictChain(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): ChainFinding | null {
  const found = assumeChain(listChainRows(context, plan, balance));
  return found.proof.rows_checked === 0 ? null : found;
}

/** Whether a chain decides the sign: the same rows with reversed signs must prove less. */
function decidesSign(context: MoneyContext, finding: MoneyFinding): boolean {
  const turned = proveChain(context, reverseSigns(finding.plan), finding.balance);
  return (turned?.proof.rows_proven ?? 0) < (finding.chain?.proof.rows_proven ?? 0);
}

/**
 * Whether a chain may overrule labels or printed signs: it has hardly a break, along days that run
 * one way.
 */
function isSolid(finding: MoneyFinding): boolean {
  const { rows_proven: proven = 0, rows_checked: checked = 0 } = finding.chain?.proof ?? {};
  return (
    proven >= SOLID_ROWS_MIN &&
    proven >= SOLID_SHARE_MIN * checked &&
    finding.chain?.directed === true
  );
}

/**
 * Amounts without any sign, all of them money out by the balances: a row that no balance proves may
 * be money in. Only many rows show that the file prints charges as positive.
 */
function isOneSided(context: MoneyContext, finding: MoneyFinding): boolean {
  const { plan, chain } = finding;
  if (plan.kind !== "signed" || plan.factor === 1) return false;
  return (
    (context.columns.profiles[plan.column]?.negatives ?? 0) === 0 &&
    (chain?.proof.rows_proven ?? 0) < ONE_SIDED_ROWS_MIN
  );
}

/** Whether the balance or the fee is under an unknown label. */
function isUnlabelled(context: MoneyContext, { plan, balance }: MoneyFinding): boolean {
  if (plan.fee !== undefined && plan.fee >= 0 && context.columns.roles[plan.fee] !== "fee")
    return true;
  return (
    context.columns.roles[balance] === null &&
    (context.columns.profiles[balance]?.label ?? "") !== ""
  );
}

function isNatural(context: MoneyContext, plan: MoneyPlan): boolean {
  if (plan.kind === "signed") return plan.factor === 1;
  if (plan.kind === "side" || plan.kind === "worded" || plan.kind === "marked") return true;
  const natural = decidePairFactors(context, plan);
  return natural.debit_factor === plan.debit_factor && natural.credit_factor === plan.credit_factor;
}

/**
 * The columns that may hold a running balance: the one labelled so, else those under unknown
 * labels.
 */
function findBalanceColumns(columns: Columns, plan: MoneyPlan): readonly number[] {
  const named = columnWithRole(columns, "balance");
  if (named >= 0) return isConstant(columns.profiles[named]) ? [] : [named];
  const used = moneyColumns(plan);
  return columns.profiles
    .filter(
      (profile) =>
        columns.roles[profile.index] === null &&
        holdsAmounts(profile) &&
        profile.filled >= 2 &&
        !isConstant(profile) &&
        !used.includes(profile.index),
    )
    .map((profile) => profile.index);
}

/** The ways in which a candidate's sign may be meant. */
function listReadings(context: MoneyContext, candidate: MoneyPlan): readonly MoneyPlan[] {
  if (candidate.kind === "pair") {
    const plan = decidePairFactors(context, candidate);
    return [plan, reverseSigns(plan)];
  }
  if (candidate.kind !== "signed") return [candidate];
  const side = columnWithRole(context.columns, "side");
  const unsigned = (context.columns.profiles[candidate.column]?.negatives ?? 0) === 0;
  const sided: MoneyPlan[] =
    side >= 0 && unsigned
      ? [
          {
            kind: "side",
            column: candidate.column,
            side,
            blank: decideBlankSide(context.columns.profiles[side]),
          },
        ]
      : [];
  // Unknown words are learned only where no word is known.
  const worded =
    unsigned && sided.length === 0
      ? findBalanceColumns(context.columns, candidate).flatMap((balance) =>
          learnSideWords(context, candidate.column, balance),
        )
      : [];
  return [...sided, candidate, reverseSigns(candidate), ...worded];
}

/** The proof of a reading by the balances; null where they prove nothing. */
export function proveChain(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): ChainFinding | null {
  const accounts = listChainRows(context, plan, balance);
  // Zeros lead from every balance to the same one, and prove nothing.
  return accounts.some((rows) => rows.some(({ amount }) => amount !== null && amount !== 0))
    ? findBestChain(accounts)
    : null;
}

/** The chain of a reading that the balances contradict, in the way another reading has proven. */
export function proveInMode(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
  mode: ChainMode,
): ChainFinding {
  return {
    mode,
    proof: proveRows(mode, listChainRows(context, plan, balance)),
    directed: true,
    missing: 0,
  };
}

/**
 * The rows with an amount or only a balance, by account, without rows that name a total or a
 * balance.
 */
function listChainRows(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): readonly ChainRow[][] {
  if (balance < 0) return [];
  const byAccount = new Map<string, ChainRow[]>();
  const reference = findReferenceColumn(context.columns);
  let before: readonly string[] = [];
  for (const row of context.rows) {
    const again = reference >= 0 && isPrintedAgain(row.cells, before, row.cells[reference] ?? "");
    before = row.cells;
    if (again) continue;
    const amount = readAmountUnder(context, plan, row.cells);
    const printed = readAmount(stripCell(row.cells[balance] ?? ""), context.mark, context.decimals);
    // A pending or declined row has no part in the balance yet.
    if (
      typeof printed !== "number" &&
      context.status >= 0 &&
      readStatus(row.cells[context.status] ?? "") !== null
    )
      continue;
    if (amount === null && (typeof printed !== "number" || row.cells.some(isSummary))) continue;
    const rows = byAccount.get(row.account) ?? [];
    rows.push({
      date: row.date,
      amount,
      balance: typeof printed === "number" ? printed : null,
      line: row.line,
    });
    byAccount.set(row.account, rows);
  }
  return [...byAccount.values()];
}
