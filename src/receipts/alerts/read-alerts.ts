// The reader of banks' notices: sentences and rows that tell of money that moved on the person's own account or card. It
// speaks only where a bank writes: its own words beside an account or card, and none of a shop's. What a notice tells has
// not moved (declined, a code, still to come) is said to be no transaction.

import { exponentOf, type Currency } from "../../money/currency.ts";
import { ALERT_CHARS_MAX, ALERT_MOVEMENTS_MAX } from "../../platform/limits.ts";
import type { MailDocument } from "../mail.ts";
import { viewOf } from "../mail.ts";
import type { Amount } from "../totals/money/amounts.ts";
import { merchantByAddress } from "../merchants/known.ts";
import { unitsOf } from "../totals/money/numbers.ts";
import { NOTHING, type Found } from "../reader.ts";
import type { Claim, Kind, Reason, Seen, SeenAmount } from "../receipt.ts";
import { BANKS } from "./banks.ts";
import { currencyOfBankDomain } from "./bank-domains.ts";
import { currencyByMarks, currencyInLabel, currencyInRow } from "./country-marks.ts";
import { dayOf, heldIn, timeOf, type Place } from "./details.ts";
import { isAllStanding, movementsIn, tellingOf, type Movement, type Telling } from "./movements.ts";
import { BALANCES, HOLDINGS, OF_BANKS, OF_SHOPS } from "./nouns.ts";
import { partyOf } from "./parties.ts";
import { referenceIn } from "./references.ts";
import { VERBS, type Sense } from "./verbs.ts";
import { BEFORE_AMOUNT } from "./not-a-movement.ts";
import { foldInPlace, type WordHit } from "./words.ts";

interface Doubt {
  readonly reason: Reason;
  readonly detail: string;
}

/** Reads a document as a bank's notice; see reader.ts. */
export function readAlerts(document: MailDocument): Found {
  const reads = ["html", "text"].flatMap((name) => {
    const view = viewOf(document, name);
    return view === null || view.text === ""
      ? []
      : [readView(document, name, view.text.slice(0, ALERT_CHARS_MAX))];
  });
  const [first, second] = reads.filter((read) => read.claims.length > 0);
  if (first === undefined) return NOTHING;
  const doubts = [...first.doubts, ...disagreement(first, second)];
  return { claims: first.claims, views: [], doubts };
}

function disagreement(first: Found, second: Found | undefined): readonly Doubt[] {
  const totals = (found: Found) =>
    found.claims
      .map(({ kind, total }) =>
        kind?.value === "not a transaction"
          ? "nothing"
          : `${total?.value ?? ""} ${total?.currency ?? ""}`,
      )
      .join(", ");
  if (second === undefined || totals(first) === totals(second)) return [];
  return [
    {
      reason: "conflicting_views",
      detail: `The HTML says ${totals(first)}, the text ${totals(second)}.`,
    },
  ];
}

function readView(document: MailDocument, view: string, text: string): Found {
  const telling = tellingOf(text);
  const subject = foldInPlace(document.subject);
  const { movements, still } = movementsIn(telling, subject);
  const sender = foldInPlace(
    `${document.from?.name ?? ""} ${(document.from?.address ?? "").replace(/[@.-]/g, " ")}`,
  );
  if (merchantByAddress(document.from?.address ?? "") !== null && !SENDS_ALERTS.test(sender))
    return NOTHING;
  const evidence = evidenceOf(telling, subject, sender);
  if (still !== null)
    return isStill(telling, evidence, still.hit.tag)
      ? { claims: [stillClaim(view, still)], views: [], doubts: [] }
      : NOTHING;
  if (
    movements.length === 0 &&
    evidence.banks >= 2 &&
    evidence.shops < evidence.banks &&
    isAllStanding(telling)
  )
    return { claims: [stillClaim(view, { why: "standing", hit: null })], views: [], doubts: [] };
  const told = movements.filter((movement) => isOfBank(telling, evidence, movement));
  return toldOf(document, view, telling, told);
}

/** What the whole of a notice says of who wrote it; found once. */
interface Evidence {
  readonly banks: number;
  readonly shops: number;
  readonly holdings: boolean;
  readonly sender: string;
  /** Whether the subject says that money moved. */
  readonly spoken: boolean;
}

