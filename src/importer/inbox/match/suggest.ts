// Suggests transactions for a receipt when none has its exact amount: the bill with a tip or a
// hold; the amount in another currency; an order that was charged in parts. Pure. Only for a
// merchant that agrees, and only ever shown to the user.

import { exponentOf, type Currency } from "../../../money/currency.ts";
import { addDays, type Day } from "../../../money/day.ts";
import { printUnits } from "../../../money/money.ts";
import { sameMerchant, tellingWords } from "./names.ts";
import {
  describeDays,
  printAmount,
  bookingWindow,
  type Booked,
  type Candidate,
  type Claimed,
} from "./pair.ts";

/** Merchants where a tip is added, or a hold is larger than the charge. */
const TIPPED = new Set(
  `RESTAURANT RESTAURANTE RISTORANTE TRATTORIA OSTERIA PIZZERIA PIZZA BISTRO BRASSERIE CAFE CAFFE COFFEE KAFFEE BAR GRILL DINER KITCHEN TAVERN PUB SUSHI RAMEN STEAKHOUSE BURGER TAQUERIA EATERY GASTHAUS GASTHOF
   HOTEL HOTELS INN MOTEL HOSTEL RESORT SUITES LODGE FUEL GAS GASOLINE PETROL TANKSTELLE SHELL ESSO ARAL CHEVRON EXXON TEXACO TOTALENERGIES REPSOL TAXI CAB UBER LYFT BOLT DOORDASH DELIVEROO GRUBHUB`.split(
    /\s+/,
  ),
);
const TIP_PER_CENT_MAX = 30;
const RATE_PER_CENT_MAX = 3;
const PART_DAYS = 30;
export const PARTS_MAX = 6;
/** With more rows than this, sums are not searched. */
export const PART_ROWS_MAX = 24;

/** An exchange rate in whole numbers: `of` units of one currency buy `buys` of the other. */
export type Rate = (
  from: string,
  to: string,
  day: Day,
) => { readonly of: number; readonly buys: number } | null;

/** A receipt whose currency is known. */
type InOne = Claimed & { readonly currency: Currency };

/** All suggestions among transactions without a receipt; empty if nothing comes near. */
export function suggestFor(claimed: Claimed, rows: readonly Booked[], rate: Rate): Candidate[] {
  const [currency] = claimed.currencies;
  if (currency === undefined || claimed.currencies.length > 1) return [];
  const receipt = { ...claimed, currency };
  const mine = rows.filter(
    (row) =>
      Math.sign(row.amount) === Math.sign(receipt.amount) && sameMerchant(receipt.names, row.texts),
  );
  const window = bookingWindow(receipt);
  const near = mine
    .filter((row) => row.date >= window.from && row.date <= window.to)
    .toSorted((a, b) => a.id - b.id);
  const single = near.flatMap(
    (row) => suggestTip(receipt, row) ?? suggestConversion(receipt, row, rate) ?? [],
  );
  const parts = suggestParts(receipt, mine);
  return [...single, ...(parts === null ? [] : [parts])];
}

function suggestTip(receipt: InOne, row: Booked): Candidate | null {
  if (row.currency !== receipt.currency || receipt.amount <= 0) return null;
  const more = row.amount - receipt.amount;
  if (more <= 0 || more * 100 > receipt.amount * TIP_PER_CENT_MAX) return null;
  if (
    ![...receipt.names, ...row.texts].some((name) =>
      tellingWords(name).some((word) => TIPPED.has(word)),
    )
  )
    return null;
  const evidence = [
    `the bank booked ${printAmount(row.amount, row.currency)}, up to ${TIP_PER_CENT_MAX} % more than the receipt's ${printAmount(receipt.amount, receipt.currency)}, as with a tip or a hold`,
    namesMerchant(row),
    describeDays(receipt.date, row.date),
  ];
  return { transactions: [row.id], evidence };
}

function suggestConversion(receipt: InOne, row: Booked, rate: Rate): Candidate | null {
  if (row.currency === receipt.currency || row.original !== null) return null;
  const known = rate(receipt.currency, row.currency, receipt.date);
  if (known === null) return null;
  const [have, want] = [
    BigInt(Math.abs(row.amount)) * BigInt(known.of),
    BigInt(Math.abs(receipt.amount)) * BigInt(known.buys),
  ];
  const apart = have > want ? have - want : want - have;
  if (apart * 100n > want * BigInt(RATE_PER_CENT_MAX)) return null;
  const evidence = [
    `${printAmount(receipt.amount, receipt.currency)} is ${printAmount(row.amount, row.currency)} at the rate of the day, within ${RATE_PER_CENT_MAX} %`,
    namesMerchant(row),
    describeDays(receipt.date, row.date),
  ];
  return { transactions: [row.id], evidence };
}

function namesMerchant(row: Booked): string {
  return `the bank's text "${(row.texts[0] ?? "").slice(0, 60)}" names the merchant`;
}

/**
 * The only set of the merchant's transactions that adds up to the receipt; null if there is none,
 * or more than one.
 */
function suggestParts(receipt: InOne, mine: readonly Booked[]): Candidate | null {
  const to = addDays(receipt.date, PART_DAYS);
  const { from } = bookingWindow(receipt);
  const wanted = Math.abs(receipt.amount);
  const parts = mine
    .filter(
      (row) =>
        row.currency === receipt.currency &&
        row.date >= from &&
        row.date <= to &&
        Math.abs(row.amount) < wanted,
    )
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount) || a.id - b.id);
  if (parts.length < 2 || parts.length > PART_ROWS_MAX) return null;
  const found = sumsTo(
    parts.map((row) => Math.abs(row.amount)),
    wanted,
  );
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const rows = only.flatMap((index) => parts[index] ?? []);
  const sum = rows.map((row) => printUnits(row.amount, exponentOf(row.currency))).join(" + ");
  const evidence = [
    `${sum} is exactly the receipt's ${printAmount(receipt.amount, receipt.currency)}, and no other of the merchant's transactions add up to it`,
    ...rows.map((row) => describeDays(receipt.date, row.date)),
  ];
  return { transactions: rows.map(({ id }) => id).toSorted((a, b) => a - b), evidence };
}

/** Up to two sets, by index, of 2 to PARTS_MAX amounts (largest first) that add up to `wanted`. */
function sumsTo(amounts: readonly number[], wanted: number): number[][] {
  const found: number[][] = [];
  const go = (at: number, left: number, chosen: readonly number[]): void => {
    if (found.length > 1) return;
    if (left === 0) {
      if (chosen.length > 1) found.push([...chosen]);
      return;
    }
    if (chosen.length === PARTS_MAX) return;
    for (let index = at; index < amounts.length; index += 1) {
      const amount = amounts[index] ?? 0;
      // Amounts are sorted, largest first: from here on the rest cannot be reached.
      if (amount * (PARTS_MAX - chosen.length) < left) return;
      if (amount > 0 && amount <= left) go(index + 1, left - amount, [...chosen, index]);
    }
  };
  go(0, wanted, []);
  return found;
}
