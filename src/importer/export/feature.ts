// The budget's transactions with the names of their accounts, categories and tags, for programs
// that keep a copy. They are read from the budgeting service with the connection's own access, so a
// key needs none of its own there.

import * as z from "zod";
import { exponentOf, parseCurrency } from "../../money/currency.ts";
import { parseRounded, printUnits, units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Core } from "../core.ts";
import { call } from "../posting/client.ts";
import type { ImportProblem } from "../problem.ts";

const id = z.int();
const text = z.string().nullish();
const transaction = z.object({
  id,
  date: z.string(),
  amount: z.union([z.string(), z.number()]).transform(String),
  currency: z.string(),
  payee: text,
  original_name: text,
  notes: text,
  category_id: id.nullish(),
  status: z.string(),
  is_pending: z.boolean().nullish(),
  manual_account_id: id.nullish(),
  linked_account_id: id.nullish(),
  tag_ids: z.array(id).nullish(),
});
const page = z.object({ transactions: z.array(transaction), has_more: z.boolean() });
const account = z.object({ id, name: z.string(), display_name: text });
const manual = z.object({ manual_accounts: z.array(account) });
const linked = z.object({ linked_accounts: z.array(account) });
const categories = z.object({
  categories: z.array(z.object({ id, name: z.string(), group_id: id.nullish() })),
});
const tags = z.object({ tags: z.array(z.object({ id, name: z.string() })) });

const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2199-12-31";

/** Which transactions: days are inclusive, an account is named by its id or its display name. */
export interface ExportQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly account?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A transaction as it is exported; money out is negative. */
export interface Exported {
  readonly id: number;
  readonly date: string;
  readonly payee: string;
  readonly amount: string;
  readonly currency: string;
  readonly account: string | null;
  readonly group: string | null;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly notes: string | null;
  readonly bank_text: string | null;
  readonly status: string;
}

interface AccountName {
  readonly kind: "manual_account_id" | "linked_account_id";
  readonly id: number;
  readonly name: string;
}

interface Names {
  readonly accounts: readonly AccountName[];
  readonly categories: ReadonlyMap<
    number,
    { readonly name: string; readonly group: string | null }
  >;
  readonly tags: ReadonlyMap<number, string>;
}

type Answer<T> = Result<T, ImportProblem>;

/** The transactions of a connection's budget. */
export class Export {
  readonly #core: Pick<Core, "tools" | "names">;

  constructor(core: Pick<Core, "tools" | "names">) {
    this.#core = core;
  }

  /** A page of transactions, newest first; or why the service does not list them. */
  async page(
    query: ExportQuery,
  ): Promise<Answer<{ transactions: readonly Exported[]; has_more: boolean }>> {
    const names = await this.#names();
    if (!names.ok) return names;
    const search = new URLSearchParams({
      limit: String(query.limit),
      offset: String(query.offset),
    });
    // The service takes both days or none.
    if (query.from !== undefined || query.to !== undefined) {
      search.set("start_date", query.from ?? FIRST_DAY);
      search.set("end_date", query.to ?? LAST_DAY);
    }
    if (query.account !== undefined) {
      const named = findAccount(query.account, names.value.accounts);
      if (!named.ok) return named;
      search.set(named.value.kind, String(named.value.id));
    }
    const { upstream } = this.#core.tools();
    const read = await ask(`/transactions?${search.toString()}`, page, upstream);
    if (!read.ok) return read;
    const { transactions, has_more: more } = read.value;
    return ok({
      transactions: transactions.map((one) => toExported(one, names.value)),
      has_more: more,
    });
  }

  async #names(): Promise<Answer<Names>> {
    const { upstream } = this.#core.tools();
    const kept = (path: string) => ({
      ...upstream,
      fetch: async () => this.#core.names.read(upstream.base, path, upstream.fetch, Date.now()),
    });
    const read = async <T>(path: string, schema: z.ZodType<T>) => ask(path, schema, kept(path));
    const own = await read("/manual_accounts", manual);
    if (!own.ok) return own;
    const banks = await read("/linked_accounts", linked);
    if (!banks.ok) return banks;
    const kinds = await read("/categories?format=flattened", categories);
    if (!kinds.ok) return kinds;
    const marks = await read("/tags", tags);
    if (!marks.ok) return marks;
    const groups = new Map(kinds.value.categories.map((one) => [one.id, one.name]));
    return ok({
      accounts: [
        ...own.value.manual_accounts.map((one) => nameAccount("manual_account_id", one)),
        ...banks.value.linked_accounts.map((one) => nameAccount("linked_account_id", one)),
      ],
      categories: new Map(
        kinds.value.categories.map((one) => [
          one.id,
          { name: one.name, group: groups.get(one.group_id ?? 0) ?? null },
        ]),
      ),
      tags: new Map(marks.value.tags.map((one) => [one.id, one.name])),
    });
  }
}

async function ask<T>(
  path: string,
  schema: z.ZodType<T>,
  upstream: Parameters<typeof call>[0],
): Promise<Answer<T>> {
  const reply = await call(upstream, "GET", path, null);
  if (reply.kind !== "answer") {
    const message = `The budgeting service did not list the transactions: ${reply.message}`;
    return err(
      reply.kind === "refused" && reply.status === 400
        ? { kind: "invalid", field: "/query", message: reply.message }
        : { kind: "no answer", message },
    );
  }
  const read = schema.safeParse(reply.json);
  if (read.success) return ok(read.data);
  return err({ kind: "no answer", message: `The answer to ${path} could not be read.` });
}

function nameAccount(kind: AccountName["kind"], one: z.infer<typeof account>): AccountName {
  return { kind, id: one.id, name: one.display_name || one.name };
}

/** By display name; else by the id of a manual account. */
function findAccount(named: string, accounts: readonly AccountName[]): Answer<AccountName> {
  const matches = accounts.filter(({ name }) => name === named);
  const byId = accounts.find(
    ({ kind, id }) => kind === "manual_account_id" && String(id) === named,
  );
  const [match = byId, second] = matches;
  if (match === undefined)
    return err({
      kind: "unknown account",
      account: named,
      known: accounts.map(({ name }) => name),
    });
  if (second === undefined) return ok(match);
  return err({ kind: "ambiguous account", account: named, ids: matches.map((one) => one.id) });
}

function toExported(one: z.infer<typeof transaction>, names: Names): Exported {
  const category = names.categories.get(one.category_id ?? 0);
  const kind = one.manual_account_id == null ? "linked_account_id" : "manual_account_id";
  const owner = names.accounts.find((known) => known.kind === kind && known.id === one[kind]);
  return {
    id: one.id,
    date: one.date,
    payee: one.payee ?? "",
    amount: turnSign(one.amount, one.currency),
    currency: one.currency.toUpperCase(),
    account: owner?.name ?? null,
    group: category?.group ?? null,
    category: category?.name ?? null,
    tags: (one.tag_ids ?? []).map((tag) => names.tags.get(tag) ?? `tag ${tag}`),
    notes: one.notes ?? null,
    bank_text: one.original_name ?? null,
    status: one.is_pending === true ? "pending" : one.status,
  };
}

/** The service's amount, whose money out is positive, as an account sees it: "-12.50". */
function turnSign(amount: string, currency: string): string {
  const read = parseRounded(amount);
  const known = parseCurrency(currency);
  if (!read.ok) return amount;
  return printUnits(units(0 - read.value), known === null ? 2 : exponentOf(known));
}
