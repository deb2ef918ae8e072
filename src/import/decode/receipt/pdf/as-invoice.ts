// A paper that is an invoice is known by the number and the day of the invoice, as its e-invoice would be; an order that it is
// for has others, which a mail's own text goes by.

import type { MailDocument } from "../mail.ts";
import { documentDate, INVOICE_ORDER } from "../labels/document-date.ts";
import { findNumbers } from "../labels/document-numbers.ts";
import { linesOf } from "../labels/lines.ts";
import type { Claim, View } from "../receipt.ts";

/** The claim with the invoice's number and day, where the paper has one alone of each. */
export function asInvoice(claim: Claim, view: View, document: MailDocument): Claim {
  if (claim.kind?.value !== "invoice") return claim;
  const lines = linesOf(view.text);
  const numbers = findNumbers(lines).filter(({ kind }) => kind === "invoice");
  const [number] = numbers;
  const { date, rule, rivals } = documentDate(view.text, lines, document.sent?.day ?? null, INVOICE_ORDER);
  const [day] = date?.readings ?? [];
  return {
    ...claim,
    ...(number === undefined || numbers.some(({ value }) => value !== number.value) ? {} : { order_number: { value: number.value, span: { view: view.name, start: number.start, end: number.end }, rule: "invoice number" } }),
    ...(date === null || day === undefined || rivals.length > 0 || rule !== "labelled issued" ? {} : { date: { value: day, span: { view: view.name, start: date.start, end: date.end }, rule } }),
  };
}
