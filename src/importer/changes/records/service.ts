// The budgeting service as the journal uses it for records: the documented HTTP interface, and the
// embedded service's own one for rules, recurring items and amounts. A call never throws.

import * as z from "zod";
import { addDays, parseDay } from "../../../money/day.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Refused } from "../../posting/client.ts";
import type { Ask } from "../service.ts";
import { isSettingsKind, KINDS, nameRecord, type Facts, type RecordKind } from "./kinds.ts";
import { pickFacts, withoutDerivedName } from "./plan.ts";
import { readFacts } from "./store.ts";

/** A record as the service shows it now. */
export interface ReadRecord {
  readonly record: string;
  readonly name: string;
  /** The fields that can be changed. */
  readonly fields: Facts;
  /** Everything that the service shows. */
  readonly whole: Facts;
}

export type RecordList =
  { readonly kind: "list"; readonly records: readonly ReadRecord[] } | Refused | NoAnswer;
export type WriteReply = { readonly kind: "written"; readonly fields: Facts } | Refused | NoAnswer;
export type MakeReply =
  { readonly kind: "made"; readonly id: number; readonly whole: Facts } | Refused | NoAnswer;
export type CreateReply =
  { readonly kind: "created"; readonly record: ReadRecord } | Refused | NoAnswer;
export type RemoveReply =
  | { readonly kind: "deleted" }
  /** The records that depend on it, so that it was not deleted. */
  | { readonly kind: "in use"; readonly dependents: Readonly<Record<string, number>> }
  | Refused
  | NoAnswer;

/** The calls of the journal for records. */
export interface RecordService {
  /** All records of a kind; for budgeted amounts, those of the period that starts on the day. */
  readonly list: (kind: RecordKind, start: string | null) => Promise<RecordList>;
  readonly create: (kind: RecordKind, body: Facts) => Promise<CreateReply>;
  readonly edit: (kind: RecordKind, id: number, body: Facts) => Promise<WriteReply>;
  readonly remove: (kind: RecordKind, id: number, options: string) => Promise<RemoveReply>;
  readonly budget: (body: Facts) => Promise<WriteReply>;
  /** Posts to a path that creates something. */
  readonly post: (path: string, body: Facts) => Promise<MakeReply>;
  readonly removeAt: (path: string) => Promise<Exclude<RemoveReply, { readonly kind: "in use" }>>;
  /** Whether an account has transactions. */
  readonly hasTransactions: (account: number) => Promise<boolean | Refused | NoAnswer>;
}

const UNREADABLE: NoAnswer = { kind: "unknown", message: "the service's answer could not be read" };
const ELSEWHERE: Refused = {
  kind: "refused",
  status: 404,
  message: "This is managed in the budgeting service itself.",
  named: new Map(),
};

const recordSchema = z.looseObject({ id: z.int(), name: z.string().nullish() });
const overridesSchema = z.object({ category_id: z.int().nullish() }).nullish();
const amountSchema = z.looseObject({
  category_id: z.int(),
  start_date: z.string(),
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  notes: z.string().nullish(),
});
const amountsSchema = z.object({ budgets: z.array(amountSchema) });
const settingsSchema = z.object({
  budget_period_granularity: z.string(),
  budget_period_quantity: z.int(),
});
const summarySchema = z.object({
  categories: z.array(
    z.object({
      category_id: z.int(),
      occurrences: z.array(
        z.object({
          start_date: z.string(),
          budgeted_amount: z.string().nullish(),
          budgeted_currency: z.string().nullish(),
          notes: z.string().nullish(),
        }),
      ),
    }),
  ),
});
const dependentsSchema = z.object({ dependents: z.record(z.string(), z.number()) });
const rolloversSchema = z.object({ categories: z.array(z.looseObject({ category_id: z.int() })) });
const listSchema = z.object({ transactions: z.array(z.unknown()) });

/**
 * Makes the calls. `ask` calls the service, `askOwn` the embedded service's own interface; it is
 * null with a remote service.
 */
