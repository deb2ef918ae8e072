// Which columns hold the money and how its sign is printed. Labels name the candidates; the running
// balance, where there is one, decides between readings; then debit/credit words, known layouts, the
// mix of signs and the rows' own words. What stays open becomes one question.

import { readAmount, type DecimalMark } from "./amount.ts";
import { plain } from "./cells.ts";
import { roleColumn, withRole, type Columns } from "./columns.ts";
import type { MoneyPlan } from "./plan.ts";
import { holdsAmounts, type Profile } from "./profile.ts";
import { bestChain, type ChainFinding, type ChainRow } from "./proof.ts";
import { sideOf, textSide } from "./words.ts";
import type { Role } from "./vocabulary.ts";

/** One row of the survey's sample: its cells, its day as text, its line. */
export interface SampleRow {
  readonly cells: readonly string[];
  readonly date: string;
  readonly line: number;
  readonly account: string;
}

export interface MoneyContext {
  readonly columns: Columns;
  readonly rows: readonly SampleRow[];
  readonly mark: DecimalMark;
  readonly decimals: number;
  /** What is known of the bank's layout: the factor of a signed column. */
  readonly known: { readonly factor: number; readonly bank: string } | null;
  /** Columns whose words may tell in from out. */
  readonly texts: readonly number[];
}

type PairPlan = MoneyPlan & { readonly kind: "pair" };
export type SignSource = "balance" | "columns" | "side" | "layout" | "mixed" | "card" | "words" | "none";

export interface MoneyFinding {
  readonly plan: MoneyPlan;
  readonly balance: number;
  readonly chain: ChainFinding | null;
  readonly sign: SignSource;
  readonly why: readonly string[];
}

/** How a proven chain must stand against the other reading to decide. */
const PROVEN_SHARE_MIN = 0.5;
const SOLID_SHARE_MIN = 0.9;

/** The columns an amount may stand in, the likeliest first; more than one is a question. */
export function amountCandidates(columns: Columns): readonly MoneyPlan[] {
  const amounts = heaviest(columns, "amount");
  const debits = heaviest(columns, "debit");
  const credits = heaviest(columns, "credit");
  const [amount] = amounts;
  const [debit] = debits;
  const [credit] = credits;
  const pair: MoneyPlan | null = debit !== undefined && credit !== undefined
    ? { kind: "pair", debit, credit, debit_factor: -1, credit_factor: 1 } : null;
  const completed = pair ?? complete(columns, debit, credit);
  if (completed !== null && pair === null) return [completed];
  if (pair !== null && (amount === undefined || covers(columns, [debit, credit]) >= covers(columns, [amount]) - 0.02)) return [pair];
  if (amount !== undefined) return amounts.map((column) => ({ kind: "signed", column, factor: 1 }));
  if (pair === null && debit !== undefined) return [{ kind: "pair", debit, credit: -1, debit_factor: -1, credit_factor: 1 }];
  if (pair === null && credit !== undefined) return [{ kind: "pair", debit: -1, credit, debit_factor: -1, credit_factor: 1 }];
  const others = [...heaviest(columns, "original_amount"), ...heaviest(columns, "other_amount")].filter((column) => (columns.profiles[column]?.amounts ?? 0) > 0);
  const free = unnamed(columns);
  return free.length > 0 ? free : others.slice(0, 1).map((column) => ({ kind: "signed", column, factor: 1 }));
}

/**
 * One side is named and the other not: a column of amounts that is filled just where the first is
 * empty completes the pair. Without it the rows of one side would be lost.
 */
function complete(columns: Columns, debit: number | undefined, credit: number | undefined): MoneyPlan | null {
  const known = columns.profiles[debit ?? credit ?? -1];
  if (known === undefined || known.filled >= 0.98 * known.rows) return null;
  const other = columns.profiles.find((profile) => {
    const role = columns.roles[profile.index];
    return profile.index !== known.index && (role === null || role === "amount" || role === "other_amount") && holdsAmounts(profile) &&
      profile.filled + known.filled >= 0.95 * known.rows && profile.filled + known.filled <= 1.03 * known.rows;
  });
  if (other === undefined) return null;
  const [out, into] = debit === undefined ? [other.index, known.index] : [known.index, other.index];
  return { kind: "pair", debit: out, credit: into, debit_factor: -1, credit_factor: 1 };
}

