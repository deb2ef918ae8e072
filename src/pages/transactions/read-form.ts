// The form of one transaction as it was sent: what the person saw and wants, and what they chose
// where somebody else had changed a field meanwhile. Pure.

import { readText } from "../ui/form.ts";
import type { FormState } from "./edit-form.tsx";
import { FIELDS, fieldText, orderIds, sameLines, type Field, type Texts } from "./fields.ts";
import type { Saved } from "./save.ts";
import type { Transaction } from "./wire.ts";

/** A body with every value of a repeated control. */
export type Body = Readonly<Record<string, unknown>>;

export interface SentForm {
  readonly was: Texts;
  readonly set: Texts;
  /** Conflicts that the person has not decided; nothing is written to them. */
  readonly undecided: readonly Field[];
}

/** Reads a sent form. A field that the form did not have is in neither. */
export function readForm(body: Body): SentForm {
  const was: Partial<Record<Field, string>> = {};
  const set: Partial<Record<Field, string>> = {};
  const conflicts = readAll(body["conflict"]);
  const undecided: Field[] = [];
  for (const field of FIELDS) {
    const saw = body[`was.${field}`];
    const wanted = readWanted(body, field, readText(saw));
    if (typeof saw !== "string" || wanted === null || body["keep"] === field) continue;
    was[field] = sameLines(saw);
    set[field] = wanted;
    if (conflicts.includes(field) && body["use"] !== field) undecided.push(field);
  }
  return { was, set, undecided };
}

/** What the controls of a field say; null if they were not part of the form. */
function readWanted(body: Body, field: Field, was: string): string | null {
  if (field === "tag_ids")
    return body["tags"] === undefined ? null : orderIds(readAll(body["tag"]));
  if (field === "status") {
    if (body["review"] === undefined) return null;
    if (body["reviewed"] === "yes") return "reviewed";
    // Without the tick it is anything but reviewed, as it was.
    return was === "reviewed" ? "unreviewed" : was;
  }
  const text = body[field];
  return typeof text === "string" ? sameLines(text) : null;
}

/** Every text of a control that may be repeated. */
export function readAll(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string");
}

/** The form of a transaction as it is. */
export function freshForm(transaction: Transaction): FormState {
  return toForm((field) => {
    const text = fieldText(transaction, field);
    return { text, was: text, error: null, isConflict: false };
  });
}

/** The form after it was sent: what was typed stays where it was not written. */
export function answeredForm(
  { transaction, conflicts, refused }: Saved,
  { was, set, undecided }: SentForm,
): FormState {
  return toForm((field) => {
    const now = fieldText(transaction, field);
    const wanted = set[field] ?? now;
    const isConflict =
      wanted !== now &&
      (undecided.includes(field) || conflicts.some((conflict) => conflict.field === field));
    const error = refused.find((one) => one.field === field)?.message ?? null;
    const isOpen = isConflict || error !== null || (refused.length > 0 && wanted !== was[field]);
    return { text: isOpen ? wanted : now, was: now, error, isConflict };
  });
}

function toForm(state: (field: Field) => FormState[Field]): FormState {
  return {
    payee: state("payee"),
    category_id: state("category_id"),
    notes: state("notes"),
    tag_ids: state("tag_ids"),
    date: state("date"),
    status: state("status"),
  };
}
