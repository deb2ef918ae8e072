// Each written receipt of test/fixtures/samples is read with its total, or is a doubt where it is ambiguous; nothing is
// read wrong. They are of merchants and layouts in many languages, each with what it says by construction, and with
// decoys: dates of delivery, savings, limits, customer numbers.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { MailDocument } from "../../../src/receipts/mail.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { renderHtml } from "../../../src/receipts/view/html-view.ts";
import { renderPlain } from "../../../src/receipts/view/plain-view.ts";
import { parseDay } from "../../../src/money/day.ts";
import { must } from "../../../src/platform/assert.ts";
import samples from "../../fixtures/samples/receipts.json" with { type: "json" };

const SAMPLES = z
  .array(
    z.strictObject({
      name: z.string(),
      from: z.strictObject({ name: z.string(), address: z.string() }),
      subject: z.string(),
      sent: z.string(),
      /** In pieces, which follow on one another. */
      html: z
        .array(z.string())
        .transform((pieces) => pieces.join(""))
        .optional(),
      /** In lines. */
      text: z
        .array(z.string())
        .transform((lines) => lines.join("\n"))
        .optional(),
      total: z.string().nullable(),
      currency: z.string().nullable(),
      date: z.string().optional(),
      order: z.string().optional(),
      card: z.string().optional(),
      kind: z.string().optional(),
      /** The mail is rightly a question. */
      asked: z.literal(true).optional(),
    }),
  )
  .parse(samples);
type Sample = (typeof SAMPLES)[number];

/** The document a mail of this sample would be. */
function documentOf(sample: Sample): MailDocument {
  const views = [{ name: "subject", text: sample.subject }];
  if (sample.html !== undefined) views.push({ name: "html", text: renderHtml(sample.html).text });
  if (sample.text !== undefined) views.push({ name: "text", text: renderPlain(sample.text).text });
  return {
    carrier: "direct",
    from: sample.from,
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
      const { receipts, views } = await readByReaders(documentOf(sample));

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
