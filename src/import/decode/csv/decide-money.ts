// Which columns hold the money and how its sign is printed. The running balance, where there is one,
// decides between the readings; a reading against labels or printed signs needs a chain with hardly a
// break. Without a balance the sign is decided by sign.ts.

import { readAmount } from "./amount.ts";
import { plain } from "./cells.ts";
import { roleColumn, type Columns } from "./columns.ts";
import { amountUnder, turn, type MoneyContext, type MoneyFinding } from "./money.ts";
import type { MoneyPlan } from "./plan.ts";
import { holdsAmounts } from "./profile.ts";
import { bestChain, chain, type ChainFinding, type ChainMode, type ChainRow } from "./proof.ts";
import { taughtPlans } from "./learned.ts";
import { blankSide, decideSign, pairFactors } from "./sign.ts";

/** How a proven chain must stand against the other reading to decide. */
const PROVEN_SHARE_MIN = 0.5;
const SOLID_SHARE_MIN = 0.9;
const SOLID_ROWS_MIN = 2;
const ONE_SIDED_ROWS_MIN = 20;

/** Decides among the candidates as far as the rows allow: column, sign and proof. */
export function decideMoney(context: MoneyContext, candidates: readonly MoneyPlan[]): MoneyFinding | null {
  let best: MoneyFinding | null = null;
  for (const candidate of candidates) {
    for (const plan of readings(context, candidate)) {
      for (const balance of balanceCandidates(context.columns, plan)) {
        const chain = proveChain(context, plan, balance);
        if (chain === null || chain.proof.rows_proven < PROVEN_SHARE_MIN * chain.proof.rows_checked) continue;
        if (best === null || chain.proof.rows_proven > (best.chain?.proof.rows_proven ?? 0)) {
          best = { plan, balance, chain, sign: "balance", why: [] };
        }
      }
    }
  }
  if (best !== null) best = withFee(context, best);
  if (best !== null && tells(context, best) && ((isNatural(context, best.plan) && !isStrange(context, best.balance)) || (isSolid(best) && !isOneSided(context, best)))) return best;
  const [first] = candidates;
  if (first === undefined) return null;
  const balance = roleColumn(context.columns, "balance");
  const column = best === null || best.plan.kind === "pair" ? null : best.plan.column;
  const decided = decideSign(context, candidates.find((plan) => plan.kind === "signed" && plan.column === column) ?? first);
  return { ...decided, balance: best?.balance ?? balance, chain: best === null ? null : proveChain(context, decided.plan, best.balance) };
}

/** Where the balances break at rows with a fee and hold when it is taken off as well, it is part of the amount. */
function withFee(context: MoneyContext, finding: MoneyFinding): MoneyFinding {
  const fee = roleColumn(context.columns, "fee");
  const { plan, chain } = finding;
  if (fee < 0 || (plan.kind !== "signed" && plan.kind !== "pair") || chain === null || chain.proof.breaks_at === null) return finding;
  const charged: MoneyPlan = { ...plan, fee };
  const proven = proveChain(context, charged, finding.balance);
  if (proven === null || proven.proof.rows_proven <= chain.proof.rows_proven) return finding;
  const label = context.columns.profiles[fee]?.label ?? "";
  return { ...finding, plan: charged, chain: proven, why: [`The fee in "${label}" leaves the account beside the amount: the running balance proves it.`] };
}

/** A chain decides the sign only if the same rows with the sign turned would prove less. */
function tells(context: MoneyContext, finding: MoneyFinding): boolean {
  const turned = proveChain(context, turn(finding.plan), finding.balance);
  return (turned?.proof.rows_proven ?? 0) < (finding.chain?.proof.rows_proven ?? 0);
}

/** A reading against the labels or the printed signs needs a chain with hardly a break, along days that run one way. */
function isSolid(finding: MoneyFinding): boolean {
  const { rows_proven: proven = 0, rows_checked: checked = 0 } = finding.chain?.proof ?? {};
  return proven >= SOLID_ROWS_MIN && proven >= SOLID_SHARE_MIN * checked && finding.chain?.directed === true;
}

