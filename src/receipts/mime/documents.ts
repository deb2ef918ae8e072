// Finds the documents in a raw message: what a shop or a bank wrote, out of all messages around it.
// A message with attached messages holds their documents. One that forwards another in its body
// holds the innermost. One that a mailbox passed on by itself is the shop's own. Depth, number and
// bytes are bounded, and a message beyond a bound is a doubt.

import { dayOfInstant } from "../../money/day.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import {
  MAIL_MESSAGES_BYTES_MAX,
  MAIL_MESSAGES_DEPTH_MAX,
  MAIL_MESSAGES_MAX,
} from "../../platform/limits.ts";
import { splitText } from "../forwards/body-lines.ts";
import { forwardsInHtml, forwardsInText, type Forward } from "../forwards/forwards.ts";
import { readNote } from "../forwards/note.ts";
import { findForwarder } from "../forwards/redirect.ts";
import { readSentAt } from "../forwards/sent.ts";
import type { Carrier, Correspondent, MailDocument, Message } from "../mail.ts";
import type { Doubt, View } from "../receipt.ts";
import { takeHtmlSource } from "../view/html-source.ts";
import { renderHtml } from "../view/html-view.ts";
import { renderPlain } from "../view/plain-view.ts";
import { parseMessage } from "./parse.ts";

export interface Documents {
  /** The outer message. */
  readonly message: Message;
  readonly documents: readonly MailDocument[];
  /** The bytes of each attached message that was read. */
  readonly carried: readonly Uint8Array[];
  readonly doubts: readonly Doubt[];
  /** The doubts about one document: a body left out, an uncertain sender, a wrong charset. */
  readonly doubtsByDocument: ReadonlyMap<MailDocument, readonly Doubt[]>;
}

type Chain = MailDocument["chain"];

/** The rest of the bounds on attached messages. */
interface Budget {
  messages: number;
  bytes: number;
}

/** The messages around a message. */
interface Outside {
  readonly depth: number;
  readonly chain: Chain;
  readonly note: string | null;
  /** The hash of this message's bytes, where it is an attached one. */
  readonly hash?: string;
}

/** Finds the documents in a raw message. */
export async function findDocuments(raw: Uint8Array): Promise<Documents> {
  return unwrapMessage(
    raw,
    { depth: 0, chain: [], note: null },
    { messages: MAIL_MESSAGES_MAX, bytes: MAIL_MESSAGES_BYTES_MAX },
  );
}

const BEYOND: Doubt = {
  reason: "too_large",
  detail:
    "The mail carries more messages, or deeper ones, than are read; the rest was not looked at.",
};

async function unwrapMessage(
  raw: Uint8Array,
  outside: Outside,
  budget: Budget,
): Promise<Documents> {
  const { message, doubts: parseDoubts } = await parseMessage(raw);
  const doubts = [...parseDoubts];
  const documents: MailDocument[] = [];
  const carried: Uint8Array[] = [];
  const doubtsOf = new Map<MailDocument, readonly Doubt[]>();
  const own = ownDocument(message, outside, doubts);
  const hasAttached = message.attached.length > 0 && !isReport(message);
  const isDeepest = !hasAttached || outside.depth >= MAIL_MESSAGES_DEPTH_MAX;
  if (isDeepest || isOfItsOwn(own, message)) {
    documents.push(own);
    doubtsOf.set(
      own,
      doubts.filter(({ reason }) => reason !== "unsupported_type"),
    );
  }
  if (hasAttached && isDeepest) doubts.push(BEYOND);
  if (isDeepest) return { message, documents, carried, doubts, doubtsByDocument: doubtsOf };
  const inside: Outside = {
    depth: outside.depth + 1,
    chain: [...outside.chain, toStation(message)],
    note: joinNotes(outside.note, readMessageNote(message)),
  };
  for (const { raw: bytes, inner } of await unwrapAttached(message, inside, budget, doubts)) {
    documents.push(...inner.documents);
    carried.push(bytes, ...inner.carried);
    doubts.push(...inner.doubts);
    for (const [document, its] of inner.doubtsByDocument) doubtsOf.set(document, its);
  }
  return { message, documents, carried, doubts, doubtsByDocument: doubtsOf };
}

/** Whether a message with attached messages also says something itself. */
function isOfItsOwn({ carrier }: MailDocument, { attachments }: Message): boolean {
  return carrier === "inline" || attachments.some(({ inline }) => !inline);
}

interface Unwrapped {
  readonly raw: Uint8Array;
  readonly inner: Documents;
}

async function unwrapAttached(
  message: Message,
  outside: Outside,
  budget: Budget,
  doubts: Doubt[],
): Promise<readonly Unwrapped[]> {
  const all: Unwrapped[] = [];
  for (const raw of message.attached) {
    budget.messages -= 1;
    budget.bytes -= raw.length;
    if (budget.messages < 0 || budget.bytes < 0) {
      doubts.push(BEYOND);
      break;
    }
    const hash = hex(await sha256(raw));
    all.push({ raw, inner: await unwrapMessage(raw, { ...outside, hash }, budget) });
  }
  return all;
}

/**
 * A report about a message that was not delivered, or was complained about, holds it as evidence.
 */