function evidenceOf(telling: Telling, subject: string, sender: string): Evidence {
  const all = `${subject} \n ${telling.folded}`;
  const balanced = telling.amounts.some((amount, at) => isBalance(telling, amount, at));
  const signed = `${sender} \n ${all}`;
  const named = BANKS.find(signed).some(
    ({ tag, start, end }) =>
      tag !== "method" ||
      end > signed.length - SIGNATURE_CHARS ||
      start < sender.length + subject.length + SIGNATURE_CHARS,
  );
  const words = new Set(OF_BANKS.find(all).map(({ phrase }) => phrase)).size;
  return {
    banks: words + (SENDS_ALERTS.test(sender) || named ? 2 : 0) + (balanced ? 1 : 0),
    shops: new Set(OF_SHOPS.find(all).map(({ phrase }) => phrase)).size,
    holdings: HOLDINGS.find(all).length > 0 || balanced || MASKED.test(telling.text),
    sender,
    spoken: VERBS.find(subject).some(({ tag }) => tag === "out" || tag === "in"),
  };
}

/** A bank's notice of what has not moved. "Your payment with card ****6630 was declined": no word of a shop. */
function isStill(telling: Telling, { banks, shops, holdings }: Evidence, why: Sense): boolean {
  const plain =
    (why === "stopped" || why === "to come") &&
    shops === 0 &&
    (holdings || telling.text.length <= TERSE_CHARS_MAX);
  return plain || (banks >= 2 && shops < banks);
}

/** A bank's notice: its own words and an account or card outweigh the words of shops. */
function isOfBank(
  telling: Telling,
  { banks, shops, holdings, sender, spoken }: Evidence,
  movement: Movement,
): boolean {
  const { folded, segments } = telling;
  // Shops refund to cards too, and say so in the same words.
  if (movement.back && banks < 2 && sender.trim() !== "") return false;
  const beside = segments
    .slice(0, HEAD_SEGMENTS)
    .concat(segments[movement.segment] ?? [])
    .some(
      ({ start, end }) =>
        HOLDINGS.find(folded, start, end).length > 0 &&
        VERBS.find(folded, start, end).some(({ tag }) => tag === movement.verb.tag),
    );
  const score =
    (spoken ? 1 : 0) +
    (movement.sure ? 2 : 1) +
    (beside ? 1 : 0) +
    (holdings ? 1 : 0) +
    Math.min(banks, 3) -
    Math.min(shops, 4);
  if (holdings && banks > 0) return score >= 3;
  if (banks >= 2 && movement.sure && score >= 4) return true;
  return score + (movement.sure && shops === 0 ? 1 : 0) >= 4 && heldIn(telling, movement) !== null;
}

/** What is left on the account: only who keeps it says so. */
function isBalance({ folded, amounts }: Telling, amount: Amount, at: number): boolean {
  const from = Math.max(amounts[at - 1]?.end ?? 0, amount.start - BALANCE_CHARS_BEFORE);
  return BALANCES.find(folded, from, amount.start).length > 0;
}

/** "**4561": of an account or card, whatever it is called. */
const MASKED = /(?<![\p{L}\d*])[*•xX]{2,12}\d{4}(?!\d)/u;
const BALANCE_CHARS_BEFORE = 40;
const TERSE_CHARS_MAX = 200;
/** A wallet that names itself first or last speaks; in between it is a way to pay. */
const SIGNATURE_CHARS = 30;

const HEAD_SEGMENTS = 12;
const SENDS_ALERTS =
  /(?:^|[^a-z])(?:bank|banco|banque|banca|card|alerts?|credit union|sparkasse)|bank(?:[^a-z]|$)/;

const STILL_WORDS = {
  stopped: "it was declined or stopped",
  hold: "an amount is only held",
  code: "it asks for a code",
  later: "it is still to come",
  arranged: "it was only arranged",
  standing: "it tells what is left, allowed or owed",
} as const;

function stillClaim(
  view: string,
  { why, hit }: { readonly why: keyof typeof STILL_WORDS; readonly hit: WordHit<Sense> | null },
): Claim {
  const inText = hit !== null && hit.start >= 0;
  const span = { view, start: inText ? hit.start : 0, end: inText ? hit.end : 1 };
  const value: Kind = why === "hold" ? "authorisation" : "not a transaction";
  return { source: "sentence", kind: { value, span, rule: `notice: ${STILL_WORDS[why]}` } };
}

