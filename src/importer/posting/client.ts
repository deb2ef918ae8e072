// The budgeting service as the pipeline knows it: HTTP and nothing else. A call never throws; what came
// back is one of a few kinds, and "unknown" means that the service may or may not have done it.
// The token is put on by the connection (importer/connection/upstream.ts), which also renews it.

import * as z from "zod";
import {
  PAGE_ROWS_MAX,
  PAGE_ROWS_SMALL,
  REQUEST_TIMEOUT_MS,
  RESPONSE_BYTES_MAX,
} from "../../platform/limits.ts";
import { parseCurrency, type Currency } from "../../money/currency.ts";
import { isDebt } from "../../money/debt.ts";
import { ask, parseJson } from "../connection/ask.ts";
import type { NoToken } from "../connection/connection.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { readNoToken, type Upstream } from "../connection/upstream.ts";
import { isForCash } from "../imports/cash-account.ts";

export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  readonly message: string;
  /** Item index -> reason, for the items that the service names. */
  readonly named: ReadonlyMap<number, string>;
  /** The faults as the service lists them, where it lists any. */
  readonly faults?: readonly Fault[];
  /** The whole answer. */
  readonly json?: unknown;
}

/** One fault of a refused request. */
export interface Fault {
  /** The index of the item in the request; null if the fault names none. */
  readonly index: number | null;
  /** The property of the item; null if the fault names none. */
  readonly property: string | null;
  readonly message: string;
}

export interface SkippedItem {
  readonly reason: "duplicate_external_id" | "duplicate_payee_amount_date";
  readonly index: number;
  readonly existing: number;
}

export interface Accepted {
  readonly kind: "accepted";
  /** external_id -> transaction id. */
  readonly inserted: ReadonlyMap<string, number>;
  readonly skipped: readonly SkippedItem[];
}

export type PostReply = Accepted | Refused | NoAnswer;
export type DeleteReply = { readonly kind: "deleted" } | Refused | NoAnswer;

export interface StoredTransaction {
  readonly id: number;
  readonly external_id: string | null;
  readonly date: string;
  /** Decimal text; positive is a debit. */
  readonly amount: string;
  readonly payee: string;
  readonly manual_account_id: number | null;
  /** The run that inserted it, where it was one of ours. */
  readonly run: string | null;
  /** A part of a split: it stands for no row, the transaction that was split does. */
  readonly part: boolean;
  readonly currency: string | null;
  /** The raw name. */
  readonly text: string | null;
  /** It was split, or is a group or in one: it can neither be changed nor grouped. */
  readonly bound: boolean;
  /** What the import kept beside it. */
  readonly facts: Readonly<Record<string, string>>;
}

export interface AccountListed {
  readonly id: number;
  readonly name: string;
  readonly display_name: string;
  readonly currency: Currency;
  readonly closed: boolean;
  /** For coins and notes: no bank tells of what moves there. */
  readonly cash: boolean;
  /** A debt: its balance is what is owed. */
  readonly debt: boolean;
}

const inserted = z.object({ id: z.int(), external_id: z.string().nullish() });
const skipped = z.object({
  reason: z.enum(["duplicate_external_id", "duplicate_payee_amount_date"]),
  request_transactions_index: z.int().nonnegative(),
  existing_transaction_id: z.int(),
});
const insertAnswer = z.object({
  transactions: z.array(inserted),
  skipped_duplicates: z.array(skipped),
});
const stored = z.object({
  id: z.int(),
  external_id: z.string().nullish(),
  date: z.string(),
  amount: z.string(),
  payee: z.string(),
  manual_account_id: z.int().nullish(),
  split_parent_id: z.int().nullish(),
  currency: z.string().nullish(),
  original_name: z.string().nullish(),
  is_split_parent: z.boolean().nullish(),
  is_group_parent: z.boolean().nullish(),
  group_parent_id: z.int().nullish(),
  custom_metadata: z
    .object({ tributary: z.record(z.string(), z.unknown()).optional() })
    .nullish()
    .catch(null),
});
const listAnswer = z.object({ transactions: z.array(stored), has_more: z.boolean() });
const account = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string().nullish(),
  currency: z.string(),
  status: z.string().optional(),
  type: z.string().nullish(),
  subtype: z.string().nullish(),
});
const accountsAnswer = z.object({ manual_accounts: z.array(account) });
const failure = z.object({
  message: z.string().optional(),
  errors: z.array(z.looseObject({ errMsg: z.string().optional() })).optional(),
});

/**
 * Asks for an answer without the transactions themselves (RFC 7240). A service that does not know
 * it answers with all of them; of either answer the same is read.
 */
const MINIMAL = { prefer: "return=minimal" };

