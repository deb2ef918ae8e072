// Which transactions of own accounts are the two sides of one transfer. Pure. A pair is suggested,
// never made. It needs amounts that are equal, or that a printed fee or rate makes exactly equal,
// days close together, and no competitor on either side. Equal transfers in one direction are
// paired by their counts, the nearest ones with each other.

import type { Currency } from "../../../money/currency.ts";
import { compareDays } from "../../../money/day.ts";
import { TRANSFER_RIVALS_MAX, TRANSFER_WEEKDAYS_MAX } from "../../../platform/limits.ts";
import { weekdaysBetween } from "./likeness.ts";
import { relate, wantedAmounts, type Leg, type Relation } from "./relation.ts";

/** Two transactions that look like one transfer. */
export interface Transfer {
  readonly debit: Leg;
  readonly credit: Leg;
  readonly kind: Relation["kind"];
  /** One sentence a reason. */
  readonly evidence: readonly string[];
}

/** What is known about the user's own accounts. */
export interface OwnAccounts {
  /** IBANs and numbers in the form they are compared -> the account. */
  readonly labels: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
}

interface Edge {
  readonly debit: Leg;
  readonly credit: Leg;
  readonly relation: Relation;
  readonly distance: number;
  /** The account printed with one side is the other side's. */
  readonly named: boolean;
}

/**
 * The pairs of which a side is of interest. The transactions must reach twice as far in time as a
 * transfer takes, around those of interest.
 */
export function findTransfers(
  legs: readonly Leg[],
  own: OwnAccounts,
  isOfInterest: (leg: Leg) => boolean = () => true,
): Transfer[] {
  const edges = findEdges(legs, own, isOfInterest);
  const bySide = new Map<Leg, Edge[]>();
  for (const edge of edges) {
    for (const leg of [edge.debit, edge.credit]) {
      const mine = bySide.get(leg);
      if (mine === undefined) bySide.set(leg, [edge]);
      else mine.push(edge);
    }
  }
  const torn = new Set(
    [...bySide].filter(([leg, mine]) => accountsBeyond(leg, mine).size > 1).map(([leg]) => leg),
  );
  const pairs: Edge[] = [];
  const paired = new Set<Leg>();
  for (let distance = 0; distance <= TRANSFER_WEEKDAYS_MAX; distance += 1) {
    const open = edges.filter(
      (edge) => edge.distance <= distance && !paired.has(edge.debit) && !paired.has(edge.credit),
    );
    for (const knot of groupEdges(open)) {
      for (const edge of findPairs(knot)) {
        paired.add(edge.debit).add(edge.credit);
        pairs.push(edge);
      }
    }
  }
  // A competitor that is left over might be the other side too: only if all have found theirs,
  // nothing is guessed.
  const isClear = (leg: Leg) =>
    !torn.has(leg) &&
    (bySide.get(leg) ?? []).every(({ debit, credit }) => paired.has(debit) && paired.has(credit));
  const found = pairs.filter(
    ({ debit, credit }) =>
      (isOfInterest(debit) || isOfInterest(credit)) && isClear(debit) && isClear(credit),
  );
  return found.map((edge) => ({
    debit: edge.debit,
    credit: edge.credit,
    kind: edge.relation.kind,
    evidence: listEvidence(edge, bySide, own),
  }));
}

function accountsBeyond(leg: Leg, edges: readonly Edge[]): Set<number> {
  return new Set(edges.map(({ debit, credit }) => (debit === leg ? credit : debit).account));
}

/**
 * The edges between these transactions, as far as they can be reached from those of interest: what
 * is not connected with them has no influence on their pairs.
 */
function findEdges(
  legs: readonly Leg[],
  own: OwnAccounts,
  isOfInterest: (leg: Leg) => boolean,
): Edge[] {
  const partners = new Partners(legs.filter((leg) => leg.amount !== 0));
  const edges = new Map<string, Edge>();
  const reached = new Set(legs.filter((leg) => leg.amount !== 0 && isOfInterest(leg)));
  // A set is walked to its end, with what is added meanwhile.
  for (const leg of reached) {
    for (const other of partners.listOf(leg)) {
      const [debit, credit] = leg.amount > 0 ? [leg, other] : [other, leg];
      const edge = toEdge(debit, credit, own);
      if (edge === null) continue;
      edges.set(`${debit.id} ${credit.id}`, edge);
      reached.add(other);
    }
  }
  return [...edges.values()];
}

/** Transactions by the amounts that they have, and that their other sides may have. */
class Partners {
  readonly #byAmount: ReadonlyMap<string, readonly Leg[]>;
  /** Those that want another amount than their own, by that amount. */
  readonly #byWanted = new Map<string, Leg[]>();
  readonly #currencies: readonly Currency[];

