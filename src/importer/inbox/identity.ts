// Decides whether two mails are the same delivery, two documents the same document, and two
// receipts the same charge, however they were forwarded. Pure but for hashing. Where the facts do
// not decide, the answer is "maybe" and the user is asked; it never guesses "same".

import { getDomain } from "tldts";
import { DOCUMENT_LETTERS_MIN, EXTERNAL_ID_CHARS_MAX } from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import { base32, hex, sha256 } from "../../platform/digest.ts";
import { printUnits, type Units } from "../../money/money.ts";
import type { Correspondent, SentAt } from "../../receipts/mail.ts";
import type { ReadDocument } from "../../receipts/reading.ts";
import type { Kind } from "../../receipts/receipt.ts";

/** Receipts of one class may be about the same movement of money. */
export type ChargeClass = "charge" | "refund" | "income" | "alert" | "alert in" | "none";

const CLASSES: Readonly<Record<Kind, ChargeClass>> = {
  order: "charge",
  invoice: "charge",
  receipt: "charge",
  "zero charge": "none",
  refund: "refund",
  income: "income",
  authorisation: "alert",
  "bank alert": "alert",
  "forwarding confirmation": "none",
  "not a transaction": "none",
};

/** An invoice replaces an order and a receipt an invoice; a booking replaces an authorisation. */
const RANKS: Partial<Readonly<Record<Kind, number>>> = { invoice: 1, receipt: 2, "bank alert": 1 };

export function classifyCharge(kind: Kind, incoming: boolean): ChargeClass {
  const found = CLASSES[kind];
  return found === "alert" && incoming ? "alert in" : found;
}

/** How close a kind is to the charge itself, among the kinds of its class. */
export function rankKind(kind: Kind): number {
  return RANKS[kind] ?? 0;
}

/**
 * The registrable domain of an address ("shop.example" of "mail.shop.example"), in lower case;
 * empty if it has none.
 */
export function senderDomain(from: Correspondent | null): string {
  const address = from?.address ?? "";
  const host = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (host === "" || host.length > HOST_CHARS_MAX) return "";
  return getDomain(host, { allowPrivateDomains: true }) ?? "";
}

const HOST_CHARS_MAX = 253;

/**
 * The hash of a raw mail's Message-ID and body, which relays do not change; null without a
 * Message-ID.
 */
export async function identifyDelivery(
  raw: Uint8Array,
  messageId: string | null,
): Promise<string | null> {
  if (messageId === null || messageId === "") return null;
  return hex(await sha256(`${messageId}\n${hex(await sha256(raw.subarray(bodyAt(raw))))}`));
}

/** Where the body begins: after the first empty line. */
function bodyAt(raw: Uint8Array): number {
  for (let at = raw.indexOf(LF); at >= 0; at = raw.indexOf(LF, at + 1)) {
    const next = raw[at + 1];
    if (next === LF) return at + 2;
    if (next === CR && raw[at + 2] === LF) return at + 3;
  }
  return raw.length;
}

const LF = 10;
const CR = 13;

/** The facts that identify a document. */
export interface DocumentIdentity {
  /**
   * One hash for each form of the body (HTML, text), of letters and digits and the attachments;
   * empty if it has too little text.
   */
  readonly texts: readonly string[];
  readonly domain: string;
  readonly message_id: string | null;
  readonly day: Day | null;
  readonly instant: number | null;
  /** If the instant is unknown: the minute of the hour, in an unknown time zone. */
  readonly minute: number | null;
}

export async function identifyDocument({
  document,
  views,
}: ReadDocument): Promise<DocumentIdentity> {
  const { messageId, sent } = document;
  const attached = await Promise.all(
    document.attachments
      .filter(({ inline }) => !inline)
      .map(async ({ bytes }) => hex(await sha256(bytes))),
  );
  const bodies = views
    .filter(({ name }) => name === "html" || name === "text")
    .map(({ text }) => keepLetters(text));
  const distinctive = bodies.filter((letters) => letters.length >= DOCUMENT_LETTERS_MIN);
  // The mail has nothing but its attachment.
  const bodyTexts = distinctive.length === 0 && attached.length > 0 ? [""] : distinctive;
  const attachments = attached.toSorted().join(" ");
  const texts = await Promise.all(
    bodyTexts.map(async (letters) => hex(await sha256(`v1\n${letters}\n${attachments}`))),
  );
  return {
    texts: [...new Set(texts)],
    domain: senderDomain(document.from),
    message_id: messageId,
    ...sentTimes(sent),
  };
}

