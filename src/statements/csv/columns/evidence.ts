// Evidence for the order of day and month and for the decimal mark. It is gathered a row at a time,
// so that a survey reads on only while something is undecided.

import type { Day } from "../../../money/day.ts";
import { dayNumber } from "../../../money/day.ts";
import { readAmount, type DecimalMark } from "../amounts/amount.ts";
import { stripCell } from "../shape/cells.ts";
import { DATE_ORDERS, dateParts, dayIn, type DateOrder } from "../dates/dates.ts";

export interface OrderTally {
  /** Dates that exist in this order. */
  valid: number;
  /** Neighbouring rows of which the second is earlier, and later. */
  back: number;
  forth: number;
  /** Dates after today. */
  future: number;
  /** Days between a row's two dates, summed. */
  lag: number;
  last: number;
  min: number;
  max: number;
}

export interface DateEvidence {
  readonly tallies: Readonly<Record<DateOrder, OrderTally>>;
  /** Distinct texts seen that mean different days in different orders. */
  doubtful: number;
  total: number;
  pairs: number;
  dots: number;
  dashes: number;
  /** The first doubtful text, for the question. */
  example: string | null;
}

/** Evidence of nothing yet. */
export function emptyDateEvidence(): DateEvidence {
  const tally = (): OrderTally => ({
    valid: 0,
    back: 0,
    forth: 0,
    future: 0,
    lag: 0,
    last: Number.NaN,
    min: Infinity,
    max: -Infinity,
  });
  return {
    tallies: { dmy: tally(), mdy: tally(), ymd: tally() },
    doubtful: 0,
    total: 0,
    pairs: 0,
    dots: 0,
    dashes: 0,
    example: null,
  };
}

/** Takes a row's date cell into account, and its second date where it has one. */
export function noteDate(evidence: DateEvidence, cell: string, second: string, today: Day): void {
  const parts = dateParts(stripCell(cell));
  if (parts === null) return;
  const other = second === "" ? null : dateParts(stripCell(second));
  evidence.total += 1;
  if (parts.separator === "." && parts.digits[0] !== 4) evidence.dots += 1;
  if (parts.separator === "-") evidence.dashes += 1;
  if (other !== null) evidence.pairs += 1;
  const days = new Set<string>();
  for (const order of DATE_ORDERS) {
    const day = dayIn(parts, order);
    if (day === null) continue;
    days.add(day);
    const tally = evidence.tallies[order];
    const number = dayNumber(day);
    tally.valid += 1;
    if (day > today) tally.future += 1;
    if (number < tally.last) tally.back += 1;
    if (number > tally.last) tally.forth += 1;
    tally.last = number;
    tally.min = Math.min(tally.min, number);
    tally.max = Math.max(tally.max, number);
    if (other !== null) {
      const late = dayIn(other, order);
      tally.lag += late === null ? 400 : Math.min(Math.abs(dayNumber(late) - number), 400);
    }
  }
  if (days.size > 1) {
    evidence.doubtful += 1;
    evidence.example ??= cell.trim();
  }
}

/**
 * The orders in which the most dates exist: one date past the twelfth outweighs thousands before
 * it.
 */
export function listPossibleOrders(evidence: DateEvidence): readonly DateOrder[] {
  const most = Math.max(...DATE_ORDERS.map((order) => evidence.tallies[order].valid));
  if (most === 0) return [];
  const possible = DATE_ORDERS.filter((order) => evidence.tallies[order].valid === most);
  const others = possible.filter((order) => order !== "ymd");
  if (evidence.doubtful === 0 || others.length === 0 || !possible.includes("ymd")) return possible;
  return yearMayLead(evidence, others) ?? possible;
}

const RECENT_DAYS = 5 * 365;

/**
 * A year of two digits in front is rare. It is assumed only if the days then lie far closer
 * together, or if they lie no farther apart and the dates have dashes or their years are nearer to
 * today. Null if both readings are possible.
 */
function yearMayLead(
  evidence: DateEvidence,
  others: readonly DateOrder[],
): readonly DateOrder[] | null {
  const spread = (order: DateOrder) => evidence.tallies[order].max - evidence.tallies[order].min;
  const year = evidence.tallies.ymd;
  if (spread("ymd") > 0 && others.every((order) => spread(order) > 4 * spread("ymd")))
    return ["ymd"];
  if (others.some((order) => spread("ymd") > 4 * spread(order))) return others;
  const nearer =
    year.future === 0 &&
    others.every(
      (order) =>
        evidence.tallies[order].future === 0 &&
        year.max - evidence.tallies[order].max >= RECENT_DAYS,
    );
  return evidence.dashes === evidence.total || nearer ? null : others;
}

export interface Decision<T> {
  readonly value: T;
  readonly why: string;
}

const ORDER_NAMES: Readonly<Record<DateOrder, string>> = {
  dmy: "day first",
  mdy: "month first",
  ymd: "year first",
};

/** The order in words for a person. */
export function nameOrder(order: DateOrder): string {
  return ORDER_NAMES[order];
}