/**
 * Amounts without any sign, all of them out by the balances: a row that no balance proves may be money in. Only
 * many rows say that the file prints charges as positive.
 */
function isOneSided(context: MoneyContext, finding: MoneyFinding): boolean {
  const { plan, chain } = finding;
  if (plan.kind !== "signed" || plan.factor === 1) return false;
  return (context.columns.profiles[plan.column]?.negatives ?? 0) === 0 && (chain?.proof.rows_proven ?? 0) < ONE_SIDED_ROWS_MIN;
}

/** A balance under a label nobody knows. */
function isStrange(context: MoneyContext, balance: number): boolean {
  return context.columns.roles[balance] === null && (context.columns.profiles[balance]?.label ?? "") !== "";
}

function isNatural(context: MoneyContext, plan: MoneyPlan): boolean {
  if (plan.kind === "signed") return plan.factor === 1;
  if (plan.kind === "side" || plan.kind === "worded" || plan.kind === "marked") return true;
  const natural = pairFactors(context, plan);
  return natural.debit_factor === plan.debit_factor && natural.credit_factor === plan.credit_factor;
}

/** The columns that may hold a running balance with this plan: the one labelled so, else those whose label says nothing. */
function balanceCandidates(columns: Columns, plan: MoneyPlan): readonly number[] {
  const named = roleColumn(columns, "balance");
  if (named >= 0) return [named];
  const used = plan.kind === "pair" ? [plan.debit, plan.credit] : [plan.column];
  return columns.profiles
    .filter((profile) => columns.roles[profile.index] === null && holdsAmounts(profile) && profile.filled >= 2 && !used.includes(profile.index))
    .map((profile) => profile.index);
}

/** The ways a candidate's sign may be meant. */
function readings(context: MoneyContext, candidate: MoneyPlan): readonly MoneyPlan[] {
  if (candidate.kind === "pair") {
    const plan = pairFactors(context, candidate);
    return [plan, turn(plan)];
  }
  if (candidate.kind !== "signed") return [candidate];
  const side = roleColumn(context.columns, "side");
  const unsigned = (context.columns.profiles[candidate.column]?.negatives ?? 0) === 0;
  const sided: MoneyPlan[] = side >= 0 && unsigned ? [{ kind: "side", column: candidate.column, side, blank: blankSide(context.columns.profiles[side]) }] : [];
  // Words nobody knows are learned only where no word is known.
  const worded = unsigned && sided.length === 0 ? balanceCandidates(context.columns, candidate).flatMap((balance) => taughtPlans(context, candidate.column, balance)) : [];
  return [...sided, candidate, turn(candidate), ...worded];
}

/** What the balances prove of a reading; null where they prove nothing. */
export function proveChain(context: MoneyContext, plan: MoneyPlan, balance: number): ChainFinding | null {
  let best: ChainFinding | null = null;
  for (const rows of chainRows(context, plan, balance)) {
    const found = bestChain(rows);
    if (found !== null && found.proof.rows_proven > (best?.proof.rows_proven ?? 0)) best = found;
  }
  return best;
}

/** The chain of a reading that the balances contradict, in the way another reading has proven. */
export function failingChain(context: MoneyContext, plan: MoneyPlan, balance: number, mode: ChainMode): ChainFinding {
  const [rows = []] = chainRows(context, plan, balance);
  const checker = chain(mode);
  for (const row of rows) checker.feed(row);
  return { mode, proof: checker.proof(true), directed: true };
}

/** The rows with amount and balance, by account. */
function chainRows(context: MoneyContext, plan: MoneyPlan, balance: number): readonly ChainRow[][] {
  if (balance < 0) return [];
  const byAccount = new Map<string, ChainRow[]>();
  for (const row of context.rows) {
    const amount = amountUnder(context, plan, row.cells);
    if (amount === null) continue;
    const printed = readAmount(plain(row.cells[balance] ?? ""), context.mark, context.decimals);
    const rows = byAccount.get(row.account) ?? [];
    rows.push({ date: row.date, amount, balance: typeof printed === "number" ? printed : null, line: row.line });
    byAccount.set(row.account, rows);
  }
  return [...byAccount.values()];
}
