// The documents in a raw mail: what a shop or a bank wrote, with every wrapping off. A message that carries others whole
// is as many documents as it carries; one that forwards another in its body is what it forwards, the innermost; one that a
// mailbox passes on by itself still is the shop's own. Bounded in depth, number and bytes; what is beyond is said.

import { dayOfInstant } from "../../money/day.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import {
  MAIL_MESSAGES_BYTES_MAX,
  MAIL_MESSAGES_DEPTH_MAX,
  MAIL_MESSAGES_MAX,
} from "../../platform/limits.ts";
import type { Carrier, Correspondent, MailDocument, Message } from "../mail.ts";
import type { View } from "../receipt.ts";
import { renderHtml } from "../view/html-view.ts";
import { renderPlain } from "../view/plain-view.ts";
import { forwardsInHtml, forwardsInText, type Forward } from "../forwards/forwards.ts";
import { linesOfText } from "../forwards/body-lines.ts";
import { noteIn } from "../forwards/note.ts";
import { parseMessage, type Doubt } from "./parse.ts";
import { passedOnBy } from "../forwards/redirect.ts";
import { sentAtOf } from "../forwards/sent.ts";

export interface Documents {
  /** The outer message. */
  readonly message: Message;
  readonly documents: readonly MailDocument[];
  /** The bytes of each message that it carries and that was looked at. */
  readonly carried: readonly Uint8Array[];
  readonly doubts: readonly Doubt[];
  /** Those that bear on what is read of a document: a body left out, a sender that is not certain, letters of a wrong charset. */
  readonly doubtsOf: ReadonlyMap<MailDocument, readonly Doubt[]>;
}

type Chain = MailDocument["chain"];

/** What is left of the bounds on messages in messages. */
interface Budget {
  messages: number;
  bytes: number;
}

