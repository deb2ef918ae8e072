// The vocabulary of requests and answers: what a date, an amount, an id or a text is on the wire.
// Every schema both validates and describes itself in the OpenAPI document (through .meta).
// Amounts are read from their decimal text: a JSON number's shortest text is what the client wrote,
// as long as neighbouring doubles are less than a ten-thousandth apart.

import * as z from "zod";
import { METADATA_CHARS_MAX, QUERY_IDS_MAX, TAG_IDS_MAX } from "../platform/limits.ts";
import { CURRENCIES, isCurrency, type Currency } from "../money/currency.ts";
import { parseDay } from "../money/day.ts";
import { parseRounded, parseUnits, units, type AmountProblem, type Units } from "../money/money.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { assert, never } from "../platform/assert.ts";

// Code generation is refused by the platform; without this zod would try it once per isolate.
z.config({ jitless: true });

/** A zod issue of our own: `message` continues the sentence "<place> ...". */
export function complaint(input: unknown, keyword: string, message: string) {
  return { code: "custom" as const, input, message, params: { keyword } };
}

/**
 * Reports a range with only one end, or that ends before it begins; true if both ends are present
 * and in order. Days and months sort as texts.
 */
export function checkRange(
  issues: z.core.ParsePayload["issues"],
  unit: "date" | "month",
  start: string | undefined,
  end: string | undefined,
): boolean {
  const [first, last] = [`start_${unit}`, `end_${unit}`];
  if (start === undefined || end === undefined) {
    if (start !== end)
      issues.push({
        ...complaint(undefined, "dependentRequired", "is required"),
        path: [start === undefined ? first : last],
      });
    return false;
  }
  if (start > end)
    issues.push({
      ...complaint(start, "formatMaximum", `must not be after ${last}, ${end}`),
      path: [first],
    });
  return start <= end;
}

/** A schema that reads a text with `read`; what it cannot read is refused with `message`. */
export function textAs<T>(read: (text: string) => T | null, keyword: string, message: string) {
  return z.string(message).transform((text, context): T => {
    const value = read(text);
    if (value !== null) return value;
    context.issues.push(complaint(text, keyword, message));
    return z.NEVER;
  });
}

