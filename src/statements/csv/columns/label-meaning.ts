// What a label means by the stems of its words: "Kwota obciążenia rachunku" names an amount, money
// out and an account, so it is the money out. Used where no phrase is the whole label. The stems are
// data (words/label-stems.json): "stem" begins a word, "*stem" may stand inside one, "stem." ends it.

import stems from "../../words/label-stems.json" with { type: "json" };
import type { Role } from "./role.ts";

type Concept = keyof typeof stems;
type Normalise = (text: string) => string;

/** Scripts without blanks between words, or with prefixes: a stem counts anywhere. */
const JOINED = /[\u0590-\u06ff\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7a3]/u;
/** A side names money in or out only where the label does not name a person, a code or a day. */
const NO_MONEY: readonly Concept[] = ["party", "name", "number", "reference", "type", "card"];

/** A label's roles by its words, the likeliest first. */
export type MeaningReader = (label: string) => readonly Role[];

/** A reader of labels in normal form; `normalise` brings the stems to it. */
export function createMeaningReader(normalise: Normalise): MeaningReader {
  const concepts = (Object.keys(stems) as Concept[]).map(
    (concept) => [concept, stems[concept].map((stem) => createMatcher(stem, normalise))] as const,
  );
  return (label) => {
    const padded = ` ${label} `;
    const named = new Set<Concept>();
    for (const [concept, matchers] of concepts)
      if (matchers.some((matches) => matches(padded))) named.add(concept);
    return named.size === 0 ? [] : listRoles(named);
  };
}

function createMatcher(stem: string, normalise: Normalise): (padded: string) => boolean {
  const text = normalise(stem.replaceAll(/[*.]/g, ""));
  const begins = stem.startsWith("*") || JOINED.test(stem) ? "" : " ";
  const part = `${begins}${text}${stem.endsWith(".") ? " " : ""}`;
  return text === "" ? () => false : (padded) => padded.includes(part);
}

/** The roles that concepts together may mean: what narrows a label says more than its noun. */
function listRoles(named: ReadonlySet<Concept>): readonly Role[] {
  const has = (concept: Concept) => named.has(concept);
  if (has("limit")) return ["other_amount"];
  const roles: Role[] = [];
  const note = (role: Role, holds: boolean) => {
    if (holds && !roles.includes(role)) roles.push(role);
  };
  const isMoment = has("time") && (has("booking") || has("transaction"));
  note(nameDate(named), has("date") || isMoment);
  note("rate", has("rate"));
  note("balance", has("balance"));
  note("fee", has("fee"));
  note("category", has("category"));
  noteSides(named, note);
  note(has("original") ? "original_currency" : "currency", has("currency") && !has("amount"));
  note("type", has("type"));
  note("status", has("status"));
  note("card", has("card"));
  note("description", has("description") && has("reference"));
  noteReference(named, note);
  note(has("original") ? "original_amount" : "amount", has("amount"));
  note("counterparty_account", has("account") && has("party"));
  note("description", has("description"));
  note("payee", has("party"));
  note("account", has("account") && has("number"));
  note("payee", has("name") && !has("account"));
  note("notes", has("notes"));
  note("time", has("time"));
  note("balance", has("status") && has("account"));
  // "Booked" or "Gebucht" may stand alone above days.
  note("value_date", has("value"));
  note("booking_date", has("booking") && !has("status"));
  return roles;
}

function nameDate(named: ReadonlySet<Concept>): Role {
  if (named.has("value")) return "value_date";
  if (named.has("booking")) return "booking_date";
  if (named.has("purchase")) return "purchase_date";
  return named.has("transaction") ? "transaction_date" : "date";
}

/** Money out or in; both together are the amount with its sign, or the column of sides. */
function noteSides(named: ReadonlySet<Concept>, note: (role: Role, holds: boolean) => void): void {
  const [out, into] = [named.has("debit"), named.has("credit")];
  const isMoney = named.has("amount") || !NO_MONEY.some((concept) => named.has(concept));
  note("amount", out && into && isMoney);
  note("side", out && into);
  note("debit", out && !into && isMoney);
  note("credit", into && !out && isMoney);
}

/** A number of a document or transaction: never so sure that it would tell rows apart. */
function noteReference(
  named: ReadonlySet<Concept>,
  note: (role: Role, holds: boolean) => void,
): void {
  const isNumber = named.has("number") && named.has("transaction") && !named.has("amount");
  note("weak_reference", named.has("reference") || isNumber);
}
