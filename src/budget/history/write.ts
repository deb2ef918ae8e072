// Writes balance history: entries of past months, all of a request or none; deletes a stream;
// changes the details of a deleted account.

import { ERRORS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { lastDay } from "../../money/month.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { changesNothing, type Problem, refuse } from "../../platform/api/problem.ts";
import { writingConverter } from "../rates/store.ts";
import type { Context } from "../route.ts";
import { currentMonth } from "./close.ts";
import { requireStream } from "./find.ts";
import { presentStream } from "./present.ts";
import { listFaults, type UpsertItem } from "./rules.ts";
import type { DetailsChange, Upserted } from "./schemas.ts";
import type { Key } from "./sources.ts";
import { deleteStream, entriesOfMonths, setDetails, writeEntries, type Details } from "./store.ts";

/**
 * Writes the entries, and answers with those alone. An item without a quantity keeps the stored
 * one.
 */
export function upsert(
  context: Context,
  key: Key,
  items: readonly UpsertItem[],
): Result<Upserted, Problem> {
  const { sql, now } = context;
  const found = requireStream(context, key);
  if (!found.ok) return found;
  const stream = found.value;
  const faults = listFaults(items, stream, currentMonth(sql, now));
  if (faults.length > 0) return refuse("invalid body", ...faults.slice(0, ERRORS_MAX));
  const months = items.map(({ month }) => month);
  const before = new Map(entriesOfMonths(sql, key, months).map((entry) => [entry.month, entry]));
  const convert = writingConverter(context);
  const { primary_currency: primary } = readBudget(sql);
  const entries = items.map(
    ({ month, balance, currency = stream.currency, crypto_balance: quantity }) => ({
      month,
      balance,
      currency,
      to_base: convert(balance, currency, primary, lastDay(month)),
      crypto_balance:
        quantity === undefined ? (before.get(month)?.crypto_balance ?? null) : quantity,
    }),
  );
  writeEntries(sql, key, entries);
  const written = presentStream(stream, entriesOfMonths(sql, key, months), null);
  return ok({ balance_history: [written], ...written });
}

/** Deletes every entry of the stream; one without an entry is no fault. */
export function removeStream(context: Context, key: Key): Result<undefined, Problem> {
  const stream = requireStream(context, key);
  if (!stream.ok) return stream;
  deleteStream(context.sql, key);
  return ok(undefined);
}

/** Changes those of the six that are given. */
export function changeDetails(
  context: Context,
  id: number,
  change: DetailsChange,
): Result<Details, Problem> {
  const stream = requireStream(context, { kind: "deleted", id, symbol: "" });
  if (!stream.ok) return stream;
  const before = must(stream.value.details, "a deleted account has its details");
  if (Object.keys(change).length === 0) {
    return changesNothing("of the six properties");
  }
  const pick = (name: keyof Details) => (change[name] === undefined ? before[name] : change[name]);
  const after = {
    name: pick("name"),
    institution_name: pick("institution_name"),
    display_name: pick("display_name"),
    account_type: pick("account_type"),
    subtype: pick("subtype"),
    mask: pick("mask"),
  };
  setDetails(context.sql, id, after);
  return ok(after);
}
