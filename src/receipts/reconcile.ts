// What all readers saw becomes one receipt a charge. The surest reader's value stands; another's that agrees adds to it,
// one that differs is a doubt, never a choice. Currencies are settled here, by evidence alone, and the sum is checked.

import { exponentOf, type Currency } from "../money/currency.ts";
import { parseUnits, type Units } from "../money/money.ts";
import type { MailDocument } from "./mail.ts";
import { DocumentCurrencies } from "./merchants/currency-evidence.ts";
import type { Found } from "./reader.ts";
import {
  SOURCES,
  type Claim,
  type Item,
  type Kind,
  type Reason,
  type Receipt,
  type Seen,
  type SeenAmount,
  type View,
} from "./receipt.ts";

interface Doubt {
  readonly reason: Reason;
  readonly detail: string;
}

/** The receipts of a document, one a charge; none where no reader claims anything. */
export function reconcile(document: MailDocument, all: readonly Found[]): readonly Receipt[] {
  const found = ofNotice(all);
  const claims = found.flatMap((one) => one.claims).sort((a, b) => tierOf(a) - tierOf(b));
  const doubts = found.flatMap((one) => one.doubts);
  const texts = [...document.views, ...found.flatMap((one) => one.views)];
  const read = texts
    .filter(({ name }) => name !== "alt" && name !== "from" && name !== "sent")
    .map(({ text }) => text);
  const currencies = new DocumentCurrencies(read, document.from?.address ?? null);
  return chargesOf(claims).map((charge) =>
    receiptOf(charge.claims, [...doubts, ...charge.doubts], texts, currencies),
  );
}

/** A bank's sentence says which of its amounts moved; labels would take its limits and balances for totals. Only a shop lists what makes its total. */
function ofNotice(found: readonly Found[]): readonly Found[] {
  const noticed = found.some(({ claims }) => claims.some(isNotice));
  if (!noticed) return found;
  if (found.some(({ claims }) => claims.some(isShops)))
    return found.filter(({ claims }) => !claims.some(isNotice));
  return found.filter(
    ({ claims }) =>
      claims.length === 0 || claims.some((claim) => claim.source !== "label" || isAttached(claim)),
  );
}

function isNotice({ source, kind }: Claim): boolean {
  return source === "sentence" && kind?.value === "bank alert";
}

/** Whether labels show a shop's document: a total with its parts, or with the number of an order or a journey. */
function isShops({
  source,
  kind,
  total,
  subtotal,
  shipping,
  items,
  order_number: number,
}: Claim): boolean {
  if (source !== "label" || total === undefined || kind?.value === "not a transaction")
    return false;
  return (
    subtotal !== undefined ||
    shipping !== undefined ||
    (items?.length ?? 0) > 0 ||
    /^(?:order|locator) /.test(number?.rule ?? "")
  );
}

interface Charge {
  readonly claims: readonly Claim[];
  readonly doubts: readonly Doubt[];
}

/** How sure a claim is, the surest first: by its source; of labels, what a PDF says of a total before the mail's body, what it says of none behind. */
function tierOf(claim: Claim): number {
  const source = SOURCES.indexOf(claim.source) * 3;
  if (claim.source !== "label") return source;
  return isAttached(claim) ? source + (claim.total === undefined ? 2 : 0) : source + 1;
}

/** Whether a claim was read in a PDF. */
function isAttached({ total, date, order_number, card_last4, kind }: Claim): boolean {
  return [total, date, order_number, card_last4, kind].some(
    (seen) => seen?.span.view.startsWith("pdf ") === true,
  );
}