/** POST /transactions with a body already written. */
export async function postTransactions(upstream: Upstream, body: string): Promise<PostReply> {
  const short = await call(upstream, "POST", "/transactions", body, MINIMAL);
  // A service that takes "minimal" for no body at all is asked again: what it has done it repeats.
  const silent = short.kind === "answer" && short.json === undefined;
  const reply = silent ? await call(upstream, "POST", "/transactions", body) : short;
  // That there is no such path says nothing about the rows: a wrong base address must not reject them all.
  if (reply.kind === "refused" && reply.status === 404)
    return { kind: "unknown", message: reply.message };
  if (reply.kind !== "answer") return reply;
  const answer = insertAnswer.safeParse(reply.json);
  if (!answer.success)
    return {
      kind: "unknown",
      message: `the service answered ${reply.status} without the list of transactions`,
    };
  return {
    kind: "accepted",
    inserted: new Map(
      answer.data.transactions.flatMap((t) =>
        t.external_id ? [[t.external_id, t.id] as const] : [],
      ),
    ),
    skipped: answer.data.skipped_duplicates.map((s) => ({
      reason: s.reason,
      index: s.request_transactions_index,
      existing: s.existing_transaction_id,
    })),
  };
}

/** DELETE /transactions for up to 500 ids; refuses the whole call when one is unknown or may not be deleted. */
export async function deleteTransactions(
  upstream: Upstream,
  ids: readonly number[],
): Promise<DeleteReply> {
  const reply = await call(upstream, "DELETE", "/transactions", JSON.stringify({ ids }));
  return reply.kind === "answer" ? { kind: "deleted" } : reply;
}

/** Which transactions to list: of an account and some days, or created since an instant. */
export interface TransactionQuery {
  readonly account?: number;
  readonly from?: string;
  readonly to?: string;
  readonly created_since?: string;
  /** How many at most; left out: as many as a page holds. */
  readonly limit?: number;
}

export type Listed =
  | { readonly kind: "page"; readonly transactions: StoredTransaction[]; readonly more: boolean }
  | Refused
  | NoAnswer;

/**
 * One page of transactions, hidden members of groups and splits included; a shorter one where a
 * long one is refused.
 */
export async function listTransactions(
  upstream: Upstream,
  query: TransactionQuery,
  offset: number,
): Promise<Listed> {
  const page = await listPage(upstream, query, offset, query.limit ?? PAGE_ROWS_MAX);
  return page.kind === "refused" && page.status === 400 && query.limit === undefined
    ? listPage(upstream, query, offset, PAGE_ROWS_SMALL)
    : page;
}

async function listPage(
  upstream: Upstream,
  query: TransactionQuery,
  offset: number,
  limit: number,
): Promise<Listed> {
  const search = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  for (const flag of ["include_metadata", "include_split_parents", "include_group_children"])
    search.set(flag, "true");
  if (query.account !== undefined) search.set("manual_account_id", String(query.account));
  if (query.from !== undefined) search.set("start_date", query.from);
  if (query.to !== undefined) search.set("end_date", query.to);
  if (query.created_since !== undefined) search.set("created_since", query.created_since);
  const reply = await call(upstream, "GET", `/transactions?${search.toString()}`, null);
  if (reply.kind !== "answer") return reply;
  const answer = listAnswer.safeParse(reply.json);
  if (!answer.success)
    return { kind: "unknown", message: "the service's list of transactions could not be read" };
  const transactions = answer.data.transactions.map((t) => ({
    id: t.id,
    external_id: t.external_id ?? null,
    date: t.date,
    amount: t.amount,
    payee: t.payee,
    manual_account_id: t.manual_account_id ?? null,
    run: keepTexts(t.custom_metadata?.tributary)["run"] ?? null,
    part: t.split_parent_id != null,
    currency: t.currency ?? null,
    text: t.original_name ?? null,
    bound: t.is_split_parent === true || t.is_group_parent === true || t.group_parent_id != null,
    facts: keepTexts(t.custom_metadata?.tributary),
  }));
  return { kind: "page", transactions, more: answer.data.has_more };
}

