// What a person reads for the inbox's states, reasons, kinds and verdicts; a row each. Nothing a mail says is in here.

import { printAmount } from "../ui/print.ts";
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
  matched: {
    word: "matched",
    sentence: "Matched with a transaction in the budget.",
    working: false,
  },
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

interface ReasonWords {
  readonly word: string;
  /** What there is to do about it. */
  readonly next: string;
}

/** Why a person is asked, or why nothing is done; `detail` says the same with the case's own facts. */
// prettier-ignore
const REASONS: Readonly<Record<string, ReasonWords>> = {
  no_total: { word: "No amount was found", next: "Look for it in the message and say it below; or ignore it, if nothing was charged." },
  ambiguous_currency: { word: "The currency is not certain", next: "Say which it is: that is remembered for this sender. If the bank’s row comes first, it settles it." },
  ambiguous_date: { word: "The day is not certain", next: "Say the day below. If the bank’s row of this merchant comes first, it settles it." },
  conflicting_totals: { word: "It names several totals", next: "Compare them with the message: accept what was read if it is what was charged, or set it right." },
  conflicting_views: { word: "Its text and its layout say different things", next: "Look at both below. Some write one thing for programs and another for people: accept it only if you know the sender and the amount." },
  sums_disagree: { word: "Its amounts do not add up", next: "Compare the amounts with the message: accept what was read if it is what was charged, or set it right." },
  several_charges: { word: "It is about several charges", next: "Accept each that is a charge of its own, and ignore what is a correction of another." },
  unknown_sender: { word: "The sender is not known", next: "Accept it if you know what it is about; else ignore it." },
  auth_absent: { word: "Nobody vouches for the sender", next: "Accept it only if you expected it: anybody can write any sender’s name. A rule that redirects, or forwarding as an attachment, keeps the shop’s signature." },
  auth_failed: { word: "The sender’s signature does not hold", next: "Ignore it unless you are sure where it comes from: somebody may have made or changed it on the way." },
  sender_not_trusted: { word: "The sender is not trusted yet", next: "Accept it if you know who it is from: you are not asked about that sender again, which you can take back under Connections. Else ignore it." },
  pdf_no_text: { word: "The PDF is a picture, without text", next: "Open the PDF and say below what is in it." },
  pdf_encrypted: { word: "The PDF asks for a password", next: "Open the PDF with its password and say below what is in it." },
  too_large: { word: "It is too large to be read whole", next: "Compare what was read with the message before you accept it, or say below what is missing." },
  unsupported_type: { word: "What is attached is of a kind that is not read", next: "Open the attachment in its own program and say below what is in it." },
  parse_error: { word: "It could not be read", next: "Read it again, or look at the message and say below what it is about." },
  several_matches: { word: "The transaction is not certain", next: "Say which it is, or that it is none of these." },
  paid_in_cash: { word: "It was paid in cash", next: "Say to which of your accounts for cash it goes, or ignore it." },
  no_match: { word: "It has no transaction", next: "It is looked for no more. Insert it now if it was paid otherwise (in cash), import the statement that it is in, or ignore it." },
  invoice_due: { word: "It is to be paid yet", next: "There is nothing to do if you pay it: the bank’s row with its amount, and its merchant or number, is matched by itself. Ignore it if it is not yours." },
  forwarding_confirmation: { word: "A mail program asks whether it may forward here", next: "If you asked for it, copy the code or the link into your mail program; else ignore it." },
  not_a_transaction: { word: "It is not about a payment", next: "If it is a payment after all, say so below." },
  statement: { word: "A bank statement is attached", next: "Open its import, look at what would be posted, and confirm it." },
  possible_duplicate: { word: "It may repeat another receipt", next: "Accept it if it is a purchase of its own; ignore it if it is the same one again." },
  too_many: { word: "Too many messages came to the address that day", next: "Read it again if you expected it. If you did not, change or revoke the address under Connections." },
};

/** A reason in words; one that is not known yet as it is called. */
export function reasonWords(reason: string): string {
  return REASONS[reason]?.word ?? reason.replaceAll("_", " ");
}

/** What there is to do about it; null where nothing is known to be. */
export function nextWords(reason: string): string | null {
  return REASONS[reason]?.next ?? null;
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
  return verdict.result === "fail"
    ? "The sender’s signature does not hold: this may come from somebody else."
    : "Nobody vouches for the sender: there is no signature that could be checked.";
}

const VIEWS: Readonly<Record<string, string>> = {
  html: "The message’s text",
  text: "The plain text sent with it",
  subject: "The subject",
  alt: "Words on its pictures",
  from: "Its sender",
  sent: "When it was sent",
};

/** What a text that values were read from is called. */
export function viewWords(name: string): string {
  const [kind = "", number] = name.split(" ");
  if (number === undefined) return VIEWS[name] ?? name;
  return (
    {
      pdf: `Text of PDF ${number}`,
      xml: `E-invoice ${number}`,
      json: `Data in the message ${number}`,
      microdata: `Data in the markup ${number}`,
    }[kind] ?? name
  );
}

/** A sentence of the history; reasons are kept by name there. */
export function historyWords(what: string): string {
  return what.replace(
    /\(([a-z]+(?:_[a-z]+){1,3})\)/g,
    (_, reason: string) => `(${reasonWords(reason)})`,
  );
}

/** Who acted, in a message's history. */
export function whoWords(who: string): string {
  return { door: "Arrival", reader: "Reading", match: "Matching", person: "You" }[who] ?? who;
}

/** A sender by name, with the address that nobody can choose as freely. */
export function personWords(person: Person | null): string {
  if (person === null) return "somebody unknown";
  return person.name === "" || person.name === person.address
    ? person.address || "somebody unknown"
    : `${person.name} <${person.address || "no address"}>`;
}

/** An amount with its direction and currency; in words where it is not known. */
export function moneyWords({
  total,
  currency,
  incoming,
}: Pick<ReceiptShown, "total" | "currency" | "incoming">): string {
  if (total === null) return "no amount";
  const signed = printAmount(incoming ? `-${total}` : total, currency);
  return currency === null
    ? `${signed}, currency not known`
    : `${signed} ${currency.toUpperCase()}`;
}

/** Whether a person is asked about a charge: first of all, or while it waits for the bank's row. */
export function isAsked({ state, reason }: Pick<ReceiptShown, "state" | "reason">): boolean {
  return state === "review" || (state === "waiting" && reason !== null);
}
