// Deletes a manual account, and counts beforehand what depends on it.

import * as z from "zod";
import { FIRST_DAY } from "../transactions/search-windows.ts";
import { addMonths, dayOfInstant } from "../../money/day.ts";
import { RECORD_GONE } from "../../importer/changes/records/gone.ts";
import { read, readService } from "../ui/client.ts";
import { saveRecords } from "../ui/save-records.ts";
import type { Variables } from "../ui/context.ts";
import { historySchema } from "../overview/wire.ts";
import type { Dependents } from "./removal.tsx";
import { entriesSchema, type OneManual } from "./wire.ts";
import { PAGE_ROWS_MAX, RECONCILE_ROWS_MAX } from "../../platform/limits.ts";

type Ways = Pick<Variables, "api" | "service">;

const recurringSchema = z.object({
  recurring_items: z.array(
    z.object({ transaction_criteria: z.object({ manual_account_id: z.int().nullish() }) }),
  ),
});
const rulesSchema = z.object({
  rules: z.array(
    z.object({ match: z.looseObject({ manual_account_id: z.int().nullish() }).nullish() }),
  ),
});

/** Counts what depends on the account. */
export async function countDependents(
  { api, service }: Ways,
  { id }: OneManual,
  isEmbedded: boolean,
): Promise<Dependents> {
  const [transactions, recurring, rules, history] = await Promise.all([
    countTransactions(service, id),
    readService(service, "/recurring", recurringSchema),
    isEmbedded ? read(api, "/api/rules", z.unknown()) : null,
    readService(service, `/balance_history/manual/${id}`, historySchema),
  ]);
  const listed = rules?.ok === true ? rulesSchema.safeParse(rules.value) : null;
  return {
    transactions,
    recurring: recurring.ok
      ? recurring.value.recurring_items.filter(
          ({ transaction_criteria: criteria }) => criteria.manual_account_id === id,
        ).length
      : null,
    rules:
      listed?.success === true
        ? listed.data.rules.filter(({ match }) => match?.manual_account_id === id).length
        : null,
    months: history.ok
      ? history.value.balance_history.flatMap(({ balances }) =>
          balances.filter(({ type }) => type === "historical"),
        ).length
      : null,
  };
}

/** Counts the account's transactions; null if there are too many. */
async function countTransactions(service: Ways["service"], id: number): Promise<number | null> {
  const query = new URLSearchParams({
    manual_account_id: String(id),
    start_date: FIRST_DAY,
    end_date: addMonths(dayOfInstant(Date.now()), 120),
    include_group_children: "true",
    limit: String(PAGE_ROWS_MAX),
  });
  let count = 0;
  for (let offset = 0; offset < RECONCILE_ROWS_MAX; offset += PAGE_ROWS_MAX) {
    query.set("offset", String(offset));
    const page = await readService(service, `/transactions?${query.toString()}`, entriesSchema);
    if (!page.ok) return null;
    count += page.value.transactions.length;
    if (!page.value.has_more) return count;
  }
  return null;
}

/** Deletes the account as a change, which says what an undo does not restore. Null, or why not. */
export async function deleteAccount(
  { api }: Ways,
  { id }: OneManual,
  { items, history }: { readonly items: boolean; readonly history: boolean },
): Promise<string | null> {
  const one = { kind: "manual_account", delete: id, force: true };
  const records = [{ ...one, with_items: items, with_history: history }];
  const done = await saveRecords(api, "", records, "the page of an account");
  return done.ok || done.error.message === RECORD_GONE.message ? null : done.error.message;
}
