// Interprets a record's fields. Each line has a one-letter code; a line that looks like a second
// date or amount but is none continues the memo above it. A split part lasts from one "S" to the
// next.

import { foldBlanks } from "../charset.ts";
import type { QifRecord } from "./blocks.ts";

export interface SplitPart {
  readonly category: string;
  readonly memo: string;
  readonly amount: string;
  readonly percent: string;
}

export interface Contents {
  readonly date: string;
  /** T and U, the texts of the amount, as often as printed. */
  readonly amounts: readonly string[];
  readonly dates: readonly string[];
  readonly payee: string;
  readonly memo: string;
  readonly number: string;
  /** L without brackets and class. */
  readonly category: string;
  /** L in brackets: the account that the money goes to or comes from. */
  readonly transfer: string;
  readonly cleared: string;
  readonly address: string;
  readonly splits: readonly SplitPart[];
  /** Y, I, Q, O and $ of an investment. */
  readonly security: string;
  readonly price: string;
  readonly quantity: string;
  readonly commission: string;
  readonly transferred: string;
}

/** A record and what its fields mean. */
export interface Interpreted {
  readonly record: QifRecord;
  readonly contents: Contents;
}

interface Draft {
  readonly dates: string[];
  readonly amounts: string[];
  readonly texts: Record<string, string[]>;
  readonly splits: { category: string; memo: string; amount: string; percent: string }[];
  last: string;
}

/** A record with its contents, which several decisions look at. */
export function interpretRecord(record: QifRecord, investment: boolean): Interpreted {
  return { record, contents: readContents(record, investment) };
}

/** Reads the fields of a record; "$" and "I" have another meaning for investments. */
export function readContents({ fields }: QifRecord, investment: boolean): Contents {
  const draft: Draft = { dates: [], amounts: [], texts: {}, splits: [], last: "" };
  for (const { code, value } of fields) takeField(draft, code, value, investment);
  const { texts } = draft;
  const text = (code: string) => joinLines(texts[code]);
  const { category, transfer } = parseCategory(text("L"));
  return {
    date: draft.dates[0] ?? "",
    dates: draft.dates,
    amounts: draft.amounts,
    payee: text("P"),
    memo: text("M"),
    number: text("N"),
    category,
    transfer,
    cleared: text("C"),
    address: texts["A"]?.filter((line) => line !== "").join(", ") ?? "",
    splits: draft.splits,
    security: text("Y"),
    price: text("I"),
    quantity: text("Q"),
    commission: text("O"),
    transferred: investment ? text("$") : "",
  };
}

/** The lines as one text; their blanks were folded when the record was split. */
function joinLines(lines: readonly string[] | undefined): string {
  if (lines === undefined) return "";
  return lines.length === 1 ? (lines[0] ?? "") : foldBlanks(lines.join(" "));
}

const KNOWN = "DTUPMNLSE$%ACFYIQOXRKGB";

function takeField(draft: Draft, code: string, value: string, investment: boolean): void {
  if (!isFieldValue(code, value) || continuesMemo(draft, code, value)) {
    // Of a memo with several lines, only the first has its code.
    if (draft.last === "M" || draft.last === "P")
      (draft.texts[draft.last] ??= []).push(`${code}${value}`);
    return;
  }
  draft.last = code;
  if (code === "D") draft.dates.push(value);
  else if (code === "T" || code === "U") draft.amounts.push(value);
  else if (code === "S") draft.splits.push({ category: value, memo: "", amount: "", percent: "" });
  else if (!investment && (code === "$" || code === "%" || code === "E"))
    takeSplitField(draft, code, value);
  else (draft.texts[code] ??= []).push(value);
}

/** Whether the code is known, and a date or amount has a digit or is empty. */
function isFieldValue(code: string, value: string): boolean {
  if (!KNOWN.includes(code)) return false;
  return !"DTU".includes(code) || value === "" || /\d/.test(value);
}

/** Whether the code is the first letter of a word that continues a memo: "Total 5 pieces". */
function continuesMemo({ amounts, texts, last }: Draft, code: string, value: string): boolean {
  if ((last !== "M" && last !== "P") || !/^[a-z]/.test(value)) return false;
  if (code === "T" || code === "U")
    return amounts.length > 0 || !/^[a-z]{1,3} ?[-+(\d]/.test(value);
  return code === "D" || ("PLNC".includes(code) && texts[code] !== undefined);
}

const SPLIT_FIELDS = { $: "amount", "%": "percent", E: "memo" } as const;

function takeSplitField({ splits }: Draft, code: keyof typeof SPLIT_FIELDS, value: string): void {
  const open = splits.at(-1);
  const field = SPLIT_FIELDS[code];
  // Some programs leave out the category of a part.
  if (open === undefined || open[field] !== "")
    splits.push({ category: "", memo: "", amount: "", percent: "", [field]: value });
  else open[field] = value;
}

/** "[Savings]/Class" is a transfer, "Food:Meat/Class" a category. */
function parseCategory(text: string): { category: string; transfer: string } {
  if (!text.startsWith("[")) return { category: text, transfer: "" };
  const end = text.indexOf("]");
  return end < 0
    ? { category: text, transfer: "" }
    : { category: text.slice(end + 1).replace(/^\//, ""), transfer: text.slice(1, end).trim() };
}
