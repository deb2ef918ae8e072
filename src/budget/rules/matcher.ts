// Rules behind apply_rules (gaps.md, D21): pure. Rules run in priority order on the original facts
// of a transaction. The first rule that sets a property decides it; the tags of all matching rules
// are collected. A rule never sees what another has set, so their order matters only where they
// disagree. Texts are compared by plain containment, without case: no user's pattern is ever
// compiled.

import type { Units } from "../../money/money.ts";
import type { RulePart } from "./split.ts";

export interface TextTest {
  readonly how: "contains" | "equals" | "starts_with";
  readonly text: string;
}

/** Every criterion given must hold. */
export interface Criteria {
  readonly payee?: TextTest;
  readonly original_name?: TextTest;
  readonly notes?: TextTest;
  /** Inclusive bounds of the magnitude, whatever the sign. */
  readonly amount_min?: Units;
  readonly amount_max?: Units;
  readonly sign?: "debit" | "credit";
  readonly manual_account_id?: number;
  readonly linked_account_id?: number;
}

export interface Actions {
  readonly payee?: string;
  readonly category_id?: number;
  readonly notes?: string;
  readonly tag_ids?: readonly number[];
  readonly reviewed?: true;
  /** Done after everything else. */
  readonly split?: readonly RulePart[];
}

export interface Rule {
  readonly id: number;
  readonly criteria: Criteria;
  readonly actions: Actions;
}

/** The facts that a rule compares. */
export interface Facts {
  readonly payee: string;
  readonly original_name: string | null;
  readonly notes: string | null;
  readonly amount: Units;
  readonly manual_account_id: number | null;
  readonly linked_account_id: number | null;
}

export type Outcome = Actions;

/** The outcome, and the rules that contributed to it. */
export interface Decision {
  readonly outcome: Outcome;
  readonly ruleIds: readonly number[];
}

/**
 * The properties that the rules, given in priority order, set on a transaction with these facts;
 * null if none matches.
 */
export function applyRules(rules: readonly Rule[], facts: Facts): Outcome | null {
  return decideByRules(rules, facts)?.outcome ?? null;
}

/**
 * Decides what the rules set, and names those that set something which no rule before them had set.
 */
export function decideByRules(rules: readonly Rule[], facts: Facts): Decision | null {
  const lower = lowerTexts(facts);
  let outcome: Outcome | null = null;
  const ruleIds: number[] = [];
  for (const { id, criteria, actions } of rules) {
    if (!matches(criteria, facts, lower)) continue;
    const before: Outcome = outcome ?? {};
    if (addsTo(before, actions)) ruleIds.push(id);
    outcome = outcome === null ? actions : merged(before, actions);
  }
  return outcome === null ? null : { outcome, ruleIds };
}

/** Returns a function that says whether every criterion of a rule holds for these facts. */
export function compareWith(facts: Facts): (criteria: Criteria) => boolean {
  const lower = lowerTexts(facts);
  return (criteria) => matches(criteria, facts, lower);
}

function lowerTexts(facts: Facts): Texts {
  return {
    payee: facts.payee.toLowerCase(),
    original_name: facts.original_name?.toLowerCase() ?? "",
    notes: facts.notes?.toLowerCase() ?? "",
  };
}

function addsTo(before: Actions, { tag_ids: tags = [], ...others }: Actions): boolean {
  return (
    Object.keys(others).some((property) => !Object.hasOwn(before, property)) ||
    tags.some((tag) => before.tag_ids?.includes(tag) !== true)
  );
}

function merged(first: Actions, next: Actions): Actions {
  const tags = [...new Set([...(first.tag_ids ?? []), ...(next.tag_ids ?? [])])];
  return { ...next, ...first, ...(tags.length > 0 && { tag_ids: tags }) };
}

type Texts = Readonly<Record<"payee" | "original_name" | "notes", string>>;

function matches(criteria: Criteria, facts: Facts, lower: Texts): boolean {
  const magnitude = Math.abs(facts.amount);
  return (
    textMatches(criteria.payee, lower.payee) &&
    textMatches(criteria.original_name, lower.original_name) &&
    textMatches(criteria.notes, lower.notes) &&
    (criteria.amount_min === undefined || magnitude >= criteria.amount_min) &&
    (criteria.amount_max === undefined || magnitude <= criteria.amount_max) &&
    (criteria.sign === undefined ||
      (criteria.sign === "debit" ? facts.amount > 0 : facts.amount < 0)) &&
    (criteria.manual_account_id === undefined ||
      criteria.manual_account_id === facts.manual_account_id) &&
    (criteria.linked_account_id === undefined ||
      criteria.linked_account_id === facts.linked_account_id)
  );
}

function textMatches(test: TextTest | undefined, lower: string): boolean {
  if (test === undefined) return true;
  const wanted = test.text.toLowerCase();
  switch (test.how) {
    case "contains":
      return lower.includes(wanted);
    case "equals":
      return lower === wanted;
    case "starts_with":
      return lower.startsWith(wanted);
    default:
      return false;
  }
}
