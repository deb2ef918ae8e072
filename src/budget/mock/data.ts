// The accounts and habits of the mock household, as tables: Rowan and Sam, two salaries, a rented flat, a
// cat, fourteen months. All people, banks and shops are made up. Amounts are as the service has
// them: a debit is positive.

/** Another text makes every deployed mock fill itself anew: change it with the data. */
export const MOCK_EDITION = "2026-11-21 b";

/** The day on which the mock's clock stands. */
export const TODAY = "2026-11-21";

export const PEOPLE = {
  budget: "Rowan and Sam",
  user: "Rowan Ellery",
  email: "rowan@example.com",
} as const;

/** The months that are lived through. */
export const MONTHS = [
  "2025-10",
  "2025-11",
  "2025-12",
  "2026-01",
  "2026-02",
  "2026-03",
  "2026-04",
  "2026-05",
  "2026-06",
  "2026-07",
  "2026-08",
  "2026-09",
  "2026-10",
  "2026-11",
] as const;
export type Month = (typeof MONTHS)[number];

export const ACCOUNTS = [
  {
    name: "Checking",
    institution_name: "Alpine Bank",
    type: "cash",
    subtype: "checking",
    balance: "4820.15",
    currency: "usd",
  },
  {
    name: "Credit Card",
    institution_name: "Alpine Bank",
    type: "credit",
    subtype: "credit card",
    balance: "612.40",
    currency: "usd",
  },
  {
    name: "Savings",
    institution_name: "Harbor Savings",
    display_name: "Rainy day",
    type: "cash",
    subtype: "savings",
    balance: "9250.00",
    currency: "usd",
    custom_metadata: { goal: "15000", colour: "teal" },
  },
  {
    name: "Travel Wallet",
    type: "cash",
    subtype: "prepaid",
    balance: "180.00",
    currency: "eur",
    external_id: "wallet-eur",
    exclude_from_transactions: true,
  },
  {
    name: "Student Loan",
    institution_name: "Meridian Lending",
    type: "loan",
    subtype: "student",
    balance: "1680.00",
    currency: "usd",
  },
  {
    name: "Old Brokerage",
    institution_name: "Northgate Invest",
    type: "investment",
    subtype: "brokerage",
    balance: "3105.77",
    currency: "usd",
  },
] as const;
export type AccountName = (typeof ACCOUNTS)[number]["name"];

export interface Group {
  readonly name: string;
  readonly flags?: object;
  readonly members: readonly string[];
}

/** The groups come first, with their members behind them: the ids of the examples are theirs. */
export const GROUPS: readonly Group[] = [
  { name: "Food", members: ["Groceries", "Restaurants", "Coffee"] },
  { name: "Home", members: ["Rent", "Utilities", "Household"] },
  { name: "Transport", members: ["Public Transport", "Fuel"] },
  { name: "Leisure", members: ["Subscriptions", "Travel", "Shopping"] },
  { name: "Income", flags: { is_income: true }, members: ["Salary", "Interest"] },
  {
    name: "Transfers",
    flags: { exclude_from_budget: true, exclude_from_totals: true },
    members: ["Account Transfer", "Card Payment"],
  },
];

export const SINGLES = [
  { name: "Health", description: "Doctors, the pharmacy, the gym" },
  { name: "Gifts", description: null },
  { name: "Cat", description: "Food and the vet" },
] as const;

export const ARCHIVED_CATEGORY = "Commuting by car";

export const TAGS = [
  { name: "Shared", description: "Split between the two of us", background_color: "#dbeafe" },
  { name: "Vacation", background_color: "#fde68a", text_color: "#7c2d12" },
  { name: "To check" },
  { name: "Tax", description: "For the tax return", background_color: "#dcfce7" },
] as const;

export const ARCHIVED_TAG = "Wedding 2024";

/** Monthly transactions, each on its day. */
export interface Monthly {
  readonly day: number;
  readonly payee: string;
  readonly original: string;
  readonly amount: string;
  readonly category: string;
  readonly account: AccountName;
  readonly tags?: readonly string[];
}

