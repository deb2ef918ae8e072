// What GET /api/transactions takes: the filters of the ledger, each with its words for the document.

import * as z from "zod";
import {
  LEDGER_IDS_MAX,
  LEDGER_IMPORTS_MAX,
  LEDGER_ROWS_DEFAULT,
  LEDGER_ROWS_MAX,
  SEARCH_CHARS_MAX,
} from "../../platform/limits.ts";
import { parseDay, type Day } from "../../money/day.ts";
import { parseUnits, type Units } from "../../money/money.ts";
import { STATUSES } from "../transactions/schemas.ts";
import * as wire from "../wire.ts";

/** A place in the ledger, newest first: a day, and the id of a transaction on it. */
export interface Cursor {
  readonly date: Day;
  readonly id: number;
}

/** Where a transaction came from, as far as what is stored tells. */
export type Origin =
  | { readonly kind: "imports"; readonly ids: readonly string[] }
  | { readonly kind: "mail" | "rule"; readonly id: string }
  | { readonly kind: "person" };

const HAS = ["receipt", "split", "transfer", "notes"] as const;
const LACKS = ["category", "receipt"] as const;
export type Having = (typeof HAS)[number];
export type Lacking = (typeof LACKS)[number];

const CURSOR = /^(\d{4}-\d{2}-\d{2})\.(\d{1,15})$/;

function parseCursor(text: string): Cursor | null {
  const [, day = "", id = ""] = CURSOR.exec(text) ?? [];
  const date = parseDay(day);
  return date === null ? null : { date, id: Number(id) };
}

export function printCursor({ date, id }: Cursor): string {
  return `${date}.${id}`;
}

const ORIGIN = /^(mail|rule):([\x21-\x7e]{1,100})$/;
const IMPORTS = /^import:([\x21-\x2b\x2d-\x7e]{1,100}(?:,[\x21-\x2b\x2d-\x7e]{1,100})*)$/;

function parseOrigin(text: string): Origin | null {
  if (text === "person") return { kind: "person" };
  const imports = IMPORTS.exec(text)?.[1]?.split(",");
  if (imports !== undefined)
    return imports.length <= LEDGER_IMPORTS_MAX ? { kind: "imports", ids: imports } : null;
  const [, kind, id = ""] = ORIGIN.exec(text) ?? [];
  if (kind === "rule") return /^[1-9]\d{0,14}$/.test(id) ? { kind, id } : null;
  return kind === "mail" ? { kind, id } : null;
}

/** A bound of the magnitude, whatever the sign. */
function parseMagnitude(text: string): Units | null {
  const read = parseUnits(text);
  return read.ok && !text.startsWith("-") ? read.value : null;
}

const cursor = wire.textAs(
  parseCursor,
  "format",
  "must be a day and an id, as YYYY-MM-DD.ID, as an answer gives them",
);
const magnitude = wire.textAs(
  parseMagnitude,
  "format",
  "must be an amount of at most 4 decimals without a sign: it bounds the magnitude",
);
const onlyTrue = wire.textAs((text) => (text === "true" ? true : null), "enum", "can only be true");

/** One of these words or several, separated by commas. */
function textWords<Word extends string>(words: readonly Word[]) {
  const known = z.enum(words);
  return wire.textAs(
    (text): readonly Word[] | null => {
      const read = text.split(",").map((part) => known.safeParse(part).data);
      return read.every((one) => one !== undefined) ? read : null;
    },
    "enum",
    `must be one or several of ${words.join(", ")}, separated by commas`,
  );
}

export const QUERY = z
  .strictObject({
    q: wire
      .text(1, SEARCH_CHARS_MAX)
      .refine((text) => /[^\s\p{Cc}]/u.test(text), "must contain a word")
      .optional(),
    start_date: wire.day.optional(),
    end_date: wire.day.optional(),
    manual_account_id: wire.textIds.optional(),
    linked_account_id: wire.textIds.optional(),
    cash: onlyTrue.meta({ enum: ["true"] }).optional(),
    category_id: wire.textId.optional(),
    tag_id: wire.textId.optional(),
    status: z.enum(STATUSES).optional(),
    is_pending: wire.textFlag.optional(),
    recurring_id: wire.textId.optional(),
    amount_min: magnitude.optional(),
    amount_max: magnitude.optional(),
    direction: z.enum(["in", "out"]).optional(),
    source: wire
      .textAs(parseOrigin, "format", "must be import:ID, mail:ID, rule:ID or person")
      .optional(),
    has: textWords(HAS).optional(),
    no: textWords(LACKS).optional(),
    ids: wire.textIdsUpTo(LEDGER_IDS_MAX).optional(),
    before: cursor.optional(),
    after: cursor.optional(),
    limit: wire.textInteger(1, LEDGER_ROWS_MAX).default(LEDGER_ROWS_DEFAULT),
    totals: wire.textFlag.default(false),
  })
  .check(({ value, issues }) => {
    const complain = (name: keyof typeof value, keyword: string, message: string): void => {
      issues.push({ ...wire.complaint(value[name], keyword, message), path: [name] });
    };
    const { start_date: start, end_date: end, amount_min: min, amount_max: max } = value;
    if (start !== undefined && end !== undefined && start > end)
      complain("start_date", "formatMaximum", `must not be after end_date, ${end}`);
    if (min !== undefined && max !== undefined && min > max)
      complain("amount_min", "maximum", "must not be above amount_max");
    if (value.before !== undefined && value.after !== undefined)
      complain("after", "not", "cannot be given together with before");
    for (const account of ["manual_account_id", "linked_account_id"] as const)
      if (value.cash === true && value[account] !== undefined)
        complain(account, "not", "cannot be given together with cash");
  });
export type LedgerQuery = z.output<typeof QUERY>;
