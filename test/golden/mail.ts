// What the mail readers make of a raw message, or of a page, a text or an attachment without one:
// documents, receipts, who vouches for them, and what the inbox would do with them where nobody was
// trusted before.

import { authenticateMail } from "../../src/receipts/authenticity/authenticate.ts";
import type { ResolveTxt } from "../../src/receipts/authenticity/resolver.ts";
import type { MailVerdict, MessageVerdict } from "../../src/receipts/authenticity/verdict.ts";
import {
  forwardsInHtml,
  forwardsInText,
  type Forward,
} from "../../src/receipts/forwards/forwards.ts";
import type { Attachment, MailDocument, Message } from "../../src/receipts/mail.ts";
import { readDocument, readMail } from "../../src/receipts/read-mail.ts";
import type { MailReading, ReadDocument } from "../../src/receipts/reading.ts";
import type { Reason, Receipt } from "../../src/receipts/receipt.ts";
import { renderHtml } from "../../src/receipts/view/html-view.ts";
import { renderPlain } from "../../src/receipts/view/plain-view.ts";
import { deriveFacts, type Facts } from "../../src/importer/inbox/facts.ts";
import {
  externalIdBase,
  identifyDelivery,
  deriveExternalId,
  identifyDocument,
  type DocumentIdentity,
} from "../../src/importer/inbox/identity.ts";
import { decideHandling } from "../../src/importer/inbox/policy.ts";
import { senderKey } from "../../src/importer/inbox/sender-key.ts";
import { hashed, sentence } from "./digest.ts";
import { readAsStatement } from "./statement.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

/** All that is read of a raw message. */
export async function readAsMail(raw: Uint8Array, resolve: ResolveTxt): Promise<object> {
  const reading = await readMail(raw);
  const verdict = await authenticateMail(raw, reading.carried, resolve, NOW);
  const documents: object[] = [];
  for (const document of reading.documents)
    documents.push({
      ...(await documentOf(document)),
      handled: handledOf(document, reading, verdict),
    });
  return {
    message: messageOf(reading.message),
    delivery: await identifyDelivery(raw, reading.message.messageId),
    carried: reading.carried,
    doubts: reading.doubts.map(doubtOf),
    verdict: {
      ...verdictOf(verdict),
      carried: Object.fromEntries(
        Object.entries(verdict.carried).map(([hash, one]) => [hash, verdictOf(one)]),
      ),
    },
    documents,
  };
}

/** All that is read of a page, a text or an attachment as a document of its own. */
export async function readAsDocument(
  name: string,
  bytes: Uint8Array,
  mediaType: string,
): Promise<object> {
  const text = new TextDecoder().decode(bytes);
  const html = mediaType === "text/html" ? text : null;
  const plain = mediaType === "text/plain" ? [{ name: "text", text: renderPlain(text).text }] : [];
  const views = html === null ? plain : [{ name: "html", text: renderHtml(html).text }];
  const subject = mediaType === "text/plain" ? (/^Subject: ?(.*)$/m.exec(text)?.[1] ?? "") : "";
  const attachments: Attachment[] =
    views.length > 0 ? [] : [{ name, mediaType, bytes, inline: false }];
  const document: MailDocument = {
    carrier: "direct",
    from: null,
    to: [],
    cc: [],
    subject,
    messageId: null,
    sent: null,
    chain: [],
    note: null,
    html,
    views,
    attachments,
  };
  return documentOf(await readDocument(document));
}

/**
 * The forwards in a text as the body of a mail with that subject, and in the same lines as HTML; of
 * a page, in itself.
 */
export function readForwards(text: string, subject: string, isHtml: boolean): object {
  const around = { subject, day: null };
  const inHtml = forwardsInHtml(isHtml ? text : asHtml(text), around).map(forwardOf);
  return isHtml
    ? { in_html: inHtml }
    : { in_text: forwardsInText(text, around).map(forwardOf), in_html: inHtml };
}

function forwardOf({ from, to, cc, subject, sent, note, body }: Forward): object {
  return { from, to, cc, subject, sent, note, body: hashed(body) };
}

/** The lines as a program writes them into HTML: a line break each, quoted ones in block quotes. */
function asHtml(text: string): string {
  const escape = (line: string) =>
    line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  let depth = 0;
  const lines = text.split(/\r?\n/).map((line) => {
    const marks = /^(?:> ?)*/.exec(line)?.[0] ?? "";
    const to = marks.replaceAll(" ", "").length;
    const change =
      to > depth
        ? '<blockquote type="cite">'.repeat(to - depth)
        : "</blockquote>".repeat(depth - to);
    depth = to;
    return `${change}${escape(line.slice(marks.length))}`;
  });
  return `<html><body><div dir="auto">${lines.join("<br>\n")}</div></body></html>`;
}

