// The shapes of balance history on the wire (service-v2.md, Balance history; gaps.md 3.9 and D9).

import * as z from "zod";
import { HISTORY_DETAIL_CHARS_MAX, HISTORY_ITEMS_MAX } from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { parseMonth } from "../../money/month.ts";
import { parseQuantity } from "../../money/quantity.ts";
import { QUANTITY_OUT } from "../crypto/quantity.ts";
import * as wire from "../wire.ts";

const month = wire
  .textAs(parseMonth, "format", "must be a month that exists, as YYYY-MM")
  .meta({ pattern: "^\\d{4}-\\d{2}$" });

/**
 * Both months or neither (D9). The handler, which has the clock, checks that they are not in the
 * future.
 */
export const RANGE_QUERY = z
  .strictObject({ start_month: month.optional(), end_month: month.optional() })
  .check(({ value, issues }) => {
    wire.checkRange(issues, "month", value.start_month, value.end_month);
  });
export type RangeQuery = z.output<typeof RANGE_QUERY>;

export const ACCOUNT_PATH = z.strictObject({
  account_type: z.enum(["manual", "linked", "crypto_manual", "deleted"]),
  account_id: wire.textId,
});
export const SYMBOL_PATH = z.strictObject({ account_id: wire.textId, symbol: wire.text(1, 25) });
export type AccountPath = z.output<typeof ACCOUNT_PATH>;
export type SymbolPath = z.output<typeof SYMBOL_PATH>;
export const DELETED_PATH = z.strictObject({ account_id: wire.textId });

const quantity = wire
  .textAs(
    (text) => {
      const parsed = parseQuantity(text);
      return parsed.ok ? parsed.value : null;
    },
    "format",
    "must be a decimal number as text, with at most 18 decimals",
  )
  .meta({ description: "A decimal number as text; at most 18 decimals." });

const UPSERT_ITEM = z
  .strictObject({
    month,
    balance: wire.amount,
    symbol: wire.text(1, 25).nullable().optional(),
    crypto_balance: quantity.nullable().optional(),
    currency: wire.currency.optional(),
    id: wire.ignored,
    to_base: wire.ignored,
  })
  .meta({ id: "BalanceHistoryUpsertItem" });

export const UPSERT_BODY = z.strictObject({
  balances: z.array(UPSERT_ITEM, "must be a list of balances").min(1).max(HISTORY_ITEMS_MAX),
});

const detail = wire.text(0, HISTORY_DETAIL_CHARS_MAX).nullable().optional();
export const DETAILS_BODY = z
  .strictObject({
    name: detail,
    institution_name: detail,
    display_name: detail,
    account_type: detail,
    subtype: detail,
    mask: detail,
  })
  .meta({ id: "DeletedSourceDetailsUpdate" });
export type DetailsChange = z.output<typeof DETAILS_BODY>;

const told = z.string().nullable();
const DETAILS = {
  name: told,
  institution_name: told,
  display_name: told,
  account_type: told,
  subtype: told,
  mask: told,
};
export const DETAILS_ANSWER = z.strictObject(DETAILS).meta({ id: "DeletedSourceDetails" });

const symbolOut = z.string().min(1).max(25);

const SOURCE = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("manual"), manual_account_id: z.int() }),
  z.strictObject({ type: z.literal("linked"), linked_account_id: z.int() }),
  z.strictObject({
    type: z.literal("crypto_manual"),
    crypto_manual_id: z.int(),
    symbol: symbolOut.nullable(),
  }),
  z.strictObject({
    type: z.literal("crypto_synced"),
    crypto_synced_id: z.int(),
    symbol: symbolOut,
  }),
  z.strictObject({
    type: z.literal("deleted"),
    deleted_account_id: z.int(),
    ...DETAILS,
    symbol: symbolOut.nullable(),
  }),
]);
export type SourceWire = z.output<typeof SOURCE>;

const BALANCE = {
  month: z.string().regex(/^\d{4}-\d{2}$/),
  balance: wire.AMOUNT_OUT,
  currency: z.enum(CURRENCIES),
  to_base: z.number(),
  crypto_balance: QUANTITY_OUT.nullable(),
};

const ENTRY = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("historical"), id: z.int(), ...BALANCE }),
  z.strictObject({ type: z.literal("current"), ...BALANCE }),
]);
export type EntryWire = z.output<typeof ENTRY>;

const ACCOUNT = z
  .strictObject({ source: SOURCE, balances: z.array(ENTRY) })
  .meta({ id: "AccountBalanceHistory" });
export type AccountWire = z.output<typeof ACCOUNT>;

export const LIST_ANSWER = z.strictObject({ balance_history: z.array(ACCOUNT) });
export type List = z.output<typeof LIST_ANSWER>;

/**
 * The written entry as a list of one, and again at the top level, where typed clients read it
 * (gaps.md, D3).
 */
export const UPSERT_ANSWER = z.strictObject({
  balance_history: z.array(ACCOUNT),
  ...ACCOUNT.shape,
});
export type Upserted = z.output<typeof UPSERT_ANSWER>;
