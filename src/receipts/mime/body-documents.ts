// Finds the document in a message's own body: the innermost of the forwards in it, with those
// around it, else the message itself.

import { dayOfInstant } from "../../money/day.ts";
import { splitText } from "../forwards/body-lines.ts";
import { forwardsInHtml, forwardsInText, type Forward } from "../forwards/forwards.ts";
import { readNote } from "../forwards/note.ts";
import { findForwarder } from "../forwards/redirect.ts";
import { readSentAt } from "../forwards/sent.ts";
import type { Carrier, Correspondent, MailDocument, Message, SentAt } from "../mail.ts";
import type { Doubt, View } from "../receipt.ts";
import { takeHtmlSource } from "../view/html-source.ts";
import { joinLabelsOverValues } from "../view/label-over-value.ts";
import { renderHtml } from "../view/html-view.ts";
import { renderPlain } from "../view/plain-view.ts";

type Chain = MailDocument["chain"];

/** The messages around a message. */
export interface Outside {
  readonly depth: number;
  readonly chain: Chain;
  readonly note: string | null;
  /** The hash of this message's bytes, where it is an attached one. */
  readonly hash?: string;
}

/**
 * A report about a message that was not delivered, or was complained about, holds it as evidence.
 */
export function isReport({ headers, from }: Message): boolean {
  if (/^(?:mailer-daemon|postmaster)@/.test(from[0]?.address ?? "")) return true;
  return headers.some(
    ({ name, value }) =>
      name === "x-failed-recipients" ||
      (name === "content-type" && /^\s{0,9}multipart\/report\b/i.test(value)),
  );
}

/** The sender and the subject of a message that others were forwarded in. */
export function toStation({ from, subject }: Message): Chain[number] {
  return { from: from[0] ?? null, subject };
}

/** The document in a message's own body, and the forwards around it, the outermost first. */
export interface OwnDocuments {
  readonly own: MailDocument;
  readonly outer: readonly MailDocument[];
}

/** The document in the message itself: the innermost forward in its body, else the message. */
export function ownDocuments(message: Message, outside: Outside, doubts: Doubt[]): OwnDocuments {
  const sent = readDateSent(message);
  const forwarded = isReport(message) ? null : forwardedDocuments(message, outside, sent, doubts);
  const { own, outer } = forwarded ?? {
    own: directDocument(message, outside, sent, doubts),
    outer: [],
  };
  const { hash } = outside;
  if (hash === undefined) return { own, outer };
  return {
    own: { ...own, carriedIn: hash },
    outer: outer.map((document) => ({ ...document, carriedIn: hash })),
  };
}

/** The forwards in a message's body, the innermost as its own; null if nothing is forwarded. */
function forwardedDocuments(
  message: Message,
  outside: Outside,
  sent: SentAt | null,
  doubts: Doubt[],
): OwnDocuments | null {
  const around = { subject: message.subject, day: sent?.day ?? null };
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
  const stations = [...outside.chain, toStation(message), ...forwards.map(toForwarder)];
  const chainTo = (at: number): Chain => stations.slice(0, outside.chain.length + 1 + at);
  const noteAbove = (at: number): string | null =>
    forwards
      .slice(0, at + 1)
      .reduce<string | null>((all, { note }) => joinNotes(all, note), outside.note);
  const last = forwards.length - 1;
  const own: MailDocument = {
    carrier: "inline",
    from,
    to,
    cc,
    subject,
    messageId: null,
    sent: innermost.sent ?? other?.sent ?? null,
    chain: chainTo(last),
    note: noteAbove(last),
    html,
    views: toViews(subject, { html, text }, doubts),
    attachments: message.attachments,
  };
  const outer = forwards.slice(0, -1).map((forward, at) => {
    // Only the source in which all forwards were found tells where each of them ends.
    const source =
      forwards === inHtml ? { html: forward.own, text: null } : { html: null, text: forward.own };
    return outerDocument(forward, source, { chain: chainTo(at), note: noteAbove(at) });
  });
  return { own, outer };
}

function toForwarder({ from, subject }: Forward): Chain[number] {
  return { from, subject };
}

/** A forward that holds another, without that other. The attachments are the innermost's. */
function outerDocument(
  { from, to, cc, subject, sent }: Forward,
  source: Pick<Message, "html" | "text">,
  around: Pick<MailDocument, "chain" | "note">,
): MailDocument {
  const { html, text } = takeHtmlSource(source);
  const views = toViews(subject, { html, text }, []);
  return {
    carrier: "inline",
    from,
    to,
    cc,
    subject,
    messageId: null,
    sent,
    ...around,
    html,
    views,
    attachments: [],
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

/** Both notes, a paragraph each; null if there is neither. */
export function joinNotes(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return `${a}\n\n${b}`;
}

function directDocument(
  message: Message,
  outside: Outside,
  sent: SentAt | null,
  doubts: Doubt[],
): MailDocument {
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
    sent,
    chain: by === null ? outside.chain : [...outside.chain, { from: by, subject }],
    note: outside.note,
    html,
    views: toViews(subject, message, doubts),
    attachments,
  };
}

function readDateSent(message: Message): SentAt | null {
  const header = message.headers.find(({ name }) => name === "date")?.value ?? "";
  return (
    readSentAt(header, { languages: ["en"] }) ??
    (message.date === null ? null : { day: dayOfInstant(message.date), instant: message.date })
  );
}

/** The note in a message with attached messages. */
export function readMessageNote({ text, html }: Message): string | null {
  const isBlank = text === null || text.trim() === "";
  const rendered = isBlank && html !== null ? renderHtml(html).text : "";
  return readNote(splitText(isBlank ? rendered : text));
}

/** What a reader sees of a message: its subject, its formatted text and its plain text. */
export function toViews(
  subject: string,
  { html, text }: Pick<Message, "html" | "text">,
  doubts: Doubt[],
): View[] {
  const views: View[] = [{ name: "subject", text: subject }];
  let complete = true;
  if (html !== null) {
    const rendered = renderHtml(html);
    views.push({ name: "html", text: joinLabelsOverValues(rendered.text) });
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
    if (rendered.text !== "")
      views.push({ name: "text", text: joinLabelsOverValues(rendered.text) });
    complete &&= rendered.complete;
  }
  if (!complete)
    doubts.push({
      reason: "too_large",
      detail: "The mail's body is larger or deeper than is read; its end was not looked at.",
    });
  return views;
}