/** Claims about one charge together. The surest kind of evidence that saw totals says how many there are. */
function chargesOf(claims: readonly Claim[]): readonly Charge[] {
  const base = claims.find((claim) => claim.total !== undefined);
  if (base === undefined) return claims.length === 0 ? [] : [{ claims, doubts: [] }];
  const seeds = claims.filter(
    (claim) => tierOf(claim) === tierOf(base) && claim.total !== undefined,
  );
  const others = claims.filter((claim) => !seeds.includes(claim));
  const groups = merged(seeds);
  const strayed = others.filter(
    (claim) => claim.total !== undefined && !seeds.some((seed) => agree(seed.total, claim.total)),
  );
  const doubts: Doubt[] = [];
  if (strayed.length > 0)
    doubts.push({
      reason: "conflicting_totals",
      detail: `${sourceWord(base)} says ${seeds
        .map(({ total }) => total?.value ?? "nothing")
        .slice(0, 5)
        .join(
          " and ",
        )}, ${strayed.map((claim) => `${sourceWord(claim)} ${claim.total?.value ?? ""}`).join(", ")}.`,
    });
  if (
    isAttached(base) &&
    groups.some(([one], at) =>
      groups.some(([other], before) => before < at && agree(one?.total, other?.total)),
    )
  )
    doubts.push({
      reason: "possible_duplicate",
      detail: "Two attachments say the same total and may tell of one charge.",
    });
  return groups.map((group): Charge => {
    const [seed] = group;
    const joining = others.filter((claim) =>
      claim.total === undefined
        ? groups.length === 1 || claim.source !== base.source
        : agree(seed?.total, claim.total) || groups.length === 1,
    );
    // Still the surest first: it decides value by value.
    return {
      claims: claims.filter((claim) => group.includes(claim) || joining.includes(claim)),
      doubts,
    };
  });
}

/** The same document told twice by one source (as XML and in its PDF, as invoice and as receipt) is one charge: same total and same number. */
function merged(seeds: readonly Claim[]): readonly (readonly Claim[])[] {
  const groups: Claim[][] = [];
  for (const seed of seeds) {
    const twin = groups.find(
      ([first]) =>
        first !== undefined &&
        agree(first.total, seed.total) &&
        first.order_number !== undefined &&
        first.order_number.value === seed.order_number?.value,
    );
    if (twin === undefined) groups.push([seed]);
    else twin.push(seed);
  }
  return groups;
}

function receiptOf(
  claims: readonly Claim[],
  doubts: readonly Doubt[],
  texts: readonly View[],
  currencies: DocumentCurrencies,
): Receipt {
  const why: string[] = [];
  const total = pick(claims, "total", why);
  const kind = pick(claims, "kind", why);
  const date = pick(claims, "date", why);
  const { currency, sign } =
    total === null
      ? { currency: null, sign: {} }
      : currencyOf(total, claims, texts, currencies, why);
  const parts = {
    subtotal: pick(claims, "subtotal", why),
    tax: pick(claims, "tax", why),
    shipping: pick(claims, "shipping", why),
    tip: pick(claims, "tip", why),
    discount: pick(claims, "discount", why),
  };
  const listing = claims.find((claim) => (claim.items?.length ?? 0) > 0);
  const items = listing?.items ?? [];
  const agreeing = new Set(
    claims
      .filter((claim) => total !== null && agree(total, claim.total))
      .map(({ source }) => source),
  );
  if (agreeing.size > 1) why.push(`The total is the same in ${agreeing.size} kinds of evidence.`);
  const value: Kind = kind?.value ?? "receipt";
  const incoming =
    value === "refund" ||
    value === "income" ||
    claims.some((claim) => claim.incoming?.value === true);
  const all = [
    ...doubts,
    ...conflicts(claims),
    ...ownDoubts(value, total, currency),
    ...dueDoubts(value, incoming),
    ...(provesTotal(listing, total) ? proven(why) : sumDoubts(total, items, parts, why)),
  ];
  return {
    kind: value,
    merchant: pick(claims, "merchant", why),
    total,
    currency,
    ...sign,
    date,
    order_number: numberOf(claims, why),
    card_last4: pick(claims, "card_last4", why),
    ...timeOf(claims),
    ...cashOf(value, claims, why),
    ...dueOf(claims, value, why),
    ...parts,
    incoming,
    items,
    doubts: distinctDoubts(all),
    why,
  };
}

function timeOf(claims: readonly Claim[]): Pick<Receipt, "time"> {
  const time = claims.find((claim) => claim.time !== undefined)?.time;
  return time === undefined ? {} : { time };
}

/** The last day to pay; what is paid or comes back has none. */
function dueOf(claims: readonly Claim[], kind: Kind, why: string[]): Pick<Receipt, "dueOn"> {
  const dueOn = kind === "invoice" || kind === "order" ? pick(claims, "dueOn", why) : null;
  return dueOn === null ? {} : { dueOn };
}

