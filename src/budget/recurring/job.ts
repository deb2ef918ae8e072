// Detection after an import: an insert requests it, the object's alarm runs it a little later, at
// most once a minute. It reads the last months by the date index in slices and lets other jobs run
// in between. A finding becomes a suggested item, unless an item of that payee and amount exists or
// a person dismissed it. Repeating it adds nothing.

import {
  DETECTION_DELAY_MS,
  DETECTION_INTERVAL_MS,
  DETECTION_MONTHS_MAX,
  DETECTION_ROWS_MAX,
  DETECTION_SLICE_ROWS,
  DETECTION_SLICE_SERIES,
  DETECTION_SUGGESTIONS_MAX,
  RECURRING_ITEMS_MAX,
} from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import { addMonths, dayOfInstant, type Day } from "../../money/day.ts";
import { requestJob } from "../jobs/queue.ts";
import type { JobContext, Next } from "../jobs/job.ts";
import { firstUserId, readBudget } from "../me/store.ts";
import { writingConverter } from "../rates/store.ts";
import { NO_PAYEE } from "../transactions/row.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { detect, type Detected, type Occurrence } from "./detect.ts";
import { dismissals, isDismissed, isKnown, type Trait } from "./dismissals.ts";
import { payeeKey } from "./recognize.ts";
import { insertItem, listItems, typicalAmount, type RecurringState } from "./store.ts";

/** Asks for detection after transactions were inserted. */
export function requestDetection(sql: Sql, now: number): void {
  requestJob(sql, "detect recurring", now + DETECTION_DELAY_MS);
}

/** How many transactions are read at once, and in all. */
interface Bounds {
  readonly sliceRows: number;
  readonly rowsMax: number;
}
const BOUNDS: Bounds = { sliceRows: DETECTION_SLICE_ROWS, rowsMax: DETECTION_ROWS_MAX };

/** The job: looks for what repeats and suggests it. */
export async function detectRecurring(
  { sql, now }: Pick<JobContext, "sql" | "now">,
  bounds = BOUNDS,
): Promise<Next> {
  const last = sql.first<{ ran_at: number }>("SELECT ran_at FROM recurring_detection");
  if (last !== null && now < last.ran_at + DETECTION_INTERVAL_MS)
    return { at: last.ran_at + DETECTION_INTERVAL_MS, cursor: null };
  sql.run("INSERT OR REPLACE INTO recurring_detection (id, ran_at) VALUES (1, ?)", now);
  if (!isWanted(sql)) return null;
  const today = dayOfInstant(now);
  const found = await detectAll([...(await readSeries(sql, today, bounds)).values()], today);
  sql.transaction(() => {
    suggest(sql, found, now);
  });
  return null;
}

/** Whether the budget's owner wants rules for transactions to be suggested. */
function isWanted(sql: Sql): boolean {
  const row = sql.first<{ wanted: number }>(
    "SELECT auto_create_suggested_transaction_rules AS wanted FROM budget",
  );
  return row?.wanted === 1;
}

/** The transactions of one payee, account, currency and sign. */
interface Series {
  /** As the latest transaction has it. */
  readonly payee: string;
  readonly currency: Currency;
  readonly manual_account_id: number | null;
  readonly linked_account_id: number | null;
  readonly occurrences: Occurrence[];
}

type Row = Omit<Series, "occurrences"> & Occurrence & { readonly id: number };

/**
 * Newest first, so the oldest are past the bound. The row values let the walk continue within a
 * day.
 */
export const SLICE = `SELECT t.id, t.date, t.amount, t.currency, t.payee, t.manual_account_id, t.linked_account_id
  FROM transactions t INDEXED BY transactions_by_date
  WHERE (t.date, t.id) < (?, ?) AND t.date >= ? AND t.hidden = 0 AND t.recurring_id IS NULL
    AND t.split_parent_id IS NULL AND t.is_group_parent = 0 AND t.amount <> 0
  ORDER BY t.date DESC, t.id DESC LIMIT ?`;

async function readSeries(
  sql: Sql,
  today: Day,
  { sliceRows, rowsMax }: Bounds,
): Promise<Map<string, Series>> {
  const all = new Map<string, Series>();
  const from = addMonths(today, -DETECTION_MONTHS_MAX);
  let [date, id] = [today, Number.MAX_SAFE_INTEGER];
  for (let read = 0; read < rowsMax; read += sliceRows) {
    const rows = sql.all<Row>(SLICE, date, id, from, sliceRows);
    for (const row of rows) addTo(all, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < sliceRows) break;
    [date, id] = [last.date, last.id];
    await scheduler.wait(0);
  }
  return all;
}

function addTo(all: Map<string, Series>, row: Row): void {
  if (row.payee === NO_PAYEE) return;
  const { payee, currency, manual_account_id, linked_account_id, date, amount } = row;
  const sign = amount > 0 ? "debit" : "credit";
  const key = [manual_account_id, linked_account_id, currency, sign, payeeKey(payee)].join("\n");
  const series = all.get(key);
  if (series !== undefined) series.occurrences.push({ date, amount });
  else
    all.set(key, {
      payee,
      currency,
      manual_account_id,
      linked_account_id,
      occurrences: [{ date, amount }],
    });
}

async function detectAll(all: readonly Series[], today: Day): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [index, series] of all.entries()) {
    for (const detected of detect(series.occurrences, today)) findings.push({ series, detected });
    if (index % DETECTION_SLICE_SERIES === DETECTION_SLICE_SERIES - 1) await scheduler.wait(0);
  }
  return findings;
}

interface Finding {
  readonly series: Series;
  readonly detected: Detected;
}

/** Writes what is new of the findings, those seen most often first. */
function suggest(sql: Sql, findings: readonly Finding[], now: number): void {
  const items = listItems(sql, true);
  const dismissed = dismissals(sql);
  const { primary_currency: primary } = readBudget(sql);
  const convert = writingConverter({ sql, now });
  const userId = firstUserId(sql);
  const room = Math.min(DETECTION_SUGGESTIONS_MAX, RECURRING_ITEMS_MAX - items.length);
  const fresh = findings
    .map((finding) => ({ finding, trait: toTrait(finding) }))
    .filter(
      ({ trait }) => !items.some((item) => isKnown(item, trait)) && !isDismissed(dismissed, trait),
    )
    .toSorted((a, b) => b.finding.detected.seen - a.finding.detected.seen);
  for (const { finding, trait } of fresh.slice(0, Math.max(0, room))) {
    const toBase = convert(typicalAmount(trait), trait.currency, primary, dayOfInstant(now));
    insertItem(sql, { ...toState(finding), to_base: toBase }, "system", userId, now);
  }
}

function toTrait({ series, detected }: Finding): Trait {
  const { payee, currency, manual_account_id, linked_account_id } = series;
  const { amount, amount_max } = detected;
  return { payee, currency, manual_account_id, linked_account_id, amount, amount_max };
}

function toState(finding: Finding): Omit<RecurringState, "to_base"> {
  const { granularity, quantity, anchor_date } = finding.detected;
  return {
    ...toTrait(finding),
    granularity,
    quantity,
    anchor_date,
    description: null,
    status: "suggested",
    start_date: null,
    end_date: null,
    set_payee: null,
    set_notes: null,
    set_category_id: null,
  };
}
