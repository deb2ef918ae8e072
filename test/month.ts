// A month of an invented household, the same on every run: 200 rows of two accounts in weekly
// exports that overlap, and 60 mails about them: shops' receipts, orders that are charged on
// dispatch and in parts, refunds, renewals, invoices that are due, banks' notices, tills' receipts
// of what was paid in cash, and mails that move nothing. What belongs together is said here, before
// anything is read.

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
  for (const [index, purchase] of PURCHASES.entries()) tell(purchase, index, rows, mails);
  for (const { subject, from, text, on } of MOVES_NOTHING)
    mails.push({ name: subject, raw: write({ from, subject, text, on }), about: [] });
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

/** The same numbers on every run, from 0 up to 1 (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What happened, and which mails tell of it. */
interface Purchase {
  readonly tells:
    | "receipt"
    | "page"
    | "dispatch"
    | "parts"
    | "refund"
    | "renewal"
    | "invoice"
    | "notice"
    | "both"
    | "salary"
    | "debit"
    | "cash";
  readonly shop: string;
  readonly text: string;
  readonly day: number;
  readonly cents: number;
}

const LAST4 = "4417";
const BANK = '"First Prairie Bank" <alerts@firstprairie.example>';

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

function tell(purchase: Purchase, index: number, rows: MonthRow[], mails: MonthMail[]): void {
  const { tells, shop, text, day, cents } = purchase;
  const account = ["invoice", "salary", "debit"].includes(tells) ? "Checking" : "Card";
  const money = `$${printMoney(Math.abs(cents))}`;
  const number = `${shop.replaceAll(/[^A-Z]/g, "")}-${20_461 + 37 * index}`;
  const from = `"${shop}" <orders@${shop.toLowerCase().replaceAll(/[^a-z]/g, "")}.example>`;
  // Every row has a text of its own, so that a mail can say which one it is about.
  const printed = `${text} ${String(index).padStart(3, "0")}`;
  const row = (on: number, amount: number, words = printed) => {
    rows.push({ account, date: printDay(on), text: words, cents: amount });
    return words;
  };
  const mail = (
    on: number,
    subject: string,
    lines: readonly string[],
    about: MonthMail["about"],
    more: Partial<Letter> = {},
  ) =>
    mails.push({
      name: `${tells}: ${subject}`,
      raw: write({ from, subject, text: lines.join("\r\n"), on, ...more }),
      about,
    });
  switch (tells) {
    case "receipt": {
      const about = [row(day + (index % 3), cents)];
      return void mail(
        day,
        `Your receipt for order ${number}`,
        [
          "Thank you for your order, Elena!",
          "",
          `Order number: ${number}`,
          `Date: ${printDay(day)}`,
          "",
          `  Total             ${money}`,
          "",
          `Charged to Visa ending in ${LAST4}.`,
        ],
        about,
      );
    }
    case "page": {
      const about = [row(day + (index % 3), cents)];
      const shipping = 495;
      return void mail(day, `Order ${number} from ${shop}`, [], about, {
        html: receiptPage({ shop, number, day, cents: -cents, shipping }),
      });
    }
    case "dispatch": {
      const about = [row(day + 2, cents)];
      mail(
        day,
        `We have your order ${number}`,
        [
          "Thank you for your order!",
          "",
          `Order number: ${number}`,
          `Order total: ${money}`,
          "",
          "Your card will be charged when your order ships.",
        ],
        about,
      );
      return void mail(
        day + 1,
        `Your order ${number} has shipped`,
        [
          "Good news: your order is on its way.",
          "",
          `Order number: ${number}`,
          `Order total: ${money}`,
          "",
          `We charged ${money} to your Visa ending in ${LAST4}.`,
        ],
        about,
      );
    }
    case "parts": {
      const first = -6_150;
      const rest = cents - first;
      const a = row(day + 1, first, `${text} 1 ${number}`);
      const b = row(day + 4, rest, `${text} 2 ${number}`);
      mail(
        day,
        `We have your order ${number}`,
        [
          "Thank you for your order!",
          "",
          `Order number: ${number}`,
          `Order total: ${money}`,
          "",
          "It comes in two parcels. Your card is charged when each of them ships.",
        ],
        [a, b],
      );
      const parcel = (on: number, part: number, which: string) => [
        `Parcel ${which} of your order is on its way.`,
        "",
        `Order number: ${number}`,
        "",
        `Total charged for this parcel: $${printMoney(-part)}`,
        `Visa ending in ${LAST4}, ${printDay(on)}`,
      ];
      mail(day, `Parcel 1 of order ${number} has shipped`, parcel(day, first, "1"), [a]);
      return void mail(
        day + 3,
        `Parcel 2 of order ${number} has shipped`,
        parcel(day + 3, rest, "2"),
        [b],
      );
    }
    case "refund": {
      const about = [row(day + 2, cents)];
      return void mail(
        day,
        `Your refund from ${shop}`,
        [
          "Hello Elena,",
          "",
          `We have refunded ${money} to your Visa ending in ${LAST4}.`,
          "",
          `Refund number: R${number}`,
          `Refund total: ${money}`,
          "",
          "It may take a few days until you see it.",
        ],
        about,
      );
    }
    case "renewal": {
      const about = [row(day, cents)];
      return void mail(
        day,
        `Your ${shop} subscription was renewed`,
        [
          `Thank you for staying with ${shop}.`,
          "",
          `Receipt number: ${number}`,
          `Date: ${printDay(day)}`,
          `Amount paid: ${money}`,
        ],
        about,
      );
    }
    case "invoice": {
      const billed = /\S+$/.exec(text)?.[0] ?? "";
      const about = [row(day, cents)];
      return void mail(
        Math.max(1, day - 10),
        `Invoice ${billed}`,
        [
          "Dear Ms. Rivera,",
          "",
          `Invoice number: ${billed}`,
          `Invoice date: ${printDay(Math.max(1, day - 10))}`,
          `Amount due: ${money}`,
          `Due date: ${printDay(day)}`,
          "",
          "Please pay by bank transfer and name the invoice number.",
        ],
        about,
      );
    }
    case "notice":
      return void mail(day, "Card purchase", notice(shop, money, day), [row(day + 1, cents)], {
        from: BANK,
      });
    case "both": {
      const about = [row(day + 1, cents)];
      mail(day, "Card purchase", notice(shop, money, day), about, { from: BANK });
      return void mail(
        day,
        `Your receipt for order ${number}`,
        [
          "Thank you for your order, Elena!",
          "",
          `Order number: ${number}`,
          `Date: ${printDay(day)}`,
          "",
          `  Total             ${money}`,
          "",
          `Charged to Visa ending in ${LAST4}.`,
        ],
        about,
      );
    }
    case "salary":
      return void mail(
        day,
        "You received a deposit",
        [
          `A direct deposit of ${money} from ${shop} was credited to your account ending in 1207 on ${printDay(day)}.`,
          "",
          "Available balance: $5,799.95",
        ],
        [row(day, cents)],
        { from: BANK },
      );
    case "debit":
      return void mail(
        day,
        "A payment left your account",
        [
          `${money} was debited from your account ending in 1207 by ${shop} on ${printDay(day)}.`,
          "",
          "Available balance: $5,210.40",
        ],
        [row(day, cents)],
        { from: BANK },
      );
    case "cash":
      return void mail(
        day,
        "Your till receipt",
        [
          shop,
          "12 Market Square, Springfield, IL 62701",
          "",
          `Receipt ${number}`,
          `Date: ${printDay(day)}`,
          "",
          "Apples             $6.20",
          `Bread and cheese   $${printMoney(-cents - 620)}`,
          `TOTAL              ${money}`,
          `CASH               $40.00`,
          `CHANGE             $${printMoney(4_000 + cents)}`,
        ],
        "cash",
      );
  }
}

