// Purchases that are paid in parts. "Payment 2 of 3": the price of the whole purchase, printed next
// to it, is what all payments make together. "Deposit paid": the rest is paid at the place. What is
// still to come was not charged this time.

import type { Day } from "../../money/day.ts";
import INSTALMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import MONEY_LABELS from "../words/money-labels.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { findDates } from "./money/dates.ts";
import { CHARGED_RANK_MIN, RANKS } from "./money-labels.ts";
import { readLabelBehind } from "./label-readings.ts";
import { toSaidCandidate } from "./said-candidate.ts";
import { findSchedule, type ScheduleLine } from "./schedules.ts";

const WORDS = wordsIn(INSTALMENT_WORDS.instalment).join("|");
const OF = wordsIn(INSTALMENT_WORDS["of, between counts"]).join("|");
const ONE_OF_SEVERAL = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${WORDS})[^\d\n]{0,12})(\d{1,2}) ?(?:/|${OF}) ?(\d{1,2})(?![\d.,/-])|` +
    String.raw`(?<![\d.,/-])(\d{1,2})\.? (?:${OF}) (\d{1,2})\.? (?:${WORDS})(?!\p{L})`,
  "iu",
);
/** "Your second of 3 payments", "zweite von 3 Raten": the count where the ordinal is a word. */
const OF_SEVERAL = new RegExp(
  String.raw`(?<=\p{L}\.? )(?:${OF}) (?:\p{L}{2,8} )?(\d{1,2}) (?:\p{L}{1,14} )?(?:${WORDS})\p{L}{0,3}(?!\p{L})`,
  "iu",
);
const TEXT_CHARS_MAX = 20_000;
/** The words by which the candidate is known that one of several instalments makes. */
const INSTALMENT = { role: "charged", phrase: "one of several instalments" } as const;
/** A message about one instalment prints few amounts. */
const AMOUNTS_MAX = 60;
/** The last instalment takes what rounding left over, at most so much of the whole. */
const ROUNDING = 0.02;

/**
 * How many instalments there are, where a text is of one of them ("payment 2 of 4", or the lines of a
 * schedule); else 0.
 */
function countInstalments(text: string): number {
  const head = text.slice(0, TEXT_CHARS_MAX);
  const match = ONE_OF_SEVERAL.exec(head);
  const count = match?.[2] ?? match?.[4] ?? OF_SEVERAL.exec(head)?.[1];
  return Number(count ?? findSchedule(text, null).length);
}

function isSoMany(whole: number, part: number, count: number): boolean {
  return Math.abs(whole - part * count) <= whole * ROUNDING;
}

/** Which instalment a text is of, and of how many ("payment 2 of 6"); null where it says neither. */
function readCount(text: string): { readonly which: number; readonly count: number } | null {
  const match = ONE_OF_SEVERAL.exec(text.slice(0, TEXT_CHARS_MAX));
  const [which, count] = [Number(match?.[1] ?? match?.[3]), Number(match?.[2] ?? match?.[4])];
  return which >= 1 && which < count ? { which, count } : null;
}

/**
 * The candidates, where one instalment stands beside what all that are left come to: "Rata 2 od 6 je naplaćena",
 * "Iznos rate 31,70", "Preostali dug 126,80". The rest was not charged this time, whatever its label.
 */
export function withoutRestOfInstalments(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const read = readCount(text);
  if (read === null) return candidates;
  const left = read.count - read.which;
  // Each is compared with each.
  const amounts = lines.flatMap((line) => line.amounts).slice(0, AMOUNTS_MAX);
  const isRest = (part: Amount, rest: Amount): boolean =>
    rest.currency === part.currency &&
    rest.start > part.start &&
    (decimalToUnits(rest.value) ?? 0) > 0 &&
    Math.abs((decimalToUnits(rest.value) ?? 0) - (decimalToUnits(part.value) ?? 0) * left) <=
      left * CENT;
  const pairs = amounts.flatMap((part) =>
    amounts.filter((rest) => isRest(part, rest)).map((rest) => ({ part, rest })),
  );
  const [only, ...others] = pairs;
  if (only === undefined || others.length > 0) return candidates;
  const { part, rest } = only;
  const charge = toSaidCandidate(lines, part, INSTALMENT);
  const ofRest = (one: Candidate): boolean => one.amount.start === rest.start;
  const isOther = (one: Candidate): boolean => one.rank >= CHARGED_RANK_MIN && !ofRest(one);
  if (charge === null || candidates.some(isOther)) return candidates;
  return [
    ...candidates
      .filter(({ amount }) => amount.start !== part.start)
      .map((one): Candidate => (ofRest(one) ? { ...one, role: "later", rank: 0 } : one)),
    charge,
  ].sort((a, b) => a.amount.start - b.amount.start);
}

/** Whether an amount is the price of the whole in a text of one of several instalments. */
export function isWholePrice(text: string, whole: Amount, part: Amount): boolean {
  const count = countInstalments(text);
  return (
    count > 1 && isSoMany(decimalToUnits(whole.value) ?? 0, decimalToUnits(part.value) ?? 0, count)
  );
}

/** Of the rows of a text of one of several instalments, the instalment before the price of the whole. */
export function findInstalment<A extends Amount>(
  text: string,
  whole: Amount,
  amounts: readonly A[],
): A | undefined {
  const start = text.lastIndexOf("\n", whole.start) + 1;
  const end = text.indexOf("\n", whole.end);
  const line = text.slice(start, end === -1 ? text.length : end);
  const isRow = /[\t:：]/u.test(text.slice(start, whole.start));
  return isRow && !ONE_OF_SEVERAL.test(line)
    ? amounts.find(
        (part) =>
          part.start < start && part.currency === whole.currency && isWholePrice(text, whole, part),
      )
    : undefined;
}

/** The candidates, where one of several instalments was charged without the price of all together. */
export function withoutWholePrice(
  text: string,
  lines: readonly Line[],
  found: readonly Candidate[],
): readonly Candidate[] {
  const count = countInstalments(text);
  if (count < 2) return found;
  const isCharge = ({ rank }: Candidate): boolean => rank >= CHARGED_RANK_MIN;
  const candidates = found.some(isCharge) ? found : withRowOfInstalment(text, lines, found);
  const charges = candidates
    .filter(isCharge)
    .map(({ amount }) => decimalToUnits(amount.value) ?? 0);
  if (charges.length === 0) return candidates;
  const isWhole = ({ rank, amount }: Candidate): boolean => {
    const units = decimalToUnits(amount.value) ?? 0;
    return (
      rank > 0 &&
      rank < CHARGED_RANK_MIN &&
      charges.some((charge) => isSoMany(units, charge, count))
    );
  };
  return candidates.map((one): Candidate =>
    isWhole(one) ? { ...one, role: "later", rank: 0 } : one,
  );
}

/**
 * "Instalment 4 of 12 was taken", "Dragning 749.00", "Price 8,988.00": where no label that is known says what was
 * charged, the row of which so many make the price.
 */
function withRowOfInstalment(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const amounts = lines.flatMap((line) => line.amounts);
  const wholes = candidates.filter(({ role }) => role === "total" || role === "grand");
  const count = countInstalments(text);
  // "VAT 11.42" of 139.00, which is paid 12 times, is nearly a twelfth of it.
  const isOther = ({ start }: Amount): boolean =>
    candidates.some((one) => one.amount.start === start);
  const isExact = (whole: Amount, part: Amount): boolean =>
    Math.abs((decimalToUnits(whole.value) ?? 0) - (decimalToUnits(part.value) ?? 0) * count) <=
    count * CENT;
  const [part] = wholes.flatMap(
    ({ amount }) =>
      findInstalment(
        text,
        amount,
        amounts.filter((one) => !isOther(one) && isExact(amount, one)),
      ) ?? [],
  );
  const charge = part === undefined ? null : toSaidCandidate(lines, part, INSTALMENT);
  if (charge === null) return candidates;
  const others = candidates.filter((one) => one.amount.start !== charge.amount.start);
  return [...others, charge].sort((a, b) => a.amount.start - b.amount.start);
}

/** In ten-thousandths. What rounding leaves over is less than a cent for each instalment. */
const CENT = 100;

/** A day, an amount and a word, such as "Paid", side by side. */
const SCHEDULED = /^[^\t]*\d[^\t]*\t[^\t]*\d[^\t]*\t[^\t\d]{2,30}$/u;
const SCHEDULED_MIN = 2;

/** The same without cells: "11 Nov $31.24 Paid". */
const SCHEDULED_LINE = /^[^\t]{4,20} [^\t\d ]{0,3}\d[\d.,]*\S{0,3} [^\t\d]{2,20}$/u;

function isOfSchedule(line: string, sent: Day | null): boolean {
  if (SCHEDULED.test(line)) return findDates(line.split("\t", 1)[0] ?? "", null).length === 1;
  return SCHEDULED_LINE.test(line) && findDates(line, sent).some(({ start }) => start === 0);
}

/**
 * The candidates without those of a schedule ("6 Oct 2026  $37.24  Paid", and the same for other
 * days), where something else says what was charged this time.
 */
export function withoutSchedule(
  text: string,
  candidates: readonly Candidate[],
  sent: Day | null,
): readonly Candidate[] {
  const current = withLineOfDay(text, candidates, sent);
  if (current !== null) return current;
  const isScheduled = ({ rank, amount }: Candidate): boolean => {
    if (rank < CHARGED_RANK_MIN) return false;
    const start = text.lastIndexOf("\n", amount.start) + 1;
    const end = text.indexOf("\n", amount.end);
    return isOfSchedule(text.slice(start, end === -1 ? text.length : end), sent);
  };
  const scheduled = new Set(candidates.filter(isScheduled));
  const isOther = candidates.some((one) => one.rank >= CHARGED_RANK_MIN && !scheduled.has(one));
  return scheduled.size < SCHEDULED_MIN || !isOther
    ? candidates
    : candidates.map((one): Candidate =>
        scheduled.has(one) ? { ...one, role: "later", rank: 0 } : one,
      );
}

/**
 * Of the instalments that a schedule calls paid, the one of the day when the message was sent was
 * charged this time, whatever its label ("Instalment 1"); null where the schedule has no such line.
 */
function withLineOfDay(
  text: string,
  candidates: readonly Candidate[],
  sent: Day | null,
): readonly Candidate[] | null {
  const lines = findSchedule(text, sent);
  const lineOf = ({ amount }: Candidate): ScheduleLine | undefined =>
    lines.find(({ start, end }) => amount.start >= start && amount.end <= end);
  const isCurrent = (one: Candidate): boolean => {
    const line = lineOf(one);
    return line !== undefined && sent !== null && line.days.includes(sent) && isPaid(text, line);
  };
  const current = candidates.filter(isCurrent);
  // Beside a fee of its own, the amount that the label calls paid.
  const paid =
    current.length > 1 ? current.filter(({ rank }) => rank >= CHARGED_RANK_MIN) : current;
  if (paid.length === 0) return null;
  return candidates.map((one): Candidate => {
    if (paid.includes(one)) return { ...one, role: "charged", rank: RANKS.charged };
    return lineOf(one) === undefined ? one : { ...one, role: "later", rank: 0 };
  });
}

/** Whether a cell of a line says that it was paid: "Paid", "Pagata oggi". */
function isPaid(text: string, { start, end }: ScheduleLine): boolean {
  return text
    .slice(start, end)
    .split("\t")
    .some((cell) => readLabelBehind(foldWords(cell))?.role === "charged");
}

const DEPOSIT_PAID = phrasesIn<"deposit">({ deposit: MONEY_LABELS.deposit });

/** "Deposit received: booking 4471": whether a subject says that a deposit was paid. */
export function saysDepositPaid(subject: string): boolean {
  return DEPOSIT_PAID.has(foldWords(subject));
}

/**
 * In a booking whose rest is paid at the place, the deposit that was paid is the charge, and the
 * totals are of what is still to come. `isTold`: the subject says that a deposit was paid, so that whatever is
 * credited is that deposit.
 */
export function depositCandidates(
  candidates: readonly Candidate[],
  isTold: boolean,
): readonly Candidate[] {
  const isDeposit = ({ tag, role, amount }: Candidate): boolean =>
    (tag === "deposit" || (isTold && role === "credit")) && decimalToUnits(amount.value) !== 0;
  if (!candidates.some(isDeposit)) return candidates;
  return candidates.map((one): Candidate => {
    if (!isDeposit(one)) return isToCome(one) ? { ...one, role: "later", rank: 0 } : one;
    const amount = { ...one.amount, negative: false };
    return { ...one, amount, role: "charged", rank: RANKS.charged };
  });
}

/** A total, or what is due: no part, and nothing that was charged. */
function isToCome({ rank }: Candidate): boolean {
  return rank > 0 && rank < CHARGED_RANK_MIN;
}
