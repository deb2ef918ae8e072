// A month of an invented household, the same on every run: 200 rows of two accounts in weekly
// exports that overlap, and 60 mails about them: shops' receipts, orders that are charged on
// dispatch and in parts, refunds, renewals, invoices that are due, banks' notices, tills' receipts
// of what was paid in cash, and mails that move nothing. What belongs together is said here, before
// anything is read.

import { makeRandom, printMoney } from "./household.ts";
import {
  FIRST_PART,
  LAST4,
  MOVES_NOTHING,
  printDay,
  writeLetters,
  writeMail,
  type Event,
} from "./month-letters.ts";

export type MonthAccount = "Checking" | "Card";

export interface MonthRow {
  readonly account: MonthAccount;
  /** YYYY-MM-DD */
  readonly date: string;
  /** The bank's text. */
  readonly text: string;
  /** Cents; money in is positive. */
  readonly cents: number;
}

export interface MonthMail {
  readonly name: string;
  readonly raw: string;
  /**
   * The bank's texts of the transactions that it belongs to; "cash" is one that no bank reports, and
   * none moves nothing.
   */
  readonly about: readonly string[] | "cash";
}

export interface MonthFile {
  readonly name: string;
  readonly account: MonthAccount;
  readonly text: string;
}

export interface HouseholdMonth {
  /** In the order in which they are booked. */
  readonly rows: readonly MonthRow[];
  readonly files: readonly MonthFile[];
  readonly mails: readonly MonthMail[];
}

const ROWS = 200;
const OPENING: Readonly<Record<MonthAccount, number>> = { Checking: 318_455, Card: 0 };
const WEEKS = [1, 8, 15, 22, 29];

/** The household's October 2026. */
export function makeMonth(): HouseholdMonth {
  const mails: MonthMail[] = [];
  const rows: MonthRow[] = [];
  for (const [index, purchase] of PURCHASES.entries()) {
    const booked = bookPurchase(purchase, index);
    rows.push(...booked);
    mails.push(...writeMails(purchase, index, booked));
  }
  for (const letter of MOVES_NOTHING)
    mails.push({ name: letter.subject, raw: writeMail(letter), about: [] });
  const random = makeRandom(20_261_101);
  for (let count = rows.length; count < ROWS; count += 1) rows.push(dailyRow(random, count));
  rows.sort((a, b) => compare(a.date, b.date) || compare(a.text, b.text));
  const files = (["Checking", "Card"] as const).flatMap((account) =>
    WEEKS.map((from) => printFile(account, from, rows)),
  );
  return { rows, files, mails };
}