function notice(shop: string, money: string, day: number): string[] {
  return [
    `A purchase of ${money} was made with your card ending in ${LAST4}.`,
    "",
    `Merchant: ${shop.toUpperCase()}`,
    `Date: ${printDay(day)}`,
    "Available credit: $6,412.08",
  ];
}

// prettier-ignore
const MOVES_NOTHING = [
  { subject: "48 hours only: 30% off boots", from: '"Willow & West" <news@willowwest.example>', text: "Boots from $59.00 instead of $84.00. Free shipping over $75.00.", on: 4 },
  { subject: "Your parcel arrives today", from: '"Alder Outdoor" <orders@alderoutdoor.example>', text: "Your parcel is out for delivery. Tracking number: 1Z 4471 9920.", on: 7 },
  { subject: "Your one-time code", from: BANK, text: "Your code is 442 917. It confirms a payment of $89.49. Never share it with anybody.", on: 18 },
  { subject: "Your statement is ready", from: BANK, text: "Your October statement is ready. Statement balance: $1,284.11. Minimum payment due: $35.00 on November 20.", on: 30 },
  { subject: "Low balance", from: BANK, text: "The balance of your account ending in 1207 is below $200.00. Available balance: $188.20.", on: 27 },
  { subject: "You left something behind", from: '"Kite Street Toys" <hello@kitestreettoys.example>', text: "Your cart is waiting: Wooden train, $48.00. Check out now.", on: 9 },
  { subject: "Your trial begins", from: '"Scriptleaf" <hello@scriptleaf.example>', text: "Your 30-day free trial has begun. After that it is $7.99 a month. You have not been charged.", on: 20 },
  { subject: "A transfer is scheduled", from: BANK, text: "A transfer of $400.00 to your savings is scheduled for November 3.", on: 29 },
  { subject: "Your card was declined", from: BANK, text: "A purchase of $212.40 at GLOBEX TRAVEL with your card ending in 4417 was declined.", on: 23 },
] as const;

