// Labels that say whose name a column holds: the payer's, the recipient's, the other party's, or
// the person's own (account holder, cardholder, branch). The words are data
// (words/party-labels.json).

import words from "../../words/party-labels.json" with { type: "json" };
import { normalLabel } from "./labels.ts";

export type PartyKind = "payer" | "recipient" | "either" | "own";

const PAYER_PARTS = words.payer_parts.map(normalLabel);
const RECIPIENT_PARTS = words.recipient_parts.map(normalLabel);
const OWN_PARTS = words.own_parts.map(normalLabel);
const PAYERS: ReadonlySet<string> = new Set(words.payer_words.map(normalLabel));
const RECIPIENTS: ReadonlySet<string> = new Set(words.recipient_words.map(normalLabel));
const NAMES: ReadonlySet<string> = new Set(words.names.map(normalLabel));
/** Such a column describes a party without naming it. */
const DETAILS =
  /\b(iban|bic|swift|blz|bank|konto\w*|account|acc|acct|address|adress?e?|city|country|id|ref\w*|reference|number|nummer|nr|no|e ?mail|mail|type|code)\b/;

/** Whose name a column holds by its label; null if the label does not say. */
export function readPartyLabel(label: string): PartyKind | null {
  const key = normalLabel(label);
  if (key === "") return null;
  const has = (parts: readonly string[]) => parts.some((part) => key.includes(part));
  const payer = PAYERS.has(key) || has(PAYER_PARTS);
  const recipient = RECIPIENTS.has(key) || has(RECIPIENT_PARTS);
  if (!payer && !recipient && namesOwner(label)) return "own";
  if ((payer || recipient) && DETAILS.test(key)) return null;
  if (payer && recipient) return "either";
  if (payer) return "payer";
  if (recipient) return "recipient";
  return NAMES.has(key) ? "either" : null;
}

/** Whether a label names the account holder, the cardholder, the customer or the branch. */
export function namesOwner(label: string): boolean {
  const key = normalLabel(label);
  return key !== "" && OWN_PARTS.some((part) => key.includes(part));
}

/** A name for comparison: its words in order of the alphabet. */
export function nameKey(text: string): string {
  return normalLabel(text)
    .split(" ")
    .filter((word) => !TITLES.has(word))
    .toSorted()
    .join(" ");
}

const TITLES: ReadonlySet<string> = new Set([
  "mr",
  "mrs",
  "ms",
  "miss",
  "dr",
  "herr",
  "frau",
  "m",
  "mme",
]);
