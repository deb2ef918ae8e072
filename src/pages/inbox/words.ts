// What a person reads for the inbox's states, reasons, kinds and verdicts; a row each. Nothing a mail says is in here.

import { printAmount } from "../print.ts";
import type { DocumentShown, InboxDetail, InboxState, Person, ReceiptShown } from "./wire.ts";

interface StateWords {
  /** For the list. */
  readonly word: string;
  /** For the message's own page. */
  readonly sentence: string;
  /** Something is going on: the page follows it. */
  readonly working: boolean;
}

export const MAIL_STATES: Readonly<Record<InboxState, StateWords>> = {
  received: { word: "received", sentence: "Received, about to be read.", working: true },
  reading: { word: "reading", sentence: "Being read.", working: true },
  waiting: { word: "waiting", sentence: "Waiting for the bank’s row.", working: false },
  matched: { word: "matched", sentence: "Matched with a transaction in the budget.", working: false },
  inserted: { word: "inserted", sentence: "In the budget.", working: false },
  review: { word: "to look at", sentence: "Somebody has to look at this.", working: false },
  ignored: { word: "ignored", sentence: "Nothing for the budget.", working: false },
  duplicate: { word: "duplicate", sentence: "It repeats another message.", working: false },
};

/** What a message is called whose subject and sender nobody has read: a copy's stand with the first. */
export function unnamedWords(state: InboxState): string {
  if (MAIL_STATES[state].working) return "A message that is being read";
  return state === "duplicate" ? "A copy of an earlier message" : "A message that was not read";
}

/** Why a person is asked, or why nothing is done; `detail` says the same with the case's own facts. */
const REASONS: Readonly<Record<string, string>> = {
  no_total: "No amount was found",
  ambiguous_currency: "The currency is not certain",
  ambiguous_date: "The day is not certain",
  conflicting_totals: "It names several totals",
  conflicting_views: "Its text and its layout say different things",
  sums_disagree: "Its amounts do not add up",
  several_charges: "It is about several charges",
  unknown_sender: "The sender is not known",
  auth_absent: "Nobody vouches for the sender",
  auth_failed: "The sender’s signature does not hold",
  sender_not_trusted: "The sender is not trusted yet",
  pdf_no_text: "The PDF is a picture, without text",
  pdf_encrypted: "The PDF asks for a password",
  too_large: "It is too large to be read whole",
  unsupported_type: "What is attached is of a kind that is not read",
  parse_error: "It could not be read",
  several_matches: "Several transactions fit it",
  no_match: "It has no transaction",
  invoice_due: "It is to be paid yet",
  forwarding_confirmation: "A mail program asks whether it may forward here",
  not_a_transaction: "It is not about a payment",
  statement: "A bank statement is attached",
  possible_duplicate: "It may repeat another receipt",
  paid_in_cash: "It was paid in cash",
  too_many: "Too many messages came to the address that day",
};

/** A reason in words; one that is not known yet as it is called. */
export function reasonWords(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}

/** The kinds a person may say a charge is of, and how they are called. */
export const KIND_CHOICES = [
  ["receipt", "a receipt"],
  ["order", "an order"],
  ["invoice", "an invoice"],
  ["refund", "a refund"],
  ["bank alert", "a bank’s alert"],
  ["authorisation", "an authorisation (a hold)"],
  ["income", "money that came in"],
] as const;

const KINDS: Readonly<Record<string, string>> = {
  receipt: "receipt",
  order: "order",
  invoice: "invoice",
  refund: "refund",
  "bank alert": "bank alert",
  authorisation: "authorisation",
  income: "money in",
  "zero charge": "nothing charged",
  "forwarding confirmation": "forwarding confirmation",
  "not a transaction": "not a payment",
};

export function kindWords(kind: string): string {
  return KINDS[kind] ?? kind;
}

const CARRIERS: Readonly<Record<DocumentShown["carrier"], string>> = {
  direct: "as it was sent",
  attached: "forwarded as an attachment",
  inline: "forwarded in a message",
};

export function carrierWords(carrier: DocumentShown["carrier"]): string {
  return CARRIERS[carrier];
}

/** Whether somebody vouches for the sender. */
export function verdictWords(verdict: InboxDetail["verdict"]): string {
  if (verdict === null) return "The sender was not checked.";
  if (verdict.result === "pass") return "The sender’s own signature holds.";
  return verdict.result === "fail" ? "The sender’s signature does not hold: this may come from somebody else." : "Nobody vouches for the sender: there is no signature that could be checked.";
}

const VIEWS: Readonly<Record<string, string>> = { html: "The message’s text", text: "The plain text sent with it", subject: "The subject", alt: "Words on its pictures", from: "Its sender", sent: "When it was sent" };

/** What a text that values were read from is called. */
export function viewWords(name: string): string {
  const [kind = "", number] = name.split(" ");
  if (number === undefined) return VIEWS[name] ?? name;
  return { pdf: `Text of PDF ${number}`, xml: `E-invoice ${number}`, json: `Data in the message ${number}`, microdata: `Data in the markup ${number}` }[kind] ?? name;
}

/** A sentence of the history; reasons are kept by name there. */
export function historyWords(what: string): string {
  return what.replace(/\(([a-z]+(?:_[a-z]+){1,3})\)/g, (_, reason: string) => `(${reasonWords(reason)})`);
}

/** Who acted, in a message's history. */
export function whoWords(who: string): string {
  return { door: "Arrival", reader: "Reading", match: "Matching", person: "You" }[who] ?? who;
}

/** A sender by name, with the address that nobody can choose as freely. */
export function personWords(person: Person | null): string {
  if (person === null) return "somebody unknown";
  return person.name === "" || person.name === person.address ? person.address || "somebody unknown" : `${person.name} <${person.address || "no address"}>`;
}

/** An amount with its direction and currency; in words where it is not known. */
export function moneyWords({ total, currency, incoming }: Pick<ReceiptShown, "total" | "currency" | "incoming">): string {
  if (total === null) return "no amount";
  const signed = printAmount(incoming ? `-${total}` : total, currency);
  return currency === null ? `${signed}, currency not known` : `${signed} ${currency.toUpperCase()}`;
}