export function makeRecordService(ask: Ask, askOwn: Ask | null): RecordService {
  const askFor = (kind: RecordKind): Ask =>
    KINDS[kind].isOwn ? (askOwn ?? (async () => ELSEWHERE)) : ask;
  return {
    list: (kind, start) => {
      if (isSettingsKind(kind)) return readSettings(ask, kind);
      if (kind === "rollover") return listRollovers(ask, askFor(kind));
      if (kind !== "budget") return listKind(askFor(kind), kind);
      return askOwn === null ? listSummary(ask, start ?? "") : listAmounts(askOwn, start ?? "");
    },
    create: async (kind, body) => {
      const reply = await post(askFor(kind), KINDS[kind].path, body);
      return reply.kind === "made"
        ? { kind: "created", record: toRecord(kind, { ...reply.whole, id: reply.id }) }
        : reply;
    },
    post: (path, body) => post(ask, path, body),
    removeAt: async (path) => {
      const reply = await ask("DELETE", path, null);
      return reply.kind === "answer" ? { kind: "deleted" } : reply;
    },
    edit: async (kind, id, body) => {
      const { path } = KINDS[kind];
      const address = isSettingsKind(kind) ? path : `${path}/${id}`;
      const reply = await askFor(kind)("PUT", address, JSON.stringify(body));
      if (reply.kind !== "answer") return reply;
      const read = recordSchema.safeParse({ id, ...readFacts(reply.json) });
      return read.success
        ? { kind: "written", fields: toRecord(kind, read.data).fields }
        : UNREADABLE;
    },
    remove: (kind, id, options) => remove(askFor(kind), kind, id, options),
    budget: (body) => writeBudget(ask, body),
    hasTransactions: async (account) => {
      const flags = "include_pending=true&include_split_parents=true&include_group_children=true";
      const path = `/transactions?manual_account_id=${account}&limit=1&${flags}`;
      const reply = await ask("GET", path, null);
      if (reply.kind !== "answer") return reply;
      const read = listSchema.safeParse(reply.json);
      return read.success ? read.data.transactions.length > 0 : UNREADABLE;
    },
  };
}

async function post(ask: Ask, path: string, body: Facts): Promise<MakeReply> {
  const reply = await ask("POST", path, JSON.stringify(body));
  if (reply.kind !== "answer") return reply;
  const read = recordSchema.safeParse(reply.json);
  return read.success ? { kind: "made", id: read.data.id, whole: read.data } : UNREADABLE;
}

async function readSettings(ask: Ask, kind: RecordKind): Promise<RecordList> {
  const reply = await ask("GET", KINDS[kind].path, null);
  if (reply.kind !== "answer") return reply;
  return { kind: "list", records: [toRecord(kind, { ...readFacts(reply.json), id: 1 })] };
}

/** A category that was never set starts over. */
async function listRollovers(ask: Ask, askOwn: Ask): Promise<RecordList> {
  const categories = await listKind(ask, "category");
  const reply = await askOwn("GET", KINDS.rollover.path, null);
  if (categories.kind !== "list") return categories;
  if (reply.kind !== "answer") return reply;
  const read = rolloversSchema.safeParse(reply.json);
  if (!read.success) return UNREADABLE;
  const known = new Map(read.data.categories.map((one) => [one.category_id, one]));
  const records = categories.records.map(({ record, name }) => {
    const own = known.get(Number(record)) ?? NOT_SET;
    return { record, name, fields: pickFacts(own, KINDS.rollover.fields), whole: own };
  });
  return { kind: "list", records };
}

const NOT_SET: Facts = { auto_budget_type: "nothing" };

async function listKind(ask: Ask, kind: RecordKind): Promise<RecordList> {
  const { path, query, member } = KINDS[kind];
  const reply = await ask("GET", `${path}${query}`, null);
  if (reply.kind !== "answer") return reply;
  const read = z.record(z.string(), z.unknown()).safeParse(reply.json);
  const rows = z.array(recordSchema).safeParse(read.data?.[member]);
  if (!rows.success) return UNREADABLE;
  return { kind: "list", records: rows.data.map((row) => toRecord(kind, row)) };
}