function sentTimes(sent: SentAt | null): Pick<DocumentIdentity, "day" | "instant" | "minute"> {
  return { day: sent?.day ?? null, instant: sent?.instant ?? null, minute: sent?.minute ?? null };
}

/** Keeps letters and digits alone: quoting, wrapping, punctuation and spaces change on the way. */
function keepLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

export type Sameness = "same" | "maybe" | "different";

const MINUTE_MS = 60_000;

/**
 * Whether two documents are the same. A forward gives the day in the forwarder's time zone and
 * drops the Message-ID; as plain text it also reads differently. So only two Message-IDs or two
 * times prove documents different.
 */
export function sameDocument(a: DocumentIdentity, b: DocumentIdentity): Sameness {
  if (a.domain !== b.domain && a.domain !== "" && b.domain !== "") return "different";
  const reads = a.texts.some((text) => b.texts.includes(text));
  const byText = reads ? "same" : "maybe";
  if (a.message_id !== null && b.message_id !== null)
    return a.message_id === b.message_id ? byText : "different";
  if (a.instant !== null && b.instant !== null) {
    const sameMinute = Math.floor(a.instant / MINUTE_MS) === Math.floor(b.instant / MINUTE_MS);
    return sameMinute ? byText : "different";
  }
  if (a.day === null || b.day === null) return "maybe";
  if (Math.abs(dayNumber(a.day) - dayNumber(b.day)) > 1) return "different";
  // One of them has a time to the second; the other quotes the same text with a day, in this or
  // another zone. Two mails with the same text (a coffee each) differ in their minute, which time
  // zones change only by quarters of an hour.
  if (!reads || (a.instant === null && b.instant === null)) return "maybe";
  const [one, other] = [quarterMinute(a), quarterMinute(b)];
  return one === null || other === null || one === other ? "same" : "maybe";
}

function quarterMinute({ instant, minute }: DocumentIdentity): number | null {
  if (instant !== null) return Math.floor(instant / MINUTE_MS) % 15;
  return minute === null ? null : minute % 15;
}

/** The facts that identify a charge. */
export interface ChargeFacts {
  readonly domain: string;
  readonly class: ChargeClass;
  readonly order_number: string | null;
  /** For a bank alert: the card or account, and the time of day. */
  readonly moment?: string;
  readonly date: Day;
  /** Null if it has only a symbol that several currencies share. */
  readonly currency: Currency | null;
  readonly total: Units;
}

/**
 * The beginning of a charge's external_id; charges with the same number, or the same facts, share
 * it.
 */
export function externalIdBase(facts: ChargeFacts, text: string | undefined): string {
  const number = normalizeNumber(facts.order_number);
  const amount = `${facts.currency ?? "???"}${printUnits(facts.total)}`;
  const kind = facts.class.replaceAll(" ", "-");
  if (number !== "") return `email:${facts.domain}:${number}:${kind}`;
  // Any mail about a movement on a card in one minute gives the same id.
  if (facts.moment !== undefined)
    return `email:${facts.domain}:${facts.date}:${amount}:${kind}:${facts.moment}`;
  return `email:${facts.domain}:${facts.date}:${amount}:${kind}:${(text ?? "").slice(0, 8)}`;
}

/** The charge's external_id; `seq` counts from 1 among charges with the same base. */
export async function deriveExternalId(base: string, seq: number): Promise<string> {
  const whole = `${base}:${seq}`;
  if (whole.length <= EXTERNAL_ID_CHARS_MAX) return whole;
  return `email:${whole.slice("email:".length, 40)}:${base32(await sha256(whole)).slice(0, 26)}`;
}

/** An order number as it is compared: "#TW-20 461" becomes "tw20461". */
export function normalizeNumber(text: string | null): string {
  return text === null ? "" : keepLetters(text);
}
