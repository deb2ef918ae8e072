// The balance history as lists: every source that exists, also one without an entry in the range.
// Entries are in the order of their months; the current month, calculated on demand, is the last.

import type { Month } from "../../money/month.ts";
import { ok, type Result } from "../../platform/result.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import type { Context } from "../route.ts";
import { currentMonth } from "./close.ts";
import { requireStream } from "./find.ts";
import { presentStream } from "./present.ts";
import type { List, RangeQuery } from "./schemas.ts";
import { listStreams, nameOfKey, type Key } from "./sources.ts";
import { allEntries, streamEntries, type Range } from "./store.ts";

/** All accounts. */
export function listAll({ sql, now }: Context, query: RangeQuery): Result<List, Problem> {
  const current = currentMonth(sql, now);
  const range = parseRange(query, current);
  if (!range.ok) return range;
  const entries = Map.groupBy(allEntries(sql, range.value), ({ key }) => nameOfKey(key));
  const history = listStreams(sql, now).map((stream) =>
    presentStream(
      stream,
      (entries.get(nameOfKey(stream.key)) ?? []).map(({ entry }) => entry),
      shownMonth(range.value, current),
    ),
  );
  return ok({ balance_history: history });
}

/** One account, or one symbol of a synced one. */
export function listOne({ sql, now }: Context, key: Key, query: RangeQuery): Result<List, Problem> {
  const current = currentMonth(sql, now);
  const range = parseRange(query, current);
  if (!range.ok) return range;
  const stream = requireStream({ sql, now }, key);
  if (!stream.ok) return stream;
  const entries = streamEntries(sql, key, range.value);
  return ok({
    balance_history: [presentStream(stream.value, entries, shownMonth(range.value, current))],
  });
}

/** The requested range, null for everything; refuses months in the future. */
function parseRange(query: RangeQuery, current: Month): Result<Range | null, Problem> {
  const { start_month: start, end_month: end } = query;
  if (start === undefined || end === undefined) return ok(null);
  const future = Object.entries({ start_month: start, end_month: end })
    .filter(([, month]) => month > current)
    .map(([name, month]): ErrorItem => ({
      errMsg: `${name} is ${month}, which is in the future; expected ${current} or earlier.`,
      code: "VALIDATION_ERROR",
      instancePath: `/query/${name}`,
      schemaPath: "#/formatMaximum",
      keyword: "formatMaximum",
      params: { limit: current },
    }));
  return future.length > 0 ? refuse("invalid query", ...future) : ok({ start, end });
}

/** The current month where the range has it. */
function shownMonth(range: Range | null, current: Month): Month | null {
  return range === null || range.end >= current ? current : null;
}