function keepTexts(facts: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

/** The manual accounts statements can go to. */
export async function listAccounts(
  upstream: Upstream,
): Promise<{ kind: "accounts"; accounts: AccountListed[] } | Refused | NoAnswer> {
  const reply = await call(upstream, "GET", "/manual_accounts", null);
  if (reply.kind !== "answer") return reply;
  const answer = accountsAnswer.safeParse(reply.json);
  if (!answer.success)
    return { kind: "unknown", message: "the service's list of accounts could not be read" };
  const accounts = answer.data.manual_accounts.flatMap((a) => {
    const currency = parseCurrency(a.currency);
    const closed = a.status === "closed";
    return currency === null
      ? []
      : [
          {
            id: a.id,
            name: a.name,
            display_name: a.display_name ?? a.name,
            currency,
            closed,
            cash: isForCash(a),
            debt: isDebt(a.type ?? ""),
          },
        ];
  });
  return { kind: "accounts", accounts };
}

export type Answer = {
  readonly kind: "answer";
  readonly status: number;
  readonly json: unknown;
  readonly headers: Headers;
};

/** One request to the service. */
export async function call(
  upstream: Upstream,
  method: string,
  path: string,
  body: string | null,
  further: Readonly<Record<string, string>> = {},
): Promise<Answer | Refused | NoAnswer> {
  const headers = new Headers({ accept: "application/json", ...further });
  if (body !== null) headers.set("content-type", "application/json; charset=utf-8");
  const request = new Request(upstream.base + path, { method, headers, body });
  const asked = await ask(upstream.fetch, request, {
    timeoutMs: REQUEST_TIMEOUT_MS,
    bytesMax: RESPONSE_BYTES_MAX,
  });
  if (!asked.ok) {
    const why =
      asked.error === "timeout" ? `within ${REQUEST_TIMEOUT_MS / 1000} s` : `(${asked.error})`;
    return { kind: "unknown", message: `the service did not answer ${why}` };
  }
  const { response, text } = asked.value;
  const none = readNoToken(response);
  return none === null ? understand(response, text) : withoutToken(none);
}

/** Nothing was sent: the service did nothing. */
function withoutToken(none: NoToken): NoAnswer {
  if (none.kind === "unauthorized") return none;
  return {
    kind: "throttled",
    throttle: { retryAfter: String(Math.ceil(none.delay / 1000)), reset: null },
    message: none.message,
  };
}

function understand(response: Response, text: string | null): Answer | Refused | NoAnswer {
  const { status } = response;
  const json = parseJson(text);
  if (response.ok) {
    const silent = text === "" && response.headers.has("preference-applied");
    if (status === 204 || silent || json !== undefined)
      return { kind: "answer", status, json, headers: response.headers };
    return {
      kind: "unknown",
      message: `the service answered ${status} with a body that is not JSON`,
    };
  }
  const said = describe(status, json);
  if (status === 429) {
    const throttle = {
      retryAfter: response.headers.get("retry-after"),
      reset: response.headers.get("ratelimit-reset"),
    };
    return {
      kind: "throttled",
      throttle,
      message: "the service asked us to wait (too many requests)",
    };
  }
  if (status === 401 || status === 403) return { kind: "unauthorized", message: said, status };
  if (status === 400 || status === 404 || status === 413 || status === 422) {
    // A page in HTML or an empty answer is not the service speaking about our items.
    if (json === undefined) return { kind: "unknown", message: said };
    const [named, faults] = [namedItems(json), listFaults(json)];
    return { kind: "refused", status, message: said, named, faults, json };
  }
  return status >= 500
    ? { kind: "unknown", message: said, status }
    : { kind: "unknown", message: said };
}

function namedItems(json: unknown): Map<number, string> {
  const named = new Map<number, string>();
  const body = failure.safeParse(json);
  for (const error of body.data?.errors ?? []) {
    const index = error["transaction_index"] ?? error["ids_index"];
    if (typeof index === "number" && Number.isInteger(index))
      named.set(index, error.errMsg ?? "refused by the service");
  }
  return named;
}

/** The tags of faults that name an unknown id, and no property. */
const TAGGED: Readonly<Record<string, string>> = {
  "Invalid Category ID": "category_id",
  "Invalid Tag ID": "tag_ids",
  "Invalid Recurring ID": "recurring_id",
};
const ITEM_PATH = /\/(?:transactions|ids)\/(\d{1,6})(?:\/(\w+))?/;
const PROPERTY_PATH = /^\/body\/(\w+)$/;

function listFaults(json: unknown): Fault[] {
  const body = failure.safeParse(json);
  return (body.data?.errors ?? []).map((error) => {
    const path = readText(error["instancePath"]) ?? "";
    const item = ITEM_PATH.exec(path);
    const index = error["transaction_index"] ?? error["ids_index"] ?? item?.[1];
    const property =
      readText(error["invalid_property"]) ??
      readText(error["locked_property"]) ??
      item?.[2] ??
      PROPERTY_PATH.exec(path)?.[1] ??
      TAGGED[readText(error["error"]) ?? ""];
    return {
      index: index === undefined || !Number.isInteger(Number(index)) ? null : Number(index),
      property: property ?? null,
      message: error.errMsg ?? "refused by the service",
    };
  });
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function describe(status: number, json: unknown): string {
  const body = failure.safeParse(json);
  const said =
    body.data?.errors?.find((error) => error.errMsg !== undefined)?.errMsg ?? body.data?.message;
  return said === undefined
    ? `the service answered ${status}`
    : `the service answered ${status}: ${said.slice(0, 300)}`;
}
