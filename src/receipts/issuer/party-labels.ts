// The words that say whose name is next to or below them on a paper, and the words next to which a
// registered company says who it is. They are in words/issuer-labels.json, by meaning and language.

import LABELS from "../words/issuer-labels.json" with { type: "json" };
import { Phrases, phrasesIn, rowsIn } from "../words/phrases.ts";

export type Party = "seller" | "payee" | "customer" | "other";

export interface PartyLabel {
  readonly party: Party;
  /** "Mr", "Frau": the name follows without a colon. */
  readonly isTitle: boolean;
}

/** Labels at the beginning of a cell. */
export const PARTIES = new Phrases<PartyLabel>([
  ...rowsIn<Party>({
    seller: LABELS.seller,
    payee: LABELS.payee,
    customer: LABELS.customer,
    other: LABELS.other,
  }).map(([party, phrases]) => [{ party, isTitle: false }, phrases] as const),
  ...rowsIn({ customer: LABELS["title of a customer"] }).map(
    ([party, phrases]) => [{ party, isTitle: true }, phrases] as const,
  ),
]);

/** Words next to which a company says who it is: seats, registers, tax numbers. */
export const REGISTERED = phrasesIn({ registered: LABELS.registered });

/** Titles of papers and of their parts, which are no names. */
export const TITLES = phrasesIn({ title: LABELS["title of a paper"] });

/** The labels of a name itself: "Name:", "Company:". */
export const NAME_LABELS = phrasesIn({ name: LABELS.name });
