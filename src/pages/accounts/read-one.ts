// Reads what the page of one account shows: the account, its history, its transactions, and where
// its data comes from. It uses only the documented interface of the service.

import { addMonths, dayOfInstant, parseDay, type Day } from "../../money/day.ts";
import { inAccountView } from "../../money/debt.ts";
import { parseRounded, parseUnits } from "../../money/money.ts";
import { ACCOUNT_IMPORTS_READ, PAGE_ROWS_MAX, RECONCILE_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { IMPORT_LIST, STATED_LIST } from "../../importer/imports/wire.ts";
import { SCHEDULE_LIST } from "../../importer/schedules/wire.ts";
import { historySchema, linkedSchema, type History, type LinkedAccount } from "../overview/wire.ts";
import type { Schedule } from "../schedules/wire.ts";
import { FIRST_DAY } from "../transactions/search-windows.ts";
import { read, readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { meSchema, type Import } from "../ui/wire.ts";
import type { Entry, Known, Stated } from "./reconcile.ts";
import { entriesSchema, oneManualSchema, type OneManual } from "./wire.ts";
import { findTargetAccount } from "./targets.ts";

type Ways = Pick<Variables, "api" | "service">;

/** An account of either kind. */
export type One =
  | { readonly kind: "manual"; readonly account: OneManual }
  | { readonly kind: "linked"; readonly account: LinkedAccount };

/** Everything about the account but its transactions. */
export interface OneFacts {
  readonly one: One;
  readonly primary: string;
  readonly history: History;
  readonly stated: readonly Stated[];
  /** The newest imports into it. */
  readonly imports: readonly Import[];
  readonly schedules: readonly Schedule[];
  /** The lists that could not be read, each with the reason. */
  readonly unread: readonly string[];
}

/** The account; null if there is none. */
export async function readOneAccount(
  { service }: Ways,
  kind: One["kind"],
  id: number,
): Promise<Result<One | null, Refusal>> {
  if (kind === "manual") {
    const found = await readService(service, "/manual_accounts", oneManualSchema);
    if (!found.ok) return found;
    const account = found.value.manual_accounts.find((one) => one.id === id);
    return ok(account === undefined ? null : { kind, account });
  }
  const found = await readService(service, "/linked_accounts", linkedSchema);
  if (!found.ok) return found;
  const account = found.value.linked_accounts.find((one) => one.id === id);
  return ok(account === undefined ? null : { kind, account });
}

/** Reads what is known about the account. A list that cannot be read is named. */
export async function readFacts({ api, service }: Ways, one: One): Promise<OneFacts> {
  const { kind, account } = one;
  const isManual = kind === "manual";
  const [me, history, stated, imports, schedules] = await Promise.all([
    readService(service, "/me", meSchema),
    readService(service, `/balance_history/${kind}/${account.id}`, historySchema),
    readStated({ api }, one),
    isManual ? read(api, `/api/imports?limit=${ACCOUNT_IMPORTS_READ}`, IMPORT_LIST) : null,
    isManual ? read(api, "/api/schedules", SCHEDULE_LIST) : null,
  ]);
  const unread: string[] = [];
  const note = (what: string, answer: Result<unknown, Refusal> | null) => {
    if (answer?.ok === false) unread.push(`${what} could not be read: ${answer.error.message}`);
  };
  note("The balance history", history);
  note("The statements", stated);
  note("The imports", imports);
  note("The schedules", schedules);
  return {
    one,
    primary: me.ok ? me.value.primary_currency : account.currency,
    history: history.ok ? history.value.balance_history : [],
    stated: stated.ok ? stated.value : [],
    imports:
      imports?.ok === true
        ? imports.value.imports.filter((run) => isIntoAccount(run, account.id))
        : [],
    schedules:
      schedules?.ok === true
        ? schedules.value.schedules.filter(({ target }) => findTargetAccount(target) === account.id)
        : [],
    unread,
  };
}

/** The balances that statements give for an account, the latest first. */
export async function readStated(
  { api }: Pick<Ways, "api">,
  { kind, account }: One,
): Promise<Result<readonly Stated[], Refusal>> {
  if (kind === "linked") return ok([]);
  const found = await read(api, `/api/stated-balances?account=${account.id}`, STATED_LIST);
  return found.ok ? ok(found.value.stated.flatMap(toStated)) : found;
}

/** A stated balance in units; nothing if it cannot be read. */
export function toStated(one: {
  readonly first_day: string;
  readonly day: string;
  readonly balance: string;
  readonly opening: string | null;
  readonly import: string;
  readonly document: string | null;
}): Stated[] {
  const [first, day] = [parseDay(one.first_day), parseDay(one.day)];
  const [balance, opening] = [parseUnits(one.balance), parseUnits(one.opening ?? "")];
  if (first === null || day === null || !balance.ok) return [];
  const known = opening.ok ? opening.value : null;
  return [{ ...one, first_day: first, day, balance: balance.value, opening: known }];
}

/** The account's balance and what moved it since a day. */
export interface Moved {
  readonly known: Omit<Known, "stated">;
  /** How many transactions in other currencies could not be counted. */
  readonly foreign: number;
}

/** The properties of an account that its movements depend on. */
export interface Moving {
  readonly kind: One["kind"];
  readonly account: Pick<OneManual, "id" | "balance" | "currency" | "type">;
}

/** Reads the transactions since a day, the newest first, up to `most`. */
export async function readMoved(
  { service }: Pick<Ways, "service">,
  { kind, account }: Moving,
  primary: string,
  { since = FIRST_DAY, most = RECONCILE_ROWS_MAX }: { since?: Day; most?: number } = {},
): Promise<Result<Moved, Refusal>> {
  const entries: Entry[] = [];
  let [foreign, isWhole] = [0, false];
  const query = new URLSearchParams({
    [`${kind}_account_id`]: String(account.id),
    start_date: since,
    end_date: addMonths(dayOfInstant(Date.now()), MONTHS_AHEAD),
    // Members of a group still move their account.
    include_group_children: "true",
    limit: String(PAGE_ROWS_MAX),
  });
  for (let offset = 0; offset < most && !isWhole; offset += PAGE_ROWS_MAX) {
    query.set("offset", String(offset));
    const page = await readService(service, `/transactions?${query.toString()}`, entriesSchema);
    if (!page.ok) return page;
    for (const one of page.value.transactions) {
      if (one.is_group_parent === true || one.is_split_parent === true) continue;
      const [effect, day] = [readEffect(one, account.currency, primary), parseDay(one.date)];
      if (effect === null || day === null) foreign += 1;
      else entries.push({ id: one.id, day, effect, payee: one.payee || "No payee" });
    }
    isWhole = !page.value.has_more;
  }
  return ok({ known: { balance: readBalance(account), entries, since, isWhole }, foreign });
}

/** The account's balance in its view: money held is positive. */
export function readBalance({ balance, type }: Moving["account"]): number {
  const read = parseRounded(balance);
  return read.ok ? inAccountView(type, read.value) + 0 : 0;
}

/** Planned transactions count in the balance too. */
export const MONTHS_AHEAD = 120;

/** How much a transaction adds to an account of that currency; null if that is not known. */
function readEffect(
  one: {
    readonly amount: string;
    readonly currency: string;
    readonly to_base?: number | null | undefined;
  },
  currency: string,
  primary: string,
): number | null {
  const isOwn = one.currency === currency;
  if (!isOwn && (currency !== primary || one.to_base == null)) return null;
  const amount = isOwn ? parseUnits(one.amount) : parseRounded((one.to_base ?? 0).toFixed(4));
  return amount.ok ? 0 - amount.value : null;
}

function isIntoAccount(run: Import, account: number): boolean {
  const ids = [run.account?.id, ...run.balances.map((balance) => balance.account.id)];
  return ids.some((id) => String(id) === String(account));
}
