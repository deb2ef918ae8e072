// The day by which an invoice is to be paid is found by its label, and is never the day of the
// purchase.

import { expect, test } from "vitest";
import { findDueDate } from "../../../src/receipts/totals/due-date.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { documentWith } from "../document.ts";

const due = (text: string) => findDueDate({ name: "html", text }, null)?.value ?? null;

test.each([
  ["Due date: 2026-11-30"],
  ["Invoice date\tDue date\tReference\n2026-11-01\t2026-11-30\tR 17"],
  ["Bitte überweisen Sie bis zum 30.11.2026:"],
  ["Zahlungsziel\t30.11.2026"],
  ["Date limite de paiement le 30 novembre 2026\t29,99 €"],
  ["Échéance : 30/11/2026"],
  ["Fecha de vencimiento: 30 de noviembre de 2026"],
  ["Data di scadenza\n30/11/2026"],
  ["Vervaldatum: 30 november 2026"],
  ["Förfallodatum 2026-11-30"],
  ["Forfaldsdato: 30. november 2026"],
  ["Eräpäivä 30.11.2026"],
  ["Termin płatności: 30.11.2026 r."],
  ["Datum splatnosti: 30. 11. 2026"],
  ["Fizetési határidő: 2026.11.30"],
  ["Son ödeme tarihi: 30.11.2026"],
  ["Срок оплаты: 30 ноября 2026 г."],
  ["お支払い期限：2026年11月30日"],
  ["납부기한: 2026년 11월 30일"],
  ["Jatuh tempo: 30 November 2026"],
])("%j is due on 30 November 2026", (text) => {
  expect(due(text)).toBe("2026-11-30");
});

test.each([
  ["another day's label", "Invoice date: 2026-11-30"],
  ["two days", "Due date: 2026-11-30\nSecond instalment due by 2026-12-30"],
  ["a day in numbers that may be two", "Due date: 05/06/2026"],
  [
    "an amount due without a day beside it",
    "Amount due EUR 10.00\nThank you for staying with us since 2026-11-30",
  ],
  ["the head of another column", "Due date\tIssued\n-\t2026-11-30"],
])("%s gives no due day", (_what, text) => {
  expect(due(text)).toBeNull();
});

test("an invoice has its due day and its own day; a receipt has no due day", async () => {
  const lines = (first: string, total: string) =>
    `<p>${first}</p><p>Invoice date: 2026-11-01</p><p>Due date: 2026-11-30</p><p>${total}: EUR 10.00</p>`;
  const [invoice] = (await readByReaders(documentWith([], lines("Your invoice", "Total"))))
    .receipts;
  const [receipt] = (await readByReaders(documentWith([], lines("Payment receipt", "Amount paid"))))
    .receipts;

  expect(invoice).toMatchObject({
    kind: "invoice",
    date: { value: "2026-11-01" },
    dueOn: { value: "2026-11-30" },
  });
  expect(invoice?.why.join(" ")).toContain("due: 2026-11-30");
  expect(receipt).toMatchObject({ kind: "receipt", date: { value: "2026-11-01" } });
  expect(receipt?.dueOn).toBeUndefined();
});