function isReport({ headers, from }: Message): boolean {
  if (/^(?:mailer-daemon|postmaster)@/.test(from[0]?.address ?? "")) return true;
  return headers.some(
    ({ name, value }) =>
      name === "x-failed-recipients" ||
      (name === "content-type" && /^\s{0,9}multipart\/report\b/i.test(value)),
  );
}

function toStation({ from, subject }: Message): Chain[number] {
  return { from: from[0] ?? null, subject };
}

/** The document in the message itself: the innermost forward in its body, else the message. */
function ownDocument(message: Message, outside: Outside, doubts: Doubt[]): MailDocument {
  const forwarded = isReport(message) ? null : forwardedDocument(message, outside, doubts);
  const document = forwarded ?? directDocument(message, outside, doubts);
  return outside.hash === undefined ? document : { ...document, carriedIn: outside.hash };
}

/** The innermost of the forwards in a message's body; null if nothing is forwarded. */
function forwardedDocument(
  message: Message,
  outside: Outside,
  doubts: Doubt[],
): MailDocument | null {
  const around = { subject: message.subject, day: readDateSent(message)?.day ?? null };
  const inHtml = message.html === null ? [] : forwardsInHtml(message.html, around);
  const inText = message.text === null ? [] : forwardsInText(message.text, around);
  const forwards = inHtml.length >= inText.length ? inHtml : inText;
  const innermost = forwards.at(-1);
  if (innermost === undefined) return null;
  const other = (forwards === inHtml ? inText : inHtml).at(-1);
  const { subject, to, cc } = innermost;
  const from = decideSender(innermost, other, doubts);
  const { html, text } = takeHtmlSource({
    html: inHtml.at(-1)?.body ?? message.html,
    text: inText.at(-1)?.body ?? message.text,
  });
  return {
    carrier: "inline",
    from,
    to,
    cc,
    subject,
    messageId: null,
    sent: innermost.sent ?? other?.sent ?? null,
    chain: [
      ...outside.chain,
      toStation(message),
      ...forwards.slice(0, -1).map((forward) => ({ from: forward.from, subject: forward.subject })),
    ],
    note: forwards.reduce<string | null>((all, { note }) => joinNotes(all, note), outside.note),
    html,
    views: toViews(subject, { html, text }, doubts),
    attachments: message.attachments,
  };
}

/** The sender that both bodies name; where one has no address, the other's. */
function decideSender(
  one: Forward,
  other: Forward | undefined,
  doubts: Doubt[],
): Correspondent | null {
  const [a, b] = [one.from, other?.from ?? null];
  if (a === null || b === null) return a ?? b;
  if (a.address !== "" && b.address !== "" && a.address !== b.address)
    doubts.push({
      reason: "conflicting_views",
      detail: `The mail's text says it was written by ${b.address}, its HTML by ${a.address}.`,
    });
  return a.address === "" ? b : a;
}

function joinNotes(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return `${a}\n\n${b}`;
}

function directDocument(message: Message, outside: Outside, doubts: Doubt[]): MailDocument {
  const { from, to, cc, subject, messageId, html, attachments } = message;
  const carrier: Carrier = outside.depth === 0 ? "direct" : "attached";
  const by = findForwarder(message);
  return {
    carrier,
    from: from[0] ?? null,
    to,
    cc,
    subject,
    messageId,
    sent: readDateSent(message),
    chain: by === null ? outside.chain : [...outside.chain, { from: by, subject }],
    note: outside.note,
    html,
    views: toViews(subject, message, doubts),
    attachments,
  };
}

function readDateSent(message: Message): MailDocument["sent"] {
  const header = message.headers.find(({ name }) => name === "date")?.value ?? "";
  return (
    readSentAt(header, { languages: ["en"] }) ??
    (message.date === null ? null : { day: dayOfInstant(message.date), instant: message.date })
  );
}

/** The note in a message with attached messages. */
function readMessageNote({ text, html }: Message): string | null {
  const isBlank = text === null || text.trim() === "";
  const rendered = isBlank && html !== null ? renderHtml(html).text : "";
  return readNote(splitText(isBlank ? rendered : text));
}

function toViews(
  subject: string,
  { html, text }: Pick<Message, "html" | "text">,
  doubts: Doubt[],
): View[] {
  const views: View[] = [{ name: "subject", text: subject }];
  let complete = true;
  if (html !== null) {
    const rendered = renderHtml(html);
    views.push({ name: "html", text: rendered.text });
    if (rendered.alt !== "") views.push({ name: "alt", text: rendered.alt });
    complete = rendered.complete;
    if (rendered.disguised)
      doubts.push({
        reason: "conflicting_views",
        detail:
          "Figures in the mail have the colour of what is behind them, so that nobody sees them.",
      });
  }
  if (text !== null && text.trim() !== "") {
    const rendered = renderPlain(text);
    if (rendered.text !== "") views.push({ name: "text", text: rendered.text });
    complete &&= rendered.complete;
  }
  if (!complete)
    doubts.push({
      reason: "too_large",
      detail: "The mail's body is larger or deeper than is read; its end was not looked at.",
    });
  return views;
}