/** What one text says was paid in cash, and another by card, is asked by nobody: it waits as any other. */
function cashOf(kind: Kind, claims: readonly Claim[], why: string[]): Pick<Receipt, "cash"> {
  const cash = claims.find((claim) => claim.cash !== undefined)?.cash;
  if (
    cash === undefined ||
    kind !== "receipt" ||
    claims.some(({ card_last4: card }) => card !== undefined)
  )
    return {};
  why.push(`paid in cash: ${cash.value}, from ${cash.span.view}.`);
  return { cash };
}

type Field =
  | "kind"
  | "merchant"
  | "total"
  | "date"
  | "dueOn"
  | "order_number"
  | "card_last4"
  | "subtotal"
  | "tax"
  | "shipping"
  | "tip"
  | "discount";

/** The surest claim's value of a field, with a sentence of where it stands. */
function pick<F extends Field>(
  claims: readonly Claim[],
  field: F,
  why: string[],
): NonNullable<Claim[F]> | null {
  // The date sent stands behind every date that is printed.
  const printed =
    field === "date"
      ? claims.find((claim) => claim.date !== undefined && claim.date.rule !== "date sent")
      : undefined;
  const claim = printed ?? claims.find((one) => one[field] !== undefined);
  const seen = claim?.[field];
  if (claim === undefined || seen === undefined || seen === null) return null;
  why.push(
    `${field === "dueOn" ? "due" : field.replaceAll("_", " ")}: ${String(seen.value)}, from ${seen.span.view} (${seen.rule}).`,
  );
  return seen;
}

/** The number; of equally sure claims the one printed in full, since the text of a PDF loses hyphens and prefixes. */
function numberOf(claims: readonly Claim[], why: string[]): Seen<string> | null {
  const first = claims.find((claim) => claim.order_number !== undefined);
  const value = plainNumber(first?.order_number?.value ?? "");
  const fuller = claims
    .filter(
      (claim) =>
        claim.source === first?.source &&
        claim.order_number !== undefined &&
        plainNumber(claim.order_number.value).endsWith(value),
    )
    .sort((a, b) => (b.order_number?.value.length ?? 0) - (a.order_number?.value.length ?? 0));
  return value === "" ? pick(claims, "order_number", why) : pick(fuller, "order_number", why);
}

function plainNumber(number: string): string {
  return number.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
}

interface TotalCurrency {
  readonly currency: Currency | null;
  readonly sign: Pick<Receipt, "sign">;
}

/** Its code or own sign; another claim's for the same value; else what the document and its sender say. */
function currencyOf(
  total: SeenAmount,
  claims: readonly Claim[],
  texts: readonly View[],
  currencies: DocumentCurrencies,
  why: string[],
): TotalCurrency {
  const printed =
    texts
      .find(({ name }) => name === total.span.view)
      ?.text.slice(total.span.start, total.span.end) ?? "";
  const named = new Set(
    claims.flatMap(({ total: other }) =>
      other !== undefined && other.currency !== null && agree(total, other) ? [other.currency] : [],
    ),
  );
  const [only, ...more] = named;
  if (total.currency === null && only !== undefined && more.length === 0) {
    why.push(`currency: ${only.toUpperCase()}, which another reading of the same total names.`);
    return { currency: only, sign: { sign: { means: total.candidates, open: false } } };
  }
  if (total.currency !== null && total.candidates.length > 0)
    return { currency: total.currency, sign: { sign: { means: total.candidates, open: false } } };
  const { evidence, means, open, byCountry } =
    total.currency === null
      ? currencies.settle(total.candidates)
      : currencies.contested(total.currency, printed);
  const currency = evidence?.currency ?? null;
  if (evidence !== null && currency !== total.currency)
    why.push(`currency: ${evidence.currency.toUpperCase()}, since ${evidence.because}.`);
  // A bank's notice is about the customer's own account. An address in it is the shop's, so the budget decides.
  return {
    currency,
    sign:
      total.currency !== null && means.length === 1
        ? {}
        : { sign: { means, open: open || (byCountry === true && claims.some(isNotice)) } },
  };
}

