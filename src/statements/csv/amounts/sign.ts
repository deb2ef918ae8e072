// How the sign is meant where no balance proves it: by the words of a debit/credit column, the
// bank's known layout, plus and minus, the mix of signs, or the rows' words. "none" becomes a
// question.

import { columnWithRole } from "../columns/columns.ts";
import type { Profile } from "../columns/profile.ts";
import type { MoneyPlan } from "../plan.ts";
import {
  moneyColumns,
  readAmountUnder,
  reverseSigns,
  type MoneyContext,
  type SignedPlan,
  type SignFinding,
} from "./money.ts";
import { decidePair } from "./pair-sides.ts";
import { hasLettersOfOneSide, readSideColumn } from "./side-column.ts";
import {
  countBillPayments,
  countWordVotes,
  isCard,
  type BillPayments,
  type Votes,
} from "./sign-words.ts";
import { findSpelledSides } from "./spelled-sides.ts";

/** This many texts that contradict a known layout make it a question. */
const CONTRARY_MIN = 5;
/** This many are enough if most printed signs contradict it as well. */
const CONTRARY_FEW = 2;
/**
 * This many times as many rows on one side as on the other show on which side a card's charges are.
 */
const CHARGES_SHARE = 2.5;
/** This many times as many rows in as out are unusual where no words agree. */
const MORE_IN = 1.5;
/** So many rows, times as many as agree, and such a share of all show that signs are turned. */
const CHARGES_MIN = 3;
const CHARGES_RATIO = 8;
const CHARGES_ROWS_SHARE = 0.5;
/** In fewer rows their sizes show nothing. */
const ROWS_TELLING_MIN = 4;
/** So few rows of a card may all be payments of its bill. */
const FEW_PAYMENTS = 4;
/** In at most this many rows, as many in as out show nothing. */
const FEW_ROWS = 8;

/** Decides the sign without a proof. */
export function decideSign(context: MoneyContext, candidate: MoneyPlan): SignFinding {
  if (candidate.kind === "pair") return decidePair(context, candidate);
  if (candidate.kind !== "signed") return { plan: candidate, sign: "side", why: [] };
  const side = columnWithRole(context.columns, "side");
  const sided =
    side >= 0 && candidate.also === undefined && !hasLettersOfOneSide(context, side)
      ? readSideColumn(context, candidate.column, side)
      : null;
  return (
    sided ??
    followLayout(context, candidate) ??
    readSpelledSides(context, candidate) ??
    decideByRows(context, candidate)
  );
}

/** The sides of unsigned amounts by a column whose label spells them; null without one. */
function readSpelledSides(context: MoneyContext, { column }: SignedPlan): SignFinding | null {
  if ((context.columns.profiles[column]?.negatives ?? 0) > 0) return null;
  const plan = findSpelledSides(context, column);
  if (plan === null) return null;
  const label = context.columns.profiles[plan.side]?.label ?? "";
  return {
    plan,
    sign: "side",
    why: [
      `The words in "${label}" say which of the unsigned amounts are money out and in: "${plan.out.join(" ")}" is money out.`,
    ],
  };
}

/**
 * The known layout's sign, or a question where the rows contradict it; null without a known layout.
 */
function followLayout(context: MoneyContext, candidate: SignedPlan): SignFinding | null {
  if (context.known === null) return null;
  const { factor, bank } = context.known;
  // The question is about the signs as printed, whatever the layout would make of them.
  if (contradictsKnown(context, candidate.column, factor))
    return { plan: candidate, sign: "none", why: [] };
  const printed = factor === 1 ? "as negative" : "as positive";
  return {
    plan: { ...candidate, factor },
    sign: "layout",
    why: [`${bank} prints money out ${printed} in this layout.`],
  };
}

/** How many of a plan's amounts are negative, positive, and marked as money in. */
interface SignCounts {
  readonly negatives: number;
  readonly positives: number;
  readonly marked: number;
}

