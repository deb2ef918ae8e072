// The reader that knows no merchant's template: kind by words, total, parts, date, number and card by their labels. The
// HTML and the text of a mail are read apart and must agree. It claims only what it can point at.

import type { Correspondent, MailDocument } from "../mail.ts";
import { viewOf } from "../mail.ts";
import { NOTHING, type Found } from "../reader.ts";
import type { Claim, Kind, Reason, Seen, View } from "../receipt.ts";
import { unitsOf } from "./money/numbers.ts";
import { issuerOf } from "../issuer/issuer.ts";
import { merchantByAddress } from "../merchants/known.ts";
import { merchantOf, senderText } from "../merchants/merchant-name.ts";
import { candidatesOf } from "./candidates.ts";
import { choose, same } from "./choose.ts";
import { numbersInSubject } from "./document-numbers.ts";
import { dueDateIn } from "./due-date.ts";
import { forwardingConfirmation } from "./forwarding.ts";
import { kindOf, type KindSeen } from "./kind.ts";
import { RANKS } from "./lexicon.ts";
import { findAmounts } from "./money/amounts.ts";
import { readView, type ViewRead } from "./read-view.ts";

interface Doubt {
  readonly reason: Reason;
  readonly detail: string;
}

/** Labels of one piece as well as of the whole. */
const PRICES = new Set(
  "price cost value fee item price preis kaufpreis einzelpreis prix tarif precio valor tarifa preco prezzo prijs pris hinta cena wartosc ar ertek pret valoare fiyat ucret цена стоимость ціна вартість cijena τιμη αξια 価格 料金 代金 价格 價格 가격 요금 ราคา kostnad".split(
    " ",
  ),
);

/** Reads a document by the words it labels its values with; see reader.ts. */
export function readLabels(document: MailDocument): Found {
  const confirmation = forwardingConfirmation(document);
  if (confirmation !== null)
    return { claims: [confirmation], views: headerViews(document), doubts: [] };
  const bodies = [viewOf(document, "html"), viewOf(document, "text")].filter(
    (view) => view !== null && view.text !== "",
  );
  return readLabelled(
    document,
    bodies.flatMap((view) => view ?? []),
  );
}

/**
 * Reads texts that say the same (a mail's HTML and its text, or one attachment's text) by their labels, as of that document.
 * `otherwise` tells the kind of a text whose subject and first lines do not.
 */
export function readLabelled(
  document: MailDocument,
  bodies: readonly View[],
  otherwise: (text: string) => KindSeen | null = () => null,
): Found {
  const [first, second] = bodies;
  if (first === undefined) return NOTHING;
  const worded =
    kindOf(document.subject, first.text) ??
    (second === undefined ? null : kindOf(document.subject, second.text)) ??
    otherwise(first.text);
  const inSubject = numbersInSubject(document.subject);
  const reads = [first, second].flatMap((view) =>
    view === undefined
      ? []
      : [
          {
            view,
            read: readView(view, document.sent?.day ?? null, inSubject, worded?.kind === "refund"),
          },
        ],
  );
  const chosen = reads.find(({ read }) => read.total !== null) ?? reads[0];
  const kind = worded ?? (chosen === undefined ? null : kindOfTill(chosen.read));
  if (chosen === undefined || kind === null) return NOTHING;
  const claimed = claimsOf(document, kind, chosen.view, chosen.read);
  const doubts = [
    ...chosen.read.doubts,
    ...disagreement(reads.map(({ read }) => read)),
    ...subjectDoubts(document.subject, chosen.read, bodies),
    ...kindDoubts(kind, document.from, chosen.read, chosen.view),
  ];
  return claimed.length === 0 ? NOTHING : { claims: claimed, views: headerViews(document), doubts };
}

/** A till's receipt has no words of a purchase, but a total and a way it was paid. */
function kindOfTill({ total, claims, doubts }: ViewRead): KindSeen | null {
  const [only, ...others] = claims;
  const paid =
    total !== null &&
    others.length === 0 &&
    doubts.length === 0 &&
    total.rank > RANKS.amount &&
    only?.card_last4 !== undefined;
  return paid
    ? {
        kind: "receipt",
        sure: true,
        words: "a total and a card",
        place: "head",
        shipment: false,
        points: false,
      }
    : null;
}

/** The sender and the day it was sent, as texts that spans can point into. */
function headerViews(document: MailDocument): readonly View[] {
  const from = document.from === null ? [] : [{ name: "from", text: senderText(document.from) }];
  return document.sent === null ? from : [...from, { name: "sent", text: document.sent.day }];
}

