// The bodies and answers of /api/recurring. In the criteria, `amount` alone is exact. `amount_min`
// with `amount_max` bound a flexible amount; `amount` can then only be their average.

import * as z from "zod";
import {
  DESCRIPTION_CHARS_MAX,
  NOTES_CHARS_MAX,
  PAYEE_CHARS_MAX,
  SHORT_NOTES_CHARS_MAX,
} from "../../platform/limits.ts";
import { GRANULARITIES } from "../../money/cadence.ts";
import * as wire from "../wire.ts";
import { CRITERIA_OUT, ITEM_OUT } from "./present.ts";

/** The longest period of each granularity: ten years at most. */
export const QUANTITY_MAX = { day: 366, week: 104, month: 60, year: 10 } as const;

const CRITERIA = z.strictObject({
  start_date: wire.day.nullable().optional(),
  end_date: wire.day.nullable().optional(),
  granularity: z.enum(GRANULARITIES).optional(),
  quantity: z.int("must be a whole number").min(1).max(QUANTITY_MAX.day).optional(),
  anchor_date: wire.day.optional(),
  payee: wire.text(1, DESCRIPTION_CHARS_MAX).nullable().optional(),
  amount: wire.amount.optional(),
  amount_min: wire.amount.nullable().optional(),
  amount_max: wire.amount.nullable().optional(),
  currency: wire.currency.optional(),
  linked_account_id: wire.id.nullable().optional(),
  manual_account_id: wire.id.nullable().optional(),
  to_base: wire.ignored,
});

const OVERRIDES = z.strictObject({
  payee: wire.text(1, PAYEE_CHARS_MAX).nullable().optional(),
  notes: wire.text(1, NOTES_CHARS_MAX).nullable().optional(),
  category_id: wire.id.nullable().optional(),
});

const STATUS = z.enum(["suggested", "reviewed"]);

const PROPERTIES = {
  description: wire.text(0, SHORT_NOTES_CHARS_MAX).nullable().optional(),
  transaction_criteria: CRITERIA.optional(),
  /** Replaces all of them. */
  overrides: OVERRIDES.optional(),
};

export const CREATE = z
  .strictObject({ ...PROPERTIES, transaction_id: wire.id.optional() })
  .check(({ value, issues }) => {
    const criteria: Readonly<Record<string, unknown>> = value.transaction_criteria ?? {};
    const flexible = criteria["amount_min"] != null || criteria["amount_max"] != null;
    const required =
      value.transaction_id === undefined
        ? ["granularity", "anchor_date", ...(flexible ? [] : ["amount"])]
        : ["granularity"];
    for (const name of required.filter((one) => criteria[one] === undefined)) {
      issues.push({
        ...wire.complaint(undefined, "required", "is required"),
        path: ["transaction_criteria", name],
      });
    }
  })
  .meta({ id: "RecurringItemCreate" });

export const UPDATE = z
  .strictObject({
    ...PROPERTIES,
    status: STATUS.optional(),
    id: wire.ignored,
    matches: wire.ignored,
    next_expected_date: wire.ignored,
    created_by: wire.ignored,
    created_at: wire.ignored,
    updated_at: wire.ignored,
    source: wire.ignored,
  })
  .meta({ id: "RecurringItemUpdate" });

export type CriteriaBody = z.output<typeof CRITERIA>;
export type OverridesBody = z.output<typeof OVERRIDES>;

export const OWN_ITEM = z
  .strictObject({
    ...ITEM_OUT,
    transaction_criteria: z.strictObject({
      ...CRITERIA_OUT,
      amount_min: wire.AMOUNT_OUT.nullable(),
      amount_max: wire.AMOUNT_OUT.nullable(),
    }),
    next_expected_date: wire.DAY_OUT.nullable(),
  })
  .meta({ id: "OwnRecurringItem" });

export const EXAMPLE = {
  description: "Flat in Harbour Street",
  transaction_criteria: {
    granularity: "month",
    quantity: 1,
    anchor_date: "2026-11-01",
    payee: "Harbour Homes",
    amount: "1250.00",
    manual_account_id: 1,
  },
  overrides: { payee: "Rent", category_id: 2 },
};