function countSigns({ columns }: MoneyContext, plan: SignedPlan): SignCounts {
  const profiles = columns.profiles.filter(({ index }) => moneyColumns(plan).includes(index));
  const count = (of: (profile: Profile) => number) =>
    profiles.reduce((all, profile) => all + of(profile), 0);
  return {
    negatives: count((one) => one.negatives),
    positives: count((one) => one.positives),
    marked: count((one) => one.pluses),
  };
}

/** Decides by the printed signs and the words of the rows. */
function decideByRows(context: MoneyContext, candidate: SignedPlan): SignFinding {
  const counts = countSigns(context, candidate);
  const { negatives, positives, marked } = counts;
  const open: SignFinding = { plan: candidate, sign: "none", why: [] };
  const card = isCard(context.columns);
  if (marked > 0 && marked < positives && negatives === 0)
    return {
      plan: { kind: "marked", column: candidate.column },
      sign: "words",
      why: [
        "Only some amounts are marked, with a plus or CR: they are money in, the others are money out.",
      ],
    };
  if (marked > 0 && !card)
    return {
      ...open,
      sign: "mixed",
      why: ["Amounts are printed with plus and minus: money out is negative."],
    };
  const votes = countWordVotes(context, candidate.column);
  if (positives > 0 && negatives > 0)
    return card
      ? decideCard(context, candidate, votes, counts)
      : decideMixedSign(context, candidate, votes, counts);
  if (negatives > 0) {
    const namesCards = columnWithRole(context.columns, "card") >= 0;
    // The few rows of a file with positive charges may be paid bills of a card, or refunds.
    const isDoubtful =
      countBillPayments(context, candidate.column).negative > 0 ||
      (votes.against > 0 && votes.against >= votes.agree) ||
      (namesCards && negatives <= FEW_PAYMENTS && votes.agree === 0);
    return isDoubtful
      ? open
      : { ...open, sign: "mixed", why: ["Every amount is negative: money out."] };
  }
  // A payment service prints cards and fees too, but those of the customers who paid in.
  const isService = columnWithRole(context.columns, "fee") >= 0;
  if (card && !isService && positives > 0)
    return {
      plan: reverseSigns(candidate),
      sign: "card",
      why: ["A card's statement with positive amounts only: charges are printed as positive."],
    };
  if (positives >= CHARGES_MIN && votes.against === positives)
    return {
      plan: reverseSigns(candidate),
      sign: "words",
      why: ["By their texts, all of these unsigned amounts are money out."],
    };
  // Texts about purchases do not say that a row among them without such words is no income. Zeros
  // have no sign.
  return positives === 0 ? { ...open, sign: "mixed" } : open;
}

/**
 * Whether the rows contradict the layout's sign: many of their texts do, or a few where the printed
 * signs do too. People spend more often than they are paid, so amounts that are mostly negative are
 * not payments of a card.
 */
function contradictsKnown(context: MoneyContext, column: number, factor: number): boolean {
  const profile = context.columns.profiles[column];
  const negatives = profile?.negatives ?? 0;
  const positives = profile?.positives ?? 0;
  const votes = countWordVotes(context, column);
  const [agree, against] =
    factor === 1 ? [votes.agree, votes.against] : [votes.against, votes.agree];
  if (against >= CONTRARY_MIN && against >= 9 * agree) return true;
  if (factor === 1) return positives > negatives && against >= CONTRARY_FEW && against >= 3 * agree;
  return (
    negatives > 0 &&
    negatives >= positives &&
    agree <= against &&
    countBillPayments(context, column).negative === 0
  );
}

function decideCard(
  context: MoneyContext,
  candidate: SignedPlan,
  votes: Votes,
  counts: SignCounts,
): SignFinding {
  const payments = countBillPayments(context, candidate.column);
  const isPositive = areChargesPositive(votes, payments, counts);
  if (isPositive === null) return { plan: candidate, sign: "none", why: [] };
  return {
    plan: isPositive ? reverseSigns(candidate) : candidate,
    sign: "card",
    why: [
      isPositive
        ? "A card's statement on which most amounts are positive: charges are printed as positive, payments as negative."
        : "A card's statement on which charges are printed as negative.",
    ],
  };
}

