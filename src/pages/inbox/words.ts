// Words for the inbox's states, reasons, types and sender checks, a row each. They contain no text
// of a message.

import { printAmount } from "../ui/print.ts";
import type { DocumentShown, InboxDetail, InboxState, Person, ReceiptShown } from "./wire.ts";

interface StateWords {
  /** In the list. */
  readonly word: string;
  /** On the message's own page. */
  readonly sentence: string;
  /** Whether work is in progress, so that the page follows it. */
  readonly working: boolean;
}

export const MAIL_STATES: Readonly<Record<InboxState, StateWords>> = {
  received: { word: "received", sentence: "Received. Reading will start shortly.", working: true },
  reading: { word: "reading", sentence: "Reading the message.", working: true },
  waiting: { word: "waiting", sentence: "Waiting for the bank transaction.", working: false },
  matched: {
    word: "matched",
    sentence: "Matched with a transaction in the budget.",
    working: false,
  },
  inserted: { word: "inserted", sentence: "Inserted into the budget.", working: false },
  review: { word: "needs review", sentence: "This message needs your review.", working: false },
  ignored: { word: "ignored", sentence: "Ignored: this is not for the budget.", working: false },
  duplicate: { word: "duplicate", sentence: "Duplicate of another message.", working: false },
};

/** A title for a message whose subject and sender were not read: a copy is not read again. */
export function unnamedWords(state: InboxState): string {
  if (MAIL_STATES[state].working) return "Message being read";
  return state === "duplicate" ? "Copy of an earlier message" : "Unread message";
}

interface ReasonWords {
  readonly word: string;
  /** What a person can do. */
  readonly next: string;
}

/** Why a person is asked, or why nothing is done. `detail` has the facts of the case. */
// prettier-ignore
const REASONS: Readonly<Record<string, ReasonWords>> = {
  no_total: { word: "No amount was found", next: "Find the amount in the message and enter it below. If nothing was charged, ignore the message." },
  ambiguous_currency: { word: "The currency is not certain", next: "Choose the currency. Your choice is remembered for this sender. If the bank transaction arrives first, its currency is used." },
  ambiguous_date: { word: "The date is not certain", next: "Enter the date below. If a bank transaction of this merchant arrives first, its date is used." },
  conflicting_totals: { word: "The message has several totals", next: "Compare the total with the message. Accept it if this amount was charged, or correct it." },
  conflicting_views: { word: "The plain text and the formatted message disagree", next: "Compare both below. Accept the receipt only if you know the sender and the amount." },
  sums_disagree: { word: "The amounts do not add up", next: "Compare the amounts with the message. Accept the total if it was charged, or correct it." },
  several_charges: { word: "The message has several charges", next: "Accept each separate charge. Ignore a charge that only corrects another one." },
  unread_movements: { word: "The message reports more movements than were read", next: "Accept each one that is right. To add the others, import the bank’s statement." },
  further_charge: { word: "Another message with this order number has a different amount", next: "Accept it if it was charged as well, such as a second parcel. Ignore it if it only corrects the other. If its bank transaction arrives first, you need not answer." },
  payment_unproven: { word: "It is not certain that this was paid", next: "Accept it if it was paid. Ignore it if it was not. If its bank transaction arrives first, you need not answer." },
  ambiguous_direction: { word: "It is not certain whether money came in or went out", next: "Choose whether it is money in or money out. If its bank transaction arrives first, you need not answer." },
  unknown_sender: { word: "The sender is unknown", next: "Accept the receipt if you recognize it. Otherwise ignore it." },
  auth_absent: { word: "The sender could not be verified", next: "Accept the receipt only if you expected it, because anybody can use any sender’s name. To keep the shop’s signature, use a rule that redirects, or forward as an attachment." },
  auth_failed: { word: "The sender’s signature is not valid", next: "Ignore the message unless you are sure where it comes from. It may be forged or changed." },
  sender_not_trusted: { word: "The sender is not trusted yet", next: "Accept the receipt if you know the sender. You will not be asked about this sender again; you can change that under Connections. Otherwise ignore it." },
  pdf_no_text: { word: "The PDF has no text, only pictures", next: "Open the PDF and enter its details below." },
  pdf_encrypted: { word: "The PDF needs a password", next: "Open the PDF with its password and enter its details below." },
  pdf_damaged: { word: "The PDF could not be opened", next: "Open the PDF yourself, and enter its details below." },
  too_large: { word: "The message is too large to read completely", next: "Compare the details with the message before you accept them, or enter what is missing below." },
  unsupported_type: { word: "The attachment is of a type that cannot be read", next: "Open the attachment and enter its details below." },
  parse_error: { word: "The message could not be read", next: "Read it again, or enter the details below." },
  several_matches: { word: "The transaction is not certain", next: "Choose the right transaction, or reject each one." },
  paid_in_cash: { word: "Paid in cash", next: "Choose the cash account, or ignore the receipt." },
  other_recipient: { word: "The receipt is made out to another address", next: "Accept it if the address is yours. You will not be asked about this address again; you can change that under Connections. Ignore it if it is somebody else’s purchase. If its bank transaction arrives first, you need not answer." },
  no_match: { word: "No transaction was found", next: "Tributary has stopped looking. Insert the receipt now if you paid another way, such as in cash. Or import the statement that has the transaction, or ignore the receipt." },
  invoice_due: { word: "Not paid yet", next: "If you pay the invoice, there is nothing to do: the bank transaction with its amount and its merchant or number is matched automatically. Ignore the invoice if it is not yours." },
  forwarding_confirmation: { word: "Your mail program asks you to confirm forwarding", next: "If you asked for this, copy the code or the link to your mail program. Otherwise ignore it." },
  not_a_transaction: { word: "Not a payment", next: "If this is a payment, enter its details below." },
  statement: { word: "A bank statement is attached", next: "Open its import, check the preview, and confirm it." },
  possible_duplicate: { word: "Possible duplicate of another receipt", next: "Accept it if it is a separate purchase. Ignore it if it is the same purchase." },
  too_many: { word: "Too many messages arrived at the address that day", next: "Read it again if you expected it. Otherwise change or revoke the address under Connections." },
};

