// A year of an invented household, the same on every run: three accounts, the monthly exports that
// overlap by five days, and receipts by mail. What the ledger must hold at the end is plain arithmetic
// over `rows`. The year's story plays it, and the pictures of the documentation show it.

/** A row of a statement, as the bank books it. */
export interface HouseholdRow {
  readonly account: AccountName;
  /** YYYY-MM-DD */
  readonly date: string;
  /** The bank's text. */
  readonly text: string;
  /** Cents; money in is positive, so a purchase by card is negative. */
  readonly cents: number;
  /** The category that the person chooses for it, of the English first set. */
  readonly category: string;
}

export type AccountName = "Checking" | "Credit Card" | "Savings";

export interface StatementFile {
  readonly name: string;
  readonly account: AccountName;
  readonly text: string;
}

export interface Household {
  /** In the order in which they are booked. */
  readonly rows: readonly HouseholdRow[];
  readonly files: readonly StatementFile[];
  /** E-mails; each is the receipt of a purchase by card. */
  readonly receipts: readonly string[];
  /** Cents at the end of the year; the card's is negative while money is owed. */
  readonly balances: Readonly<Record<AccountName, number>>;
}

/** Each merchant of the card: text, category, cents from and to, purchases a month. */
// prettier-ignore
const BY_CARD: readonly Merchant[] = [
  ["GREENLEAF MARKET 0231", "Groceries", 1_800, 9_900, 12],
  ["ALDER AND OAK GROCERS", "Groceries", 900, 6_400, 8],
  ["TWO RIVERS ESPRESSO", "Eating out", 325, 775, 11],
  ["PHO CORNER SPRINGFIELD", "Eating out", 1_400, 4_800, 5],
  ["TRATTORIA LUCIA", "Eating out", 2_600, 9_900, 3],
  ["NORTHSIDE FUEL 114", "Car and gas", 2_900, 6_100, 5],
  ["STREAMBOX MONTHLY", "Subscriptions", 1_199, 1_199, 1],
  ["TIDEWATER BOOKS PORTSMOUTH", "Entertainment", 1_100, 5_200, 4],
  ["WILLOW AND WEST CLOTHING", "Clothes", 2_400, 14_900, 3],
  ["LARK LANE PHARMACY", "Health and pharmacy", 600, 4_700, 4],
  ["PAPER CRANE GIFTS", "Gifts and donations", 1_200, 7_500, 3],
];

/** The same of what is paid from the checking account. */
// prettier-ignore
const FROM_CHECKING: readonly Merchant[] = [
  ["CORNER COFFEE #12 SPRINGFIELD IL", "Eating out", 350, 625, 16],
  ["SPRINGFIELD TRANSIT TOP UP", "Public transit", 500, 2_500, 9],
  ["HARVEST STREET BAKERY", "Groceries", 480, 1_950, 13],
  ["LUNCH BOX DELI", "Eating out", 895, 1_640, 11],
  ["CITY POOL AND GYM", "Health and pharmacy", 700, 1_400, 4],
];

type Merchant = readonly [
  text: string,
  category: string,
  from: number,
  to: number,
  perMonth: number,
];

const MONTHS = Array.from({ length: 12 }, (_, index) => monthFrom(2025, 11 + index));
const OVERLAP_DAYS = 5;
const RECEIPTS = 20;
const OPENING = { Checking: 214_058, "Credit Card": 0, Savings: 840_000 } as const;
const NAMES = ["Checking", "Credit Card", "Savings"] as const;

/** The household's year: November 2025 to October 2026. */
export function makeHousehold(): Household {
  const random = makeRandom(20_261_031);
  const rows = MONTHS.flatMap((month) => bookMonth(month, random)).toSorted(
    (one, other) =>
      compare(one.date, other.date) || NAMES.indexOf(one.account) - NAMES.indexOf(other.account),
  );
  const balances = Object.fromEntries(
    NAMES.map((name) => [name, sumOf(rows, name, OPENING[name])]),
  ) as Record<AccountName, number>;
  const files = MONTHS.flatMap((month) => NAMES.map((name) => printFile(name, month, rows)));
  const bought = rows.filter(
    ({ text }) => text.startsWith("TIDEWATER") || text.startsWith("WILLOW"),
  );
  return { rows, files, receipts: bought.slice(-RECEIPTS).map(printReceipt), balances };
}

/** The same numbers on every run, from 0 up to 1 (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Month {
  /** YYYY-MM */
  readonly name: string;
  readonly days: number;
}

function monthFrom(year: number, month: number): Month {
  const first = new Date(Date.UTC(year, month - 1, 1));
  const last = new Date(Date.UTC(year, month, 0));
  return { name: first.toISOString().slice(0, 7), days: last.getUTCDate() };
}