function claimsOf(
  document: MailDocument,
  seenKind: KindSeen,
  view: View,
  read: ViewRead,
): readonly Claim[] {
  const value = kindWith(seenKind, read, document.from);
  const kind: Seen<Kind> = {
    value,
    span:
      seenKind.place === "subject"
        ? { view: "subject", start: 0, end: document.subject.length }
        : { view: view.name, start: 0, end: Math.max(1, view.text.indexOf("\n")) },
    rule: `words: ${seenKind.words}`,
  };
  // Words of paying alone, with nothing labelled as a total, are a conversation about money.
  if (!seenKind.sure && (read.total === null || read.total.rank <= 10)) return [];
  const merchant =
    merchantOf(document.from, document.subject, view, read.claims.length) ??
    (document.from === null ? issuerOf(view, document) : null);
  const sent =
    document.sent === null
      ? null
      : {
          value: document.sent.day,
          span: { view: "sent", start: 0, end: document.sent.day.length },
          rule: "date sent",
        };
  const dueOn =
    value === "invoice" && read.claims.length === 1
      ? dueDateIn(view, document.sent?.day ?? null)
      : null;
  return read.claims.map((claim): Claim => ({
    ...claim,
    kind,
    ...(dueOn === null ? {} : { dueOn }),
    ...(merchant === null ? {} : { merchant }),
    ...(value === "refund" || value === "income"
      ? { incoming: { value: true, span: kind.span, rule: kind.rule } }
      : {}),
    ...(claim.date !== undefined ||
    sent === null ||
    read.doubts.some(({ reason }) => reason === "ambiguous_date")
      ? {}
      : { date: sent }),
  }));
}

/** The kind with what the total adds to it: paid, nothing to pay, or given back. */
function kindWith(
  { kind, shipment }: KindSeen,
  { total }: ViewRead,
  from: Correspondent | null,
): Kind {
  if (total === null) return kind;
  // Who brings meals sends the receipt with the word that they were brought.
  if (
    shipment &&
    total.rank > RANKS.amount &&
    merchantByAddress(from?.address ?? "")?.delivers === true
  )
    return "receipt";
  if (kind === "not a transaction") return kind;
  if (unitsOf(total.amount.value) === 0) return "zero charge";
  if (total.role === "refunded" && (kind === "order" || kind === "receipt")) return "refund";
  return kind === "invoice" && total.rank >= 46 ? "receipt" : kind;
}

/** Totals of the HTML and the text that differ. */
function disagreement(reads: readonly ViewRead[]): readonly Doubt[] {
  const [html, text] = reads;
  if (
    html?.total === null ||
    html?.total === undefined ||
    text?.total === null ||
    text?.total === undefined
  )
    return [];
  if ((html.total.role === "refunded") !== (text.total.role === "refunded"))
    return [
      {
        reason: "conflicting_views",
        detail: `Of the HTML and the text one tells of a refund of ${text.total.amount.value}, the other does not.`,
      },
    ];
  if (same(html.total, text.total)) return [];
  if (html.claims.length > 1 || text.claims.length > 1)
    return html.claims.length === text.claims.length
      ? []
      : [
          {
            reason: "conflicting_views",
            detail: `The HTML shows ${html.claims.length} charges, the text ${text.claims.length}.`,
          },
        ];
  return [
    {
      reason: "conflicting_views",
      detail: `The HTML says ${html.total.amount.value}, the text ${text.total.amount.value}.`,
    },
  ];
}

/** A total in the subject that is not among the amounts of the body. */
function subjectDoubts(subject: string, read: ViewRead, bodies: readonly View[]): readonly Doubt[] {
  const { total } = choose(candidatesOf(subject).candidates);
  if (total === null || total.rank <= RANKS.amount || read.total === null) return [];
  const printed = bodies.some(({ text }) =>
    findAmounts(text).some(({ value }) => unitsOf(value) === unitsOf(total.amount.value)),
  );
  return printed
    ? []
    : [
        {
          reason: "conflicting_totals",
          detail: `The subject says ${total.amount.value}, which is nowhere in the mail; the mail ${read.total.amount.value}.`,
        },
      ];
}

function kindDoubts(
  kind: KindSeen,
  from: Correspondent | null,
  read: ViewRead,
  view: View,
): readonly Doubt[] {
  const doubts: Doubt[] = [];
  if (kind.points && (read.total === null || read.total.rank < 46))
    doubts.push({
      reason: "conflicting_totals",
      detail: "Points or miles were redeemed, and nothing says what was charged in money.",
    });
  if (read.total?.role === "amount" && kind.kind !== "receipt" && PRICES.has(read.total.phrase))
    doubts.push({
      reason: "conflicting_totals",
      detail: "A price is printed, but nothing that says it is the whole.",
    });
  const merchant = from === null ? null : merchantByAddress(from.address);
  if (
    merchant?.showsPayment === true &&
    kind.kind === "receipt" &&
    (read.total === null || read.total.rank < 46) &&
    !/payments?|zahlung|paiement|pago|pagamento|betaling/i.test(
      view.text
        .split("\n", 60)
        .filter((line) => line.length < 40)
        .join("\n"),
    )
  )
    doubts.push({
      reason: "not_a_transaction",
      detail: `${merchant.name} names no way of payment here, as its receipts do.`,
    });
  return doubts;
}
