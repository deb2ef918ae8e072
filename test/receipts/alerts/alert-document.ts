// A bank alert as a document for the tests: a subject, a sender and a body, sent on the fixtures'
// day.

import type { MailDocument } from "../../../src/receipts/mail.ts";
import { renderHtml } from "../../../src/receipts/view/html-view.ts";
import { renderPlain } from "../../../src/receipts/view/plain-view.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseDay } from "../../../src/money/day.ts";
import { SENT } from "./fixtures.ts";

export interface AlertMail {
  readonly subject?: string;
  readonly from?: readonly [name: string, address: string];
  readonly text?: string;
  readonly html?: string;
}

/** The document of a message with this alert. */
export function alertDocument({ subject = "", from, text, html }: AlertMail): MailDocument {
  const views = [{ name: "subject", text: subject }];
  if (html !== undefined) views.push({ name: "html", text: renderHtml(html).text });
  if (text !== undefined) views.push({ name: "text", text: renderPlain(text).text });
  return {
    carrier: "direct",
    from: from === undefined ? null : { name: from[0], address: from[1] },
    to: [],
    cc: [],
    subject,
    messageId: null,
    sent: { day: must(parseDay(SENT), "the day"), instant: null },
    chain: [],
    note: null,
    html: html ?? null,
    views,
    attachments: [],
  };
}