interface Letter {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly on: number;
}

let written = 0;

function write({ from, subject, text, html, on }: Letter): string {
  written += 1;
  const domain = /@([^>]+)>/.exec(from)?.[1] ?? "";
  return [
    `From: ${from}`,
    "To: Elena Rivera <elena.rivera@mail.example>",
    `Subject: ${subject}`,
    `Date: ${new Date(`${printDay(on)}T14:32:08Z`).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${written}.${on}@${domain}>`,
    "MIME-Version: 1.0",
    `Content-Type: text/${html === undefined ? "plain" : "html"}; charset=utf-8`,
    "",
    html ?? text,
    "",
  ].join("\r\n");
}

function receiptPage({
  shop,
  number,
  day,
  cents,
  shipping,
}: {
  shop: string;
  number: string;
  day: number;
  cents: number;
  shipping: number;
}): string {
  const line = (label: string, amount: string) =>
    `<tr><td style="padding:4px 8px;font-family:Arial">${label}</td><td align="right" style="padding:4px 8px">${amount}</td></tr>`;
  return `<!doctype html><html><body style="margin:0;background:#f2f4f6"><div style="display:none;max-height:0">Thanks, Elena. Here is what you bought.</div>
<table role="presentation" width="100%"><tr><td align="center"><h1>Thank you, Elena</h1><p>Order <b>${number}</b><br>Order date: ${printDay(day)}</p>
<table>${line("Subtotal", `$${printMoney(cents - shipping)}`)}${line("Shipping", `$${printMoney(shipping)}`)}${line("<b>Total</b>", `<b>$${printMoney(cents)}</b>`)}</table>
<p>Paid with Visa •••• ${LAST4}</p></td></tr><tr><td style="font-size:11px;color:#667788">${shop}. Spend $100.00 and get free shipping on your next order. Unsubscribe.</td></tr></table></body></html>`.replaceAll(
    "\n",
    "\r\n",
  );
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

function printDay(day: number): string {
  return new Date(Date.UTC(2026, 9, day)).toISOString().slice(0, 10);
}

function usDate(date: string): string {
  const [year, month, day] = date.split("-");
  return [month, day, year].join("/");
}

function printMoney(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
}
