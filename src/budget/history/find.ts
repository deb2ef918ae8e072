// Finds the stream that a path names, or the reason why it does not exist.

import { ok, type Result } from "../../platform/result.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import type { Context } from "../route.ts";
import { findStream, type Key, type Stream } from "./sources.ts";

const NOUNS = {
  manual: "manual account",
  linked: "linked account",
  crypto_manual: "manual crypto",
  crypto_synced: "synced crypto account",
  deleted: "deleted account",
} as const;

/**
 * The stream; 404 for an account that does not exist, or a symbol that a synced account does not
 * have.
 */
export function requireStream(
  { sql, now }: Pick<Context, "sql" | "now">,
  key: Key,
): Result<Stream, Problem> {
  const stream = findStream(sql, now, key);
  if (stream !== null) return ok(stream);
  const { kind, id, symbol } = key;
  const exists =
    kind === "crypto_synced" && sql.first("SELECT 1 FROM crypto_synced WHERE id = ?", id) !== null;
  if (!exists) return notFound(NOUNS[kind], id);
  return refuse("not found", {
    errMsg: `The synced crypto account ${id} has no balances of the symbol ${JSON.stringify(symbol)}.`,
    id,
    symbol,
  });
}
