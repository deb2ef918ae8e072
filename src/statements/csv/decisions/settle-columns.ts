// The roles of a table's columns: which hold dates, and which may hold the money. A table without a
// column of dates or of amounts is refused.

import { err, ok, type Result } from "../../../platform/result.ts";
import type { Day } from "../../../money/day.ts";
import { findLayout, type KnownLayout } from "../../banks/known-layouts.ts";
import type { Unreadable } from "../../statement.ts";
import { findAmountCandidates } from "../amounts/money-columns.ts";
import { assignRoles, type Columns } from "../columns/columns.ts";
import { profileColumns, type Profile } from "../columns/profile.ts";
import type { Head } from "../head.ts";
import type { MoneyPlan } from "../plan.ts";
import { isSteadyFirst, orderBySequence } from "./steady-dates.ts";
import { settleDateColumn } from "../questions.ts";
import { stripCell } from "../shape/cells.ts";
import type { Dialect } from "../shape/dialect.ts";
import type { Encoding } from "../shape/encoding.ts";
import type { Region } from "../shape/region.ts";
import { explainSetColumns, settingsIn, type Settings } from "./apply-settings.ts";
import { nameColumn } from "./explain.ts";
import {
  foldNotes,
  settle,
  settleAfter,
  type AnswersOnHand,
  type Notes,
  type Settled,
} from "./settled.ts";

/** Everything that a plan is made of. */
export interface Materials {
  readonly head: Head;
  readonly region: Region;
  /**
   * By row of the head, the account its table is headed by; null if the tables are of one
   * account.
   */
  readonly holders: readonly (string | null)[] | null;
  readonly encoding: Encoding;
  readonly dialect: Dialect;
  readonly fingerprint: string;
  readonly today: Day;
  readonly answers: AnswersOnHand;
  readonly reasons: readonly string[];
}

/** A table whose columns have their roles. */
export interface Table {
  readonly settings: Settings;
  readonly known: KnownLayout | null;
  /** The contents of the columns, before settings act on them. */
  readonly profiles: readonly Profile[];
  /** The rows that have a date and an amount. */
  readonly rows: readonly (readonly string[])[];
  readonly columns: Columns;
  readonly dateColumn: number;
  /** The columns the amount may be in, the likeliest first. */
  readonly candidates: readonly [MoneyPlan, ...MoneyPlan[]];
}

const HEADER_CHARS_SHOWN = 120;

/** The table's columns with their roles, or why it is no statement. */
export function settleColumns(materials: Materials): Result<Settled<Table>, Unreadable> {
  const { head, region, answers } = materials;
  const settings = settingsIn({ ...answers.remembered, ...answers.given });
  const rows = region.data.map((index) => head.rows[index] ?? []);
  const profiles = profileColumns(rows, region.labels);
  const known = region.header >= 0 ? findLayout(region.labels) : null;
  const assigned = assignRoles(profiles, known?.date ?? null, settings.columns);
  const dates =
    known?.date === undefined || known.date === null
      ? settleUnknownDates(answers, assigned, rows)
      : settle(assigned.dates);
  const columns = { ...assigned, dates: dates.decision };
  const set = explainSetColumns(profiles, settings.columns);
  const [dateColumn] = columns.dates;
  if (dateColumn === undefined) return err(refuse("dates", region, settings));
  const [first, ...others] = findAmountCandidates(columns, rows);
  if (first === undefined) return err(refuse("amounts", region, settings));
  const header = foldNotes([dates, explainHeader(materials, known), set]);
  return ok(
    settleAfter(
      { settings, known, profiles, rows, columns, dateColumn, candidates: [first, ...others] },
      [header, explainDates(materials, columns)],
    ),
  );
}

/** Several columns of dates that differ, under labels that name no date, are a question. */
function settleUnknownDates(
  answers: AnswersOnHand,
  columns: Columns,
  rows: readonly (readonly string[])[],
): Settled<readonly number[]> {
  const { profiles, dates, roles } = columns;
  const unknown = dates.filter(
    (column) => roles[column] === null && (profiles[column]?.label ?? "") !== "",
  );
  const text = (row: readonly string[], column: number) => stripCell(row[column] ?? "");
  const differing = rows.find((row) =>
    unknown.some((column) => text(row, column) !== text(row, unknown[0] ?? 0)),
  );
  if (unknown.length < 2 || unknown.length < dates.length || differing === undefined)
    return settleBySequence(columns, rows);
  const ordered = orderBySequence(columns, rows) ?? dates;
  if (ordered !== dates || isSteadyFirst(dates, rows))
    return settle(ordered, { reasons: [steadyReason(columns, ordered)] });
  return settleDateColumn(answers, profiles, dates, differing);
}

/** The order of the rows shows the booking date where labels do not. */
function settleBySequence(
  columns: Columns,
  rows: readonly (readonly string[])[],
): Settled<readonly number[]> {
  const ordered = orderBySequence(columns, rows);
  if (ordered === null) return settle(columns.dates);
  return settle(ordered, { reasons: [steadyReason(columns, ordered)] });
}

function steadyReason({ profiles }: Columns, [first = 0, second = 0]: readonly number[]): string {
  return `${nameColumn(profiles, first)} is the date of booking, by the order of the rows and by ${nameColumn(profiles, second)}.`;
}

function explainHeader({ head, region, dialect }: Materials, known: KnownLayout | null): Notes {
  const bank = known?.bank ?? null;
  const reasons = [whereHeaderIs(head, region, dialect)];
  if (bank !== null) reasons.push(`The header is that of ${bank}.`);
  return settle(null, { reasons });
}

function whereHeaderIs(head: Head, region: Region, dialect: Dialect): string {
  if (region.header < 0) return "The file has no header; columns are recognized by their contents.";
  if (dialect.fields !== undefined) return "The labels of the lines are the header.";
  return `Line ${head.lines[region.header] ?? 0} is the header.`;
}

function explainDates({ head, region }: Materials, { profiles, dates }: Columns): Notes {
  const [first = "", ...others] = dates.map((column) => nameColumn(profiles, column));
  const reasons = [
    `Dates are taken from ${first}${others.length > 0 ? `, not from ${others.join(" or ")}` : ""}.`,
  ];
  if (region.data.length === 0)
    reasons.push(
      head.rows.length > region.first
        ? "No row has both a date and an amount; the columns are recognized only by their labels."
        : "The file has a header and no rows.",
    );
  return settle(null, { reasons });
}

function refuse(missing: "dates" | "amounts", { labels }: Region, settings: Settings): Unreadable {
  const hint =
    settings.columns.size === 0
      ? ""
      : " Columns of this layout are set by hand: its page shows which.";
  const header = labels.join(", ").slice(0, HEADER_CHARS_SHOWN);
  return {
    reason: "not a statement",
    message: `No column holds ${missing}; the header is "${header}".${hint}`,
  };
}