function bookMonth(month: Month, random: () => number): HouseholdRow[] {
  const on = (day: number) => `${month.name}-${String(day).padStart(2, "0")}`;
  const shop = (account: AccountName, merchants: readonly Merchant[]) =>
    merchants.flatMap(([text, category, from, to, perMonth]) =>
      Array.from({ length: perMonth }, () => ({
        account,
        date: on(1 + Math.floor(random() * month.days)),
        text,
        cents: -(from + Math.floor(random() * (to - from + 1))),
        category,
      })),
    );
  const fixed = (
    account: AccountName,
    day: number,
    text: string,
    cents: number,
    category: string,
  ) => ({ account, date: on(day), text, cents, category });
  const card = shop("Credit Card", BY_CARD);
  const paid = 180_000;
  return [
    ...card,
    ...shop("Checking", FROM_CHECKING),
    fixed("Checking", 1, "Check 10" + month.name.slice(5), -145_000, "Rent or mortgage"),
    fixed("Checking", 3, "NORTHWIND LLC DES:PAYROLL INDN:RIVERA,ELENA", 261_540, "Paycheck"),
    fixed("Checking", 18, "NORTHWIND LLC DES:PAYROLL INDN:RIVERA,ELENA", 261_540, "Paycheck"),
    fixed(
      "Checking",
      9,
      "BRIGHTSPARK ENERGY AUTOPAY",
      -6_800 - Math.floor(random() * 4_000),
      "Electricity, gas and water",
    ),
    fixed("Checking", 12, "CLEARLINE INTERNET", -5_499, "Internet and phone"),
    fixed("Checking", 20, "ONLINE TRANSFER TO CARD 4417", -paid, "Credit card payments"),
    fixed("Credit Card", 20, "PAYMENT THANK YOU", paid, "Credit card payments"),
    fixed("Checking", 25, "ONLINE TRANSFER TO SAV 8802", -40_000, "Between my accounts"),
    fixed("Savings", 25, "TRANSFER FROM CHK 1207", 40_000, "Between my accounts"),
    ...[7, 14, 21].map((day) =>
      fixed(
        "Savings",
        day,
        "CASH BACK REWARD",
        150 + Math.floor(random() * 400),
        "Interest and dividends",
      ),
    ),
    fixed(
      "Savings",
      month.days,
      "INTEREST PAID",
      1_210 + Math.floor(random() * 90),
      "Interest and dividends",
    ),
  ];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function sumOf(rows: readonly HouseholdRow[], name: AccountName, opening: number): number {
  return rows
    .filter(({ account }) => account === name)
    .reduce((sum, { cents }) => sum + cents, opening);
}

/** The month's export; it begins five days before the month. */
function printFile(
  account: AccountName,
  month: Month,
  rows: readonly HouseholdRow[],
): StatementFile {
  const first = new Date(Date.parse(`${month.name}-01`) - OVERLAP_DAYS * 86_400_000);
  const from = first.toISOString().slice(0, 10);
  const to = `${month.name}-${month.days}`;
  let balance: number = OPENING[account];
  const printed = rows
    .filter((row) => row.account === account)
    .map((row) => ({ ...row, balance: (balance += row.cents) }))
    .filter(({ date }) => date >= from && date <= to);
  if (account === "Credit Card")
    return { name: `card-${month.name}.csv`, account, text: printCard(printed) };
  if (account === "Checking")
    return { name: `checking-${month.name}.csv`, account, text: printChecking(printed) };
  return { name: `savings-${month.name}.csv`, account, text: printSavings(printed) };
}

type Printed = HouseholdRow & { readonly balance: number };

function printChecking(rows: readonly Printed[]): string {
  const lines = rows.map(({ date, text, cents, balance }) =>
    [printDate(date), `"${text}"`, `"${printMoney(cents)}"`, `"${printMoney(balance)}"`].join(","),
  );
  return ["Date,Description,Amount,Running Bal.", ...lines, ""].join("\r\n");
}

/** A card prints purchases as positive, the newest first. */
function printCard(rows: readonly Printed[]): string {
  const lines = rows.toReversed().map(({ date, text, cents }) => {
    const type = cents > 0 ? "Payment" : "Purchase";
    return [printDate(date), printDate(date), "4417", text, type, (-cents / 100).toFixed(2)].join(
      ",",
    );
  });
  return ["Transaction Date,Post Date,Card No.,Description,Type,Amount", ...lines, ""].join("\r\n");
}

function printSavings(rows: readonly Printed[]): string {
  const lines = rows.map(({ date, text, cents, balance }) => {
    const [paidOut, paidIn] = cents < 0 ? [printMoney(-cents), ""] : ["", printMoney(cents)];
    return [date, text, `"${paidOut}"`, `"${paidIn}"`, `"${printMoney(balance)}"`].join(",");
  });
  return ["Date,Details,Withdrawals,Deposits,Balance", ...lines, ""].join("\r\n");
}

/** MM/DD/YYYY */
function printDate(date: string): string {
  const [year, month, day] = date.split("-");
  return [month, day, year].join("/");
}

/** 1,234.56 */
export function printMoney(cents: number): string {
  const [whole = "", rest = ""] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "-" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

function printReceipt({ date, text, cents }: HouseholdRow, index: number): string {
  const isBooks = text.startsWith("TIDEWATER");
  const [shop, domain] = isBooks
    ? ["Tidewater Books", "tidewater.example"]
    : ["Willow & West", "willow-west.example"];
  const number = `${isBooks ? "TW" : "WW"}-${20_461 + index}`;
  const total = printMoney(-cents);
  const sent = new Date(`${date}T14:32:08Z`).toUTCString().replace("GMT", "+0000");
  return [
    `From: "${shop}" <orders@${domain}>`,
    "To: Elena Rivera <elena.rivera@mail.example>",
    `Subject: Your receipt for order ${number}`,
    `Date: ${sent}`,
    `Message-ID: <${number}@${domain}>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Thank you for your order, Elena!",
    "",
    `Order number: ${number}`,
    `Date: ${date}`,
    "",
    `  1 x ${isBooks ? "Paperback" : "Linen shirt"}      $${total}`,
    "",
    `  Total             $${total}`,
    "",
    "Charged to Visa ending in 4417.",
    "",
  ].join("\r\n");
}