/** A reason in words; an unknown one by its name. */
export function reasonWords(reason: string): string {
  return REASONS[reason]?.word ?? reason.replaceAll("_", " ");
}

/** What a person can do about a reason; null for an unknown one. */
export function nextWords(reason: string): string | null {
  return REASONS[reason]?.next ?? null;
}

/** The types that a person can choose for a charge. */
export const KIND_CHOICES = [
  ["receipt", "a receipt"],
  ["order", "an order"],
  ["invoice", "an invoice"],
  ["refund", "a refund"],
  ["bank alert", "a bank alert"],
  ["authorisation", "a hold (authorisation)"],
  ["income", "money in"],
] as const;

const KINDS: Readonly<Record<string, string>> = {
  receipt: "receipt",
  order: "order",
  invoice: "invoice",
  refund: "refund",
  "bank alert": "bank alert",
  authorisation: "hold (authorisation)",
  income: "money in",
  "zero charge": "nothing charged",
  "forwarding confirmation": "forwarding confirmation",
  "not a transaction": "not a payment",
};

export function kindWords(kind: string): string {
  return KINDS[kind] ?? kind;
}

const CARRIERS: Readonly<Record<DocumentShown["carrier"], string>> = {
  direct: "sent directly",
  attached: "forwarded as an attachment",
  inline: "forwarded in the message text",
};

export function carrierWords(carrier: DocumentShown["carrier"]): string {
  return CARRIERS[carrier];
}

/** The sender check in words. */
export function verdictWords(verdict: InboxDetail["verdict"]): string {
  if (verdict === null) return "The sender was not checked.";
  if (verdict.result === "pass")
    return "The sender is verified: the signature of the sender’s domain is valid.";
  return verdict.result === "fail"
    ? "The sender’s signature is not valid. This message may come from somebody else."
    : "The sender could not be verified: the message has no signature that can be checked.";
}

const VIEWS: Readonly<Record<string, string>> = {
  html: "Message text",
  text: "Plain text version",
  subject: "Subject",
  alt: "Descriptions of its pictures",
  from: "Sender",
  sent: "Date sent",
};

/** The name of a text that values were read from. */
export function viewWords(name: string): string {
  const [kind = "", number] = name.split(" ");
  if (number === undefined) return VIEWS[name] ?? name;
  return (
    {
      pdf: `Text of PDF ${number}`,
      xml: `E-invoice ${number}`,
      json: `Structured data ${number}`,
      microdata: `Structured data in the markup ${number}`,
    }[kind] ?? name
  );
}

/** A sentence of the history. It names reasons by their codes. */
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

/** A sender by name, with the address, which is harder to fake. */
export function personWords(person: Person | null): string {
  if (person === null) return "unknown sender";
  return person.name === "" || person.name === person.address
    ? person.address || "unknown sender"
    : `${person.name} <${person.address || "no address"}>`;
}

/** An amount with its direction and currency, or words if it is unknown. */
export function moneyWords({
  total,
  currency,
  incoming,
}: Pick<ReceiptShown, "total" | "currency" | "incoming">): string {
  if (total === null) return "no amount";
  const signed = printAmount(incoming ? `-${total}` : total, currency);
  return currency === null ? `${signed}, currency unknown` : `${signed} ${currency.toUpperCase()}`;
}

/**
 * Whether a person is asked about a charge, first of all or while it waits for its bank
 * transaction.
 */
export function isAsked({ state, reason }: Pick<ReceiptShown, "state" | "reason">): boolean {
  return state === "review" || (state === "waiting" && reason !== null);
}