/** The columns with a role whose label is as heavy as the heaviest, the fuller first. */
function heaviest(columns: Columns, role: Role): readonly number[] {
  const found = withRole(columns, role).filter((index) => {
    const profile = columns.profiles[index];
    return profile !== undefined && (profile.rows === 0 || profile.filled > 0 || role !== "amount");
  });
  const top = Math.max(0, ...found.map((index) => columns.weights[index] ?? 0));
  const best = found.filter((index) => (columns.weights[index] ?? 0) >= top);
  return best.toSorted((a, b) => (columns.profiles[b]?.filled ?? 0) - (columns.profiles[a]?.filled ?? 0) || a - b);
}

/** The share of rows in which one of the columns is filled. */
function covers(columns: Columns, indexes: readonly (number | undefined)[]): number {
  let filled = 0;
  let rows = 1;
  for (const index of indexes) {
    const profile = index === undefined ? undefined : columns.profiles[index];
    filled += profile?.filled ?? 0;
    rows = Math.max(rows, profile?.rows ?? 0);
  }
  return Math.min(1, filled / rows);
}

/** Without a label: columns of numbers with decimals, or two that are never both filled. */
function unnamed(columns: Columns): readonly MoneyPlan[] {
  const free = columns.profiles.filter((profile) => holdsAmounts(profile) && (columns.roles[profile.index] === null || columns.roles[profile.index] === "other_amount" || columns.roles[profile.index] === "balance"));
  const telling = free.filter((profile) => profile.fractions > 0 || profile.negatives > 0);
  const pool = telling.length > 0 ? telling : free;
  const plans: MoneyPlan[] = [];
  for (const a of pool) {
    for (const b of pool) {
      if (a.index < b.index && a.filled + b.filled >= 0.95 * a.rows && a.filled + b.filled <= 1.02 * a.rows && b.filled > 0) {
        plans.push({ kind: "pair", debit: a.index, credit: b.index, debit_factor: -1, credit_factor: 1 });
        plans.push({ kind: "pair", debit: b.index, credit: a.index, debit_factor: -1, credit_factor: 1 });
      }
    }
  }
  if (plans.length > 0) return plans;
  return pool.toSorted((a, b) => score(b) - score(a)).map((profile) => ({ kind: "signed", column: profile.index, factor: 1 }));
}

function score(profile: Profile): number {
  return (profile.filled === profile.rows ? 2 : 0) + (profile.negatives > 0 && profile.positives > 0 ? 1 : 0) - profile.index / 1000;
}

/** The columns that may hold a running balance with this plan. */
function balanceCandidates(columns: Columns, plan: MoneyPlan): readonly number[] {
  const named = roleColumn(columns, "balance");
  if (named >= 0) return [named];
  const used = plan.kind === "pair" ? [plan.debit, plan.credit] : [plan.column];
  return columns.profiles
    .filter((profile) => columns.roles[profile.index] === null && holdsAmounts(profile) && profile.filled >= 2 && !used.includes(profile.index))
    .map((profile) => profile.index);
}

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
  if (best !== null && tells(context, best) && (isNatural(context, best.plan) || isSolid(best))) return best;
  const [first] = candidates;
  if (first === undefined) return null;
  const balance = roleColumn(context.columns, "balance");
  const column = best === null || best.plan.kind === "pair" ? null : best.plan.column;
  const decided = decideSign(context, candidates.find((plan) => plan.kind === "signed" && plan.column === column) ?? first);
  return { ...decided, balance: best?.balance ?? balance, chain: best === null ? null : proveChain(context, decided.plan, best.balance) };
}

/** A chain decides the sign only if the same rows with the sign turned would prove less. */
function tells(context: MoneyContext, finding: MoneyFinding): boolean {
  const turned = proveChain(context, turn(finding.plan), finding.balance);
  return (turned?.proof.rows_proven ?? 0) < (finding.chain?.proof.rows_proven ?? 0);
}

/** A reading against the labels or the printed signs needs a chain with hardly a break. */
function isSolid(finding: MoneyFinding): boolean {
  const { rows_proven: proven = 0, rows_checked: checked = 0 } = finding.chain?.proof ?? {};
  return proven >= SOLID_SHARE_MIN * checked;
}

function isNatural(context: MoneyContext, plan: MoneyPlan): boolean {
  if (plan.kind === "signed") return plan.factor === 1;
  if (plan.kind === "side") return true;
  const natural = pairFactors(context, plan);
  return natural.debit_factor === plan.debit_factor && natural.credit_factor === plan.credit_factor;
}

