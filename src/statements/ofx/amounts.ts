// Amounts as OFX prints them. The standard allows a dot or a comma before the decimals and no
// thousands separator, but programs write "1,234.56" and "1.234,56" as well. An ambiguous amount
// is settled by the document's other amounts, then by its currency's decimals, then by a question.

import { exponentOf, type Currency } from "../../money/currency.ts";
import { AMOUNT_CHARS_MAX, AMOUNT_DECIMALS } from "../amounts.ts";
import { readAmount, type DecimalMark } from "../csv/amounts/amount.ts";

/** Evidence from a document's amounts about their decimal mark. */
export interface MarkFinding {
  /** The mark for amounts that do not show their own; null when nothing tells. */
  readonly mark: DecimalMark | null;
  /** An example of an amount that stays ambiguous. */
  readonly open: string | null;
  readonly why: string | null;
}

/** Finds the decimal mark from all amounts of a document, in one or more currencies. */
export function findMark(
  texts: readonly string[],
  currencies: readonly (Currency | null)[],
): MarkFinding {
  let dots = 0;
  let commas = 0;
  let open: string | null = null;
  for (const text of texts) {
    const shown = shownMark(text);
    if (shown === ".") dots += 1;
    else if (shown === ",") commas += 1;
    else if (shown === "open") open ??= text;
  }
  if (dots > 0 && commas === 0) return { mark: ".", open: null, why: null };
  if (commas > 0 && dots === 0) return { mark: ",", open: null, why: "Decimals follow a comma." };
  if (open === null)
    return {
      mark: null,
      open: null,
      why:
        dots > 0
          ? "Decimals follow a dot in some amounts, a comma in others; each shows which."
          : null,
    };
  const exponents = new Set(
    currencies.map((currency) => (currency === null ? -1 : exponentOf(currency))),
  );
  const [only = -1] = exponents;
  const last: DecimalMark = open.lastIndexOf(",") > open.lastIndexOf(".") ? "," : ".";
  const other: DecimalMark = last === "," ? "." : ",";
  if (dots + commas === 0 && exponents.size === 1 && only === 0)
    return {
      mark: other,
      open: null,
      why: "The currency has no decimals, so the marks in amounts separate thousands.",
    };
  if (dots + commas === 0 && exponents.size === 1 && only === 3)
    return {
      mark: last,
      open: null,
      why: "The currency has three decimals, so the marks in amounts are decimal marks.",
    };
  return { mark: null, open, why: null };
}

/** The mark an amount's own text shows; "open" when exactly three digits follow its only mark. */
function shownMark(text: string): DecimalMark | "open" | null {
  if (text.length > AMOUNT_CHARS_MAX) return null;
  const dot = text.lastIndexOf(".");
  const comma = text.lastIndexOf(",");
  if (dot < 0 && comma < 0) return null;
  if (dot >= 0 && comma >= 0) {
    const last = dot > comma ? "." : ",";
    return typeof readAmount(text, last, AMOUNT_DECIMALS) === "number" ? last : null;
  }
  const kind: DecimalMark = dot >= 0 ? "." : ",";
  const other: DecimalMark = kind === "." ? "," : ".";
  const value = readAmount(text, null, AMOUNT_DECIMALS);
  if (value === "ambiguous") return "open";
  if (typeof value !== "number") return null;
  return text.indexOf(kind) === text.lastIndexOf(kind) ? kind : other;
}