/** The claims of movements, each charge once. */
function toldOf(
  document: MailDocument,
  view: string,
  telling: Telling,
  told: readonly Movement[],
): Found {
  const { charges, doubts } = chargesOf(telling, told);
  const reference = referenceIn(telling);
  const claims: Claim[] = [];
  const all: Doubt[] = [...doubts];
  for (const movement of charges) {
    const date = dayOf(
      telling,
      movement,
      document.sent?.day ?? null,
      totalOf(document, view, telling, movement.amount).currency,
    );
    if (date === "ahead" && !movement.sure)
      return {
        claims: [stillClaim(view, { why: "later", hit: movement.verb })],
        views: [],
        doubts: [],
      };
    if (date === "ahead")
      all.push({
        reason: "ambiguous_date",
        detail: "The day that it names lies ahead: it may be still to come.",
      });
    if (date === "ambiguous")
      all.push({ reason: "ambiguous_date", detail: "The day may be read in two ways." });
    const day = date === null || typeof date === "string" ? null : date;
    const party = partyOf(telling, movement);
    const held = heldIn(telling, movement);
    const time = timeOf(telling, movement, day?.place ?? null);
    const seen = (place: Place, rule: string): Seen<string> => ({
      value: telling.text.slice(place.start, place.end),
      span: { view, start: place.start, end: place.end },
      rule,
    });
    const kind: Seen<Kind> = {
      value: "bank alert",
      span: { view, start: movement.verb.start, end: movement.verb.end },
      rule: `notice: ${movement.verb.phrase}`,
    };
    claims.push({
      source: "sentence",
      kind,
      total: totalOf(document, view, telling, movement.amount),
      incoming: { value: movement.direction === "in", span: kind.span, rule: kind.rule },
      ...(party === null ? {} : { merchant: seen(party, "notice: party") }),
      ...(day === null
        ? {}
        : {
            date: {
              value: day.value,
              span: { view, start: day.place.start, end: day.place.end },
              rule: "notice: day",
            },
          }),
      ...(held === null ? {} : { card_last4: seen(held, "notice: last digits") }),
      ...(reference === null || charges.length > 1
        ? {}
        : {
            order_number: seen(
              reference,
              reference.weak ? "notice: authorisation code" : "notice: reference",
            ),
          }),
      ...(time === null ? {} : { time: seen(time, "notice: time") }),
    });
  }
  return { claims, views: [], doubts: all };
}

function totalOf(
  document: MailDocument,
  view: string,
  telling: Telling,
  amount: Amount,
): SeenAmount {
  const seen = { value: amount.value, span: { view, start: amount.start, end: amount.end } };
  if (amount.currency !== null)
    return { ...seen, rule: "notice: amount", currency: amount.currency, candidates: [] };
  const { currency, because } = currencyBeside(document, telling, amount);
  if (currency === null)
    return { ...seen, rule: "notice: amount", currency: null, candidates: amount.candidates };
  return {
    ...seen,
    rule: `notice: amount, currency by ${because}`,
    currency,
    candidates: amount.candidates,
  };
}

/** Of an amount without a currency of its own: by a row that names it, the country's own words, or the bank's domain where no word says another. */
function currencyBeside(
  document: MailDocument,
  telling: Telling,
  amount: Amount,
): { readonly currency: Currency | null; readonly because: string } {
  const { candidates } = amount;
  const row = currencyInLabel(telling, amount, candidates) ?? currencyInRow(telling, candidates);
  if (row !== null) return { currency: row, because: "its row" };
  const marked = currencyByMarks(telling.folded, candidates);
  const own = currencyOfBankDomain(document.from?.address ?? "");
  if (own === null || candidates.length === 0 || !candidates.includes(own))
    return { currency: marked, because: "the country's own words" };
  return marked === null || marked === own
    ? { currency: own, because: "the bank's domain" }
    : { currency: null, because: "" };
}

