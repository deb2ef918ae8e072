// The address of the list of transactions: which filters it sets, and the sentence for each that is
// wrong. Pure. Nothing in an address is ignored: a filter that nobody knows is named.

import { monthOf, firstDay, lastDay, parseMonth, type Month } from "../../money/month.ts";
import { addMonths, parseDay, type Day } from "../../money/day.ts";
import { parseUnits, type Units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { SEARCH_CHARS_MAX } from "../../platform/limits.ts";
import { parseId } from "../ui/form.ts";
import { STATE_PARAMETERS } from "./page-state.ts";

/** Where a transaction is kept: an account by kind and id, or no account. */
export type AccountChoice =
  { readonly kind: "manual" | "linked"; readonly id: number } | { readonly kind: "cash" };

/** Where a transaction came from. */
export type SourceChoice =
  | { readonly kind: "import" | "mail" | "rule"; readonly id: string }
  | { readonly kind: "person" }
  | { readonly kind: "schedule" };

export const DIRECTIONS = { out: "Money out", in: "Money in" } as const;
export const STATUSES = {
  unreviewed: "To review",
  reviewed: "Reviewed",
  pending: "Pending",
  withdrawn: "Withdrawn by the bank",
} as const;
export const HAVING = {
  receipt: "With a receipt",
  notes: "With notes",
  split: "Part of a split",
  transfer: "Transfer",
} as const;
export const LACKING = { category: "No category", receipt: "No receipt" } as const;

/** The filters of a view; null for each that is not set. */
export interface LedgerQuery {
  readonly q: string | null;
  readonly account: AccountChoice | null;
  /** 0 for transactions without a category. */
  readonly category: number | null;
  readonly tag: number | null;
  readonly month: Month | null;
  readonly from: Day | null;
  readonly to: Day | null;
  /** Bounds of the magnitude, whether money went in or out. */
  readonly min: Units | null;
  readonly max: Units | null;
  readonly direction: keyof typeof DIRECTIONS | null;
  readonly status: keyof typeof STATUSES | null;
  readonly source: SourceChoice | null;
  readonly has: keyof typeof HAVING | null;
  readonly no: keyof typeof LACKING | null;
}

export type FilterName = keyof LedgerQuery;

/** A place in the list, which is ordered by day and then by id, newest first. */
export interface Place {
  readonly date: Day;
  readonly id: number;
}

/** The page of the list: the rows older than a place, or newer. */
export interface Cursor {
  readonly side: "before" | "after";
  readonly at: Place;
}

/** An address as it was read. */
export interface View {
  readonly query: LedgerQuery;
  /** The text of each filter that is set, in the order of the form. */
  readonly typed: ReadonlyMap<FilterName, string>;
  /** By filter, what is wrong with it. */
  readonly errors: ReadonlyMap<FilterName, string>;
  /** Sentences about parameters that belong to no field. */
  readonly complaints: readonly string[];
  readonly cursor: Cursor | null;
}

type Readers = {
  readonly [Name in FilterName]: (text: string) => Result<LedgerQuery[Name], string>;
};

const EVERYTHING: LedgerQuery = {
  q: null,
  account: null,
  category: null,
  tag: null,
  month: null,
  from: null,
  to: null,
  min: null,
  max: null,
  direction: null,
  status: null,
  source: null,
  has: null,
  no: null,
};

const READERS: Readers = {
  q: (text) =>
    text.length <= SEARCH_CHARS_MAX
      ? ok(text)
      : err(`A search has at most ${SEARCH_CHARS_MAX} characters; this one has ${text.length}.`),
  account: (text) =>
    orComplain(parseAccount(text), `There is no account “${text}”. Choose one of the list.`),
  category: (text) =>
    orComplain(
      text === "0" ? 0 : parseId(text) || null,
      `There is no category “${text}”. Choose one of the list.`,
    ),
  tag: (text) =>
    orComplain(parseId(text) || null, `There is no tag “${text}”. Choose one of the list.`),
  month: (text) =>
    orComplain(parseMonth(text), `“${text}” is not a month. A month looks like 2026-11.`),
  from: (text) => readDay(text),
  to: (text) => readDay(text),
  min: (text) => readMagnitude(text),
  max: (text) => readMagnitude(text),
  direction: (text) => readWord(text, DIRECTIONS),
  status: (text) => readWord(text, STATUSES),
  source: (text) => orComplain(parseSource(text), `“${text}” is no source of transactions.`),
  has: (text) => readWord(text, HAVING),
  no: (text) => readWord(text, LACKING),
};

/** The filters in the order of the form. */
export const FILTERS = Object.keys(READERS).filter(isFilter);

/** The parameters that are no filters: the place in the list, and the state of the page. */
const BESIDES = new Set<string>(["before", "after", ...STATE_PARAMETERS]);

/** Reads the parameters of an address. Empty ones count as not there; the form sends them. */
export function readView(parameters: URLSearchParams): View {
  const typed = new Map<FilterName, string>();
  const errors = new Map<FilterName, string>();
  const complaints: string[] = [];
  let query = EVERYTHING;
  for (const name of FILTERS) {
    const texts = parameters.getAll(name).map((text) => text.trim());
    const [text = "", second] = texts.filter((one) => one !== "");
    if (text === "") continue;
    typed.set(name, text);
    if (second !== undefined) errors.set(name, "Choose only one.");
    const read = READERS[name](text);
    if (read.ok) query = { ...query, [name]: read.value };
    else errors.set(name, read.error);
  }
  for (const name of new Set(parameters.keys()))
    if (!isFilter(name) && !BESIDES.has(name))
      complaints.push(`Transactions cannot be filtered by “${name}”.`);
  const cursor = readCursor(parameters);
  if (!cursor.ok) complaints.push(cursor.error);
  addContradictions(query, errors);
  return { query, typed, errors, complaints, cursor: cursor.ok ? cursor.value : null };
}

function addContradictions(
  { month, from, to, min, max }: LedgerQuery,
  errors: Map<string, string>,
) {
  if (month !== null && (from !== null || to !== null))
    errors.set("month", "Choose a month, or a first and a last day, not both.");
  if (from !== null && to !== null && from > to)
    errors.set("to", "The last day is before the first day.");
  if (min !== null && max !== null && min > max)
    errors.set("max", "The largest amount is less than the smallest.");
}

/** Whether all of the address was understood. */
export function isClear({ errors, complaints }: View): boolean {
  return errors.size === 0 && complaints.length === 0;
}

/** The first and the last day of the view; null for an open end. */
export function daysOf({ month, from, to }: LedgerQuery): {
  readonly first: Day | null;
  readonly last: Day | null;
} {
  return month === null
    ? { first: from, last: to }
    : { first: firstDay(month), last: lastDay(month) };
}

/** The address of a view: its filters with some changed (null drops one), from the newest row on. */
export function viewAddress(
  typed: ReadonlyMap<FilterName, string>,
  changes: Partial<Record<FilterName, string | null>> = {},
  path = "/transactions",
): string {
  const parameters = new URLSearchParams();
  for (const name of FILTERS) {
    const text = name in changes ? changes[name] : typed.get(name);
    if (text != null && text !== "") parameters.set(name, text);
  }
  const query = parameters.toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The address of another page of the same view. */
export function pageAddress(typed: ReadonlyMap<FilterName, string>, { side, at }: Cursor): string {
  const address = viewAddress(typed);
  return `${address}${address.includes("?") ? "&" : "?"}${side}=${at.date}.${at.id}`;
}

/** The address of this page of a view. */
export function hereAddress({ typed, cursor }: Pick<View, "typed" | "cursor">): string {
  return cursor === null ? viewAddress(typed) : pageAddress(typed, cursor);
}

/** The views that the page offers, by name: each an address. */
export function listPresets(
  today: Day,
): readonly { readonly name: string; readonly href: string }[] {
  const view = (filters: Partial<Record<FilterName, string>>) => viewAddress(new Map(), filters);
  return [
    { name: "All", href: view({}) },
    { name: "This month", href: view({ month: monthOf(today) }) },
    { name: "Last month", href: view({ month: monthOf(addMonths(today, -1)) }) },
    { name: "No category", href: view({ category: "0" }) },
    { name: "To review", href: view({ status: "unreviewed" }) },
  ];
}

/** An account as an address names it: "manual:11", "linked:4", "cash". */
export function accountKey(account: AccountChoice): string {
  return account.kind === "cash" ? "cash" : `${account.kind}:${account.id}`;
}

function parseAccount(text: string): AccountChoice | null {
  if (text === "cash") return { kind: "cash" };
  const [, kind = "manual", digits = ""] = /^(?:(manual|linked):)?(\d+)$/.exec(text) ?? [];
  const id = parseId(digits);
  return id === 0 ? null : { kind: kind === "linked" ? "linked" : "manual", id };
}

function parseSource(text: string): SourceChoice | null {
  if (text === "person") return { kind: "person" };
  if (text === "schedule") return { kind: "schedule" };
  const [, kind, id = ""] = /^(import|mail|rule):([\x21-\x7e]{1,100})$/.exec(text) ?? [];
  if (kind === "rule") return parseId(id) === 0 ? null : { kind, id };
  return kind === "import" || kind === "mail" ? { kind, id } : null;
}

/**
 * An amount as people type it, of no sign: "12.50", "12,50", "1 200", "1,200.50". A single comma
 * with three digits behind it groups thousands, as these pages print them.
 */
export function parseMagnitude(text: string): Units | null {
  const bare = text.replaceAll(/[\s'’]/g, "");
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare);
  const dotted = /^\d{1,3}(?:\.\d{3})+,\d+$/.test(bare);
  const plain = dotted ? bare.replaceAll(".", "").replace(",", ".") : bare;
  const read = parseUnits(grouped ? plain.replaceAll(",", "") : plain.replace(",", "."));
  return read.ok && read.value >= 0 ? read.value : null;
}

function readMagnitude(text: string): Result<Units, string> {
  return orComplain(
    parseMagnitude(text),
    `“${text}” is not an amount. An amount looks like 12.50.`,
  );
}

function readDay(text: string): Result<Day, string> {
  return orComplain(parseDay(text), `“${text}” is not a date. A date looks like 2026-11-21.`);
}

function readWord<Words extends object>(text: string, words: Words): Result<keyof Words, string> {
  return isWordOf(words, text)
    ? ok(text)
    : err(`“${text}” is no choice here. The choices are ${Object.keys(words).join(", ")}.`);
}

function isWordOf<Words extends object>(words: Words, text: PropertyKey): text is keyof Words {
  return Object.hasOwn(words, text);
}

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(EVERYTHING, name);
}

function readCursor(parameters: URLSearchParams): Result<Cursor | null, string> {
  const [before, after] = [parameters.get("before"), parameters.get("after")];
  if (before !== null && after !== null)
    return err("The address names two places of the list. Start at the newest transaction.");
  const text = before ?? after;
  if (text === null) return ok(null);
  const [, day = "", id = ""] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,16})$/.exec(text) ?? [];
  const [date, number] = [parseDay(day), Number(id)];
  if (date === null || !Number.isSafeInteger(number))
    return err(`The address names the place “${text}”, which the list does not have.`);
  return ok({ side: before === null ? "after" : "before", at: { date, id: number } });
}

function orComplain<Value>(value: Value | null, message: string): Result<Value, string> {
  return value === null ? err(message) : ok(value);
}
