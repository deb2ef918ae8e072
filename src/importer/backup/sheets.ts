// The spreadsheets of a backup, made of what the budgeting service lists. Another service's budget
// has these as well.

import * as z from "zod";
import { BACKUP_LIST_ROWS_MAX, BACKUP_TRANSACTIONS_PAGE } from "../../platform/limits.ts";
import type { Upstream } from "../connection/upstream.ts";
import { csvLine } from "./csv.ts";

const id = z.int();
const name = z.string().nullish();
const account = z.object({
  id,
  name,
  display_name: name,
  institution_name: name,
  type: name,
  balance: z.union([z.string(), z.number()]).nullish(),
  currency: name,
  balance_as_of: name,
  status: name,
});
const category = z.object({ id, name, description: name, is_income: z.boolean().nullish() });
const tag = z.object({ id, name });
const transaction = z.object({
  id,
  date: z.string(),
  payee: name,
  original_name: name,
  amount: z.union([z.string(), z.number()]),
  currency: name,
  category_id: id.nullish(),
  manual_account_id: id.nullish(),
  linked_account_id: id.nullish(),
  tag_ids: z.array(id).nullish(),
  notes: name,
  status: name,
  external_id: name,
});

/** A spreadsheet: its name, and its text in pieces. */
export interface Sheet {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const encoder = new TextEncoder();

/** The spreadsheets; each is read from the service while it is written. */
export async function* listSheets(upstream: Upstream): AsyncGenerator<Sheet> {
  const manual = await list(upstream, "/manual_accounts", "manual_accounts", account);
  const linked = await list(upstream, "/linked_accounts", "linked_accounts", account);
  const categories = await list(upstream, "/categories?format=flattened", "categories", category);
  const tags = await list(upstream, "/tags", "tags", tag);
  yield { name: "csv/accounts.csv", chunks: once(accountLines([...manual, ...linked])) };
  yield { name: "csv/categories.csv", chunks: once(categoryLines(categories)) };
  yield {
    name: "csv/transactions.csv",
    chunks: transactionLines(upstream, {
      manual: byId(manual, shownName),
      linked: byId(linked, shownName),
      categories: byId(categories, (one) => one.name ?? ""),
      tags: byId(tags, (one) => one.name ?? ""),
    }),
  };
}

function shownName(one: z.output<typeof account>): string {
  return one.display_name ?? one.name ?? "";
}

function byId<T extends { readonly id: number }>(
  rows: readonly T[],
  show: (row: T) => string,
): ReadonlyMap<number, string> {
  return new Map(rows.map((row) => [row.id, show(row)]));
}

function accountLines(accounts: readonly z.output<typeof account>[]): string {
  const lines = accounts.map((one) =>
    csvLine([
      shownName(one),
      one.institution_name,
      one.type,
      one.balance,
      one.currency,
      one.balance_as_of,
      one.status,
    ]),
  );
  const head = ["name", "institution", "type", "balance", "currency", "balance as of", "status"];
  return csvLine(head) + lines.join("");
}

function categoryLines(categories: readonly z.output<typeof category>[]): string {
  const lines = categories.map((one) =>
    csvLine([one.name, one.description, one.is_income === true ? "income" : "spending"]),
  );
  return csvLine(["name", "description", "kind"]) + lines.join("");
}

interface Names {
  readonly manual: ReadonlyMap<number, string>;
  readonly linked: ReadonlyMap<number, string>;
  readonly categories: ReadonlyMap<number, string>;
  readonly tags: ReadonlyMap<number, string>;
}

const COLUMNS = [
  "date",
  "payee",
  "amount",
  "currency",
  "account",
  "category",
  "tags",
  "notes",
  "status",
  "as the bank wrote it",
  "id",
  "external id",
];

async function* transactionLines(upstream: Upstream, names: Names): AsyncGenerator<Uint8Array> {
  yield encoder.encode(csvLine(COLUMNS));
  for (let offset = 0; offset < BACKUP_LIST_ROWS_MAX; offset += BACKUP_TRANSACTIONS_PAGE) {
    const path = `/transactions?limit=${BACKUP_TRANSACTIONS_PAGE}&offset=${offset}`;
    const page = await read(upstream, path);
    const { transactions, has_more } = z
      .object({ transactions: z.array(transaction), has_more: z.boolean().default(false) })
      .parse(page);
    const lines = transactions.map((one) => csvLine(cellsOf(one, names)));
    yield encoder.encode(lines.join(""));
    if (!has_more) return;
  }
}

function cellsOf(one: z.output<typeof transaction>, names: Names) {
  const { manual_account_id: manual, linked_account_id: linked, category_id } = one;
  return [
    one.date,
    one.payee,
    one.amount,
    one.currency,
    names.manual.get(manual ?? 0) ?? names.linked.get(linked ?? 0),
    names.categories.get(category_id ?? 0),
    (one.tag_ids ?? []).map((tagId) => names.tags.get(tagId) ?? "").join(", "),
    one.notes,
    one.status,
    one.original_name,
    one.id,
    one.external_id,
  ];
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(text);
}

async function list<T>(
  upstream: Upstream,
  path: string,
  key: string,
  row: z.ZodType<T>,
): Promise<T[]> {
  const found = (await read(upstream, path)) as Readonly<Record<string, unknown>>;
  return z.array(row).parse(found[key] ?? []);
}

async function read({ base, fetch }: Upstream, path: string): Promise<unknown> {
  const response = await fetch(new Request(base + path));
  if (response.status === 404) {
    await response.body?.cancel();
    return {};
  }
  if (!response.ok)
    throw new Error(`the budgeting service answers ${path} with ${response.status}`);
  return response.json();
}