/** The same columns with every sign turned. */
export function turn(plan: MoneyPlan): MoneyPlan {
  if (plan.kind === "signed") return { ...plan, factor: -plan.factor };
  return plan.kind === "pair" ? { ...plan, debit_factor: -plan.debit_factor, credit_factor: -plan.credit_factor } : plan;
}

/** The ways a candidate's sign may be meant. */
function readings(context: MoneyContext, candidate: MoneyPlan): readonly MoneyPlan[] {
  if (candidate.kind === "pair") {
    const plan = pairFactors(context, candidate);
    return [plan, turn(plan)];
  }
  if (candidate.kind === "side") return [candidate];
  const side = roleColumn(context.columns, "side");
  const unsigned = (context.columns.profiles[candidate.column]?.negatives ?? 0) === 0;
  const sided: MoneyPlan[] = side >= 0 && unsigned ? [{ kind: "side", column: candidate.column, side }] : [];
  return [candidate, turn(candidate), ...sided];
}

/** A debit column may print its numbers with a minus, a credit column too (refunds apart): the majority tells. */
function pairFactors(context: MoneyContext, plan: PairPlan): PairPlan {
  const debit = context.columns.profiles[plan.debit];
  const credit = context.columns.profiles[plan.credit];
  return {
    ...plan,
    debit_factor: debit !== undefined && debit.negatives > debit.positives ? 1 : -1,
    credit_factor: credit !== undefined && credit.negatives > credit.positives ? -1 : 1,
  };
}

/** The signed amount of a row in minor units under a plan; null where it has none. */
export function amountUnder(context: MoneyContext, plan: MoneyPlan, cells: readonly string[]): number | null {
  const read = (column: number) => {
    const value = readAmount(plain(cells[column] ?? ""), context.mark, context.decimals);
    return typeof value === "number" ? value : null;
  };
  if (plan.kind === "pair") {
    const debit = read(plan.debit);
    const credit = read(plan.credit);
    if (debit !== null && debit !== 0) return debit * plan.debit_factor;
    return credit === null ? debit : credit * plan.credit_factor;
  }
  const value = read(plan.column);
  if (value === null) return null;
  if (plan.kind === "signed") return value * plan.factor;
  const side = sideOf(cells[plan.side] ?? "");
  return side === "out" ? -value : side === "in" ? value : null;
}

function proveChain(context: MoneyContext, plan: MoneyPlan, balance: number): ChainFinding | null {
  if (balance < 0) return null;
  const byAccount = new Map<string, ChainRow[]>();
  for (const row of context.rows) {
    const amount = amountUnder(context, plan, row.cells);
    if (amount === null) continue;
    const printed = readAmount(plain(row.cells[balance] ?? ""), context.mark, context.decimals);
    const rows = byAccount.get(row.account) ?? [];
    rows.push({ date: row.date, amount, balance: typeof printed === "number" ? printed : null, line: row.line });
    byAccount.set(row.account, rows);
  }
  let best: ChainFinding | null = null;
  for (const rows of byAccount.values()) {
    const found = bestChain(rows);
    if (found !== null && found.proof.rows_proven > (best?.proof.rows_proven ?? 0)) best = found;
  }
  return best;
}

/** Without a proof: words of a side column, the known layout, the mix of signs, the rows' words. */
function decideSign(context: MoneyContext, candidate: MoneyPlan): { plan: MoneyPlan; sign: SignSource; why: readonly string[] } {
  if (candidate.kind === "pair") {
    const named = context.columns.roles[candidate.debit] === "debit" || context.columns.roles[candidate.credit] === "credit";
    return { plan: pairFactors(context, candidate), sign: named ? "columns" : "none", why: [] };
  }
  if (candidate.kind === "side") return { plan: candidate, sign: "side", why: [] };
  const side = roleColumn(context.columns, "side");
  if (side >= 0) {
    const sided = sideReading(context, candidate.column, side);
    if (sided !== null) return sided;
  }
  const profile = context.columns.profiles[candidate.column];
  const negatives = profile?.negatives ?? 0;
  const positives = profile?.positives ?? 0;
  const votes = wordVotes(context, candidate.column);
  if (context.known !== null) {
    return { plan: { ...candidate, factor: context.known.factor }, sign: "layout", why: [`${context.known.bank} prints money out ${context.known.factor === 1 ? "as negative" : "as positive"} in this layout.`] };
  }
  const card = isCard(context.columns);
  if ((profile?.pluses ?? 0) > 0 && !card) return { plan: candidate, sign: "mixed", why: ["Amounts are printed with plus and minus: money out is negative."] };
  if (positives > 0 && negatives > 0) return mixedSign(candidate, card, votes, negatives, positives);
  if (negatives > 0) return { plan: candidate, sign: "mixed", why: ["Every amount is negative: money out."] };
  if (card && positives > 0) return { plan: turn(candidate), sign: "card", why: ["A card's statement with positive amounts only: charges are printed as positive."] };
  if (votes.against >= 3 && votes.against >= 9 * votes.agree) {
    return { plan: turn(candidate), sign: "words", why: ["All amounts are positive, and the texts speak of purchases and payments: they are money out."] };
  }
  return { plan: candidate, sign: profile?.rows === 0 ? "mixed" : "none", why: [] };
}

