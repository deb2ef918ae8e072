// The columns that may hold the money: by their labels, and where labels fail by their numbers.

import { withRole, type Columns } from "./columns.ts";
import type { MoneyPlan } from "./plan.ts";
import { holdsAmounts, type Profile } from "./profile.ts";
import type { Role } from "./vocabulary.ts";

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
  // A lone side that is never filled ("receipt") is none.
  const lone = pair === null ? (debit ?? credit) : undefined;
  if (lone !== undefined && amount !== undefined && columns.profiles[lone]?.filled === 0) return amounts.map((column) => ({ kind: "signed", column, factor: 1, fee: -1 }));
  const completed = pair ?? complete(columns, debit, credit);
  if (completed !== null && pair === null) return [completed];
  if (pair !== null && (amount === undefined || covers(columns, [debit, credit]) >= covers(columns, [amount]) - 0.02)) return [pair];
  if (amount !== undefined) return amounts.map((column) => ({ kind: "signed", column, factor: 1, fee: -1 }));
  if (pair === null && debit !== undefined) return [{ kind: "pair", debit, credit: -1, debit_factor: -1, credit_factor: 1 }];
  if (pair === null && credit !== undefined) return [{ kind: "signed", column: credit, factor: 1, fee: -1 }];
  const others = [...heaviest(columns, "original_amount"), ...heaviest(columns, "other_amount")].filter((column) => (columns.profiles[column]?.amounts ?? 0) > 0);
  const free = unnamed(columns);
  return free.length > 0 ? free : others.slice(0, 1).map((column) => ({ kind: "signed", column, factor: 1, fee: -1 }));
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
  // "Tax" that is 0 on every row is not the amount beside one that is not.
  const telling = role === "amount" ? best.filter((index) => moves(columns.profiles[index])) : [];
  return (telling.length > 0 ? telling : best).toSorted((a, b) => (columns.profiles[b]?.filled ?? 0) - (columns.profiles[a]?.filled ?? 0) || a - b);
}

function moves(profile: Profile | undefined): boolean {
  return profile !== undefined && moved(profile) > 0;
}

function moved(profile: Profile): number {
  return profile.negatives + profile.positives;
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
  const free = columns.profiles.filter((profile) => holdsAmounts(profile) && (columns.roles[profile.index] === null || columns.roles[profile.index] === "other_amount"));
  const telling = free.filter((profile) => profile.fractions > 0 || profile.negatives > 0);
  const pool = telling.length > 0 ? telling : free;
  const both = pairsAmong(pool);
  const plans = both.length > 0 ? both : pairsAmong(free);
  if (plans.length > 0) return plans;
  return pool.toSorted((a, b) => score(b) - score(a)).map((profile) => ({ kind: "signed", column: profile.index, factor: 1, fee: -1 }));
}

/** Columns of which one moves money just where the other is empty or zero, either way round. */
function pairsAmong(pool: readonly Profile[]): readonly MoneyPlan[] {
  const plans: MoneyPlan[] = [];
  for (const a of pool) {
    for (const b of pool) {
      const moving = moved(a) + moved(b);
      if (a.index < b.index && moving >= 0.95 * a.rows && moving <= 1.02 * a.rows && moved(a) > 0 && moved(b) > 0) {
        plans.push({ kind: "pair", debit: a.index, credit: b.index, debit_factor: -1, credit_factor: 1 });
        plans.push({ kind: "pair", debit: b.index, credit: a.index, debit_factor: -1, credit_factor: 1 });
      }
    }
  }
  return plans;
}

function score(profile: Profile): number {
  return (profile.filled === profile.rows ? 2 : 0) + (profile.negatives > 0 && profile.positives > 0 ? 1 : 0) - profile.index / 1000;
}
