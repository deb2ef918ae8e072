// The body of a hook's call: transactions, {items: [...]}, or one balance, {balance: {...}}. Pure.
// Numbers keep the digits that were written; currencies have no default; a field that is not known
// is refused rather than left out. Each fault names the field it is about.

import * as z from "zod";
import {
  DESCRIPTION_CHARS_MAX,
  EXTERNAL_ID_CHARS_MAX,
  HOOK_BALANCE_AHEAD_MS_MAX,
  HOOK_FAULTS_TOLD,
  HOOK_ITEMS_MAX,
  ITEM_NOTES_CHARS_MAX,
  ITEM_PAYEE_CHARS_MAX,
} from "../../../platform/limits.ts";
import { parseExactBytes, plainDigits, WrittenNumber } from "../../../sources/exact-json.ts";
import { parseCurrency, type Currency } from "../../../money/currency.ts";
import { parseDay, type Day } from "../../../money/day.ts";
import { parseUnits, printUnits, type Units } from "../../../money/money.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import { normalizeText } from "../../imports/external-id.ts";

export interface HookItem {
  readonly date: Day;
  /** Decimal text; positive is money out. */
  readonly amount: string;
  readonly currency: Currency;
  readonly payee: string;
  readonly original_name: string | null;
  readonly notes: string | null;
  readonly external_id: string | null;
}

export interface HookBalance {
  readonly account: number;
  readonly amount: Units;
  readonly currency: Currency;
  /** Milliseconds since 1970. */
  readonly asOf: number;
}

