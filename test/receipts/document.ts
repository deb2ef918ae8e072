// Documents for the readers' tests: a mail that has nothing but what a test gives it.

import type { Attachment, MailDocument } from "../../src/receipts/mail.ts";
import { renderHtml } from "../../src/receipts/view/html-view.ts";

const encoder = new TextEncoder();

/** An attachment of text or bytes. */
export function attachment(
  name: string,
  content: string | Uint8Array,
  mediaType = "application/octet-stream",
): Attachment {
  return {
    name,
    mediaType,
    bytes: typeof content === "string" ? encoder.encode(content) : content,
    inline: false,
  };
}

/** A mail of nobody with these attachments, and this HTML. */
export function documentWith(
  attachments: readonly Attachment[],
  html: string | null = null,
): MailDocument {
  const views = html === null ? [] : [{ name: "html", text: renderHtml(html).text }];
  return {
    carrier: "direct",
    from: null,
    to: [],
    cc: [],
    subject: "",
    messageId: null,
    sent: null,
    chain: [],
    note: null,
    html,
    views,
    attachments,
  };
}