/** Movements told twice are one; of one money in two currencies the account's counts. */
function chargesOf(
  telling: Telling,
  told: readonly Movement[],
): { readonly charges: readonly Movement[]; readonly doubts: readonly Doubt[] } {
  const sure = told.filter((one) => one.sure);
  const charges: Movement[] = [];
  const doubts: Doubt[] =
    told.length > ALERT_MOVEMENTS_MAX
      ? [{ reason: "too_many", detail: `More than ${ALERT_MOVEMENTS_MAX} movements are told of.` }]
      : [];
  if (
    sure.length === 0 &&
    told.some(({ amount }) => told[0] !== undefined && !sameMoney(amount, told[0].amount))
  )
    doubts.push({
      reason: "several_charges",
      detail: "More movements may be told of than the first.",
    });
  for (const movement of sure.length > 0 ? sure : told.slice(0, 1)) {
    const own = inAccountCurrency(telling, movement);
    if (own.doubt !== null) doubts.push(own.doubt);
    if (
      !charges.some(
        (one) => sameMoney(one.amount, own.movement.amount) && sameMinute(telling, one, movement),
      )
    )
      charges.push(own.movement);
  }
  const currencies = new Set(charges.map(({ amount }) => amount.currency));
  if (charges.length > 1 && currencies.size > 1) {
    const home = homeCurrency(telling);
    const homely = charges.filter(({ amount }) => amount.currency === home);
    if (home !== null && homely.length === 1) return { charges: homely, doubts };
    return {
      charges: charges.slice(0, 1),
      doubts: [
        ...doubts,
        {
          reason: "conflicting_totals",
          detail:
            "Amounts in several currencies are named, and nothing says which is the account's.",
        },
      ],
    };
  }
  for (const charge of charges)
    if (charge.amount.otherwise !== null && !isGrouped(telling.text, charge.amount))
      doubts.push({
        reason: "conflicting_totals",
        detail: `${charge.amount.value} may also be ${charge.amount.otherwise}.`,
      });
  return { charges, doubts };
}

/** "de 1 250,00 €": blanks group thousands; no sentence of a bank sets a count before an amount. */
function isGrouped(text: string, amount: Amount): boolean {
  return (
    /(?:^|[^\d])\d{1,3}(?: \d{3})+(?:[.,]\d{2})?(?!\d)/.test(
      text.slice(amount.start, amount.end),
    ) &&
    amount.otherwise !== null &&
    amount.value.endsWith(amount.otherwise)
  );
}

/** Unless each says its own time: two equal coffees are two. */
function sameMinute(telling: Telling, a: Movement, b: Movement): boolean {
  const [left, right] = [a, b].map((one) => timeOf(telling, one, null));
  if (left === null || right === null || left === undefined || right === undefined) return true;
  return telling.text.slice(left.start, left.end) === telling.text.slice(right.start, right.end);
}

function sameMoney(a: Amount, b: Amount): boolean {
  return (
    unitsOf(a.value) === unitsOf(b.value) &&
    (a.currency === b.currency || a.currency === null || b.currency === null)
  );
}

/** The currency that balances, limits and equivalents are named in. */
function homeCurrency({ folded, amounts }: Telling): Currency | null {
  const named = new Set(
    amounts.flatMap((amount, at) => {
      const before = amounts[at - 1]?.end ?? 0;
      const label = BEFORE_AMOUNT.find(
        folded,
        Math.max(before, amount.start - 50),
        amount.start,
      ).at(-1);
      return label !== undefined && label.tag !== "aside" && amount.currency !== null
        ? [amount.currency]
        : [];
    }),
  );
  const [only, ...more] = named;
  if (only !== undefined && more.length === 0) return only;
  const told = [
    ...new Set(amounts.flatMap(({ currency }) => (currency === null ? [] : [currency]))),
  ];
  return named.size === 0 && told.length > 1 ? currencyByMarks(folded, told) : null;
}

/** "JOD 2.750": where the currency has three decimals, banks print all three. */
function withThirdDecimal(text: string, amount: Amount): Amount {
  if (
    amount.otherwise === null ||
    amount.currency === null ||
    exponentOf(amount.currency) !== 3 ||
    !text.slice(amount.start, amount.end).includes(".")
  )
    return amount;
  return { ...amount, value: amount.otherwise, decimals: 3, otherwise: null };
}

function inAccountCurrency(
  telling: Telling,
  movement: Movement,
): { readonly movement: Movement; readonly doubt: Doubt | null } {
  const amount = withThirdDecimal(telling.text, movement.amount);
  if (amount !== movement.amount) return inAccountCurrency(telling, { ...movement, amount });
  const others = movement.others.filter((one) => !sameMoney(one, movement.amount));
  if (others.length === 0) return { movement, doubt: null };
  const home = homeCurrency(telling);
  const all = [movement.amount, ...others];
  const homely = all.filter(({ currency }) => currency !== null && currency === home);
  const [only, ...more] = homely;
  if (only !== undefined && more.length === 0)
    return { movement: { ...movement, amount: only }, doubt: null };
  return {
    movement,
    doubt: {
      reason: "conflicting_totals",
      detail: `The sentence names ${all
        .slice(0, 4)
        .map(
          ({ value, currency }) =>
            `${value}${currency === null ? "" : ` ${currency.toUpperCase()}`}`,
        )
        .join(", ")}.`,
    },
  };
}
