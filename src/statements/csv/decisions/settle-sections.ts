// Rows below a heading that nobody knows ("Hangende transaksies"). The balances may show whether they
// are booked; else a person is asked once for each heading. Until then its rows are pending, never
// booked in silence.

import type { SampleRow } from "../amounts/money.ts";
import { headsPending, isSummary } from "../columns/cell-words.ts";
import { normalLabel } from "../columns/labels.ts";
import { headsUnbooked, readStatusCell } from "../columns/status-words.ts";
import type { SectionsPlan } from "../plan.ts";
import type { Question } from "../../statement.ts";
import { foldBlanks } from "../rows/row-text.ts";
import { readHeading } from "../shape/headings.ts";
import { describeRows } from "./describe-rows.ts";
import { judgeByBalance } from "./judge-by-balance.ts";
import type { Materials } from "./settle-columns.ts";
import type { Money } from "./settle-money.ts";
import {
  findAnswer,
  foldNotes,
  settle,
  type AnswersOnHand,
  type Notes,
  type Settled,
} from "./settled.ts";

/** More unknown headings than this are lines of text within the table. */
export const HEADINGS_MAX = 3;

const QUESTION = "section:";

const CHOICES = [
  { value: "booked", label: "Yes, the money has moved" },
  { value: "pending", label: "Not yet, they are pending" },
] as const;

/** The headings in the table whose rows are not booked; null if it has no unknown heading. */
export function settleSections(
  { answers, head, region }: Materials,
  money: Money,
): Settled<SectionsPlan | null> {
  if (region.width <= 2) return settle(null);
  const sections = listSections(
    head.rows.slice(region.first),
    head.lines.slice(region.first),
    money,
  );
  const said: Said = head.whole ? { booked: [], pending: [] } : readAnsweredSections(answers);
  if (sections.length === 0)
    return settle(said.booked.length + said.pending.length === 0 ? null : said);
  const notes: Notes[] = [];
  for (const { text, rows } of sections) {
    const key = normalLabel(text);
    const id = `${QUESTION}${key}`;
    const answer = findAnswer(answers, id);
    notes.push(answer);
    const told = CHOICES.find(({ value }) => value === answer.decision)?.value;
    const shown = told ?? judgeByBalance(money, rows) ?? readHeadingStatus(text);
    if (!said[shown ?? "pending"].includes(key)) said[shown ?? "pending"].push(key);
    const heading = foldBlanks(text);
    if (told === undefined && shown === "pending")
      notes.push(settle(null, { reasons: [`Rows under “${heading}” are pending.`] }));
    if (shown !== null) continue;
    const question = sectionQuestion(text, describeRows(money, rows));
    notes.push(settle(null, { questions: [question] }));
  }
  return { decision: said, ...foldNotes(notes) };
}

/** Asks whether the rows below a heading are booked; `example` is a few of them. */
export function sectionQuestion(text: string, example: string): Question {
  return {
    id: `${QUESTION}${normalLabel(text)}`,
    ask: `Are the rows under “${foldBlanks(text)}” booked?`,
    choices: CHOICES.map((choice) => ({ ...choice, example })),
  };
}

/** The headings that answers tell of: they may come after the head (rows/late-headings.ts). */
function readAnsweredSections({ given, remembered }: AnswersOnHand): Said {
  const all = Object.entries({ ...remembered, ...given }).flatMap(([id, value]) =>
    id.startsWith(QUESTION) ? [{ key: id.slice(QUESTION.length), value }] : [],
  );
  const under = (status: string) =>
    all.flatMap(({ key, value }) => (value === status ? [key] : []));
  return { booked: under("booked"), pending: under("pending") };
}

type Said = Record<"booked" | "pending", string[]>;

/** What the words of a heading say, as a status does; null for unknown words. */
function readHeadingStatus(text: string): "booked" | "pending" | null {
  const status = readStatusCell(text, "");
  return status === "void" ? "pending" : status;
}

interface Section {
  readonly text: string;
  readonly rows: readonly SampleRow[];
}

/**
 * The unknown headings with the rows below them. A heading that comes twice is furniture of a page,
 * and so is one among many.
 */
function listSections(
  rows: readonly (readonly string[])[],
  lines: readonly number[],
  { context }: Money,
): readonly Section[] {
  const byLine = new Map(context.rows.map((row) => [row.line, row]));
  const found = new Map<string, { text: string; rows: SampleRow[]; times: number }>();
  let current: SampleRow[] | null = null;
  /** Rows above that are booked: below a known section of pending rows, the booked ones follow. */
  let above = 0;
  let waits = false;
  rows.forEach((cells, index) => {
    const row = byLine.get(lines[index] ?? 0);
    if (row !== undefined) {
      if (!waits) above += 1;
      current?.push(row);
      return;
    }
    const text = readHeading(cells);
    if (text === null) return;
    current = null;
    waits = headsPending(text) || headsUnbooked(text);
    if (above === 0 || !mayHeadRows(text)) return;
    const known = found.get(normalLabel(text));
    current = known?.rows ?? [];
    found.set(normalLabel(text), { text, rows: current, times: (known?.times ?? 0) + 1 });
  });
  const sections = [...found.values()].filter(({ rows: below }) => below.length > 0);
  return sections.length > HEADINGS_MAX ? [] : sections.filter(({ times }) => times === 1);
}

function mayHeadRows(text: string): boolean {
  return !/\d/.test(text) && !headsPending(text) && !headsUnbooked(text) && !isSummary(text);
}