function mixedSign(candidate: MoneyPlan & { kind: "signed" }, card: boolean, votes: { agree: number; against: number }, negatives: number, positives: number): { plan: MoneyPlan; sign: SignSource; why: readonly string[] } {
  if (card) {
    const flip = votes.agree + votes.against >= 3 && Math.max(votes.agree, votes.against) >= 4 * Math.min(votes.agree, votes.against)
      ? votes.against > votes.agree : positives > negatives;
    return { plan: flip ? turn(candidate) : candidate, sign: "card", why: [flip ? "A card's statement on which most amounts are positive: charges are printed as positive, payments as negative." : "A card's statement on which charges are printed as negative."] };
  }
  if (votes.against >= 5 && votes.against >= 9 * votes.agree) return { plan: candidate, sign: "none", why: [] };
  // People spend more often than they are paid: mostly positive amounts may be charges, and nothing says which.
  const telling = votes.agree >= 2 && votes.agree >= 4 * votes.against;
  if (positives >= 2.5 * negatives && positives + negatives >= 4 && !telling) return { plan: candidate, sign: "none", why: [] };
  return { plan: candidate, sign: "mixed", why: ["Amounts are printed with their sign: money out is negative."] };
}

/** A debit/credit column: it gives the sign to unsigned amounts, or agrees with signs already there. */
function sideReading(context: MoneyContext, column: number, side: number): { plan: MoneyPlan; sign: SignSource; why: readonly string[] } | null {
  let agree = 0;
  let against = 0;
  let unsigned = 0;
  for (const row of context.rows) {
    const value = amountUnder(context, { kind: "signed", column, factor: 1 }, row.cells);
    const word = sideOf(row.cells[side] ?? "");
    if (value === null || value === 0 || (word !== "out" && word !== "in")) continue;
    if (value < 0 === (word === "out")) agree += 1;
    else against += 1;
    if (value > 0) unsigned += 1;
  }
  const total = agree + against;
  if (total === 0) return null;
  const label = context.columns.profiles[side]?.label ?? "";
  if (unsigned < total && agree >= 0.95 * total) return { plan: { kind: "signed", column, factor: 1 }, sign: "side", why: [`The words in "${label}" agree with the printed signs.`] };
  if (against >= 0.95 * total) return { plan: { kind: "signed", column, factor: -1 }, sign: "side", why: [`The words in "${label}" say that positive amounts are money out.`] };
  if (unsigned === total) return { plan: { kind: "side", column, side }, sign: "side", why: [`The words in "${label}" give the unsigned amounts their side.`] };
  return unsigned >= 0.9 * total ? { plan: { kind: "side", column, side }, sign: "side", why: [`The words in "${label}" give the amounts their side; a minus turns one round.`] } : null;
}

function isCard(columns: Columns): boolean {
  const card = roleColumn(columns, "card");
  return card >= 0 && (columns.weights[card] ?? 0) >= 60 && (columns.profiles[card]?.filled ?? 0) > 0;
}

function wordVotes(context: MoneyContext, column: number): { agree: number; against: number } {
  const card = isCard(context.columns);
  let agree = 0;
  let against = 0;
  for (const row of context.rows.slice(0, 500)) {
    const value = amountUnder(context, { kind: "signed", column, factor: 1 }, row.cells);
    if (value === null || value === 0) continue;
    const side = textSide(context.texts.map((index) => row.cells[index] ?? "").join(" ").slice(0, 300), card);
    if (side === null) continue;
    if (value < 0 === (side === "out")) agree += 1;
    else against += 1;
  }
  return { agree, against };
}
