// How the sign is meant where no balance proves it: words of a debit/credit column, the bank's known
// layout, plus and minus, the mix of signs, the rows' own words. "none" is a question.

import { columnWithRole, type Columns } from "../columns/columns.ts";
import {
  readAmountUnder,
  moneyColumns,
  reverseSigns,
  type MoneyContext,
  type PairPlan,
  type SignSource,
} from "./money.ts";
import { isSided } from "./money-columns.ts";
import type { MoneyPlan } from "../plan.ts";
import type { Profile } from "../columns/profile.ts";
import { isCardPayment, readSide, guessSide } from "../columns/cell-words.ts";

/** So many texts that speak against a known layout make it a question. */
const CONTRARY_MIN = 5;
/** So many, where most printed signs speak against it as well. */
const CONTRARY_FEW = 2;

export interface SignFinding {
  readonly plan: MoneyPlan;
  readonly sign: SignSource;
  readonly why: readonly string[];
}

/** Without a proof: words of a side column, the known layout, the mix of signs, the rows' words. */
export function decideSign(context: MoneyContext, candidate: MoneyPlan): SignFinding {
  if (candidate.kind === "pair") {
    return {
      plan: decidePairFactors(context, candidate),
      sign: isSided(context.columns, candidate) ? "columns" : "none",
      why: [],
    };
  }
  if (candidate.kind === "side" || candidate.kind === "worded" || candidate.kind === "marked")
    return { plan: candidate, sign: "side", why: [] };
  const side = columnWithRole(context.columns, "side");
  if (side >= 0 && candidate.also === undefined) {
    const sided = readSideColumn(context, candidate.column, side);
    if (sided !== null) return sided;
  }
  const profiles = context.columns.profiles.filter(({ index }) =>
    moneyColumns(candidate).includes(index),
  );
  const count = (of: (profile: Profile) => number) =>
    profiles.reduce((all, profile) => all + of(profile), 0);
  const negatives = count((one) => one.negatives);
  const positives = count((one) => one.positives);
  const votes = countWordVotes(context, candidate.column);
  if (context.known !== null) {
    // What the rows say outright is not overruled by what other files of this header were like.
    // The question is about the signs as printed, whatever the layout would make of them.
    if (contradictsKnown(context, candidate.column, context.known.factor))
      return { plan: candidate, sign: "none", why: [] };
    return {
      plan: { ...candidate, factor: context.known.factor },
      sign: "layout",
      why: [
        `${context.known.bank} prints money out ${context.known.factor === 1 ? "as negative" : "as positive"} in this layout.`,
      ],
    };
  }
  const card = isCard(context.columns);
  const marked = count((one) => one.pluses);
  if (marked > 0 && marked < positives && negatives === 0) {
    return {
      plan: { kind: "marked", column: candidate.column },
      sign: "words",
      why: [
        "Only some amounts are marked, with a plus or CR: these are money in, the rest is money out.",
      ],
    };
  }
  if (marked > 0 && !card)
    return {
      plan: candidate,
      sign: "mixed",
      why: ["Amounts are printed with plus and minus: money out is negative."],
    };
  if (positives > 0 && negatives > 0)
    return decideMixedSign(context, candidate, card, votes, negatives, positives);
  if (negatives > 0) {
    // A card's bill that was paid, a refund: the one row of a file on which charges are positive may be such.
    const doubtful =
      countBillPayments(context, candidate.column).negative > 0 ||
      (votes.against > 0 && votes.against >= votes.agree);
    return doubtful
      ? { plan: candidate, sign: "none", why: [] }
      : { plan: candidate, sign: "mixed", why: ["Every amount is negative: money out."] };
  }
  // A payment service prints cards and fees too, but of the customers who paid in.
  const service = columnWithRole(context.columns, "fee") >= 0;
  if (card && !service && positives > 0)
    return {
      plan: reverseSigns(candidate),
      sign: "card",
      why: ["A card's statement with positive amounts only: charges are printed as positive."],
    };
  // Texts that speak of purchases do not say that a row among them without such words is no income.
  // Zeros have no sign.
  return { plan: candidate, sign: positives === 0 ? "mixed" : "none", why: [] };
}

/**
 * Whether the rows speak against the layout's sign. Their texts do by many words; by few where the printed signs do too:
 * people spend more often than they are paid, so amounts that are mostly negative are not payments of a card.
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

function decideMixedSign(
  context: MoneyContext,
  candidate: MoneyPlan & { kind: "signed" },
  card: boolean,
  votes: { agree: number; against: number },
  negatives: number,
  positives: number,
): SignFinding {
  const payments = countBillPayments(context, candidate.column);
  const open: SignFinding = { plan: candidate, sign: "none", why: [] };
  if (card) {
    const flip = decideCardSign(votes, payments, negatives, positives);
    if (flip === null) return open;
    return {
      plan: flip ? reverseSigns(candidate) : candidate,
      sign: "card",
      why: [
        flip
          ? "A card's statement on which most amounts are positive: charges are printed as positive, payments as negative."
          : "A card's statement on which charges are printed as negative.",
      ],
    };
  }
  if (payments.negative > 0 && payments.positive === 0 && positives > negatives) {
    return {
      plan: reverseSigns(candidate),
      sign: "words",
      why: ["Payments of the bill are printed as negative, so charges are printed as positive."],
    };
  }
  if (votes.against >= 2 && votes.against >= 3 * votes.agree) return open;
  // People spend more often than they are paid: mostly positive amounts may be charges, and nothing says which. In few
  // rows as many in as out say no more.
  const telling = votes.agree >= 2 && votes.agree >= 4 * votes.against;
  if (positives >= CHARGES_SHARE * negatives && positives + negatives >= 4 && !telling) return open;
  const known = context.columns.roles[candidate.column] !== null;
  const few = positives + negatives <= FEW_ROWS && positives + negatives >= (known ? 4 : 3);
  if (few && positives >= negatives && votes.agree <= votes.against && payments.positive === 0)
    return open;
  return {
    plan: candidate,
    sign: "mixed",
    why: ["Amounts are printed with their sign: money out is negative."],
  };
}

/** So many times as many rows on one side as on the other show on which side a card's charges stand. */
const CHARGES_SHARE = 2.5;
/** As many in as out in so few rows show nothing. */
const FEW_ROWS = 8;