export type HookBody =
  | { readonly kind: "items"; readonly account: number; readonly items: readonly HookItem[] }
  | { readonly kind: "balance"; readonly balance: HookBalance };

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** What holds for one call besides its body. */
export interface CallFacts {
  /** Where it goes unless the body says another. */
  readonly account: number | null;
  /** Whether the call has a webhook-id; without one each item must have an external_id. */
  readonly hasId: boolean;
  readonly now: number;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A text that `parse` makes a value of; refused with what was expected where it does not. */
const parsed = <Value>(parse: (text: string) => Value | null, expected: string) =>
  z.string(expected).transform((text, context): Value => {
    const value = parse(text);
    if (value !== null) return value;
    context.issues.push({ code: "custom", input: text, message: expected });
    return z.NEVER;
  });

const text = (max: number) =>
  z
    .string(`must be text of at most ${max} characters`)
    .max(max, `must be text of at most ${max} characters`)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode text");

const AMOUNT = "must be a number, or the same as text, with at most 4 decimals";
const amount = z
  .union([z.string(), z.instanceof(WrittenNumber)], AMOUNT)
  .transform((value, context): Units => {
    const digits = typeof value === "string" ? value : plainDigits(value.digits);
    const read = digits === null ? null : parseUnits(digits);
    if (read?.ok === true) return read.value;
    context.issues.push({ code: "custom", input: value, message: AMOUNT });
    return z.NEVER;
  });

const ACCOUNT = "must be the id of a manual account";
const account = z
  .union([z.string(), z.instanceof(WrittenNumber)], ACCOUNT)
  .transform((value, context): number => {
    const digits = typeof value === "string" ? value : value.digits;
    if (/^[1-9]\d{0,14}$/.test(digits)) return Number(digits);
    context.issues.push({ code: "custom", input: value, message: ACCOUNT });
    return z.NEVER;
  });

const currency = parsed(parseCurrency, "must be a currency code, like eur");

const item = z.strictObject({
  date: parsed(parseDay, "must be a day that exists, as YYYY-MM-DD"),
  amount,
  currency,
  payee: text(ITEM_PAYEE_CHARS_MAX).refine((value) => value.trim() !== "", "must say who it was"),
  original_name: text(DESCRIPTION_CHARS_MAX).nullish(),
  notes: text(ITEM_NOTES_CHARS_MAX).nullish(),
  external_id: text(EXTERNAL_ID_CHARS_MAX)
    .refine((value) => value.trim() !== "", "must not be empty")
    .nullish(),
});

const ITEMS = `must be a list of 1 to ${HOOK_ITEMS_MAX} items`;
const body = z.union([
  z.strictObject({
    account: account.optional(),
    items: z.array(item, ITEMS).min(1, ITEMS).max(HOOK_ITEMS_MAX, ITEMS),
  }),
  z.strictObject({
    balance: z.strictObject({
      account: account.optional(),
      amount,
      currency,
      as_of: parsed(parseInstant, "must be a date-time with its zone, like 2026-11-22T08:00:00Z"),
    }),
  }),
]);

/** Reads a call's body; every fault of it, some at most, where it is not one. */
export function readHookBody(
  bytes: Uint8Array,
  call: CallFacts,
): Result<HookBody, readonly FieldFault[]> {
  const json = parseExactBytes(bytes);
  if (!json.ok) return refused("/body", `The body cannot be read: ${json.error}.`);
  const shape = z
    .object({ items: z.unknown().optional(), balance: z.unknown().optional() })
    .safeParse(json.value);
  if (!shape.success || (shape.data.items === undefined) === (shape.data.balance === undefined))
    return refused("/body", "The body is {items: [...]} or {balance: {...}}, one of both.");
  const read = body.options[shape.data.items === undefined ? 1 : 0].safeParse(json.value);
  if (!read.success)
    return err(read.error.issues.slice(0, HOOK_FAULTS_TOLD).flatMap(toFieldFaults));
  if ("balance" in read.data) return checkBalance(read.data.balance, call);
  const to = read.data.account ?? call.account;
  if (to === null)
    return refused("/body/account", `The hook goes to no account of its own: account ${ACCOUNT}.`);
  const items = read.data.items.map((one): HookItem => ({
    ...one,
    amount: printUnits(one.amount),
    original_name: one.original_name ?? null,
    notes: one.notes ?? null,
    external_id: one.external_id ?? null,
  }));
  const faults = idFaults(items, call.hasId);
  return faults.length > 0 ? err(faults) : ok({ kind: "items", account: to, items });
}

function checkBalance(
  read: { account?: number | undefined; amount: Units; currency: Currency; as_of: number },
  call: CallFacts,
): Result<HookBody, readonly FieldFault[]> {
  const to = read.account ?? call.account;
  if (to === null)
    return refused(
      "/body/balance/account",
      `The hook goes to no account of its own: account ${ACCOUNT}.`,
    );
  if (read.as_of > call.now + HOOK_BALANCE_AHEAD_MS_MAX)
    return refused("/body/balance/as_of", "as_of lies in the future.");
  return ok({
    kind: "balance",
    balance: { account: to, amount: read.amount, currency: read.currency, asOf: read.as_of },
  });
}

/** Ids that are missing, or there twice; those that differ in case or blanks alone count as the same. */
function idFaults(items: readonly HookItem[], hasId: boolean): FieldFault[] {
  const seen = new Map<string, number>();
  const faults: FieldFault[] = [];
  for (const [index, { external_id: id }] of items.entries()) {
    const field = `/body/items/${index}/external_id`;
    if (id === null) {
      if (!hasId)
        faults.push({
          field,
          message:
            "external_id is missing: without a webhook-id, it alone tells a repeat from a second, equal transaction.",
        });
      continue;
    }
    const first = seen.get(normalizeText(id));
    if (first !== undefined)
      faults.push({ field, message: `external_id is that of items/${first} already.` });
    seen.set(normalizeText(id), first ?? index);
  }
  return faults.slice(0, HOOK_FAULTS_TOLD);
}

function toFieldFaults(issue: z.core.$ZodIssue): FieldFault[] {
  const at = ["/body", ...issue.path.map(String)].join("/");
  if (issue.code === "unrecognized_keys")
    return issue.keys
      .slice(0, HOOK_FAULTS_TOLD)
      .map((key) => ({
        field: `${at}/${key.slice(0, 60)}`,
        message: `There is no field "${key.slice(0, 60)}" here.`,
      }));
  const name = String(issue.path.at(-1) ?? "body");

  return [{ field: at, message: `${name} ${issue.message}.` }];
}

function parseInstant(value: string): number | null {
  const day = INSTANT.test(value) ? parseDay(value.slice(0, 10)) : null;
  const instant = day === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(instant) ? null : instant;
}

function refused(field: string, message: string): Result<never, readonly FieldFault[]> {
  return err([{ field, message }]);
}
