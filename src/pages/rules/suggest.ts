// The rules that a person's corrections suggest: the same category was set by hand for the same
// payee at least twice, and no rule does it yet. Only a person makes a rule of it. Pure.

import { applyRules, type Criteria, type Facts } from "../../budget/rules/matcher.ts";
import type { ShownCorrection } from "../../importer/changes/wire.ts";
import { parseUnits, units } from "../../money/money.ts";
import type { Transaction } from "../transactions/wire.ts";
import type { Rule, RuleMatch } from "./wire.ts";

const EQUAL_MIN = 2;
const SHOWN_MAX = 5;

/** A category that was set for a payee again and again. */
export interface Suggestion {
  readonly payee: string;
  readonly category: number;
  readonly count: number;
  /** The newest of the corrected transactions, which the rule is made from. */
  readonly transaction: number;
}

/** Finds the payees that were corrected in the same way often enough, the newest first. */
export function findRepeated(
  corrections: readonly ShownCorrection[],
  unsuggested: readonly string[],
): readonly Suggestion[] {
  const categories = corrections.filter(
    ({ field, set, payee }) =>
      field === "category_id" &&
      typeof set === "number" &&
      payee !== "" &&
      !unsuggested.includes(payee),
  );
  return [...Map.groupBy(categories, ({ payee }) => payee)].flatMap(([payee, own]) => {
    const [newest] = own;
    if (newest === undefined || typeof newest.set !== "number") return [];
    // If a payee's category differs from one correction to the next, no rule fits.
    const isOne = own.every(({ set }) => set === newest.set);
    return own.length < EQUAL_MIN || !isOne
      ? []
      : [{ payee, category: newest.set, count: own.length, transaction: newest.id }];
  });
}

/**
 * Leaves out the suggestions that a rule fulfils already, and those whose transactions are gone.
 */
export function leaveOutRuled(
  suggestions: readonly Suggestion[],
  rules: readonly Rule[],
  transactions: readonly Transaction[],
): readonly Suggestion[] {
  const enabled = rules.filter((rule) => rule.enabled).map(toMatcher);
  return suggestions
    .filter(({ transaction, category }) => {
      const found = transactions.find(({ id }) => id === transaction);
      return found !== undefined && applyRules(enabled, toFacts(found))?.category_id !== category;
    })
    .slice(0, SHOWN_MAX);
}

/** A rule as the budget runs it, with its category as the only action. */
export function toMatcher({ id, match, set }: Rule) {
  const { category_id: category } = set;
  return {
    id,
    criteria: toCriteria(match),
    actions: category === undefined ? {} : { category_id: category },
  };
}

function toCriteria({ amount_min: min, amount_max: max, ...others }: RuleMatch): Criteria {
  const bounds = {
    ...(min !== undefined && { amount_min: readUnits(min) }),
    ...(max !== undefined && { amount_max: readUnits(max) }),
  };
  return Object.fromEntries(
    Object.entries({ ...others, ...bounds }).filter(([, value]) => value !== undefined),
  );
}

/** A transaction as rules compare it. */
export function toFacts(transaction: Transaction): Facts {
  return {
    payee: transaction.payee ?? "",
    original_name: transaction.original_name ?? null,
    notes: transaction.notes ?? null,
    amount: readUnits(transaction.amount),
    manual_account_id: transaction.manual_account_id ?? null,
    linked_account_id: transaction.linked_account_id ?? null,
  };
}

function readUnits(text: string) {
  const read = parseUnits(text);
  return read.ok ? read.value : units(0);
}
