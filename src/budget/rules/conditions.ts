// The criteria of rules as SQL conditions. SQLite folds only ASCII letters to lower case, so the
// other letters of a wanted text are replaced one by one. If that cannot decide a text as the
// matcher does, the condition finds more than the rule matches. Pure.

import type { Bindable } from "../../platform/sql/sql.ts";
import type { Criteria, TextTest } from "./matcher.ts";

/** The texts that rules compare. */
export const TEXTS = ["payee", "original_name", "notes"] as const;
type TextColumn = (typeof TEXTS)[number];

/** The text columns in SQLite's lower case. */
export type Lowered = Readonly<Record<TextColumn, string>>;

/** Lower case where the rows of transactions `t` are read. */
export const LOWER: Lowered = {
  payee: "lower(t.payee)",
  original_name: "lower(t.original_name)",
  notes: "lower(t.notes)",
};

/** The values of a statement by number: each is bound once, however often the statement names it. */
export class NumberedValues {
  readonly #numbers = new Map<Bindable, number>();

  /** The placeholder of a value. */
  bind(value: Bindable): string {
    const number = this.#numbers.get(value) ?? this.#numbers.size + 1;
    this.#numbers.set(value, number);
    return `?${number}`;
  }

  /** The values in the order of their numbers. */
  list(): Bindable[] {
    return [...this.#numbers.keys()];
  }
}

/** Conditions on a transaction `t`; not exact if they may also find what a rule does not match. */
export interface Matching {
  readonly conditions: readonly string[];
  readonly isExact: boolean;
}

/** The conditions under which all criteria hold; they may be NULL instead of false. */
export function matchCriteria(
  criteria: Criteria,
  values: NumberedValues,
  lowered: Lowered = LOWER,
): Matching {
  const { amount_min: min, amount_max: max, sign } = criteria;
  const conditions: string[] = [];
  for (const column of ["manual_account_id", "linked_account_id"] as const)
    if (criteria[column] !== undefined)
      conditions.push(`t.${column} = ${values.bind(criteria[column])}`);
  if (min !== undefined) conditions.push(`abs(t.amount) >= ${values.bind(min)}`);
  if (max !== undefined) conditions.push(`abs(t.amount) <= ${values.bind(max)}`);
  if (sign !== undefined) conditions.push(`t.amount ${sign === "debit" ? ">" : "<"} 0`);
  const texts = TEXTS.map((column) => matchText(criteria[column], lowered[column], values));
  return {
    conditions: [...conditions, ...texts.flatMap((one) => one.conditions)],
    isExact: texts.every(({ isExact }) => isExact),
  };
}

function matchText(test: TextTest | undefined, lower: string, values: NumberedValues): Matching {
  if (test === undefined) return { conditions: [], isExact: true };
  const wanted = test.text.toLowerCase();
  const part = findPlainPart(wanted);
  const roughly = part === "" ? [] : [`instr(${lower}, ${values.bind(part)}) > 0`];
  const forms = listForms(wanted);
  if (forms === null) return { conditions: roughly, isExact: false };
  const folded = forms.reduce(
    (text, form) => `replace(${text}, ${spell(form)}, ${spell(form.toLowerCase())})`,
    lower,
  );
  const exactly = compareText(test.how, folded, values.bind(wanted));
  // If no letter needs to be replaced, the comparison alone is as fast.
  return { conditions: forms.length === 0 ? [exactly] : [...roughly, exactly], isExact: true };
}

function compareText(how: TextTest["how"], text: string, wanted: string): string {
  switch (how) {
    case "contains":
      return `instr(${text}, ${wanted}) > 0`;
    case "equals":
      return `${text} = ${wanted}`;
    case "starts_with":
      return `instr(${text}, ${wanted}) = 1`;
  }
}

/** The text by the numbers of its letters. */
function spell(text: string): string {
  return `char(${Array.from(text, (letter) => letter.codePointAt(0) ?? 0).join(", ")})`;
}

/**
 * The longest part of a text in lower case that SQLite and the matcher fold alike: ASCII only,
 * without i and k, which are also the lower case of two letters beyond ASCII. Empty if it is short.
 */
function findPlainPart(wanted: string): string {
  const parts = wanted.split(/[^\x20-\x7e]|[ik]/);
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), "");
  return longest.length < 2 ? "" : longest;
}

/** Letters with further forms in upper case than their own. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  i: ["\u0130"],
  k: ["\u212a"],
  "\u0307": ["\u0130"],
  å: ["Å", "\u212b"],
  ß: ["\u1e9e"],
  θ: ["Θ", "\u03f4"],
  ω: ["Ω", "\u2126"],
};
/** The letters whose case depends on their place, and those with a third case. */
const UNDECIDED = /[σς\u01c4-\u01cc\u01f1-\u01f3\u1f80-\u1fff]/u;
/** Each form takes a function around the text; the platform nests a hundred. */
const FORMS_MAX = 20;

/**
 * The letters, other than those of ASCII, with a lower case in this text, which is in lower case.
 * Null if they are too many, or if SQL cannot tell.
 */
export function listForms(wanted: string): readonly string[] | null {
  if (UNDECIDED.test(wanted)) return null;
  const forms = new Set(Array.from(wanted).flatMap((letter) => FURTHER[letter] ?? upper(letter)));
  return forms.size > FORMS_MAX ? null : [...forms];
}

function upper(letter: string): readonly string[] {
  const form = letter.toUpperCase();
  const isPlain = letter <= "\x7f" || form === letter || form.toLowerCase() !== letter;
  return isPlain || Array.from(form).length > 1 ? [] : [form];
}