/** Takes a raw mail apart into its documents. */
export async function documentsOf(raw: Uint8Array): Promise<Documents> {
  return unwrapped(
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

interface Outside {
  readonly depth: number;
  readonly chain: Chain;
  readonly note: string | null;
  /** The hash of the carried message that this is. */
  readonly hash?: string;
}

async function unwrapped(raw: Uint8Array, outside: Outside, budget: Budget): Promise<Documents> {
  const { message, doubts } = await parseMessage(raw);
  const said = [...doubts];
  const [documents, carried]: [MailDocument[], Uint8Array[]] = [[], []];
  const doubtsOf = new Map<MailDocument, readonly Doubt[]>();
  const report = isReport(message);
  const found = report ? direct(message, outside, said) : documentIn(message, outside, said);
  const own = { ...found, ...(outside.hash === undefined ? {} : { carriedIn: outside.hash }) };
  const carries = message.attached.length > 0 && !report;
  const deeper = carries && outside.depth < MAIL_MESSAGES_DEPTH_MAX;
  if (!deeper || own.carrier === "inline" || message.attachments.some(({ inline }) => !inline)) {
    documents.push(own);
    doubtsOf.set(
      own,
      said.filter(({ reason }) => reason !== "unsupported_type"),
    );
  }
  if (carries && !deeper) said.push(BEYOND);
  if (!deeper) return { message, documents, carried, doubts: said, doubtsOf };
  const inside: Outside = {
    depth: outside.depth + 1,
    chain: [...outside.chain, stationOf(message)],
    note: joined(outside.note, noteOf(message)),
  };
  for (const { raw: bytes, inner } of await attached(message, inside, budget, said)) {
    documents.push(...inner.documents);
    carried.push(bytes, ...inner.carried);
    said.push(...inner.doubts);
    for (const [document, its] of inner.doubtsOf) doubtsOf.set(document, its);
  }
  return { message, documents, carried, doubts: said, doubtsOf };
}

async function attached(
  message: Message,
  outside: Outside,
  budget: Budget,
  doubts: Doubt[],
): Promise<{ raw: Uint8Array; inner: Documents }[]> {
  const all: { raw: Uint8Array; inner: Documents }[] = [];
  for (const raw of message.attached) {
    budget.messages -= 1;
    budget.bytes -= raw.length;
    if (budget.messages < 0 || budget.bytes < 0) {
      doubts.push(BEYOND);
      break;
    }
    all.push({
      raw,
      inner: await unwrapped(raw, { ...outside, hash: hex(await sha256(raw)) }, budget),
    });
  }
  return all;
}

/** A report on a message that could not be delivered, or was complained about, carries or quotes it as evidence. */
function isReport({ headers, from }: Message): boolean {
  if (/^(?:mailer-daemon|postmaster)@/.test(from[0]?.address ?? "")) return true;
  return headers.some(
    ({ name, value }) =>
      name === "x-failed-recipients" ||
      (name === "content-type" && /^\s{0,9}multipart\/report\b/i.test(value)),
  );
}

function stationOf({ from, subject }: Message): Chain[number] {
  return { from: from[0] ?? null, subject };
}

/** The message itself, or the innermost of the forwards in its body. */
function documentIn(message: Message, outside: Outside, doubts: Doubt[]): MailDocument {
  const around = { subject: message.subject, day: sentOf(message)?.day ?? null };
  const inHtml = message.html === null ? [] : forwardsInHtml(message.html, around);
  const inText = message.text === null ? [] : forwardsInText(message.text, around);
  const layers = inHtml.length >= inText.length ? inHtml : inText;
  const innermost = layers.at(-1);
  if (innermost === undefined) return direct(message, outside, doubts);
  const other = (layers === inHtml ? inText : inHtml).at(-1);
  const from = senderOf(innermost, other, doubts);
  const { subject, to, cc } = innermost;
  const chain = [
    ...outside.chain,
    stationOf(message),
    ...layers.slice(0, -1).map((layer) => ({ from: layer.from, subject: layer.subject })),
  ];
  const note = layers.reduce<string | null>((all, layer) => joined(all, layer.note), outside.note);
  const bodies = {
    html: inHtml.at(-1)?.body ?? message.html,
    text: inText.at(-1)?.body ?? message.text,
  };
  const views = viewsOf(subject, bodies, doubts);
  return {
    carrier: "inline",
    from,
    to,
    cc,
    subject,
    messageId: null,
    sent: innermost.sent ?? other?.sent ?? null,
    chain,
    note,
    html: bodies.html,
    views,
    attachments: message.attachments,
  };
}

/** The sender that both bodies name; the one with an address where one has none. */
function senderOf(one: Forward, other: Forward | undefined, doubts: Doubt[]): Correspondent | null {
  const [a, b] = [one.from, other?.from ?? null];
  if (a === null || b === null) return a ?? b;
  if (a.address !== "" && b.address !== "" && a.address !== b.address)
    doubts.push({
      reason: "conflicting_views",
      detail: `The mail's text says it was written by ${b.address}, its HTML by ${a.address}.`,
    });
  return a.address === "" ? b : a;
}

function joined(a: string | null, b: string | null): string | null {
  return a === null ? b : b === null ? a : `${a}\n\n${b}`;
}

function direct(message: Message, outside: Outside, doubts: Doubt[]): MailDocument {
  const { from, to, cc, subject, messageId, html, attachments } = message;
  const carrier: Carrier = outside.depth === 0 ? "direct" : "attached";
  const by = passedOnBy(message);
  const chain = by === null ? outside.chain : [...outside.chain, { from: by, subject }];
  return {
    carrier,
    from: from[0] ?? null,
    to,
    cc,
    subject,
    messageId,
    sent: sentOf(message),
    chain,
    note: outside.note,
    html,
    views: viewsOf(subject, message, doubts),
    attachments,
  };
}

function sentOf(message: Message): MailDocument["sent"] {
  const header = message.headers.find(({ name }) => name === "date")?.value ?? "";
  return (
    sentAtOf(header, { languages: ["en"] }) ??
    (message.date === null ? null : { day: dayOfInstant(message.date), instant: message.date })
  );
}

/** What someone wrote into a message that carries others. */
function noteOf({ text, html }: Message): string | null {
  const plain =
    text !== null && text.trim() !== "" ? text : html === null ? "" : renderHtml(html).text;
  return noteIn(linesOfText(plain));
}

function viewsOf(
  subject: string,
  { html, text }: { readonly html: string | null; readonly text: string | null },
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
