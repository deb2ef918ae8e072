// Turns the service's accounts and their history into lines: what each held at the end of every
// month and holds now, debts negative, with its value in the budget's currency. Pure. An unknown
// value is null, never 0: the service writes 0 or null if it has no rate or price.

import { must } from "../../platform/assert.ts";
import { exponentOf, parseCurrency } from "../../money/currency.ts";
import { parseUnits, UNIT_DECIMALS, units, type Units } from "../../money/money.ts";
import { providerWords } from "../accounts/feeds.ts";
import { isDebtKind, findKind, KINDS, type Kind } from "./kinds.ts";
import type {
  CryptoManual,
  CryptoSynced,
  History,
  HistoryEntry,
  HistorySource,
  LinkedAccount,
  ManualAccount,
} from "./wire.ts";

/** What a line held at one time. */
export interface Point {
  /** In its own currency; null if it cannot be read, or for crypto. */
  readonly own: Units | null;
  readonly currency: string;
  /**
   * In the budget's currency, rounded to its smallest coin if it was converted; null if it cannot
   * be.
   */
  readonly worth: Units | null;
  /** For crypto, as the service prints it. */
  readonly quantity: string | null;
}

export interface Line {
  /** "manual 1", "crypto_synced 3 eth": tells lines apart. */
  readonly key: string;
  readonly name: string;
  readonly kind: Kind;
  /** The service's type, if it is unknown here. */
  readonly unknownType: string | null;
  /** The months that are over. */
  readonly past: ReadonlyMap<string, Point>;
  /** Null for an account that is closed, deleted or no longer held. */
  readonly now: Point | null;
  readonly symbol: string | null;
  readonly status: string | null;
  /** The date of the balance, and the dates of its updates with their labels. */
  readonly asOf: string | null;
  readonly seen: readonly { readonly what: string; readonly at: string }[];
}

/** Everything the lines are made of, as the service answered. */
export interface Accounts {
  readonly primary: string;
  readonly manual: readonly ManualAccount[];
  readonly linked: readonly LinkedAccount[];
  readonly cryptoManual: readonly CryptoManual[];
  readonly cryptoSynced: readonly CryptoSynced[];
  readonly history: History;
}

/** All lines by kind, each kind in the service's order. */
export function listLines(accounts: Accounts): Line[] {
  const past = new Map(
    accounts.history.map(
      ({ source, balances }) => [sourceKey(source), { source, balances }] as const,
    ),
  );
  const open = openAccounts(accounts);
  const known = new Set(open.map(({ key }) => key));
  const deleted = [...past]
    .filter(([key, { balances }]) => balances.length > 0 && !known.has(key))
    .map(([key, { source }]) => deletedAccount(key, source, accounts));
  const lines = [...open, ...deleted].map(({ type, ...rest }): Line => {
    const kind = findKind(type);
    const balances = past.get(rest.key)?.balances ?? [];
    return {
      ...rest,
      kind,
      unknownType: kind.types.length === 0 ? type : null,
      past: toPoints(balances, kind, accounts.primary),
    };
  });
  const order = [...KINDS.map(({ id }) => id), "other"];
  return lines.sort((a, b) => order.indexOf(a.kind.id) - order.indexOf(b.kind.id));
}

/** What an account says about its line, with the service's type. */
type AccountFacts = Omit<Line, "kind" | "unknownType" | "past"> & { readonly type: string };

function openAccounts({
  primary,
  manual,
  linked,
  cryptoManual,
  cryptoSynced,
}: Accounts): AccountFacts[] {
  return [
    ...manual.map((one): AccountFacts => ({
      key: `manual ${one.id}`,
      type: one.type,
      name: one.display_name || one.name,
      now: one.status === "closed" ? null : toPoint(one, findKind(one.type), primary),
      symbol: null,
      status: one.status ?? null,
      asOf: one.balance_as_of ?? null,
      seen: [],
    })),
    ...linked.map((one): AccountFacts => ({
      key: `linked ${one.id}`,
      type: one.type,
      name: one.display_name || one.name,
      now: one.status === "closed" ? null : toPoint(one, findKind(one.type), primary),
      symbol: null,
      status: one.status,
      asOf: one.balance_last_update ?? null,
      seen: toSeen([
        ["last import", one.last_import],
        ["last update", one.last_fetch],
      ]),
    })),
    ...cryptoManual.map((one): AccountFacts => ({
      ...coinFacts(one, primary),
      key: `crypto_manual ${one.id}`,
      name: one.display_name || one.name,
    })),
    ...cryptoSynced.flatMap((account) =>
      account.balances.map((one): AccountFacts => ({
        ...coinFacts(one, primary),
        key: `crypto_synced ${account.id} ${one.symbol.toLowerCase()}`,
        name: `${account.display_name || providerWords(account.provider)}: ${one.display_name || one.name}`,
        status: account.status,
        seen: toSeen([["last import", account.last_import]]),
      })),
    ),
  ];
}

function coinFacts(
  one: CryptoSynced["balances"][number],
  primary: string,
): Omit<AccountFacts, "key" | "name"> {
  return {
    type: "cryptocurrency",
    now: coinNow(one, primary),
    symbol: one.symbol,
    status: null,
    asOf: one.balance_as_of ?? null,
    seen: [],
  };
}

