// Some banks print the amount only in the subject ("Money in: 1,962.31"), and the payer and the account in the rows.
// The subject and the text are read as one text. Then each place that was found gets back the name of its own view.

import type { MailDocument } from "../mail.ts";
import type { Claim, Span } from "../receipt.ts";
import type { Found } from "../reader.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { parseAlertText } from "./alert-text.ts";
import { foldInPlace } from "../words/in-place.ts";
import { findVerbs, isCertain, MOVING, type LabelRole } from "./vocabulary.ts";

/**
 * The view with the subject as its first line. Null where the subject does not tell of one amount; where neither the
 * text's rows name the movement's party and its account or day nor the subject names the card; or where the rows print
 * amounts other than balances.
 */
export function joinSubject({ subject }: MailDocument, text: string): string | null {
  const isTold = findVerbs(foldInPlace(subject)).some(
    (verb) => isCertain(verb) && MOVING.has(verb.sense),
  );
  if (!isTold || /[?？]/u.test(subject) || findAmounts(subject).length !== 1) return null;
  const { segments, amounts, balances } = parseAlertText(text);
  const rows = segments.filter(({ row }) => row !== null);
  const isInRow = (amount: Amount): boolean =>
    rows.some(({ start, end }) => amount.start >= start && amount.end <= end);
  if (amounts.some((amount) => isInRow(amount) && !balances.has(amount))) return null;
  const roles = new Set(rows.flatMap(({ row }) => row?.roles ?? []));
  const isOne = (...some: readonly LabelRole[]): boolean => some.some((role) => roles.has(role));
  const isNamed = isOne("merchant", "payer") && isOne("account", "date");
  return isNamed || LAST_DIGITS.test(subject) ? `${subject}\n${text}` : null;
}

/** "You bought 20.00 at Corner Cafe with your debit card *5512": a subject that names the card too needs no rows. */
const LAST_DIGITS = /[*•xX.…]{1,4} ?\d{4}(?!\d)/u;

/** What was found in the joined text, each place in the view it is from. */
export function splitFound(found: Found, subject: string): Found {
  return { ...found, claims: found.claims.map((claim) => moveSpans(claim, subject.length)) };
}

/** A claim of which each place within the first characters is the subject's, and the others begin behind its line. */
function moveSpans(claim: Claim, chars: number): Claim {
  const moved = Object.entries(claim).map(([field, seen]: [string, unknown]) => [
    field,
    hasSpan(seen) ? { ...seen, span: moveSpan(seen.span, chars) } : seen,
  ]);
  return { ...claim, ...Object.fromEntries(moved) };
}

function moveSpan({ view, start, end }: Span, chars: number): Span {
  return end <= chars
    ? { view: "subject", start, end }
    : { view, start: Math.max(0, start - chars - 1), end: end - chars - 1 };
}

function hasSpan(seen: unknown): seen is { readonly span: Span } {
  return typeof seen === "object" && seen !== null && "span" in seen;
}