function ownDoubts(
  kind: Kind,
  total: SeenAmount | null,
  currency: Currency | null,
): readonly Doubt[] {
  const doubts: Doubt[] = [];
  if (kind === "not a transaction")
    return [
      {
        reason: "not_a_transaction",
        detail: "Its words say that nothing was bought or paid by it.",
      },
    ];
  if (kind === "forwarding confirmation")
    return [
      {
        reason: "forwarding_confirmation",
        detail: "A mail provider asks whether it may forward to this address.",
      },
    ];
  if (total === null)
    doubts.push({ reason: "no_total", detail: "No reader found what was charged." });
  else if (currency === null)
    doubts.push({
      reason: "ambiguous_currency",
      detail:
        total.candidates.length > 0
          ? `The sign may mean ${total.candidates
              .map((code) => code.toUpperCase())
              .slice(0, 8)
              .join(", ")}.`
          : "No currency stands by the total.",
    });
  else if (decimalsOf(total.value) > exponentOf(currency))
    doubts.push({
      reason: "ambiguous_currency",
      detail: `${currency.toUpperCase()} has no ${decimalsOf(total.value)} decimals.`,
    });
  return doubts;
}

/** An invoice is no payment; one with a negative amount says what comes back, or is taken off the next one. */
function dueDoubts(kind: Kind, incoming: boolean): readonly Doubt[] {
  if (kind !== "invoice") return [];
  return [
    {
      reason: "invoice_due",
      detail: incoming
        ? "Its amount is negative: it says what is to come back or to be set off, not that it was."
        : "An invoice says what is to be paid, not that it was.",
    },
  ];
}

/** Dates, numbers and cards of printed evidence that differ. */
function conflicts(claims: readonly Claim[]): readonly Doubt[] {
  const dates = new Set(
    claims
      .filter(({ source }) => source !== "header" && source !== "label")
      .flatMap(({ date }) => (date === undefined ? [] : [date.value])),
  );
  return dates.size > 1
    ? [
        {
          reason: "ambiguous_date",
          detail: `The date may be ${[...dates].slice(0, 4).join(" or ")}.`,
        },
      ]
    : [];
}

/** Lines found by their labels are items only where, with all parts printed, they make the total. */
function provesTotal(listing: Claim | undefined, total: SeenAmount | null): boolean {
  return listing?.source === "label" && total !== null && agree(listing.total, total);
}

function proven(why: string[]): readonly Doubt[] {
  why.push("The parts make the total.");
  return [];
}

type Parts = Record<"subtotal" | "tax" | "shipping" | "tip" | "discount", SeenAmount | null>;

/** Items with tax, shipping, tip and discount make the total, tax printed on top or contained. Without items a sum that fits is told. */
function sumDoubts(
  total: SeenAmount | null,
  items: readonly Item[],
  parts: Parts,
  why: string[],
): readonly Doubt[] {
  const whole = unitsOf(total);
  if (whole === null) return [];
  const amounts = items.map(({ amount }) => unitsOf(amount));
  const listed =
    items.length > 0 && amounts.every((amount) => amount !== null)
      ? amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
      : null;
  const base = listed ?? unitsOf(parts.subtotal);
  if (base === null) return [];
  const rest =
    (unitsOf(parts.shipping) ?? 0) + (unitsOf(parts.tip) ?? 0) - (unitsOf(parts.discount) ?? 0);
  const tax = unitsOf(parts.tax) ?? 0;
  if (base + rest + tax === whole || base + rest === whole || base === whole) {
    why.push("The parts make the total.");
    return [];
  }
  return listed === null
    ? []
    : [
        {
          reason: "sums_disagree",
          detail: "Items, tax, shipping, tip and discount do not make the total.",
        },
      ];
}

function agree(a: SeenAmount | undefined, b: SeenAmount | undefined): boolean {
  const [left, right] = [unitsOf(a ?? null), unitsOf(b ?? null)];
  if (left === null || right === null || left !== right) return false;
  return a?.currency === b?.currency || a?.currency === null || b?.currency === null;
}

function unitsOf(seen: Seen<string> | null): Units | null {
  const parsed = seen === null ? null : parseUnits(seen.value);
  return parsed?.ok === true ? parsed.value : null;
}

function decimalsOf(value: string): number {
  return (value.split(".")[1] ?? "").replace(/0+$/, "").length;
}

function sourceWord(claim: Claim): string {
  return claim.source !== "label"
    ? `the ${claim.source}`
    : isAttached(claim)
      ? "the PDF"
      : "the text";
}

function distinctDoubts(doubts: readonly Doubt[]): readonly Doubt[] {
  return doubts.filter(
    (doubt, at) =>
      doubts.findIndex(
        (other) => other.reason === doubt.reason && other.detail === doubt.detail,
      ) === at,
  );
}
