// Changing a holding of crypto, in every version of the interface.

import { ok, type Result } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { hasHistory } from "../history/streams.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import type { Context } from "../route.ts";
import { coinWithSymbol } from "./coins.ts";
import { updateManual, type ManualRow, type ManualState } from "./manual-store.ts";

/**
 * The properties of a request, each undefined when it was left out; version 2 does not change the
 * coin.
 */
export type ManualChange = {
  readonly [Property in keyof ManualState]?: ManualState[Property] | undefined;
} & { readonly currency?: string | undefined };

/**
 * Writes the holding after the change. Another coin must be supported, and there must be no
 * history: stored quantities do not name their coin and would be read as the new one's.
 */
export function changeManual(
  { sql, now }: Context,
  before: ManualRow,
  change: ManualChange,
): Result<undefined, Problem> {
  const { id, symbol } = before;
  const { name = before.name, balance = before.balance, currency = symbol } = change;
  const { display_name = before.display_name, institution_name = before.institution_name } = change;
  if (currency !== symbol) {
    const unknown = unsupported(sql, "currency", currency);
    if (unknown !== null) return unknown;
    if (hasHistory(sql, { type: "crypto_manual", id }))
      return refuse("invalid body", {
        errMsg: `currency is ${JSON.stringify(currency)}, but manual crypto ${id} has a balance history in ${symbol}.`,
        invalid_property: "currency",
      });
  }
  updateManual(sql, id, { name, display_name, institution_name, balance }, currency, now);
  return ok(undefined);
}

/**
 * The refusal of an unsupported coin, which `property` of the request names; null if it is
 * supported.
 */
export function unsupported(
  sql: Sql,
  property: "symbol" | "currency",
  symbol: string,
): { readonly ok: false; readonly error: Problem } | null {
  if (coinWithSymbol(sql, symbol) !== null) return null;
  // Version 1 has no list of its own.
  const list = property === "symbol" ? "/cryptocurrencies" : "/v2/cryptocurrencies";
  const errMsg = `${property} is ${JSON.stringify(symbol)}, expected the lowercase symbol of a supported cryptocurrency (GET ${list}).`;
  return refuse("invalid body", { errMsg, invalid_property: property });
}
