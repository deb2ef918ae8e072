// The providers' data of the mock's household, month by month: bank connections in every state,
// wallets, and prices. All of it is made up.

import { TODAY, type Month } from "./data.ts";

const INSTITUTIONS = [
  { id: "copperleaf", name: "Copperleaf Credit Union" },
  { id: "summit", name: "Summit Cards" },
  { id: "meadow", name: "Meadow Bank" },
  { id: "tidewater", name: "Tidewater Finance" },
  { id: "larch", name: "Larch Savings" },
];

const USD = { currency: "usd" } as const;
const CHECKING = { type: "depository", subtype: "checking", ...USD };
const SAVINGS = { type: "depository", subtype: "savings", ...USD };

/** The last month's state of each connection; before, all were active. */
const CONNECTIONS = [
  { id: "item-copperleaf", institution: "copperleaf", last: "active" },
  { id: "item-summit", institution: "summit", last: "relink" },
  { id: "item-meadow", institution: "meadow", last: "revoked" },
  { id: "item-tidewater", institution: "tidewater", last: "error" },
] as const;

/** Linked on the last day, after everything was fetched. */
const NEW_CONNECTION = { id: "item-larch", institution: "larch" };
const NEW_ACCOUNT = {
  id: "larch-goal",
  connection: "item-larch",
  name: "Goal Saver",
  mask: "0093",
  balance: "0",
  ...SAVINGS,
};

/** `grows` is what the balance gains each month, in whole units of the currency. */
// prettier-ignore
const ACCOUNTS = [
  { id: "everyday", connection: "item-copperleaf", name: "Everyday Checking", mask: "4021", ...CHECKING, start: 1310, grows: 22 },
  { id: "family", connection: "item-copperleaf", name: "Family Savings", mask: "4039", ...SAVINGS, start: 6400, grows: 150 },
  { id: "holiday", connection: "item-copperleaf", name: "Holiday Club", mask: "4047", ...SAVINGS, start: 640, grows: 0 },
  { id: "christmas", connection: "item-copperleaf", name: "Christmas Club", mask: "4048", ...SAVINGS, start: 0, grows: 0, status: "closed" },
  { id: "youth", connection: "item-copperleaf", name: "Youth Saver", mask: "4055", ...SAVINGS, start: 88, grows: 0, status: "deactivated" },
  { id: "pension", connection: "item-copperleaf", name: "Pension Plan", mask: "9001", type: "investment", subtype: "401k", ...USD, start: 41210, grows: 310, status: "not supported" },
  { id: "starter", connection: "item-copperleaf", name: "Starter Card", mask: "7701", type: "credit", subtype: "credit card", ...USD, start: 35, grows: 0, limit: "500", gone: true },
  { id: "platinum", connection: "item-summit", name: "Platinum Rewards", mask: "7788", type: "credit", subtype: "credit card", ...USD, start: 210, grows: 14, limit: "5000" },
  { id: "mortgage", connection: "item-meadow", name: "Cabin Mortgage", mask: "0077", type: "loan", subtype: "mortgage", ...USD, start: 61200, grows: -240 },
  { id: "auto", connection: "item-tidewater", name: "Auto Loan", mask: "5150", type: "loan", subtype: "auto", ...USD, start: 7300, grows: -180 },
];

/** The household's settings of linked accounts, by the name the bank gives them. */
export const DECISIONS = [
  {
    name: "Family Savings",
    change: { display_name: "For the children", allow_transaction_modifications: false },
  },
  { name: "Holiday Club", change: { status: "inactive" } },
] as const;

const POSTED = [
  {
    day: 1,
    account: "everyday",
    amount: "-300.00",
    name: "TRANSFER FROM ALPINE BANK",
    payee: "Rowan",
  },
  { day: 6, account: "everyday", amount: "14.20", name: "NOODLE LANE 14", payee: "Noodle Lane" },
  {
    day: 12,
    account: "everyday",
    amount: "27.35",
    name: "PARKSIDE PHARMACY",
    payee: "Parkside Pharmacy",
  },
  { day: 17, account: "everyday", amount: "9.75", name: "HALCYON NEWSSTAND", payee: null },
  { day: 19, account: "family", amount: "-150.00", name: "STANDING ORDER CHILDREN", payee: null },
  {
    day: 20,
    account: "platinum",
    amount: "63.40",
    name: "BRISTLECONE HARDWARE",
    payee: "Bristlecone Hardware",
  },
] as const;