  constructor(legs: readonly Leg[]) {
    this.#byAmount = Map.groupBy(legs, amountKey);
    this.#currencies = [...new Set(legs.map((leg) => leg.currency))];
    for (const leg of legs) {
      if (leg.fee === null && leg.rate === null && leg.original === null) continue;
      for (const wanted of wantedAmounts(leg, this.#currencies).slice(1)) {
        const same = this.#byWanted.get(amountKey(wanted));
        if (same === undefined) this.#byWanted.set(amountKey(wanted), [leg]);
        else same.push(leg);
      }
    }
  }

  /** Those that have an amount that this one wants, or that want its amount. */
  listOf(leg: Leg): Leg[] {
    const wanted = wantedAmounts(leg, this.#currencies);
    const theirs = wanted.flatMap((one) => this.#tellable(amountKey(one)));
    if (this.#tellable(amountKey(leg)).length === 0) return theirs;
    const [opposite] = wanted;
    const equal = opposite === undefined ? [] : (this.#byAmount.get(amountKey(opposite)) ?? []);
    return [...theirs, ...equal, ...(this.#byWanted.get(amountKey(leg)) ?? [])];
  }

  /** Those of an amount; none if there are so many that nobody could tell transfers apart. */
  #tellable(key: string): readonly Leg[] {
    const legs = this.#byAmount.get(key) ?? [];
    return legs.length > TRANSFER_RIVALS_MAX ? [] : legs;
  }
}

function amountKey({ amount, currency }: Pick<Leg, "amount" | "currency">): string {
  return `${amount} ${currency}`;
}

function toEdge(debit: Leg, credit: Leg, own: OwnAccounts): Edge | null {
  if (debit.account === credit.account || debit.amount < 0 || credit.amount > 0) return null;
  const distance = weekdaysBetween(debit.date, credit.date);
  const relation = distance > TRANSFER_WEEKDAYS_MAX ? null : relate(debit, credit);
  if (relation === null) return null;
  const words = [says(debit, credit.account, own), says(credit, debit.account, own)];
  return words.includes("another")
    ? null
    : { debit, credit, relation, distance, named: words.includes("this") };
}

/** Whether the account printed with a transaction is `account`: this, another, or unknown. */
function says(leg: Leg, account: number, own: OwnAccounts): "this" | "another" | "nothing" {
  if (leg.counterparty === null) return "nothing";
  const owner = own.labels.get(leg.counterparty);
  if (owner !== undefined) return owner === account ? "this" : "another";
  // It is an IBAN, and the account has another one: the payment went to somebody else.
  const known = [...own.labels].some(([label, id]) => id === account && isIban(label));
  return known && isIban(leg.counterparty) ? "another" : "nothing";
}

function isIban(label: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(label);
}

/** Connected groups of edges. */
function groupEdges(edges: readonly Edge[]): Edge[][] {
  const parents = new Map<Leg, Leg>();
  const findRoot = (leg: Leg): Leg => {
    let root = leg;
    for (
      let above = parents.get(root);
      above !== undefined && above !== root;
      above = parents.get(root)
    )
      root = above;
    parents.set(leg, root);
    return root;
  };
  for (const { debit, credit } of edges) parents.set(findRoot(debit), findRoot(credit));
  return [...Map.groupBy(edges, (edge) => findRoot(edge.debit)).values()];
}

/**
 * The pairs of a group: as many debits of one account as credits of one other, in order of time;
 * else none.
 */
function findPairs(knot: readonly Edge[]): Edge[] {
  const debits = inTime(new Set(knot.map((edge) => edge.debit)));
  const credits = inTime(new Set(knot.map((edge) => edge.credit)));
  const oneWay =
    new Set(debits.map((leg) => leg.account)).size === 1 &&
    new Set(credits.map((leg) => leg.account)).size === 1;
  if (!oneWay || debits.length !== credits.length) return [];
  const pairs = debits.map((debit, index) =>
    knot.find((edge) => edge.debit === debit && edge.credit === credits[index]),
  );
  return pairs.every((edge) => edge !== undefined) ? pairs : [];
}

function inTime(legs: ReadonlySet<Leg>): Leg[] {
  return [...legs].sort((a, b) => compareDays(a.date, b.date) || a.id - b.id);
}

function listEvidence(
  edge: Edge,
  bySide: ReadonlyMap<Leg, readonly Edge[]>,
  own: OwnAccounts,
): string[] {
  const { debit, credit, distance, relation } = edge;
  const nameAccount = (account: number) => own.names.get(account) ?? `account ${account}`;
  const days =
    debit.date === credit.date
      ? `Both are of ${debit.date}.`
      : `They are ${distance === 1 ? "one weekday" : `${distance} weekdays`} apart: ${debit.date} and ${credit.date}.`;
  const rivals = Math.max(bySide.get(debit)?.length ?? 1, bySide.get(credit)?.length ?? 1);
  const alone =
    rivals === 1
      ? "No other transaction of those days fits either of them."
      : "As many equal amounts went out as came in on those days; the nearest ones are paired.";
  const named = edge.named
    ? [
        `The account printed with it is ${nameAccount(says(debit, credit.account, own) === "this" ? credit.account : debit.account)}.`,
      ]
    : [];
  return [relation.sentence, days, ...named, alone];
}
