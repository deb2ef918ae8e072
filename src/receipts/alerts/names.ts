// What may be the name of another party, and what is none: the person's own account, a label, a sentence's own words.

import { BANKS } from "./banks.ts";
import type { Place } from "./details.ts";
import { LABELS, type LabelRole } from "./labels.ts";
import type { Telling } from "./movements.ts";
import { HOLDINGS } from "./nouns.ts";

const NO_NAMES: ReadonlySet<LabelRole> = new Set<LabelRole>([
  "reference",
  "weak reference",
  "balance",
  "amount",
  "date",
]);
const STARTS_WRONG =
  /^(?:\$|€|£|₹|(?:your|you|the account|account|a\/c|ac|acct|my|our|this|that|these|those|any|an?|the (?:card|account|amount)|tu|su|sua|seu|votre|ihrem|ihrer|ihren|deinem|deiner|meinem|ihr|dein|deine|il tuo|la tua|je|uw|twoj|sizin|un|una|um|uma|le|la|les|einem|einer|der|die|das|rs|inr|usd|eur|vpa|bank account|date|time|cuenta|tarjeta|conta|cartao|compte|konto|karte|linea|de|que|fecha|beneficiary account|dear|estimad[oa]|apreciad[oa]|prezad[oa]|cher|chere|bonjour|hola|gentile|ciao|hallo|sehr|guten|beste|hoi|sayin|merhaba|nasabah|hi|hello)(?![\p{L}\p{N}]))/u;

/** "LA POSTE": in capitals an article is part of the name. */
const SHOUTED_ARTICLE = /^(?:EL|LA|LE|LES|DIE|DER|DAS|IL|LO) \p{Lu}{2}/u;

/** Whether a place of the text may be somebody's name. */
export function isName({ text, folded }: Telling, { start, end }: Place): boolean {
  const words = folded.slice(start, end);
  if (
    !/\p{L}[-.&]?\p{L}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(words) ||
    (STARTS_WRONG.test(`${words} `) && !SHOUTED_ARTICLE.test(text.slice(start, end)))
  )
    return false;
  if (/[*•xX]{2,}\s?\d{3,}|\*\d{4}$/.test(text.slice(start, end))) return false;
  if (/^\d{1,2}[:.]\d{2}/.test(words) || /^[x*•.\d\s-]+$/i.test(words)) return false;
  const [first] = HOLDINGS.find(folded, start, end);
  const [label] = LABELS.find(folded, start, end);
  if (
    (first !== undefined && first.start === start) ||
    (label !== undefined && label.start === start && NO_NAMES.has(label.tag))
  )
    return false;
  if (
    /^\d[\d\s]{0,20}\s\p{Ll}/u.test(text.slice(start, end)) ||
    /(?:^|\s)(?:account|card|card no|konto|konta|karte|cuenta|tarjeta|compte|carte)$/.test(words)
  )
    return false;
  // How money went, and the words of notices themselves.
  if (
    /^(?:payment|transfer|purchase|transaction|trx|txn|fast|eft|havale|ibft|raast|pix|sepa|bizum|promptpay|qris|bi-fast|bre-b|instapay|swift|pos|atm)$/.test(
      words,
    )
  )
    return false;
  if (/^(?:american express|amex|visa|visa debit|mastercard|discover)$/.test(words)) return false;
  // A bank's own name says where the account is.
  const [bank] = BANKS.find(folded, start, end);
  if (bank !== undefined && bank.tag !== "method" && bank.start === start && bank.end >= end - 1)
    return false;
  // A word in the middle of a sentence, in lower case throughout, is no name.
  return /[\p{Lu}\p{Lo}\d@*]/u.test(text.slice(start, end));
}

/** The place without blanks and marks around it; null where nothing is left. */
export function trimmed(text: string, from: number, to: number): Place | null {
  let start = from;
  let end = to;
  while (start < end && /[\s"'“”‘’«»*:.,-]/.test(text[start] ?? "")) start += 1;
  while (end > start && /[\s"'“”‘’«»,;:.-]/.test(text[end - 1] ?? "")) end -= 1;
  return end > start ? { start, end } : null;
}
