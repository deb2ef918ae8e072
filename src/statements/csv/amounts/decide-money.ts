// Which columns hold the money and how its sign is printed. A running balance decides between the
// readings; a reading that contradicts labels or printed signs needs a chain with hardly a break.
// Without a balance, sign.ts decides the sign.

import { columnWithRole, type Columns } from "../columns/columns.ts";
import { isConstant } from "../columns/optional-columns.ts";
import { holdsAmounts } from "../columns/profile.ts";
import type { MoneyPlan } from "../plan.ts";
import { chooseFee, explainFee } from "./fees.ts";
import { learnSideWords } from "./learned-side-words.ts";
import {
  moneyColumns,
  reverseSigns,
  signedPlan,
  type MoneyContext,
  type MoneyFinding,
  type PairPlan,
} from "./money.ts";
import { listOwnPartyReadings } from "./own-party.ts";
import { contradictChain, proveChain, provesMore } from "./plan-chains.ts";
import { decideBlankSide, hasLettersOfOneSide } from "./side-column.ts";
import { decidePairFactors } from "./pair-sides.ts";
import { decideSign } from "./sign.ts";

/** The share and number of rows that a chain must prove to overrule labels or printed signs. */
const SOLID_SHARE_MIN = 0.9;
const SOLID_ROWS_MIN = 2;
const ONE_SIDED_ROWS_MIN = 20;

/** Decides among the candidates as far as the rows allow: column, sign, fee and proof. */
export function decideMoney(
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
): MoneyFinding | null {
  const found = findFullReading(context, findBestReading(context, candidates));
  if (found !== null && isDecisive(context, found))
    return { ...found, why: explainFee(context, found) };
  // A column without the label of a balance that decides nothing is not taken for a balance.
  const best = found !== null && isUnlabelledBalance(context, found) ? null : found;
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
  const charged = balance === labelled ? chooseFee(context, decided.plan, balance) : null;
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

/** Whether the balances decide for a reading, against labels and printed signs if need be. */
function isDecisive(context: MoneyContext, reading: MoneyFinding): boolean {
  if (!decidesSign(context, reading)) return false;
  if (isNatural(context, reading.plan) && !isUnlabelled(context, reading)) return true;
  return isSolid(reading) && !isOneSided(context, reading);
}

/**
 * The reading of which the balances prove the most rows, and at least half of those they check;
 * null if there is none.
 */
function findBestReading(
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
): MoneyFinding | null {
  let best: MoneyFinding | null = null;
  for (const candidate of candidates) {
    for (const plan of listReadings(context, candidate)) {
      for (const balance of findBalanceColumns(context.columns, plan)) {
        const found = chooseFee(context, plan, balance);
        if (found !== null && found.chain !== null && provesMore(found.chain, best?.chain ?? null))
          best = found;
      }
    }
  }
  return best;
}

/** Another column of amounts must prove at least so many rows, and all. */
const FULL_ROWS_MIN = 4;

/** The reading of another column of amounts that proves every row, where the best one does not. */
function findFullReading(context: MoneyContext, best: MoneyFinding | null): MoneyFinding | null {
  const { columns } = context;
  const { rows_checked: checked = 0, rows_proven: proven = 0 } = best?.chain?.proof ?? {};
  if (best === null || best.plan.kind !== "signed" || proven === checked) return best;
  const tried = moneyColumns(best.plan);
  for (const { index } of columns.profiles.filter(holdsAmounts)) {
    if (columns.roles[index] !== "amount" || tried.includes(index)) continue;
    const found = proveChain(context, signedPlan(index), best.balance);
    if (
      found !== null &&
      found.proof.rows_proven === found.proof.rows_checked &&
      found.proof.rows_proven >= Math.max(FULL_ROWS_MIN, proven)
    )
      return { ...best, plan: signedPlan(index), chain: found };
  }
  return best;
}

/** The column that is called a balance and changes from row to row; -1 if there is none. */
function findLabelledBalance(columns: Columns): number {
  const column = columnWithRole(columns, "balance");
  const profile = columns.profiles[column];
  return profile === undefined || profile.filled < 2 || isConstant(profile) ? -1 : column;
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
  return isUnlabelledBalance(context, { balance });
}

function isUnlabelledBalance(
  { columns }: MoneyContext,
  { balance }: Pick<MoneyFinding, "balance">,
): boolean {
  return columns.roles[balance] === null && (columns.profiles[balance]?.label ?? "") !== "";
}

function isNatural(context: MoneyContext, plan: MoneyPlan): boolean {
  if (plan.kind === "signed") return plan.factor === 1;
  if (plan.kind !== "pair") return true;
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

/** A lone column called money out may hold both sides: then a column of words tells them apart. */
function learnLoneSide(context: MoneyContext, { debit, credit }: PairPlan): readonly MoneyPlan[] {
  if (credit >= 0 || (context.columns.profiles[debit]?.negatives ?? 0) > 0) return [];
  return findBalanceColumns(context.columns, signedPlan(debit)).flatMap((balance) =>
    learnSideWords(context, debit, balance),
  );
}

/** The ways in which a candidate's sign may be meant. */
function listReadings(context: MoneyContext, candidate: MoneyPlan): readonly MoneyPlan[] {
  if (candidate.kind === "pair") {
    const plan = decidePairFactors(context, candidate);
    return [plan, reverseSigns(plan), ...learnLoneSide(context, candidate)];
  }
  if (candidate.kind !== "signed") return [candidate];
  const side = columnWithRole(context.columns, "side");
  const unsigned = (context.columns.profiles[candidate.column]?.negatives ?? 0) === 0;
  const sided: MoneyPlan[] =
    side >= 0 && unsigned && !hasLettersOfOneSide(context, side)
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
  const parties =
    unsigned && findBalanceColumns(context.columns, candidate).length > 0
      ? listOwnPartyReadings(context, candidate.column)
      : [];
  return [...sided, candidate, reverseSigns(candidate), ...worded, ...parties];
}
