// The budgeting service as the journal knows it: documented HTTP and nothing else. It reads one
// transaction or a page of them, changes, deletes and makes them again. A call never throws.

import * as z from "zod";
import { PAGE_ROWS_MAX, PAGE_ROWS_SMALL } from "../../platform/limits.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { Answer, Refused } from "../posting/client.ts";
import type { AllFields, Fields } from "./fields.ts";

/** One request to the service. */
export type Ask = (
  method: "GET" | "PUT" | "POST" | "DELETE",
  path: string,
  body: string | null,
) => Promise<Answer | Refused | NoAnswer>;

/** A transaction as the service shows it now. */
export interface ReadTransaction {
  readonly id: number;
  readonly fields: AllFields;
  readonly amount: string;
  readonly currency: string;
  /** Why it cannot be deleted by itself; null if it can. */
  readonly bound: string | null;
  /** Everything that the service shows. */
  readonly whole: Readonly<Record<string, unknown>>;
}

export type ReadOne =
  | { readonly kind: "read"; readonly transaction: ReadTransaction }
  | { readonly kind: "gone" }
  | NoAnswer;
export type ReadPage =
  | { readonly kind: "page"; readonly transactions: ReadTransaction[]; readonly more: boolean }
  | NoAnswer;
export type PutReply =
  { readonly kind: "written"; readonly after: ReadonlyMap<number, AllFields> } | Refused | NoAnswer;
export type DeleteReply = { readonly kind: "deleted" } | Refused | NoAnswer;
export type InsertReply =
  /** The id of each item, in order, and whether it was there before. */
  | {
      readonly kind: "inserted";
      readonly made: readonly { readonly id: number; readonly isOld: boolean }[];
    }
  | Refused
  | NoAnswer;

/** What is to be written to one transaction. */
export interface Put {
  readonly id: number;
  readonly put: Fields;
}

export interface ListQuery {
  readonly from?: string;
  readonly to?: string;
  readonly createdSince?: string;
  readonly offset: number;
  /** Whether the pages have metadata and files. */
  readonly whole: boolean;
}

const transactionSchema = z.looseObject({
  id: z.int(),
  date: z.string(),
  amount: z.union([z.string(), z.number()]),
  currency: z.string().nullish(),
  payee: z.string().nullish(),
  notes: z.string().nullish(),
  category_id: z.int().nullish(),
  recurring_id: z.int().nullish(),
  tag_ids: z.array(z.int()).nullish(),
  status: z.string().nullish(),
  is_split_parent: z.boolean().nullish(),
  split_parent_id: z.int().nullish(),
  is_group_parent: z.boolean().nullish(),
  group_parent_id: z.int().nullish(),
});
const pageSchema = z.object({ transactions: z.array(transactionSchema), has_more: z.boolean() });
const writtenSchema = z.object({ transactions: z.array(transactionSchema) });
const insertedSchema = z.object({
  transactions: z.array(z.object({ id: z.int() })),
  skipped_duplicates: z
    .array(z.object({ request_transactions_index: z.int(), existing_transaction_id: z.int() }))
    .nullish(),
});
const categorySchema = z.object({ name: z.string() });

const UNREADABLE: NoAnswer = { kind: "unknown", message: "the service's answer could not be read" };

/** The calls of the journal. */
export interface ChangeService {
  readonly one: (id: number) => Promise<ReadOne>;
  readonly page: (query: ListQuery) => Promise<ReadPage>;
  readonly put: (items: readonly Put[]) => Promise<PutReply>;
  readonly remove: (ids: readonly number[]) => Promise<DeleteReply>;
  /**
   * The balances of manual accounts change with their transactions, unless the request says
   * otherwise.
   */
  readonly insert: (items: readonly object[], keepsBalance: boolean) => Promise<InsertReply>;
  /** The name of a category; null if it cannot be had. */
  readonly categoryName: (id: number) => Promise<string | null>;
}

/** The service, asked by `ask`. */
export function makeService(ask: Ask): ChangeService {
  return {
    one: (id) => readOne(ask, id),
    page: (query) => readPage(ask, query),
    put: (items) => put(ask, items),
    remove: (ids) => remove(ask, ids),
    insert: (items, keepsBalance) => insert(ask, items, keepsBalance),
    categoryName: async (id) => {
      const reply = await ask("GET", `/categories/${id}`, null);
      const read = categorySchema.safeParse(reply.kind === "answer" ? reply.json : null);
      return read.success ? read.data.name : null;
    },
  };
}

async function readOne(ask: Ask, id: number): Promise<ReadOne> {
  const reply = await ask("GET", `/transactions/${id}`, null);
  if (reply.kind === "refused")
    return reply.status === 404 ? { kind: "gone" } : { kind: "unknown", message: reply.message };
  if (reply.kind !== "answer") return reply;
  const read = transactionSchema.safeParse(reply.json);
  return read.success ? { kind: "read", transaction: toTransaction(read.data) } : UNREADABLE;
}