/** Whether a card's charges are printed as positive: by the rows' words, the payments of its bill, the more frequent sign; null where these say nothing. */
function decideCardSign(
  votes: { agree: number; against: number },
  payments: { negative: number; positive: number },
  negatives: number,
  positives: number,
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

/** A debit/credit column: it gives the sign to unsigned amounts, or agrees with signs already there. */
function readSideColumn(context: MoneyContext, column: number, side: number): SignFinding | null {
  const blank = decideBlankSide(context.columns.profiles[side]);
  let agree = 0;
  let against = 0;
  let unsigned = 0;
  for (const row of context.rows) {
    const value = readAmountUnder(
      context,
      { kind: "signed", column, factor: 1, fee: -1 },
      row.cells,
    );
    const said = readSide(row.cells[side] ?? "");
    const word = said === "none" ? blank : said;
    if (value === null || value === 0 || (word !== "out" && word !== "in")) continue;
    if (value < 0 === (word === "out")) agree += 1;
    else against += 1;
    if (value > 0) unsigned += 1;
  }
  const total = agree + against;
  if (total === 0) return null;
  const label = context.columns.profiles[side]?.label ?? "";
  // Before any majority: one credit among twenty debits is still a credit.
  if (unsigned === total)
    return {
      plan: { kind: "side", column, side, blank },
      sign: "side",
      why: [`The words in "${label}" give the unsigned amounts their side.`],
    };
  if (agree >= 0.95 * total)
    return {
      plan: { kind: "signed", column, factor: 1, fee: -1 },
      sign: "side",
      why: [`The words in "${label}" agree with the printed signs.`],
    };
  if (against >= 0.95 * total)
    return {
      plan: { kind: "signed", column, factor: -1, fee: -1 },
      sign: "side",
      why: [`The words in "${label}" say that positive amounts are money out.`],
    };
  return unsigned >= 0.9 * total
    ? {
        plan: { kind: "side", column, side, blank },
        sign: "side",
        why: [`The words in "${label}" give the amounts their side; a minus turns one round.`],
      }
    : null;
}

/** Where a side column speaks of one side only, the rows it says nothing about are the other. */
export function decideBlankSide(profile: Profile | undefined): "out" | "in" | null {
  if (profile === undefined || profile.filled === profile.rows) return null;
  return profile.outs === 0 && profile.ins > 0
    ? "out"
    : profile.ins === 0 && profile.outs > 0
      ? "in"
      : null;
}

function isCard(columns: Columns): boolean {
  const card = columnWithRole(columns, "card");
  return (
    card >= 0 && (columns.weights[card] ?? 0) >= 60 && (columns.profiles[card]?.filled ?? 0) > 0
  );
}

function countWordVotes(context: MoneyContext, column: number): { agree: number; against: number } {
  const card = isCard(context.columns);
  let agree = 0;
  let against = 0;
  for (const row of context.rows.slice(0, 500)) {
    const value = readAmountUnder(
      context,
      { kind: "signed", column, factor: 1, fee: -1 },
      row.cells,
    );
    if (value === null || value === 0) continue;
    const side = guessSide(
      context.texts
        .map((index) => row.cells[index] ?? "")
        .join(" ")
        .slice(0, 300),
      card,
    );
    if (side === null) continue;
    if (value < 0 === (side === "out")) agree += 1;
    else against += 1;
  }
  return { agree, against };
}

/** A debit column may print its numbers with a minus, a credit column too (refunds apart): the majority tells. */
export function decidePairFactors(context: MoneyContext, plan: PairPlan): PairPlan {
  const debit = context.columns.profiles[plan.debit];
  const credit = context.columns.profiles[plan.credit];
  return {
    ...plan,
    debit_factor: debit !== undefined && debit.negatives > debit.positives ? 1 : -1,
    credit_factor: credit !== undefined && credit.negatives > credit.positives ? -1 : 1,
  };
}

/** Rows whose text says that a card's bill was paid, by the sign they are printed with. */
function countBillPayments(
  context: MoneyContext,
  column: number,
): { negative: number; positive: number } {
  let negative = 0;
  let positive = 0;
  for (const row of context.rows) {
    const value = readAmountUnder(
      context,
      { kind: "signed", column, factor: 1, fee: -1 },
      row.cells,
    );
    if (
      value === null ||
      value === 0 ||
      !isCardPayment(
        context.texts
          .map((index) => row.cells[index] ?? "")
          .join(" ")
          .slice(0, 200),
      )
    )
      continue;
    if (value < 0) negative += 1;
    else positive += 1;
  }
  return { negative, positive };
}