const PENDING = [
  {
    id: "pending-1",
    account: "everyday",
    date: "2026-11-20",
    amount: "18.60",
    name: "NOODLE LANE 14",
    payee: "Noodle Lane",
  },
  {
    id: "pending-2",
    account: "everyday",
    date: "2026-11-21",
    amount: "5.25",
    name: "CITY BIKES UNLOCK",
    payee: null,
  },
] as const;

/** A transaction that the bank withdraws on the last day, after the household has annotated it. */
export const TAKEN_BACK = {
  account: "everyday",
  id: "2026-10-17-everyday",
  payee: "HALCYON NEWSSTAND",
  date: "2026-10-17",
};

const LISTINGS = [
  { id: "bitcoin", symbol: "BTC", name: "Bitcoin", price: 61250, rises: 900 },
  { id: "ethereum", symbol: "ETH", name: "Ethereum", price: 2405, rises: 55 },
  { id: "solana", symbol: "SOL", name: "Solana", price: 141, rises: 2 },
  { id: "kusama", symbol: "KSM", name: "Kusama", price: 14, rises: 0 },
];

/**
 * The feed on a day of the `turn`th month; `later` adds accounts that were linked after the fetch.
 */
export function feedOn(day: string, months: readonly Month[], turn: number, later = false): object {
  const last = day === TODAY;
  const at = `${day}T06:30:00Z`;
  const accounts = ACCOUNTS.filter((account) => !(last && "gone" in account)).map(
    ({ start, grows, ...account }) => {
      const { gone: _, ...said } = { gone: false, ...account };
      return { ...said, balance: String(start + grows * turn), balance_as_of: at };
    },
  );
  const posted = months.slice(0, turn + 1).flatMap((month) =>
    POSTED.map(({ day: number, ...one }) => ({
      ...one,
      date: `${month}-${String(number).padStart(2, "0")}`,
    }))
      .filter(({ date }) => date <= day)
      .map((one) => ({ ...one, id: `${one.date}-${one.account}` })),
  );
  return {
    institutions: INSTITUTIONS,
    connections: [
      ...CONNECTIONS.map(({ last: status, ...one }) => ({
        ...one,
        reached_at: at,
        status: last ? status : "active",
      })),
      ...(later ? [NEW_CONNECTION] : []),
    ],
    accounts: [...accounts, ...(later ? [NEW_ACCOUNT] : [])],
    transactions: [
      ...posted.filter(({ id }) => !(last && id === TAKEN_BACK.id)),
      ...(last ? PENDING.map((one) => ({ ...one, pending: true })) : []),
    ],
    removed: last ? [{ account: TAKEN_BACK.account, id: TAKEN_BACK.id }] : [],
    crypto_accounts: walletsOn(at, turn, last),
    listings: LISTINGS.map(({ price, rises, ...listing }) => ({
      ...listing,
      price: `${price + rises * turn}.50`,
      currency: "usd",
      as_of: at,
    })),
  };
}

/** The wallets as the household connects them. */
export const WALLETS = [
  { provider: "exchange_a", account: "household", display_name: "Exchange" },
  { provider: "ethereum", account: "0x51bd", display_name: null },
  { provider: "exchange_b", account: "old", display_name: "Old exchange" },
] as const;

/** Connected on the last day, and never refreshed. */
export const NEW_WALLET = { provider: "exchange_b", account: "new" } as const;

function walletsOn(at: string, turn: number, last: boolean): object[] {
  const held = (symbol: string, balance: string) => ({ symbol, balance, as_of: at });
  return [
    {
      id: "household",
      provider: "exchange_a",
      balances: [held("BTC", `0.0${40 + turn}`), held("ETH", "1.250000000000000001")],
    },
    {
      id: "0x51bd",
      provider: "ethereum",
      balances: [held("ETH", `0.3${turn}`)],
      ...(last && { status: "unsupported" }),
    },
    {
      id: "old",
      provider: "exchange_b",
      balances: [held("SOL", "12.5")],
      ...(last && { status: "relink" }),
    },
    { id: "new", provider: "exchange_b", balances: [] },
  ];
}
