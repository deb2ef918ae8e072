// The number and day of a paper are its own. An invoice has those of the invoice, as an e-invoice
// would, and not those of the order that a message's text names. A till's receipt has those of the
// receipt, and not those of the card slip on it.

import type { MailDocument } from "../mail.ts";
import { findDocumentDate, INVOICE_ORDER } from "../totals/document-date.ts";
import { findNumbers, type NumberSeen } from "../totals/document-numbers.ts";
import { splitLines, type Line } from "../totals/lines.ts";
import type { Claim, View } from "../receipt.ts";
import { isTill } from "./paper-kind.ts";

/** The claim with the paper's own number and day, if it has only one of each. */
export function usePaperNumbers(claim: Claim, view: View, document: MailDocument): Claim {
  const lines = splitLines(view.text);
  if (claim.kind?.value === "invoice") return useInvoiceNumbers(claim, view, lines, document);
  return claim.kind?.value === "receipt" && isTill(view.text)
    ? useReceiptNumber(claim, view, lines)
    : claim;
}

function useInvoiceNumbers(
  claim: Claim,
  view: View,
  lines: readonly Line[],
  document: MailDocument,
): Claim {
  const number = onlyOne(findNumbers(lines).filter(({ kind }) => kind === "invoice"));
  const { date, rule, rivals } = findDocumentDate(
    view.text,
    lines,
    document.sent?.day ?? null,
    INVOICE_ORDER,
  );
  const [day] = date?.readings ?? [];
  return {
    ...claim,
    ...(number === null ? {} : withNumber(number, view, "invoice number")),
    ...(date === null || day === undefined || rivals.length > 0 || rule !== "labelled issued"
      ? {}
      : {
          date: { value: day, span: { view: view.name, start: date.start, end: date.end }, rule },
        }),
  };
}

/** Words before the number of a till's receipt; a card slip has numbers too. */
const TILL_LABEL =
  /(?:bon|ticket|scontrino|documento|kvitto|kvittering|bong|paragon|nyugta|fiş|чек|レシート|receipt|kuitti|cupom|extrato)\P{L}*(?:\p{L}{1,8}\P{L}*)?$/iu;
const LABEL_CHARS_MAX = 40;

function useReceiptNumber(claim: Claim, view: View, lines: readonly Line[]): Claim {
  const numbers = findNumbers(lines).filter(({ kind }) => kind === "receipt");
  const own = numbers.filter(({ start }) =>
    TILL_LABEL.test(view.text.slice(Math.max(0, start - LABEL_CHARS_MAX), start)),
  );
  const number = onlyOne(own) ?? onlyOne(numbers);
  return number === null ? claim : { ...claim, ...withNumber(number, view, "receipt number") };
}

function withNumber(
  { value, start, end }: NumberSeen,
  view: View,
  rule: string,
): Pick<Claim, "order_number"> {
  return { order_number: { value, span: { view: view.name, start, end }, rule } };
}

function onlyOne(numbers: readonly NumberSeen[]): NumberSeen | null {
  const [first] = numbers;
  return first !== undefined && numbers.every(({ value }) => value === first.value) ? first : null;
}
