// The one way by which the page of the budget writes amounts and notes. Each is written only while
// the service still has what the person saw; anything else is a conflict, and is left as it is.

import * as z from "zod";
import type { Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { SHORT_NOTES_CHARS_MAX } from "../../platform/limits.ts";
import { remove } from "../ui/calls.ts";
import { send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { ok, type Result } from "../../platform/result.ts";
import { findOwnAmount, type Budget, type Line } from "./model.ts";
import type { Sent } from "./read-form.ts";
import { parseTypedAmount } from "./typed-amount.ts";
import { printField } from "./words.ts";

/** An amount as the service has it; null for none. */
export type Stored = {
  readonly amount: string;
  readonly currency: string;
  readonly notes: string | null;
} | null;

/** One amount to write: what was there, and what is to be. */
export interface AmountChange {
  readonly id: number;
  readonly name: string;
  readonly was: Stored;
  readonly set: Stored;
}

/** A category whose amount was not written. What was typed stays. */
export interface Problem {
  readonly sent: Sent;
  readonly message: string;
  readonly field: "amount" | "note";
  readonly isConflict: boolean;
}

export interface Outcome {
  /** How many amounts were written. */
  readonly count: number;
  /** The journal's entry; null without one. */
  readonly change: number | null;
  readonly problems: ReadonlyMap<number, Problem>;
}

/** The amount of a line as its field shows it, and in which currency. */
export interface Editable {
  readonly line: Line;
  readonly text: string;
  readonly currency: string;
}

/** Every line whose amount can be typed: categories, and groups with their own amount. */
export function listEditable(
  { income, spending }: Budget,
  currency: string,
): ReadonlyMap<number, Editable> {
  const lines = [...income, ...spending].flatMap((section): readonly Editable[] => {
    const own = findOwnAmount(section);
    const group =
      section.group === null
        ? []
        : [{ line: section.group, text: own === null ? "" : printField(own, currency), currency }];
    return [...group, ...section.members.map((line) => toEditable(line, currency))];
  });
  return new Map(lines.map((one) => [one.line.id, one]));
}

function toEditable(line: Line, currency: string): Editable {
  const { entered } = line;
  return entered === null
    ? { line, text: "", currency }
    : { line, text: printField(entered.amount, entered.currency), currency: entered.currency };
}

/** Sorts a form into what is to be written and what cannot be. Pure. */
export function compareAmounts(
  sent: readonly Sent[],
  editable: ReadonlyMap<number, Editable>,
): { readonly changes: readonly AmountChange[]; readonly problems: readonly Problem[] } {
  const changes: AmountChange[] = [];
  const problems: Problem[] = [];
  for (const one of sent) {
    const now = editable.get(one.id);
    if (now === undefined || isUntouched(one)) continue;
    const found = compareOne(one, now);
    if ("message" in found) problems.push(found);
    else if (!isSame(found.was, found.set)) changes.push(found);
  }
  return { changes, problems };
}

function isUntouched({ amount, was, note }: Sent): boolean {
  return amount === was && (note === null || note.text === note.was);
}

function compareOne(sent: Sent, { line, text, currency }: Editable): AmountChange | Problem {
  const problem = (message: string, field: Problem["field"], isConflict = false): Problem => ({
    sent,
    message,
    field,
    isConflict,
  });
  const wanted = parseTypedAmount(sent.amount, currency);
  if (!wanted.ok) return problem(wanted.error, "amount");
  const shown = (value: string) => (value === "" ? "no amount" : value);
  const isAmountTouched = sent.amount !== sent.was;
  const typed = wanted.value === null ? "" : printField(wanted.value, currency);
  if (isAmountTouched && text !== sent.was && text !== typed)
    return problem(
      `Somebody set ${shown(text)} meanwhile. Save again to use yours.`,
      "amount",
      true,
    );
  const amount = isAmountTouched ? typed : text;
  const note = sent.note ?? { was: line.notes, text: line.notes };
  const isNoteTouched = note.text !== note.was;
  if (isNoteTouched && line.notes !== note.was && line.notes !== note.text)
    return problem(
      `Somebody wrote “${line.notes}” meanwhile. Save again to use yours.`,
      "note",
      true,
    );
  if (note.text.length > SHORT_NOTES_CHARS_MAX)
    return problem(
      `A note has at most ${SHORT_NOTES_CHARS_MAX} characters; this one has ${note.text.length}.`,
      "note",
    );
  if (amount === "" && isNoteTouched && note.text !== "")
    return problem("A note belongs to an amount. Type the amount too, 0 if there is none.", "note");
  const notes = isNoteTouched ? note.text : line.notes;
  return {
    id: line.id,
    name: line.name,
    was: toStored(text, currency, line.notes),
    set: toStored(amount, currency, notes),
  };
}

function toStored(amount: string, currency: string, notes: string): Stored {
  const read = parseTypedAmount(amount, currency);
  if (!read.ok || read.value === null) return null;
  return { amount: printUnits(units(read.value)), currency, notes: notes === "" ? null : notes };
}

function isSame(one: Stored, other: Stored): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Writes the changed amounts of the period that starts on the day, as one step. */
export async function saveAmounts(
  { service }: Pick<Variables, "service">,
  { start }: { readonly start: Day; readonly key: string },
  sent: readonly Sent[],
  editable: ReadonlyMap<number, Editable>,
): Promise<Result<Outcome, Refusal>> {
  const { changes, problems } = compareAmounts(sent, editable);
  const refused: Problem[] = [];
  // A group's amount may not be below its categories': these come first.
  const isGroup = ({ id }: AmountChange) => editable.get(id)?.line.isGroup === true;
  const inOrder = [...changes].sort((a, b) => Number(isGroup(a)) - Number(isGroup(b)));
  for (const change of inOrder) {
    const done = await write(service, start, change);
    const own = sent.find(({ id }) => id === change.id);
    if (done.ok || own === undefined) continue;
    const message = inWords(done.error.message);
    refused.push({ sent: own, message, field: "amount", isConflict: false });
  }
  const all = [...problems, ...refused].map((one) => [one.sent.id, one] as const);
  return ok({ count: changes.length - refused.length, problems: new Map(all), change: null });
}

function write(
  service: Variables["service"],
  start: Day,
  { id, set }: AmountChange,
): Promise<Result<unknown, Refusal>> {
  if (set === null) {
    const query = new URLSearchParams({ category_id: String(id), start_date: start });
    return remove(service, `/budgets?${query.toString()}`);
  }
  const body = { category_id: id, start_date: start, ...set };
  return send(service, "/budgets", body, z.unknown(), "PUT");
}

/** The service's sentence with the field's name in place of the property's. */
function inWords(sentence: string): string {
  return sentence.replace(/^amount is/, "The amount is").replace(/\bmembers\b/, "categories");
}