function deletedAccount(key: string, source: HistorySource, accounts: Accounts): AccountFacts {
  return {
    key,
    type: sourceType(source),
    name: sourceName(source, accounts),
    now: null,
    symbol: "symbol" in source ? (source.symbol ?? null) : null,
    status: "deleted",
    asOf: null,
    seen: [],
  };
}

/**
 * The value of a balance: `to_base` if it is in another currency, null if the service had no rate.
 */
function toPoint(
  given: {
    readonly balance: string;
    readonly currency: string;
    readonly to_base?: number | null | undefined;
  },
  kind: Kind,
  primary: string,
): Point {
  const own = signed(roundToUnits(given.balance), kind);
  const isConverted = given.currency === primary || own === 0;
  const worth = isConverted ? own : signed(roundConverted(given.to_base, primary), kind);
  return { own, currency: given.currency, worth, quantity: null };
}

function toPoints(
  entries: readonly HistoryEntry[],
  kind: Kind,
  primary: string,
): Map<string, Point> {
  const past = entries.filter(({ type }) => type === "historical");
  return new Map(
    past.map((entry) => [
      entry.month,
      entry.crypto_balance == null
        ? toPoint(entry, kind, primary)
        : coinThen(entry, entry.crypto_balance, primary),
    ]),
  );
}

function coinNow(
  { balance, to_base: worth }: Pick<CryptoManual, "balance" | "to_base">,
  primary: string,
): Point {
  return {
    own: null,
    currency: primary,
    worth: isZero(balance) ? units(0) : roundConverted(worth, primary),
    quantity: balance,
  };
}

/** For crypto the history holds the value as the balance, in the budget's currency of that time. */
function coinThen(entry: HistoryEntry, quantity: string, primary: string): Point {
  const value =
    entry.currency === primary
      ? roundToUnits(entry.balance)
      : roundConverted(entry.to_base, primary);
  // A value of 0 for a quantity means that the service had no price.
  const known = value === 0 ? null : value;
  const worth = isZero(quantity) ? units(0) : known;
  return { own: null, currency: entry.currency, worth, quantity };
}

/**
 * A value that the service converted, rounded to the currency's smallest coin. It writes 0 if it
 * has no rate, so 0 is null too.
 */
function roundConverted(value: number | null | undefined, primary: string): Units | null {
  if (value === null || value === undefined || value === 0) return null;
  const currency = parseCurrency(primary);
  return roundToUnits(String(value), currency === null ? 2 : exponentOf(currency));
}

/** Parses a decimal to units, rounded to so many places; null if the text is not a decimal. */
export function roundToUnits(text: string, places = UNIT_DECIMALS): Units | null {
  const [, sign = "", whole = "", fraction = ""] =
    /^(-?)(\d{1,15})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
  const kept = parseUnits(`${whole}.${fraction.slice(0, places).padEnd(UNIT_DECIMALS, "0")}`);
  if (!kept.ok) return null;
  const magnitude =
    kept.value + ((fraction[places] ?? "0") >= "5" ? 10 ** (UNIT_DECIMALS - places) : 0);
  return Number.isSafeInteger(magnitude) ? units(sign === "-" ? -magnitude : magnitude) : null;
}

function signed(amount: Units | null, kind: Kind): Units | null {
  return amount !== null && isDebtKind(kind) ? units(0 - amount) : amount;
}

function isZero(quantity: string): boolean {
  return !/[1-9]/.test(quantity);
}

function toSeen(given: readonly (readonly [string, string | null | undefined])[]): Line["seen"] {
  return given.flatMap(([what, at]) => (at === null || at === undefined ? [] : [{ what, at }]));
}

function sourceKey(source: HistorySource): string {
  switch (source.type) {
    case "manual":
      return `manual ${source.manual_account_id}`;
    case "linked":
      return `linked ${source.linked_account_id}`;
    case "crypto_manual":
      return `crypto_manual ${source.crypto_manual_id}`;
    case "crypto_synced":
      return `crypto_synced ${source.crypto_synced_id} ${source.symbol.toLowerCase()}`;
    case "deleted":
    default:
      return `deleted ${source.deleted_account_id} ${source.symbol ?? ""}`;
  }
}

function sourceType(source: HistorySource): string {
  if (source.type === "deleted")
    return source.symbol == null ? (source.account_type ?? "") : "cryptocurrency";
  return source.type.startsWith("crypto") ? "cryptocurrency" : "";
}

function sourceName(source: HistorySource, { cryptoSynced }: Accounts): string {
  if (source.type === "deleted")
    return source.display_name || source.name || `Deleted account ${source.deleted_account_id}`;
  if (source.type !== "crypto_synced") return sourceKey(source);
  const account = cryptoSynced.find(({ id }) => id === source.crypto_synced_id);
  return `${account?.display_name || providerWords(account?.provider ?? "Crypto")}: ${source.symbol.toUpperCase()}`;
}

/** The newest known point of a line; null if it has none. */
export function lastPoint({ past, now }: Line): Point | null {
  if (now !== null) return now;
  const last = [...past.keys()].sort().at(-1);
  return last === undefined ? null : must(past.get(last), "a month of the map is in it");
}