// prettier-ignore
export const MONTHLY: readonly Monthly[] = [
  { day: 1, payee: "Birch Street Lettings", original: "BIRCH STREET LETTINGS RENT", amount: "2150.00", category: "Rent", account: "Checking", tags: ["Shared"] },
  { day: 3, payee: "Foundry Gym", original: "FOUNDRY GYM 0031", amount: "39.00", category: "Health", account: "Credit Card" },
  { day: 7, payee: "Lantern Streaming", original: "LANTERN*STREAMING", amount: "15.99", category: "Subscriptions", account: "Credit Card" },
  { day: 9, payee: "Glasswire Internet", original: "GLASSWIRE INTERNET", amount: "55.00", category: "Utilities", account: "Checking", tags: ["Shared"] },
  { day: 12, payee: "Tonearm Music", original: "TONEARM MUSIC FAMILY", amount: "16.99", category: "Subscriptions", account: "Credit Card" },
  { day: 15, payee: "Quillon Design", original: "PAYROLL QUILLON DESIGN LLC", amount: "-2480.00", category: "Salary", account: "Checking" },
  { day: 18, payee: "Fernlink Mobile", original: "FERNLINK MOBILE 2 LINES", amount: "48.00", category: "Utilities", account: "Credit Card" },
  { day: 20, payee: "Meridian Lending", original: "MERIDIAN LENDING LOAN 8841", amount: "120.00", category: "Account Transfer", account: "Checking" },
  { day: 20, payee: "Payment received", original: "LOAN 8841 PAYMENT RECEIVED", amount: "-120.00", category: "Account Transfer", account: "Student Loan" },
  { day: 25, payee: "Northwind Energy Co-op", original: "PAYROLL NORTHWIND ENERGY", amount: "-3215.40", category: "Salary", account: "Checking" },
  { day: 26, payee: "To Harbor Savings", original: "TRANSFER TO HARBOR SAVINGS", amount: "2000.00", category: "Account Transfer", account: "Checking" },
  { day: 26, payee: "From Alpine Bank", original: "TRANSFER FROM ALPINE BANK", amount: "-2000.00", category: "Account Transfer", account: "Savings" },
  { day: 28, payee: "Card payment", original: "PAYMENT ALPINE CARD", amount: "780.00", category: "Card Payment", account: "Checking" },
  { day: 28, payee: "Card payment", original: "PAYMENT THANK YOU", amount: "-780.00", category: "Card Payment", account: "Credit Card" },
  { day: 28, payee: "Harbor Savings", original: "INTEREST PAID", amount: "-21.35", category: "Interest", account: "Savings" },
];

/** Monthly transactions on these days whose price differs: the list of prices is used in turn. */
export interface Varied {
  readonly days: readonly number[];
  readonly payee: string;
  readonly original: string;
  readonly prices: readonly string[];
  readonly category: string;
  readonly account: AccountName;
  readonly tags?: readonly string[];
}

// prettier-ignore
export const VARIED: readonly Varied[] = [
  { days: [2, 10, 17, 24], payee: "Greenleaf Market", original: "GREENLEAF MARKET #112", prices: ["84.12", "61.70", "97.45", "72.08", "55.31"], category: "Groceries", account: "Credit Card", tags: ["Shared"] },
  { days: [6, 21], payee: "Orchard & Sons", original: "ORCHARD AND SONS", prices: ["23.40", "18.95", "31.20"], category: "Groceries", account: "Credit Card" },
  // Two equal coffees on one day are two transactions.
  { days: [4, 11, 11, 19, 27], payee: "Corner Café", original: "CORNER CAFE 0042", prices: ["4.50"], category: "Coffee", account: "Credit Card" },
  { days: [5, 16], payee: "Saffron Table", original: "SQ *SAFFRON TABLE", prices: ["46.80", "38.25", "61.10"], category: "Restaurants", account: "Credit Card" },
  { days: [8, 22], payee: "City Transit", original: "CITY TRANSIT RELOAD", prices: ["25.00"], category: "Public Transport", account: "Credit Card" },
  { days: [13], payee: "Redline Fuel", original: "REDLINE FUEL 7731", prices: ["41.16", "38.90", "44.02"], category: "Fuel", account: "Credit Card" },
  { days: [14], payee: "Valley Power & Water", original: "VALLEY POWER WATER", prices: ["112.63", "128.40", "141.07", "96.22"], category: "Utilities", account: "Checking", tags: ["Shared"] },
  { days: [23], payee: "Whisker & Co", original: "WHISKER AND CO PETS", prices: ["34.90", "42.15"], category: "Cat", account: "Credit Card" },
];

/** Transactions that happened once. */
export interface Once {
  readonly date: string;
  readonly payee: string;
  readonly original: string;
  readonly amount: string;
  readonly category: string | null;
  readonly account: AccountName | null;
  readonly currency?: string;
  readonly tags?: readonly string[];
  readonly notes?: string;
  readonly unreviewed?: true;
}

const TRIP = {
  category: "Travel",
  account: "Credit Card",
  currency: "eur",
  tags: ["Vacation"],
} as const;
const WEEKEND = { ...TRIP, currency: "gbp" } as const;

