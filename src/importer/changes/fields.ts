// The fields of a transaction that the journal changes, and whether two values of a field mean the
// same. Pure.

/** The fields of a transaction's form, in the order in which a person reads them. */
export const FORM_FIELDS = ["payee", "category_id", "notes", "tag_ids", "date", "status"] as const;
/** All fields that can be changed: also the recurring item that the transaction belongs to. */
export const FIELDS = [...FORM_FIELDS, "recurring_id"] as const;

export type FormField = (typeof FORM_FIELDS)[number];
export type Field = (typeof FIELDS)[number];
export type Value = string | number | null | readonly number[];
/** Some fields with their values. */
export type Fields = { readonly [F in Field]?: Value | undefined };
/** All fields with their values. */
export type AllFields = Readonly<Record<Field, Value>>;

/** A field that was changed. */
export interface Changed {
  readonly field: Field;
  readonly before: Value;
  readonly after: Value;
}

/** A field that somebody else changed: it is left as it is. */
export interface Conflict {
  readonly field: Field;
  /** The value that the person saw. */
  readonly was: Value;
  readonly now: Value;
  /** The value that the person wants. */
  readonly set: Value;
}

/** A field, or a whole transaction (null), that the service refused to change. */
export interface Refusal {
  readonly field: Field | null;
  readonly message: string;
}

const NO_PAYEE = "[No Payee]";

/**
 * Whether two values of a field are equal. An empty note equals a missing one; the order of
 * tags does not matter.
 */
export function isSame(field: Field, one: Value | undefined, other: Value | undefined): boolean {
  return toText(field, one) === toText(field, other);
}

/** The fields that are named, in their order. */
export function listFields(some: Fields): Field[] {
  return FIELDS.filter((field) => some[field] !== undefined);
}

/** The value of a field; null if it is not named. */
export function valueOf(some: Fields, field: Field): Value {
  return some[field] ?? null;
}

/** Whether a text names a field. */
export function isField(text: string): text is Field {
  return FIELDS.some((field) => field === text);
}

/** Whether a field is one of the transaction's form. */
export function isFormField(field: Field): field is FormField {
  return FORM_FIELDS.some((one) => one === field);
}

function toText(field: Field, value: Value | undefined): string {
  if (field === "notes") return JSON.stringify(value === "" ? null : (value ?? null));
  if (field === "payee") return JSON.stringify(value === "" ? NO_PAYEE : (value ?? NO_PAYEE));
  if (typeof value === "object" && value !== null)
    return JSON.stringify([...new Set(value)].toSorted((a, b) => a - b));
  return JSON.stringify(value ?? null);
}
