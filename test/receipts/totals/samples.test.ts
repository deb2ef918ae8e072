// Each written receipt is read with its total, or is a doubt where it is ambiguous; nothing is read
// wrong.

import { describe, expect, test } from "vitest";
import type { MailDocument } from "../../../src/receipts/mail.ts";
import { readDocument } from "../../../src/receipts/read-mail.ts";
import { renderHtml } from "../../../src/receipts/view/html-view.ts";
import { renderPlain } from "../../../src/receipts/view/plain-view.ts";
import { parseDay } from "../../../src/money/day.ts";
import { must } from "../../../src/platform/assert.ts";
import { SAMPLES, type Sample } from "./samples.ts";

/** The document a mail of this sample would be. */
function documentOf(sample: Sample): MailDocument {
  const views = [{ name: "subject", text: sample.subject }];
  if (sample.html !== undefined) views.push({ name: "html", text: renderHtml(sample.html).text });
  if (sample.text !== undefined) views.push({ name: "text", text: renderPlain(sample.text).text });
  return {
    carrier: "direct",
    from: { name: sample.from[0], address: sample.from[1] },
    to: [],
    cc: [],
    subject: sample.subject,
    messageId: null,
    sent: { day: must(parseDay(sample.sent), "a sample's day"), instant: null },
    chain: [],
    note: null,
    html: sample.html ?? null,
    views,
    attachments: [],
  };
}

describe("written receipts", () => {
  test.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    "a receipt of %s is read, or is a doubt",
    async (_name, sample) => {
      const { receipts, views } = await readDocument(documentOf(sample));

      const [receipt, ...others] = receipts;
      expect(others).toEqual([]);
      const reasons = receipt?.doubts.map(({ reason }) => reason) ?? [];
      if (sample.asked === true) return expect(reasons).not.toEqual([]);
      expect({
        total: receipt?.total?.value,
        currency: receipt?.currency,
        doubts: reasons.filter((reason) => reason !== "invoice_due"),
      }).toEqual({ total: sample.total, currency: sample.currency, doubts: [] });
      if (sample.date !== undefined) expect(receipt?.date?.value).toBe(sample.date);
      if (sample.order !== undefined) expect(receipt?.order_number?.value).toBe(sample.order);
      if (sample.card !== undefined) expect(receipt?.card_last4?.value).toBe(sample.card);
      if (sample.kind !== undefined) expect(receipt?.kind).toBe(sample.kind);
      // Every value is a span of a view that a person can be shown.
      for (const seen of [
        receipt?.total,
        receipt?.date,
        receipt?.order_number,
        receipt?.card_last4,
        receipt?.merchant,
      ]) {
        if (seen === null || seen === undefined) continue;
        const text = views.find(({ name }) => name === seen.span.view)?.text ?? "";
        expect(text.slice(seen.span.start, seen.span.end)).not.toBe("");
      }
    },
  );
});
