// Applies a body to a recurring item and reports all of its faults together.

import { valueAfter } from "../../platform/change.ts";
import { ERRORS_MAX } from "../../platform/limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { units, type Units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { writingConverter } from "../rates/store.ts";
import type { Context } from "../route.ts";
import { loadReferences, unknownReferences } from "../transactions/references.ts";
import type { TransactionRow } from "../transactions/row.ts";
import { QUANTITY_MAX, type CriteriaBody, type OverridesBody } from "./body.ts";
import { typicalAmount, type RecurringState, type RecurringStatus } from "./store.ts";

export interface Change {
  readonly description?: string | null | undefined;
  readonly status?: RecurringStatus | undefined;
  readonly transaction_criteria?: CriteriaBody | undefined;
  readonly overrides?: OverridesBody | undefined;
}

/** The initial state of a new item: the transaction it is created from, or nothing. */
export function blankState(
  { sql, now }: Context,
  transaction: TransactionRow | null,
): RecurringState {
  return {
    description: null,
    status: "suggested",
    start_date: null,
    end_date: null,
    granularity: "month",
    quantity: 1,
    anchor_date: transaction?.date ?? dayOfInstant(now),
    payee: transaction?.payee ?? null,
    amount: transaction?.amount ?? units(0),
    amount_max: null,
    currency: transaction?.currency ?? readBudget(sql).primary_currency,
    to_base: units(0),
    linked_account_id: transaction?.linked_account_id ?? null,
    manual_account_id: transaction?.manual_account_id ?? null,
    set_payee: null,
    set_notes: null,
    set_category_id: null,
  };
}

/** The item after the change; refuses contradictions and ids that do not exist. */
export function changedState(
  context: Context,
  before: RecurringState,
  change: Change,
): Result<RecurringState, Problem> {
  const { sql, now } = context;
  const after = stateAfter(before, change);
  const errors = [...listFaults(before, after, change), ...unknown(context, change)];
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));
  const { primary_currency: primary } = readBudget(sql);
  const toBase = writingConverter(context)(
    typicalAmount(after),
    after.currency,
    primary,
    dayOfInstant(now),
  );
  return ok({ ...after, to_base: toBase });
}

function stateAfter(
  before: RecurringState,
  { description, status, transaction_criteria, overrides }: Change,
): RecurringState {
  const criteria = transaction_criteria ?? {};
  const manual = criteria.manual_account_id ?? null;
  const linked = criteria.linked_account_id ?? null;
  return {
    ...before,
    description: valueAfter(description, before.description),
    status: valueAfter(status, before.status),
    start_date: valueAfter(criteria.start_date, before.start_date),
    end_date: valueAfter(criteria.end_date, before.end_date),
    granularity: valueAfter(criteria.granularity, before.granularity),
    quantity: valueAfter(criteria.quantity, before.quantity),
    anchor_date: valueAfter(criteria.anchor_date, before.anchor_date),
    payee: valueAfter(criteria.payee, before.payee),
    ...amountsAfter(before, criteria),
    currency: valueAfter(criteria.currency, before.currency),
    // Naming an account of one kind leaves that of the other.
    manual_account_id:
      criteria.manual_account_id !== undefined || linked !== null
        ? manual
        : before.manual_account_id,
    linked_account_id:
      criteria.linked_account_id !== undefined || manual !== null
        ? linked
        : before.linked_account_id,
    set_payee: overrides === undefined ? before.set_payee : (overrides.payee ?? null),
    set_notes: overrides === undefined ? before.set_notes : (overrides.notes ?? null),
    set_category_id:
      overrides === undefined ? before.set_category_id : (overrides.category_id ?? null),
  };
}

type Amounts = Pick<RecurringState, "amount" | "amount_max">;

function amountsAfter(
  before: Amounts,
  { amount, amount_min: min, amount_max: max }: CriteriaBody,
): Amounts {
  if (min != null && max != null) return { amount: min, amount_max: min === max ? null : max };
  if (amount !== undefined) return { amount, amount_max: null };
  return { amount: before.amount, amount_max: before.amount_max };
}

const UPDATABLE = ["description", "status", "transaction_criteria", "overrides"] as const;

function listFaults(before: RecurringState, after: RecurringState, change: Change): ErrorItem[] {
  const errors: ErrorItem[] = [];
  const complain = (property: string, errMsg: string): void => {
    errors.push({ errMsg: `${property} ${errMsg}.`, invalid_property: property });
  };
  const { amount, amount_min: min, amount_max: max } = change.transaction_criteria ?? {};
  if ((min == null) !== (max == null))
    complain(
      min == null ? "amount_min" : "amount_max",
      "is required: a flexible amount has both bounds",
    );
  else if (min != null && max != null && amount !== undefined && amount !== average(min, max))
    complain(
      "amount",
      "must be left out, or be the average, where amount_min and amount_max are given",
    );
  const high = after.amount_max ?? after.amount;
  if (after.amount > high) complain("amount_min", "must not be above amount_max");
  if (after.amount === 0 || high === 0 || after.amount > 0 !== high > 0)
    complain(
      after.amount_max === null ? "amount" : "amount_min",
      "must not be zero, nor may the bounds have different signs",
    );
  if (after.quantity > QUANTITY_MAX[after.granularity])
    complain(
      "quantity",
      `must be at most ${QUANTITY_MAX[after.granularity]} for the granularity ${after.granularity}, found ${after.quantity}`,
    );
  if (after.start_date !== null && after.end_date !== null && after.start_date > after.end_date)
    complain("start_date", `must not be after end_date, ${after.end_date}`);
  if (before.status === "reviewed" && after.status === "suggested")
    complain("status", "must be reviewed: an item that has been reviewed is not suggested again");
  if (UPDATABLE.every((property) => change[property] === undefined))
    errors.push({
      errMsg: "The request body changes nothing: it must hold at least one updatable property.",
    });
  return errors;
}

function average(min: Units, max: Units): Units | null {
  return min > max ? null : typicalAmount({ amount: min, amount_max: max });
}

function unknown(
  { sql }: Context,
  { transaction_criteria: criteria, overrides }: Change,
): ErrorItem[] {
  const naming = {
    category_id: overrides?.category_id,
    manual_account_id: criteria?.manual_account_id,
    linked_account_id: criteria?.linked_account_id,
  };
  return unknownReferences(naming, loadReferences(sql, [naming]), {});
}
