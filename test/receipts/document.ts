// Documents for the readers' tests: messages with only the parts that a test needs.

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

/** A message without a sender, with these attachments and this HTML. */
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
