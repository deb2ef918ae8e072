// The page of the budget writes amounts and notes only through here, as one entry in the journal of
// changes, which can be undone. An amount is written only if the service still has the one that the
// person saw; otherwise it is a conflict and stays as it is.

import { printFactAmount } from "../../importer/changes/records/words.ts";
import { CHANGE_ANSWER, type ShownAnswer } from "../../importer/changes/wire.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { CHANGE_RECORDS_MAX, SHORT_NOTES_CHARS_MAX } from "../../platform/limits.ts";
import { send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { ok, type Result } from "../../platform/result.ts";
import { findOwnAmount, type Budget, type Line } from "./model.ts";
import type { Entered } from "./read-budget.ts";
import type { Sent } from "./read-form.ts";
import { parseTypedAmount } from "./typed-amount.ts";
import { printField } from "./words.ts";

/** An amount as the service has it; null for none. */
export type Stored = {
  readonly amount: string;
  readonly currency: string;
  readonly notes: string | null;
} | null;

/** One amount to write: the stored one that the person saw, and the new one. */
export interface AmountChange {
  readonly id: number;
  readonly name: string;
  readonly was: Stored;
  readonly set: Stored;
}

/** A category whose amount was not written. The field keeps the typed text. */
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
  /** The amount that is budgeted automatically while the field is empty; "" for none. */
  readonly automatic: string;
}

/** Every line whose amount can be typed: categories, and groups with their own amount. */
export function listEditable(
  { income, spending }: Budget,
  entered: Entered | null,
  currency: string,
): ReadonlyMap<number, Editable> {
  const lines = [...income, ...spending].flatMap((section): readonly Editable[] => {
    const own = findOwnAmount(section);
    const group =
      section.group === null
        ? []
        : [toEditable(section.group, own === null ? null : { amount: own, currency }, currency)];
    return [...group, ...section.members.map((line) => toEditable(line, line.entered, currency))];
  });
  const known = lines.map((one): Editable => {
    const { line, text } = one;
    if (entered === null) return one;
    const own = toEditable(line, entered.get(line.id) ?? null, currency);
    // An amount that the service budgets automatically was not typed by a person.
    return own.text === "" && !line.isGroup ? { ...own, automatic: text } : own;
  });
  return new Map(known.map((one) => [one.line.id, one]));
}

function toEditable(line: Line, amount: Line["entered"], currency: string): Editable {
  const own = amount?.currency ?? currency;
  const text = amount === null ? "" : printField(amount.amount, own);
  return { line, text, currency: own, automatic: "" };
}

/** Sorts a form into the amounts to write and those that cannot be written. Pure. */
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

/** Writes the changed amounts of the period that starts on the day, as one entry of the journal. */
export async function saveAmounts(
  { api }: Pick<Variables, "api">,
  { start, key }: { readonly start: Day; readonly key: string },
  sent: readonly Sent[],
  editable: ReadonlyMap<number, Editable>,
): Promise<Result<Outcome, Refusal>> {
  const { changes, problems } = compareAmounts(sent, editable);
  // A group's amount may not be below its categories' sum, so categories are written first.
  const isGroup = ({ id }: AmountChange) => editable.get(id)?.line.isGroup === true;
  const records = [...changes]
    .sort((a, b) => Number(isGroup(a)) - Number(isGroup(b)))
    .map((change) => toRecord(start, change));
  const answers: ShownAnswer[] = [];
  for (let from = 0; from < records.length; from += CHANGE_RECORDS_MAX) {
    const part = records.slice(from, from + CHANGE_RECORDS_MAX);
    const body = { key: await makeKey(key, part), records: part, from: "the budget" };
    const answer = await send(api, "/api/changes", body, CHANGE_ANSWER);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  const left = answers.flatMap((answer) => listProblems(answer, sent));
  const all = [...problems, ...left].map((one) => [one.sent.id, one] as const);
  const [only, another] = answers;
  return ok({
    count: changes.length - new Set(left.map(({ sent: { id } }) => id)).size,
    problems: new Map(all),
    change: only === undefined || another !== undefined ? null : only.change.id,
  });
}

/** The change as the journal takes it: the fields that change, each with what the person saw. */
function toRecord(start: Day, { id, was, set }: AmountChange): object {
  const [before, after] = [was ?? NOTHING, set ?? NOTHING];
  const fields = set === null ? (["amount"] as const) : (["amount", "currency", "notes"] as const);
  const changed = fields.filter((field) => before[field] !== after[field]);
  return {
    kind: "budget",
    category_id: id,
    start_date: start,
    was: Object.fromEntries(changed.map((field) => [field, before[field]])),
    set: Object.fromEntries(changed.map((field) => [field, after[field]])),
  };
}

const NOTHING = { amount: null, currency: null, notes: null };

function listProblems(
  { record_conflicts: conflicts, record_refused: refused }: ShownAnswer,
  sent: readonly Sent[],
): readonly Problem[] {
  const find = (id: number) => sent.find((one) => one.id === id);
  return [
    ...conflicts.map(({ id, field, now }) => ({
      own: find(id),
      message: `Somebody set ${printFactAmount(now)} meanwhile. Save again to use yours.`,
      field: field === "notes" ? ("note" as const) : ("amount" as const),
      isConflict: true,
    })),
    ...refused.map(({ id, field, message }) => ({
      own: find(id),
      message: inWords(message),
      field: field === "notes" ? ("note" as const) : ("amount" as const),
      isConflict: false,
    })),
  ].flatMap(({ own, ...rest }) => (own === undefined ? [] : [{ sent: own, ...rest }]));
}

/**
 * With the browser's Back, the same form may be sent with other amounts. That is another change.
 */
async function makeKey(formKey: string, records: readonly object[]): Promise<string> {
  const digest = hex(await sha256(JSON.stringify(records)));
  return `${formKey.slice(0, FORM_KEY_CHARS)}-${digest.slice(0, DIGEST_CHARS)}`;
}

const FORM_KEY_CHARS = 36;
const DIGEST_CHARS = 32;

/** The service's sentence with the field's name in place of the property's. */
function inWords(sentence: string): string {
  return sentence.replace(/^amount is/i, "The amount is").replace(/\bmembers\b/, "categories");
}