function decideMixedSign(
  context: MoneyContext,
  candidate: SignedPlan,
  votes: Votes,
  { negatives, positives }: SignCounts,
): SignFinding {
  const payments = countBillPayments(context, candidate.column);
  const open: SignFinding = { plan: candidate, sign: "none", why: [] };
  if (payments.negative > 0 && payments.positive === 0 && positives > negatives)
    return {
      plan: reverseSigns(candidate),
      sign: "words",
      why: ["Payments of the bill are printed as negative, so charges are printed as positive."],
    };
  if (areCharges(votes, negatives + positives) && positives > negatives)
    return {
      plan: reverseSigns(candidate),
      sign: "words",
      why: ["By their texts, positive amounts are money out and negative ones money in."],
    };
  if (votes.against >= 2 && votes.against >= 3 * votes.agree) return open;
  // More and smaller amounts in than out: a person earns rarely and much, but pays a card so.
  const total = positives + negatives;
  const areMore = positives >= negatives && total >= ROWS_TELLING_MIN;
  if (areMore && votes.agree <= votes.against && areSmaller(context, candidate)) return open;
  // People spend more often than they are paid: mostly positive amounts may be charges, and nothing
  // says which. In few rows, as many in as out say no more.
  const isTelling = votes.agree >= 2 && votes.agree >= 4 * votes.against;
  if (positives >= CHARGES_SHARE * negatives && total >= 4 && !isTelling) return open;
  if (positives > MORE_IN * negatives && votes.agree === 0) return open;
  const isKnown = context.columns.roles[candidate.column] !== null;
  const areFew = total <= FEW_ROWS && total >= (isKnown ? 4 : 3);
  if (areFew && positives >= negatives && votes.agree <= votes.against && payments.positive === 0)
    return open;
  // One row in and one out, and a text about spending on the one without a minus.
  if (total < ROWS_TELLING_MIN && votes.against > 0 && votes.agree <= votes.against) return open;
  return {
    plan: candidate,
    sign: "mixed",
    why: ["Amounts are printed with their sign: money out is negative."],
  };
}

/** Whether the positive amounts are smaller than the negative ones, by their means. */
function areSmaller(context: MoneyContext, plan: SignedPlan): boolean {
  const amounts = context.rows.map(({ cells }) => readAmountUnder(context, plan, cells) ?? 0);
  const mean = (some: readonly number[]) =>
    some.reduce((all, amount) => all + Math.abs(amount), 0) / Math.max(1, some.length);
  const positive = amounts.filter((amount) => amount > 0);
  return mean(positive) < mean(amounts.filter((amount) => amount < 0));
}

/** Whether the words of most rows say that the printed signs are turned round, with hardly a doubt. */
function areCharges({ agree, against }: Votes, rows: number): boolean {
  return (
    against >= CHARGES_MIN &&
    against >= CHARGES_RATIO * agree &&
    against >= CHARGES_ROWS_SHARE * rows
  );
}

/**
 * Whether a card's charges are printed as positive, by the rows' words, the payments of its bill,
 * or the more frequent sign; null if these show nothing.
 */
function areChargesPositive(
  votes: Votes,
  payments: BillPayments,
  { negatives, positives }: SignCounts,
): boolean | null {
  const [least, most] = [
    Math.min(votes.agree, votes.against),
    Math.max(votes.agree, votes.against),
  ];
  if (most >= 3 && most >= 4 * least) return votes.against > votes.agree;
  if (payments.negative > 0 !== payments.positive > 0) return payments.negative > 0;
  const many =
    Math.max(negatives, positives) >= CHARGES_SHARE * Math.min(negatives, positives) &&
    negatives + positives >= 4;
  if (many) return positives > negatives;
  return most > 0 && least === 0 && votes.against > 0 === positives > negatives
    ? votes.against > 0
    : null;
}