/** Text of `min` to `max` characters (code points), well-formed Unicode. */
export function text(min: number, max: number) {
  const range = min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`;
  return z
    .string(`must be text of ${range}`)
    .check((context) => {
      const value = context.value;
      if (value.length < min || (value.length > max && codePoints(value) > max)) {
        const keyword = value.length < min ? "minLength" : "maxLength";
        context.issues.push(
          complaint(`${codePoints(value)} characters`, keyword, `must be text of ${range}`),
        );
      }
      // A lone surrogate would be stored as U+FFFD: the text read back would not be the text sent.
      if (!value.isWellFormed())
        context.issues.push(complaint(value, "format", "must be well-formed Unicode text"));
    })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max });
}

export const day = textAs(parseDay, "format", "must be a day that exists, as YYYY-MM-DD").meta({
  format: "date",
});

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Milliseconds since 1970 of a day (midnight UTC) or an ISO 8601 date-time (UTC unless it says
 * otherwise); null for other texts.
 */
export function parseInstant(value: string): number | null {
  const match = INSTANT.exec(value);
  const date = parseDay(match?.[1] ?? value);
  if (date === null) return null;
  if (match === null) return Date.parse(`${date}T00:00:00Z`);
  const instant = Date.parse(match[5] === undefined ? `${value}Z` : value);
  return Number.isNaN(instant) ? null : instant;
}

export const instant = textAs(
  parseInstant,
  "format",
  "must be a day or an ISO 8601 date-time",
).meta({ anyOf: [{ format: "date" }, { format: "date-time" }] });

// From here on doubles are more than 1/10,000 apart: JSON.parse has already changed the fourth
// decimal.
const EXACT_NUMBER_MAX = 2 ** 39;
// Numbers nearer to zero are 0 once rounded; JavaScript prints them with an exponent.
const ROUNDED_TO_ZERO = 1e-6;

const AMOUNT_RULE = "must be a number, or the same as text with at most 4 decimals";

type AmountResult = Result<Units, AmountProblem | { readonly message: string }>;

/**
 * An amount, as `read` reads it; a JSON number is rounded to four decimals, half away from zero
 * (gaps.md, D28).
 */
function amountAs(read: (value: number | string) => AmountResult, description: string) {
  return z
    .union([z.number(), z.string()], AMOUNT_RULE)
    .transform((value, context): Units => {
      const amount = read(value);
      if (amount.ok) return amount.value;
      context.issues.push(
        complaint(
          value,
          "format",
          typeof amount.error === "object"
            ? amount.error.message
            : describeAmountProblem(amount.error),
        ),
      );
      return z.NEVER;
    })
    .meta({ description });
}

/** An amount of version 2 as it is sent, in 1/10,000 units, or why it is none (gaps.md, D28). */
export function readAmount(value: number | string): AmountResult {
  return typeof value === "number" ? unitsOfNumber(value) : parseUnits(value);
}

export const amount = amountAs(
  readAmount,
  "A decimal number, rounded to 4 decimals, or the same as text with at most 4.",
);

/** Version 1's amounts: a text with more decimals is rounded as a number is. */
export const roundedAmount = amountAs(
  (value) => (typeof value === "number" ? unitsOfNumber(value) : parseRounded(value)),
  "A decimal number or the same as text; rounded to 4 decimals.",
);

function unitsOfNumber(value: number): AmountResult {
  if (!Number.isInteger(value) && Math.abs(value) >= EXACT_NUMBER_MAX)
    return err({ message: "is too large for a number with decimals to be exact: send it as text" });
  if (Math.abs(value) < ROUNDED_TO_ZERO) return ok(units(0));
  const read = parseRounded(String(value));
  // Only a number past 10^21 is printed in a form that is no decimal.
  return read.ok || read.error !== "not a number" ? read : err("out of range");
}

function describeAmountProblem(problem: AmountProblem): string {
  switch (problem) {
    case "not a number":
      return AMOUNT_RULE;
    case "too many decimals":
      return "has more than 4 decimals";
    case "out of range":
      return "is outside the range of amounts (900,719,925,474.0991 either way)";
    default:
      return never(problem);
  }
}

const CURRENCY_RULE = "must be one of the service's lowercase three-letter currency codes";
export const currency = z
  .custom<Currency>((value) => typeof value === "string" && isCurrency(value), {
    error: ({ input }) => {
      const meant = typeof input === "string" ? input.toLowerCase() : "";
      return isCurrency(meant) ? `${CURRENCY_RULE}, here "${meant}"` : CURRENCY_RULE;
    },
    params: { keyword: "enum" },
  })
  .meta({ type: "string", enum: [...CURRENCIES] });

export const id = z.int("must be an integer id");
export const flag = z.boolean("must be true or false");

/**
 * The most tags that one item may name. Without the bound an item could name a million unknown
 * ones.
 */
export const tagIds = z.array(id, "must be a list of tag ids").max(TAG_IDS_MAX);

export type JsonObject = Readonly<Record<string, unknown>>;

/** Any JSON object of at most 4,096 characters as text; stored as that text. */
export const metadata = z
  .custom<JsonObject>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    { error: "must be a JSON object", params: { keyword: "type" } },
  )
  .transform((value, context): string => {
    const json = JSON.stringify(value);
    if (json.length <= METADATA_CHARS_MAX) return json;
    context.issues.push(
      complaint(
        `${json.length} characters`,
        "maxLength",
        `must be at most ${METADATA_CHARS_MAX} characters as JSON`,
      ),
    );
    return z.NEVER;
  })
  .meta({ type: "object", additionalProperties: true });

/** Stored metadata as the object it was. */
export function parseMetadata(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  assert(typeof value === "object" && value !== null, "stored metadata is a JSON object");
  return { ...value };
}

/** A property that a GET shows and a PUT tolerates without effect. */
export const ignored = z
  .unknown()
  .optional()
  .meta({ description: "Tolerated and ignored.", readOnly: true });

// Queries and paths are text.

const INTEGER = /^\d{1,15}$/;

function parseId(value: string): number | null {
  return INTEGER.test(value) ? Number(value) : null;
}

export const textId = textAs(parseId, "type", "must be an integer id").meta({ type: "integer" });
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
export const textFlag = textAs(
  (value) => FLAGS.get(value) ?? null,
  "type",
  "must be true or false",
).meta({ type: "boolean" });

/** An integer of `min` to `max` in a query. */
export function textInteger(min: number, max: number) {
  return textAs(
    (value) => {
      const number = parseId(value);
      return number !== null && number >= min && number <= max ? number : null;
    },
    "range",
    `must be an integer from ${min} to ${max}`,
  ).meta({ type: "integer", minimum: min, maximum: max });
}

/** One id or up to `most`, separated by commas. */
export function textIdsUpTo(most: number) {
  return textAs(
    (value) => {
      const ids = value.split(",").map((part) => parseId(part.trim()));
      return ids.length <= most && ids.every((one) => one !== null) ? ids : null;
    },
    "type",
    `must be one id or up to ${most} separated by commas`,
  ).meta({ pattern: "^ *\\d{1,15} *(, *\\d{1,15} *)*$" });
}

export const textIds = textIdsUpTo(QUERY_IDS_MAX);

/** A path with one id. */
export const idPath = z.strictObject({ id: textId });

// Answers.

export const AMOUNT_OUT = z.string().regex(/^-?\d+(\.\d{1,4})?$/);
export const DAY_OUT = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ format: "date" });
export const TIME_OUT = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: "date-time" });
export const METADATA_OUT = z.record(z.string(), z.unknown());

/**
 * The JSON number of an amount: the nearest double, for to_base, which the documents make a number.
 */
export function toJsonNumber(units: number): number {
  return units / 10_000;
}

/** "2026-11-21T09:30:00.000Z" of milliseconds since 1970. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTime(milliseconds);
}

function codePoints(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00 && at + 1 < value.length) at++;
    count++;
  }
  return count;
}
