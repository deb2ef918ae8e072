// Reads what moved an account, by periods. The embedded service sums it and finds the transactions that
// may explain a difference; of any other service all transactions are read.

import { addDays, addMonths, dayOfInstant, parseDay, type Day } from "../../money/day.ts";
import { parseUnits, printUnits, units } from "../../money/money.ts";
import { RECONCILE_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { FIRST_DAY } from "../transactions/search-windows.ts";
import type { Ways } from "../transactions/read-ledger.ts";
import { read, type Refusal } from "../ui/client.ts";
import {
  compareByDay,
  LATER_DAYS,
  listSuspectEffects,
  sumDays,
  TWICE_DAYS,
  type Claim,
  type Comparison,
  type Entry,
  type KnownByDay,
  type Movement,
  type Stated,
} from "./reconcile.ts";
import { MONTHS_AHEAD, readBalance, readMoved, type Moving } from "./read-one.ts";
import { movementsSchema, suspectsSchema } from "./wire.ts";

/** The account's balance and what moved it since a day, by periods. */
export interface MovedByDay {
  readonly known: Omit<KnownByDay, "stated">;
  /** How many transactions in other currencies could not be counted. */
  readonly foreign: number;
  /** Which transactions were summed; null if they were read themselves. */
  readonly summed: URLSearchParams | null;
}

/** The newest transactions since a day, up to `most`, in periods of which none goes beyond an end. */
interface Extent {
  readonly since?: Day;
  readonly most?: number;
  readonly ends: readonly Day[];
}

/** Reads what moved the account since a day, by its newest transactions, up to `most`. */
export async function readDays(
  ways: Ways,
  one: Moving,
  primary: string,
  { since = FIRST_DAY, most = RECONCILE_ROWS_MAX, ends }: Extent,
): Promise<Result<MovedByDay, Refusal>> {
  if (ways.frame.remote !== null || one.kind !== "manual")
    return readTransactions(ways, one, primary, { since, most });
  const { account } = one;
  const query = new URLSearchParams({
    start_date: since,
    end_date: addMonths(dayOfInstant(Date.now()), MONTHS_AHEAD),
    limit: String(most),
  });
  const path = `/api/balances/manual/${account.id}/movements?${query.toString()}&ends=${ends.join()}`;
  const found = await read(ways.api, path, movementsSchema);
  if (!found.ok) return found;
  const { periods, has_more: hasMore } = found.value;
  const days = periods.flatMap(toMovement);
  // A sum may be more than a number can be.
  if (days.length < periods.length) return readTransactions(ways, one, primary, { since, most });
  return ok({
    known: {
      balance: readBalance(account),
      days: days.filter(({ count }) => count > 0),
      entries: [],
      since,
      isWhole: !hasMore,
    },
    foreign: periods.reduce((sum, { uncounted }) => sum + uncounted, 0),
    summed: query,
  });
}

async function readTransactions(
  ways: Ways,
  one: Moving,
  primary: string,
  extent: { readonly since: Day; readonly most: number },
): Promise<Result<MovedByDay, Refusal>> {
  const moved = await readMoved(ways, one, primary, extent);
  if (!moved.ok) return moved;
  const { known, foreign } = moved.value;
  return ok({ known: { ...known, days: sumDays(known.entries) }, foreign, summed: null });
}

function toMovement(one: {
  readonly first: string;
  readonly count: number;
  readonly in: string;
  readonly out: string;
}): Movement[] {
  const [day, moneyIn, moneyOut] = [parseDay(one.first), parseUnits(one.in), parseUnits(one.out)];
  if (day === null || !moneyIn.ok || !moneyOut.ok) return [];
  return [{ day, count: one.count, in: moneyIn.value, out: moneyOut.value }];
}

/** Compares the account with a claim, and reads what may explain a difference. */
export async function readComparison(
  ways: Ways,
  { account }: Moving,
  { known, summed }: MovedByDay,
  stated: readonly Stated[],
  claim: Claim,
): Promise<Result<Comparison, Refusal>> {
  const compared = compareByDay({ ...known, stated }, claim);
  if (summed === null || compared.difference === 0) return ok(compared);
  const query = new URLSearchParams(summed);
  query.set("from", compared.from);
  query.set("to", addDays(claim.day, LATER_DAYS));
  const effects = listSuspectEffects(compared.difference);
  query.set("effects", effects.map((effect) => printUnits(units(effect))).join());
  query.set("within", String(TWICE_DAYS));
  const path = `/api/balances/manual/${account.id}/suspects?${query.toString()}`;
  const found = await read(ways.api, path, suspectsSchema);
  if (!found.ok) return found;
  const entries = found.value.transactions.flatMap(toEntry);
  return ok(compareByDay({ ...known, stated, entries }, claim));
}

function toEntry(one: {
  readonly id: number;
  readonly date: string;
  readonly effect: string;
  readonly payee: string;
}): Entry[] {
  const [day, effect] = [parseDay(one.date), parseUnits(one.effect)];
  if (day === null || !effect.ok) return [];
  return [{ id: one.id, day, effect: effect.value, payee: one.payee || "No payee" }];
}