function toRecord(kind: RecordKind, whole: Facts & { readonly id: number }): ReadRecord {
  const { fields } = KINDS[kind];
  const known = pickFacts(whole, fields);
  if (kind === "recurring") {
    const overrides = overridesSchema.safeParse(whole["overrides"]);
    const named = { category_id: overrides.data?.category_id ?? null };
    const { description } = whole;
    const name = typeof description === "string" ? description : "";
    return { record: String(whole.id), name, fields: named, whole };
  }
  const shown = kind === "manual_account" ? whole["display_name"] : null;
  return {
    record: String(whole.id),
    name: readName(shown) || readName(whole["name"]),
    fields: kind === "manual_account" ? withoutDerivedName(known, whole) : known,
    whole,
  };
}

function readName(name: unknown): string {
  return typeof name === "string" ? name : "";
}

async function listAmounts(ask: Ask, start: string): Promise<RecordList> {
  const reply = await ask("GET", `/budgets?start_date=${start}&end_date=${start}`, null);
  if (reply.kind !== "answer") return reply;
  const read = amountsSchema.safeParse(reply.json);
  if (!read.success) return UNREADABLE;
  return { kind: "list", records: read.data.budgets.map(toBudget) };
}

function toBudget({
  category_id: category,
  start_date: start,
  ...one
}: z.output<typeof amountSchema>): ReadRecord {
  const fields = { amount: String(one.amount), currency: one.currency, notes: one.notes ?? null };
  return { record: nameRecord(category, start), name: "", fields, whole: fields };
}

const DAYS_MAX: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 };
const HALF_MONTH_DAYS = 17;

/** In the documented interface, only the summary shows the amounts of a period. */
async function listSummary(ask: Ask, start: string): Promise<RecordList> {
  const settings = await ask("GET", "/budgets/settings", null);
  if (settings.kind !== "answer") return settings;
  const read = settingsSchema.safeParse(settings.json);
  const day = parseDay(start);
  if (!read.success || day === null) return UNREADABLE;
  const { budget_period_granularity: granularity, budget_period_quantity: quantity } = read.data;
  const end = addDays(day, quantity * (DAYS_MAX[granularity] ?? HALF_MONTH_DAYS));
  const flags = "include_occurrences=true&include_exclude_from_budgets=true";
  const reply = await ask("GET", `/summary?start_date=${start}&end_date=${end}&${flags}`, null);
  if (reply.kind !== "answer") return reply;
  const summary = summarySchema.safeParse(reply.json);
  if (!summary.success) return UNREADABLE;
  const records = summary.data.categories.flatMap(({ category_id: id, occurrences }) => {
    const own = occurrences.find((one) => one.start_date === start);
    if (own?.budgeted_amount == null) return [];
    const { budgeted_amount: amount, budgeted_currency: currency, notes } = own;
    const fields = { amount, currency: currency ?? null, notes: notes ?? null };
    return [{ record: nameRecord(id, start), name: "", fields, whole: fields }];
  });
  return { kind: "list", records };
}

async function writeBudget(ask: Ask, body: Facts): Promise<WriteReply> {
  const { category_id: category, start_date: start, amount } = body;
  if (amount === null) {
    const path = `/budgets?category_id=${String(category)}&start_date=${String(start)}`;
    const reply = await ask("DELETE", path, null);
    const none = { amount: null, currency: null, notes: null };
    return reply.kind === "answer" ? { kind: "written", fields: none } : reply;
  }
  const reply = await ask("PUT", "/budgets", JSON.stringify(body));
  if (reply.kind !== "answer") return reply;
  const read = amountSchema.safeParse(reply.json);
  return read.success ? { kind: "written", fields: toBudget(read.data).fields } : UNREADABLE;
}

async function remove(
  ask: Ask,
  kind: RecordKind,
  id: number,
  options: string,
): Promise<RemoveReply> {
  const reply = await ask("DELETE", `${KINDS[kind].path}/${id}${options}`, null);
  if (reply.kind === "answer") return { kind: "deleted" };
  if (reply.kind !== "refused") return reply;
  const inUse = dependentsSchema.safeParse(reply.json);
  return inUse.success ? { kind: "in use", dependents: inUse.data.dependents } : reply;
}