/** The same list in another order, the same for the same seed. */
export function shuffle<T>(list: readonly T[], seed: number): T[] {
  const random = makeRandom(seed);
  return list
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** What happened. */
interface Purchase {
  readonly tells: Event;
  readonly shop: string;
  /** The bank's text. */
  readonly text: string;
  readonly day: number;
  readonly cents: number;
}

// prettier-ignore
const PURCHASES: readonly Purchase[] = [
  // A shop's receipt in plain text.
  { tells: "receipt", shop: "Tidewater Books", text: "TIDEWATER BOOKS PORTSMOUTH", day: 2, cents: -2_740 },
  { tells: "receipt", shop: "Tidewater Books", text: "TIDEWATER BOOKS PORTSMOUTH", day: 19, cents: -1_895 },
  { tells: "receipt", shop: "Willow & West", text: "WILLOW AND WEST CLOTHING", day: 5, cents: -8_420 },
  { tells: "receipt", shop: "Lark Lane Pharmacy", text: "LARK LANE PHARMACY 014", day: 6, cents: -1_265 },
  { tells: "receipt", shop: "Paper Crane Gifts", text: "PAPER CRANE GIFTS", day: 9, cents: -3_310 },
  { tells: "receipt", shop: "Trattoria Lucia", text: "TRATTORIA LUCIA", day: 10, cents: -6_480 },
  { tells: "receipt", shop: "Pho Corner", text: "PHO CORNER SPRINGFIELD", day: 11, cents: -2_215 },
  { tells: "receipt", shop: "Pho Corner", text: "PHO CORNER SPRINGFIELD", day: 25, cents: -2_215 },
  { tells: "receipt", shop: "Northside Fuel", text: "NORTHSIDE FUEL 114", day: 13, cents: -4_402 },
  { tells: "receipt", shop: "City Pool and Gym", text: "CITY POOL AND GYM", day: 15, cents: -1_150 },
  { tells: "receipt", shop: "Sunny Side Bakery", text: "SUNNY SIDE BAKERY", day: 21, cents: -1_480 },
  { tells: "receipt", shop: "Gable Street Vet", text: "GABLE STREET VET", day: 22, cents: -18_600 },
  { tells: "receipt", shop: "Cedar Post Shipping", text: "CEDAR POST SHIPPING", day: 29, cents: -2_395 },
  // The same as a page of HTML.
  { tells: "page", shop: "Maple Garden Supply", text: "MAPLE GARDEN SUPPLY", day: 3, cents: -5_618 },
  { tells: "page", shop: "Harbor Hardware", text: "HARBOR HARDWARE #88", day: 7, cents: -3_977 },
  { tells: "page", shop: "Quill Stationers", text: "QUILL STATIONERS ONLINE", day: 8, cents: -2_049 },
  { tells: "page", shop: "Brass Kettle Coffee", text: "BRASS KETTLE COFFEE", day: 12, cents: -1_725 },
  { tells: "page", shop: "Kite Street Toys", text: "KITE STREET TOYS", day: 14, cents: -4_150 },
  { tells: "page", shop: "Orchard Row Produce", text: "ORCHARD ROW PRODUCE", day: 16, cents: -3_388 },
  { tells: "page", shop: "Northline Rail", text: "NORTHLINE RAIL TICKETS", day: 17, cents: -4_600 },
  { tells: "page", shop: "Lantern Cinema", text: "LANTERN CINEMA", day: 20, cents: -3_150 },
  { tells: "page", shop: "Fern & Fable", text: "FERN AND FABLE", day: 23, cents: -2_866 },
  { tells: "page", shop: "Copper Pan Kitchen", text: "COPPER PAN KITCHEN", day: 27, cents: -7_935 },
  // Ordered, and charged when it left the house.
  { tells: "dispatch", shop: "Alder Outdoor", text: "ALDER OUTDOOR", day: 4, cents: -12_999 },
  { tells: "dispatch", shop: "Bluebird Audio", text: "BLUEBIRD AUDIO", day: 18, cents: -8_949 },
  { tells: "dispatch", shop: "Juniper Home", text: "JUNIPER HOME", day: 21, cents: -6_475 },
  // One order that is charged in two parts.
  { tells: "parts", shop: "Stonebridge Office", text: "STONEBRIDGE OFFICE", day: 12, cents: -15_400 },
  // Given back.
  { tells: "refund", shop: "Willow & West", text: "WILLOW AND WEST CLOTHING RETURN", day: 16, cents: 4_200 },
  { tells: "refund", shop: "Maple Garden Supply", text: "MAPLE GARDEN SUPPLY REFUND", day: 13, cents: 1_899 },
  { tells: "refund", shop: "Alder Outdoor", text: "ALDER OUTDOOR REFUND", day: 22, cents: 12_999 },
  // Renewed, without a word about the card.
  { tells: "renewal", shop: "Streambox", text: "STREAMBOX MONTHLY", day: 1, cents: -1_199 },
  { tells: "renewal", shop: "Cloudshelf", text: "CLOUDSHELF STORAGE", day: 11, cents: -299 },
  { tells: "renewal", shop: "The Daily Ledger", text: "DAILY LEDGER DIGITAL", day: 15, cents: -1_700 },
  // Invoices that are due; the bank's row names their number.
  { tells: "invoice", shop: "Brightspark Energy", text: "BRIGHTSPARK ENERGY BE-2026-10441", day: 14, cents: -9_136 },
  { tells: "invoice", shop: "Clearline Internet", text: "CLEARLINE INTERNET CL-88213-10", day: 16, cents: -5_499 },
  { tells: "invoice", shop: "Rowan Dental Care", text: "ROWAN DENTAL CARE RD-5519", day: 28, cents: -14_250 },
  // A bank's notice alone, and a bank's notice beside the shop's receipt.
  { tells: "notice", shop: "Corner Deli", text: "CORNER DELI SPRINGFIELD", day: 9, cents: -1_438 },
  { tells: "notice", shop: "Parkwell Garage", text: "PARKWELL GARAGE", day: 24, cents: -1_800 },
  { tells: "both", shop: "Silver Birch Books", text: "SILVER BIRCH BOOKS", day: 6, cents: -4_325 },
  { tells: "both", shop: "Meadow Bike Works", text: "MEADOW BIKE WORKS", day: 26, cents: -9_560 },
  { tells: "salary", shop: "Northwind LLC", text: "NORTHWIND LLC DES:PAYROLL", day: 2, cents: 261_540 },
  { tells: "debit", shop: "Evergreen Insurance", text: "EVERGREEN INSURANCE PREMIUM", day: 5, cents: -11_220 },
  { tells: "cash", shop: "Saturday Market Till", text: "cash at the market", day: 10, cents: -1_830 },
  { tells: "cash", shop: "Saturday Market Till", text: "cash at the market again", day: 24, cents: -2_215 },
];

const FROM_CHECKING: readonly Event[] = ["invoice", "salary", "debit"];

/** The rows of a purchase, each with a text of its own, so that a mail can say which it is about. */
function bookPurchase({ tells, text, day, cents }: Purchase, index: number): readonly MonthRow[] {
  const account = FROM_CHECKING.includes(tells) ? "Checking" : "Card";
  const row = (after: number, amount: number, part = "") =>
    ({
      account,
      date: printDay(day + after),
      text: `${text} ${part}${String(index).padStart(3, "0")}`,
      cents: amount,
    }) as const;
  if (tells === "cash") return [];
  if (tells === "parts") return [row(1, -FIRST_PART, "1 "), row(4, cents + FIRST_PART, "2 ")];
  return [row(DAYS_UNTIL_BOOKED[tells] ?? index % 3, cents)];
}

/** Where it is always the same. */
const DAYS_UNTIL_BOOKED: Partial<Readonly<Record<Event, number>>> = {
  dispatch: 2,
  refund: 2,
  renewal: 0,
  invoice: 0,
  notice: 1,
  both: 1,
  salary: 0,
  debit: 0,
};

function writeMails(
  { tells, shop, day, cents }: Purchase,
  index: number,
  booked: readonly MonthRow[],
): readonly MonthMail[] {
  const rows = booked.map(({ text }) => text);
  const number = `${shop.replaceAll(/[^A-Z]/g, "")}-${20_461 + 37 * index}`;
  return writeLetters(tells, { shop, number, day, cents: Math.abs(cents), rows }).map((letter) => ({
    name: `${tells}: ${letter.subject}`,
    raw: writeMail(letter),
    about: tells === "cash" ? "cash" : letter.about,
  }));
}

// prettier-ignore
const DAILY: readonly (readonly [MonthAccount, string, number, number])[] = [
  ["Card", "GREENLEAF MARKET 0231", 1_801, 9_899], ["Card", "ALDER AND OAK GROCERS", 900, 6_400],
  ["Card", "TWO RIVERS ESPRESSO", 325, 775], ["Card", "SPRINGFIELD PARKING METERS", 100, 600],
  ["Checking", "CORNER COFFEE #12 SPRINGFIELD IL", 350, 625], ["Checking", "SPRINGFIELD TRANSIT TOP UP", 500, 2_500],
  ["Checking", "HARVEST STREET BAKERY", 480, 1_950], ["Checking", "LUNCH BOX DELI", 895, 1_640],
];

function dailyRow(random: () => number, index: number): MonthRow {
  const [account, text, from, to] = DAILY[Math.floor(random() * DAILY.length)] ?? [
    "Card" as const,
    "",
    100,
    200,
  ];
  const cents = -(from + Math.floor(random() * (to - from + 1)));
  return {
    account,
    date: printDay(1 + Math.floor(random() * 31)),
    text: `${text} ${index}`,
    cents,
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** An export that begins three days before its week. */
function printFile(account: MonthAccount, from: number, rows: readonly MonthRow[]): MonthFile {
  let balance = OPENING[account];
  const printed = rows
    .filter((row) => row.account === account)
    .map((row) => ({ ...row, balance: (balance += row.cents) }))
    .filter(({ date }) => date >= printDay(Math.max(1, from - 3)) && date <= printDay(from + 6));
  const name = `${account.toLowerCase()}-${printDay(from)}.csv`;
  if (account === "Checking") {
    const lines = printed.map((row) =>
      [
        usDate(row.date),
        `"${row.text}"`,
        `"${printMoney(row.cents)}"`,
        `"${printMoney(row.balance)}"`,
      ].join(","),
    );
    return {
      name,
      account,
      text: ["Date,Description,Amount,Running Bal.", ...lines, ""].join("\r\n"),
    };
  }
  const lines = printed
    .toReversed()
    .map(({ date, text, cents }) =>
      [
        usDate(date),
        usDate(date),
        LAST4,
        text,
        cents > 0 ? "Return" : "Purchase",
        (-cents / 100).toFixed(2),
      ].join(","),
    );
  return {
    name,
    account,
    text: ["Transaction Date,Post Date,Card No.,Description,Type,Amount", ...lines, ""].join(
      "\r\n",
    ),
  };
}

function usDate(date: string): string {
  const [year, month, day] = date.split("-");
  return [month, day, year].join("/");
}