// prettier-ignore
export const ONCE: readonly Once[] = [
  { date: "2025-10-01", payee: "Ironbark Movers", original: "IRONBARK MOVERS", amount: "240.00", category: "Household", account: "Checking", notes: "The last boxes" },
  { date: "2025-10-01", payee: "Saffron Table", original: "SQ *SAFFRON TABLE", amount: "33.60", category: "Restaurants", account: "Credit Card" },
  { date: "2025-11-29", payee: "Lakeside Books", original: "LAKESIDE BOOKS", amount: "54.20", category: "Gifts", account: "Credit Card", notes: "For Sam's mother" },
  { date: "2025-12-18", payee: "Pinewood Toys", original: "PINEWOOD TOYS ONLINE", amount: "88.00", category: "Gifts", account: "Credit Card" },
  { date: "2026-01-05", payee: "Pinewood Toys", original: "PINEWOOD TOYS REFUND", amount: "-29.50", category: "Gifts", account: "Credit Card", notes: "One of them came broken" },
  { date: "2026-02-12", payee: "Dr Imani Osei", original: "OSEI FAMILY PRACTICE", amount: "140.00", category: "Health", account: "Checking", tags: ["Tax"] },
  { date: "2026-03-21", payee: "Whitmore Outfitters", original: "WHITMORE OUTFITTERS", amount: "219.90", category: "Shopping", account: "Credit Card" },
  { date: "2026-03-30", payee: "Whitmore Outfitters", original: "WHITMORE OUTFITTERS RETURN", amount: "-74.95", category: "Shopping", account: "Credit Card", notes: "The jacket went back" },
  { date: "2026-04-14", payee: "Revenue Office", original: "TAX REFUND 2025", amount: "-412.00", category: "Salary", account: "Checking", tags: ["Tax"] },
  { date: "2026-05-09", payee: "Atlantic Wings", original: "ATLANTIC WINGS LIS", amount: "386.40", ...TRIP },
  { date: "2026-05-10", payee: "Casa do Rio", original: "CASA DO RIO PORTO", amount: "342.00", ...TRIP },
  { date: "2026-05-11", payee: "Tasca Velha", original: "TASCA VELHA", amount: "47.30", ...TRIP },
  { date: "2026-05-12", payee: "Comboios do Norte", original: "COMBOIOS NORTE", amount: "28.60", ...TRIP },
  { date: "2026-05-13", payee: "Museu do Azulejo", original: "MUSEU AZULEJO", amount: "16.00", ...TRIP },
  { date: "2026-06-19", payee: "Greenleaf Market", original: "GREENLEAF MARKET #112", amount: "128.90", category: "Groceries", account: "Credit Card", notes: "With a new kettle" },
  { date: "2026-07-03", payee: "Riverside Vet", original: "RIVERSIDE VET CLINIC", amount: "186.50", category: "Cat", account: "Checking" },
  { date: "2026-09-12", payee: "Thames Lodge", original: "THAMES LODGE LONDON", amount: "264.00", ...WEEKEND },
  { date: "2026-09-12", payee: "Albion Rail", original: "ALBION RAIL RETURN", amount: "71.80", ...WEEKEND },
  { date: "2026-09-13", payee: "The Gilded Kettle", original: "GILDED KETTLE LONDON", amount: "38.45", ...WEEKEND },
  { date: "2026-10-17", payee: "Farmers' Market", original: "CASH", amount: "22.00", category: "Groceries", account: null },
  { date: "2026-11-14", payee: "Greenleaf Market", original: "GREENLEAF MARKET #112", amount: "80.00", category: "Groceries", account: "Credit Card", notes: "Some of it is for the pharmacy" },
  { date: "2026-11-18", payee: "SQ *UNKNOWN 3381", original: "SQ *UNKNOWN 3381", amount: "63.17", category: null, account: "Credit Card", tags: ["To check"], unreviewed: true },
  { date: "2026-11-20", payee: "Saffron Table", original: "SQ *SAFFRON TABLE", amount: "52.00", category: "Restaurants", account: "Credit Card", unreviewed: true },
];

/** A receipt taken apart: the payee, day and parts of the transaction that is split. */
export const SPLIT = {
  date: "2026-06-19",
  payee: "Greenleaf Market",
  parts: [
    { amount: "89.40", category: "Groceries", notes: "Food for the week" },
    { amount: "39.50", category: "Household", notes: "Kettle" },
  ],
} as const;

/** A trip as one transaction. */
export const TRIP_GROUP = {
  from: "2026-09-12",
  to: "2026-09-13",
  tag: "Vacation",
  date: "2026-09-12",
  payee: "A weekend in London",
  category: "Travel",
} as const;

export const RULES = [
  {
    name: "Coffee",
    priority: 10,
    match: { payee: { how: "contains", text: "corner cafe" }, sign: "debit", amount_max: "20" },
    set: { payee: "Corner Café", reviewed: true },
  },
  {
    name: "Mobile phones are shared",
    priority: 20,
    match: { payee: { how: "starts_with", text: "Fernlink" } },
    set: { tags: ["Shared"] },
  },
] as const;