async function readPage(ask: Ask, query: ListQuery): Promise<ReadPage> {
  const long = await ask("GET", listPath(query, PAGE_ROWS_MAX), null);
  const reply =
    long.kind === "refused" && long.status === 400
      ? await ask("GET", listPath(query, PAGE_ROWS_SMALL), null)
      : long;
  if (reply.kind === "refused") return { kind: "unknown", message: reply.message };
  if (reply.kind !== "answer") return reply;
  const read = pageSchema.safeParse(reply.json);
  if (!read.success) return UNREADABLE;
  const transactions = read.data.transactions.map(toTransaction);
  return { kind: "page", transactions, more: read.data.has_more };
}

function listPath({ from, to, createdSince, offset, whole }: ListQuery, limit: number): string {
  const search = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  const flags = ["include_pending", "include_split_parents", "include_group_children"];
  for (const flag of whole ? [...flags, "include_metadata", "include_files"] : flags)
    search.set(flag, "true");
  if (from !== undefined && to !== undefined) {
    search.set("start_date", from);
    search.set("end_date", to);
  }
  if (createdSince !== undefined) search.set("created_since", createdSince);
  return `/transactions?${search.toString()}`;
}

/** A single transaction has a path of its own, which every service of the documents has. */
async function put(ask: Ask, items: readonly Put[]): Promise<PutReply> {
  const [first] = items;
  if (first !== undefined && items.length === 1) {
    const reply = await ask("PUT", `/transactions/${first.id}`, JSON.stringify(first.put));
    if (reply.kind !== "answer") return reply;
    const read = transactionSchema.safeParse(reply.json);
    return read.success ? written([read.data]) : UNREADABLE;
  }
  const body = { transactions: items.map(({ id, put: fields }) => ({ id, ...fields })) };
  const reply = await ask("PUT", "/transactions", JSON.stringify(body));
  if (reply.kind !== "answer") return reply;
  const read = writtenSchema.safeParse(reply.json);
  return read.success ? written(read.data.transactions) : UNREADABLE;
}

function written(transactions: readonly z.output<typeof transactionSchema>[]): PutReply {
  return {
    kind: "written",
    after: new Map(transactions.map((one) => [one.id, toTransaction(one).fields])),
  };
}

async function remove(ask: Ask, ids: readonly number[]): Promise<DeleteReply> {
  const [first] = ids;
  const reply =
    first !== undefined && ids.length === 1
      ? await ask("DELETE", `/transactions/${first}`, null)
      : await ask("DELETE", "/transactions", JSON.stringify({ ids }));
  return reply.kind === "answer" ? { kind: "deleted" } : reply;
}

async function insert(
  ask: Ask,
  items: readonly object[],
  keepsBalance: boolean,
): Promise<InsertReply> {
  const body = {
    transactions: items,
    apply_rules: false,
    skip_duplicates: false,
    ...(keepsBalance && { skip_balance_update: true }),
  };
  const reply = await ask("POST", "/transactions", JSON.stringify(body));
  if (reply.kind !== "answer") return reply;
  const read = insertedSchema.safeParse(reply.json);
  if (!read.success) return UNREADABLE;
  const skipped = new Map(
    (read.data.skipped_duplicates ?? []).map((one) => [
      one.request_transactions_index,
      one.existing_transaction_id,
    ]),
  );
  const fresh = read.data.transactions.values();
  const made = items.flatMap((_, index) => {
    const old = skipped.get(index);
    if (old !== undefined) return [{ id: old, isOld: true }];
    const { value } = fresh.next();
    return value === undefined ? [] : [{ id: value.id, isOld: false }];
  });
  return made.length === items.length ? { kind: "inserted", made } : UNREADABLE;
}

function toTransaction(one: z.output<typeof transactionSchema>): ReadTransaction {
  return {
    id: one.id,
    fields: {
      payee: one.payee ?? "",
      category_id: one.category_id ?? null,
      notes: one.notes ?? null,
      tag_ids: one.tag_ids ?? [],
      date: one.date,
      status: one.status ?? "unreviewed",
      recurring_id: one.recurring_id ?? null,
    },
    amount: String(one.amount),
    currency: one.currency ?? "",
    bound: describeBound(one),
    whole: one,
  };
}

function describeBound(one: z.output<typeof transactionSchema>): string | null {
  if (one.is_split_parent === true) return "It was split. Undo the split before you delete it.";
  if (one.split_parent_id != null)
    return "It is a part of a split. Undo the split before you delete it.";
  if (one.is_group_parent === true)
    return "It is a group. Dissolve the group before you delete its transactions.";
  if (one.group_parent_id != null)
    return "It belongs to a group. Dissolve the group before you delete it.";
  return null;
}
