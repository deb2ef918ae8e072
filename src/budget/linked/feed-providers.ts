// The providers that read the feed, and those of a deployment without a feed.

import type { Sql } from "../../platform/sql/sql.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Price } from "../crypto/coins.ts";
import type { CryptoProvider, Listing, Listings } from "../crypto/provider.ts";
import type { Providers } from "../outside.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import type { Outside } from "../route.ts";
import { feedTime, readFeed, type Feed } from "./feed.ts";
import type {
  FetchRange,
  LinkedProvider,
  ProviderAccount,
  ProviderTransaction,
} from "./provider.ts";

/** Providers that answer from the feed stored in this budget. */
export function fedProviders(sql: Sql): Providers {
  return {
    linked: feedLinkedProvider(sql),
    crypto: feedCryptoProvider(sql),
    listings: feedListings(sql),
    banks: null,
    coins: null,
    fed: true,
  };
}

/** Nobody to ask: no listing is found, no account can be read. */
export const NO_PROVIDERS: Providers = {
  linked: async () => ({ kind: "failed", status: "error", reason: "no provider is set up" }),
  crypto: async () => ({ status: "unsupported", balances: null }),
  listings: { lookup: async () => null, prices: async () => new Map() },
  banks: null,
  coins: null,
  fed: false,
};

/** Refuses requests that read or write the feed where it does not exist. */
export async function fedOnly({ ports }: Outside): Promise<Result<undefined, Problem>> {
  if (ports.providers.fed) return ok(undefined);
  return refuse("not found", {
    errMsg: "There is no feed here: it exists on a developer's machine alone.",
  });
}

function feedLinkedProvider(sql: Sql): LinkedProvider {
  return async ({ id }, range) => {
    const feed = readFeed(sql);
    const connection = feed.connections.find((one) => one.id === id);
    if (connection === undefined)
      return { kind: "accounts", institution: "", reachedAt: null, accounts: [] };
    const { status = "active" } = connection;
    if (status !== "active") return { kind: "failed", status, reason: `the feed says ${status}` };
    return {
      kind: "accounts",
      institution: feed.institutions.find((one) => one.id === connection.institution)?.name ?? "",
      reachedAt: connection.reached_at ?? null,
      accounts: feed.accounts
        .filter((account) => account.connection === id)
        .map((account) => toAccount(feed, account, range)),
    };
  };
}

function toAccount(
  feed: Feed,
  account: Feed["accounts"][number],
  range: FetchRange,
): ProviderAccount {
  const { id, name, type, subtype, mask, currency, balance, status = "active" } = account;
  const own = feed.transactions.filter(
    (one) => one.account === id && one.date >= range.start && one.date <= range.end,
  );
  const said = (pending: boolean) =>
    own
      .filter((one) => (one.pending ?? false) === pending)
      .map((one): ProviderTransaction => toTransaction(one, account));
  return {
    id,
    name,
    type,
    subtype,
    mask,
    currency,
    balance,
    status,
    balanceAsOf: account.balance_as_of ?? null,
    limit: account.limit ?? null,
    transactions:
      status === "active"
        ? {
            posted: said(false),
            pending: said(true),
            removed: feed.removed.filter((one) => one.account === id).map((one) => one.id),
          }
        : null,
  };
}

function toTransaction(
  one: Feed["transactions"][number],
  account: Feed["accounts"][number],
): ProviderTransaction {
  const { id, date, amount, name } = one;
  return {
    id,
    date,
    amount,
    name,
    currency: one.currency ?? account.currency,
    payee: one.payee ?? null,
    pendingId: one.pending_id ?? null,
    metadata: one.metadata ?? null,
  };
}

function feedCryptoProvider(sql: Sql): CryptoProvider {
  return async ({ provider, providerId }) => {
    const account = readFeed(sql).crypto_accounts.find(
      (one) => one.provider === provider && one.id === providerId,
    );
    // An account that is not there needs its owner, as one whose access has ended.
    if (account === undefined) return { status: "relink", balances: null };
    const { status = "active" } = account;
    if (status !== "active") return { status, balances: null };
    return {
      status,
      balances: account.balances.map((one) => ({
        symbol: one.symbol.toLowerCase(),
        name: one.name ?? one.symbol.toUpperCase(),
        displayName: one.display_name ?? null,
        balance: one.balance,
        asOf: one.as_of ?? null,
      })),
    };
  };
}

function feedListings(sql: Sql): Listings {
  return {
    lookup: async (id) => {
      const found = readFeed(sql).listings.find((one) => one.id === id);
      return found === undefined ? null : toListing(found, feedTime(sql));
    },
    prices: async (ids) => pricesIn(sql, readFeed(sql), ids),
  };
}

function toListing(one: Feed["listings"][number], uploadedAt: number): Listing {
  const { id, symbol, name, price, currency, as_of: asOf } = one;
  const known = price !== undefined && currency !== undefined;
  return { id, symbol, name, price: known ? { price, currency, at: asOf ?? uploadedAt } : null };
}

/** The feed's prices of these listings, of all without ids. */
export function pricesIn(sql: Sql, feed: Feed, ids: readonly string[] | null): Map<string, Price> {
  const uploadedAt = feedTime(sql);
  const wanted = ids === null ? null : new Set(ids);
  return new Map(
    feed.listings.flatMap((one) => {
      const { price } = toListing(one, uploadedAt);
      return price === null || wanted?.has(one.id) === false ? [] : [[one.id, price] as const];
    }),
  );
}