/** The order that the rows prove, or null. Known layouts and answers are the caller's business. */
export function decideOrder(evidence: DateEvidence): Decision<DateOrder> | null {
  const orders = listPossibleOrders(evidence);
  const [only] = orders;
  if (only === undefined) return null;
  if (evidence.doubtful === 0) {
    const one = orders.includes("ymd") ? "ymd" : only;
    return {
      value: one,
      why:
        orders.length > 1
          ? "Every date shows which part is the year, the month and the day."
          : `The dates exist only with the ${ORDER_NAMES[one].replace(" ", " part ")}.`.replace(
              "part first",
              "first",
            ),
    };
  }
  if (orders.length === 1)
    return { value: only, why: `Dates are ${ORDER_NAMES[only]}: some would not exist otherwise.` };
  const present = orders.filter((order) => evidence.tallies[order].future === 0);
  if (present.length === 1 && present[0] !== undefined)
    return {
      value: present[0],
      why: `Dates are ${ORDER_NAMES[present[0]]}: otherwise some would be in the future.`,
    };
  if (evidence.dots === evidence.total)
    return { value: "dmy", why: "Dates are day first: no bank puts the month first between dots." };
  const candidates = present.length > 0 ? present : orders;
  const sorted = candidates.filter((order) => isSorted(evidence.tallies[order]));
  const [steady] = sorted;
  const others = candidates.filter((order) => order !== steady);
  if (
    sorted.length === 1 &&
    steady !== undefined &&
    others.every((order) => broken(evidence.tallies[order]) >= 2)
  ) {
    return {
      value: steady,
      why: `Dates are ${ORDER_NAMES[steady]}: then the rows are in order of time, otherwise they jump back and forth.`,
    };
  }
  if (evidence.pairs >= 2) {
    const [near, far] = candidates.toSorted(
      (a, b) => evidence.tallies[a].lag - evidence.tallies[b].lag,
    );
    if (
      near !== undefined &&
      far !== undefined &&
      evidence.tallies[far].lag >= 20 &&
      evidence.tallies[near].lag * 4 <= evidence.tallies[far].lag &&
      evidence.tallies[near].lag <= 7 * evidence.pairs
    ) {
      return {
        value: near,
        why: `Dates are ${ORDER_NAMES[near]}: then booking and value dates are days apart, otherwise months.`,
      };
    }
  }
  return null;
}

function isSorted(tally: OrderTally): boolean {
  return Math.min(tally.back, tally.forth) === 0;
}

function broken(tally: OrderTally): number {
  return Math.min(tally.back, tally.forth);
}

export interface MarkEvidence {
  dots: number;
  commas: number;
  /** Texts such as "1.500" or "1,500" that are an amount either way. */
  doubtDots: number;
  doubtCommas: number;
  plainSmall: number;
  plainLarge: number;
  example: string | null;
  /** How many texts show that many decimals, by the number of decimals. */
  readonly places: number[];
}

/** Evidence of nothing yet. */
export function emptyMarkEvidence(): MarkEvidence {
  return {
    dots: 0,
    commas: 0,
    doubtDots: 0,
    doubtCommas: 0,
    plainSmall: 0,
    plainLarge: 0,
    example: null,
    places: [0, 0, 0, 0, 0],
  };
}

/** A zero before three digits, such as "0.250": thousands are never written so. */
const ZERO_AND_DECIMALS = /^\D{0,4}0([.,])\d{3}\D{0,4}$/;

/** Takes one money cell into account. */
export function noteAmount(evidence: MarkEvidence, cell: string): void {
  const text = stripCell(cell);
  if (text === "") return;
  const zero = ZERO_AND_DECIMALS.exec(text);
  if (zero !== null) {
    evidence[zero[1] === "." ? "dots" : "commas"] += 1;
    evidence.places[3] = (evidence.places[3] ?? 0) + 1;
    return;
  }
  const dot = readAmount(text, ".", 4);
  const comma = readAmount(text, ",", 4);
  if (typeof dot !== "number" && typeof comma !== "number") return;
  if (typeof dot === "number" && typeof comma === "number") {
    if (dot === comma) {
      if (Math.abs(dot) < 10_000_000) evidence.plainSmall += 1;
      else if (/\d{4}/.test(text)) evidence.plainLarge += 1;
      return;
    }
    if (text.includes(".")) evidence.doubtDots += 1;
    else evidence.doubtCommas += 1;
    evidence.example ??= text;
    return;
  }
  const value = typeof dot === "number" ? dot : Number(comma);
  if (typeof dot === "number") evidence.dots += 1;
  else evidence.commas += 1;
  const places = countPlaces(value);
  evidence.places[places] = (evidence.places[places] ?? 0) + 1;
}

/** The decimals that a number of ten-thousandths needs. */
function countPlaces(value: number): number {
  const places = [10_000, 1_000, 100, 10].findIndex((step) => value % step === 0);
  return places === -1 ? 4 : places;
}

/** The decimal mark the amounts prove, or null if they allow both. */
export function decideMark(evidence: MarkEvidence): Decision<DecimalMark> | null {
  const { dots, commas, doubtDots, doubtCommas } = evidence;
  if (dots > 0 && dots >= 20 * commas) return { value: ".", why: "Decimals follow a dot." };
  if (commas > 0 && commas >= 20 * dots) return { value: ",", why: "Decimals follow a comma." };
  if (dots + commas > 0) return null;
  if (doubtDots + doubtCommas === 0) return { value: ".", why: "The amounts are whole numbers." };
  if (evidence.plainSmall > 0 && evidence.plainLarge === 0) {
    if (doubtCommas === 0)
      return {
        value: ",",
        why: "Dots separate thousands: they occur only in numbers from 1,000 up, always before three digits.",
      };
    if (doubtDots === 0)
      return {
        value: ".",
        why: "Commas separate thousands: they occur only in numbers from 1,000 up, always before three digits.",
      };
  }
  return null;
}

/** The decimals to read: two, or three or four where enough amounts show them. */
export function decideDecimals(evidence: MarkEvidence): number {
  const [, , , three = 0, four = 0] = evidence.places;
  const total = evidence.places.reduce((all, count) => all + count, 0);
  const enough = (count: number) => count >= 2 || (count > 0 && count >= 0.2 * total);
  if (enough(four)) return 4;
  if (!enough(three + four)) return 2;
  return four > 0 ? 4 : 3;
}