function messageOf({
  headers,
  from,
  to,
  cc,
  subject,
  messageId,
  date,
  html,
  text,
  attachments,
  attached,
}: Message): object {
  return {
    headers: hashed(JSON.stringify(headers.map(({ name, value }) => [name, value]))),
    from,
    to,
    cc,
    subject,
    messageId,
    date,
    html: hashed(html),
    text: hashed(text),
    attachments: attachments.map(attachmentOf),
    attached,
  };
}

function attachmentOf({ name, mediaType, bytes, inline }: Attachment): object {
  return { name, mediaType, bytes, inline };
}

async function documentOf(read: ReadDocument): Promise<object> {
  const { document, views, receipts } = read;
  const statements: object[] = [];
  for (const { name, bytes } of read.statements)
    statements.push({ name, bytes, read: await readAsStatement(name, bytes) });
  const {
    carrier,
    carriedIn,
    from,
    to,
    cc,
    subject,
    messageId,
    sent,
    chain,
    note,
    html,
    attachments,
  } = document;
  const identity = await identifyDocument(read);
  const charges: object[] = [];
  for (const receipt of receipts)
    charges.push(await chargeOf(deriveFacts(receipt, sent, {}, null), identity));
  return {
    document: {
      carrier,
      carriedIn,
      from,
      to,
      cc,
      subject,
      messageId,
      sent,
      chain,
      note,
      html: hashed(html),
      attachments: attachments.map(attachmentOf),
    },
    views: views.map(({ name, text }) => ({ name, text })),
    identity: {
      texts: identity.texts,
      domain: identity.domain,
      message_id: identity.message_id,
      day: identity.day,
      instant: identity.instant,
      minute: identity.minute,
    },
    receipts: receipts.map(receiptOf),
    charges,
    statements,
  };
}

function receiptOf(receipt: Receipt): unknown {
  const { why, doubts, ...values } = receipt;
  return {
    ...Object(withWording(values)),
    doubts: doubts.map(doubtOf),
    why: sentence(why.join("\n")),
  };
}

/** Values with where they were seen; the rule that saw them is a text of its sentence. */
function withWording(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWording);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "rule" ? sentence(String(one)) : withWording(one),
    ]),
  );
}

/** What the inbox takes a receipt for, and the external_id of the first such charge. */
async function chargeOf(facts: Facts, identity: DocumentIdentity): Promise<object> {
  const {
    class: what,
    kind,
    merchant,
    total,
    currency,
    date,
    order_number,
    card_last4,
    moment,
    incoming,
    cash,
    account,
    doubts,
    why,
  } = facts;
  const whole =
    what === "none" || total === null || date === null
      ? null
      : {
          class: what,
          total,
          currency,
          date,
          order_number,
          ...(moment !== undefined && { moment }),
          domain: identity.domain,
        };
  const external_id =
    whole === null ? null : await deriveExternalId(externalIdBase(whole, identity.texts[0]), 1);
  return {
    external_id,
    class: what,
    kind,
    merchant,
    total,
    currency,
    date,
    order_number,
    card_last4,
    moment,
    incoming,
    cash,
    account,
    doubts: doubts.map(doubtOf),
    why: sentence(why.join("\n")),
  };
}

function doubtOf({ reason, detail }: { readonly reason: Reason; readonly detail: string }): object {
  return { reason, detail: sentence(detail) };
}

function verdictOf({
  result,
  why,
  domain,
  signatures,
  platform,
  signed_at,
}: MessageVerdict): object {
  const signed = signatures.map((one) => ({
    ...one,
    why: one.why === null ? null : sentence(one.why),
  }));
  return { result, domain, platform, signed_at, signatures: signed, why: sentence(why.join("\n")) };
}

/** What would become of each receipt, by either door, trusting nobody or everybody. */
function handledOf(
  { document, receipts }: ReadDocument,
  { message }: MailReading,
  verdict: MailVerdict,
): object[] {
  const inner =
    document.carriedIn === undefined ? null : (verdict.carried[document.carriedIn] ?? null);
  return receipts.flatMap(({ kind, merchant }) =>
    (["email", "api"] as const).flatMap((door) =>
      [false, true].map((trusted) => {
        const sender = senderKey(document.from, merchant?.value ?? null);
        const outerFrom = message.from[0]?.address ?? "";
        const {
          action,
          reason,
          forwarder,
          sender: teaches,
          why,
        } = decideHandling({
          kind,
          door,
          carrier: document.carrier,
          outer: verdict,
          outerFrom,
          inner,
          sender,
          trusts: () => trusted,
          receivedAt: NOW,
        });
        return { door, trusted, action, reason, forwarder, sender: teaches, why: sentence(why) };
      }),
    ),
  );
}
