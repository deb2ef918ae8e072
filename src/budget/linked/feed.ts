// The feed: one JSON document that plays every provider (institutions, connections, their accounts
// and transactions, crypto accounts, price listings). It exists only on a developer's machine. An
// upload replaces it whole; its contents reach the budget by fetching and refreshing, as from any
// provider.

import * as z from "zod";
import {
  CRYPTO_BALANCES_MAX,
  CRYPTO_SYMBOL_CHARS_MAX,
  DESCRIPTION_CHARS_MAX,
  FEED_CHARS_MAX,
  PAYEE_CHARS_MAX,
  PROVIDER_ACCOUNTS_MAX,
  PROVIDER_NAME_CHARS_MAX,
  PROVIDER_TRANSACTIONS_MAX,
} from "../../platform/limits.ts";
import { assert } from "../../platform/assert.ts";
import { CRYPTO_PROVIDERS, SYNCED_STATUSES } from "../crypto/provider.ts";
import { quantity } from "../crypto/quantity.ts";
import { price } from "../crypto/value.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import * as wire from "../wire.ts";
import { PROVIDER_STATUSES } from "./provider.ts";

const key = wire.text(1, 255);
const symbol = wire.text(1, CRYPTO_SYMBOL_CHARS_MAX);

const TRANSACTION = z.strictObject({
  id: key,
  account: key,
  date: wire.day,
  amount: wire.amount,
  currency: wire.currency.optional(),
  name: wire.text(1, DESCRIPTION_CHARS_MAX),
  payee: wire.text(1, PAYEE_CHARS_MAX).nullable().optional(),
  pending: wire.flag.optional(),
  pending_id: key.nullable().optional(),
  metadata: z.record(z.string(), z.unknown()).nullable().optional(),
});

const ACCOUNT = z.strictObject({
  id: key,
  connection: key,
  name: wire.text(1, PROVIDER_NAME_CHARS_MAX),
  type: wire.text(1, 50),
  subtype: wire.text(1, 50),
  mask: wire.textAs(
    (text) => (/^\w{3,4}$/.test(text) ? text : null),
    "format",
    "must be 3 or 4 digits or letters",
  ),
  currency: wire.currency,
  balance: wire.amount,
  balance_as_of: wire.instant.nullable().optional(),
  limit: wire.amount.nullable().optional(),
  status: z.enum(PROVIDER_STATUSES).optional(),
});

const CONNECTION = z.strictObject({
  id: key,
  institution: key,
  status: z.enum(["active", "relink", "revoked", "error"]).optional(),
  reached_at: wire.instant.nullable().optional(),
});

const CRYPTO_ACCOUNT = z.strictObject({
  id: key,
  provider: z.enum(CRYPTO_PROVIDERS),
  status: z.enum(SYNCED_STATUSES).optional(),
  balances: z
    .array(
      z.strictObject({
        symbol,
        name: wire.text(1, 45).optional(),
        display_name: wire.text(1, 45).nullable().optional(),
        balance: quantity,
        as_of: wire.instant.nullable().optional(),
      }),
    )
    .max(CRYPTO_BALANCES_MAX),
});

const LISTING = z.strictObject({
  id: wire.text(1, 100),
  symbol: wire.text(1, 100),
  name: wire.text(1, 300),
  price: price.optional(),
  currency: wire.currency.optional(),
  as_of: wire.instant.optional(),
});

/** The document with its references checked: every id that is used exists, and exists once. */
const feed = z
  .strictObject({
    institutions: z
      .array(z.strictObject({ id: key, name: wire.text(1, PROVIDER_NAME_CHARS_MAX) }))
      .max(100)
      .default([]),
    connections: z.array(CONNECTION).max(100).default([]),
    accounts: z.array(ACCOUNT).max(PROVIDER_ACCOUNTS_MAX).default([]),
    transactions: z.array(TRANSACTION).max(PROVIDER_TRANSACTIONS_MAX).default([]),
    removed: z
      .array(z.strictObject({ account: key, id: key }))
      .max(PROVIDER_TRANSACTIONS_MAX)
      .default([]),
    crypto_accounts: z.array(CRYPTO_ACCOUNT).max(PROVIDER_ACCOUNTS_MAX).default([]),
    listings: z.array(LISTING).max(1_000).default([]),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of findFaults(value))
      issues.push({ ...wire.complaint(undefined, "reference", message), path });
  });

/** The feed as it is answered, and as it is sent: what may be left out of it is there in the answer. */
export const FEED = feed.meta({ id: "ProviderFeed" });
export const FEED_SENT = feed.meta({ id: "ProviderFeedSent" });

/** A fault of the document as a whole: its place, and the rest of the sentence. */
interface FeedFault {
  readonly path: PropertyKey[];
  readonly message: string;
}

function findFaults(feed: Feed): FeedFault[] {
  const { institutions, connections, accounts, transactions, crypto_accounts: wallets } = feed;
  return [
    ...findRepeated("institutions", institutions.map(getId)),
    ...findRepeated("connections", connections.map(getId)),
    ...findRepeated("accounts", accounts.map(getId)),
    ...findRepeated(
      "transactions",
      transactions.map(({ account, id }) => JSON.stringify([account, id])),
    ),
    ...findRepeated(
      "crypto_accounts",
      wallets.map(({ provider, id }) => JSON.stringify([provider, id])),
    ),
    ...findRepeated("listings", feed.listings.map(getId)),
    ...findUnknown("connections", "institution", connections, institutions),
    ...findUnknown("accounts", "connection", accounts, connections),
    ...findUnknown("transactions", "account", transactions, accounts),
    ...findUnknown("removed", "account", feed.removed, accounts),
    ...findRepeatedSymbols(feed),
    ...findHalfPrices(feed),
  ];
}

function getId({ id }: { readonly id: string }): string {
  return id;
}

function findRepeated(list: keyof Feed, ids: readonly string[]): FeedFault[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    if (seen.has(id)) return [{ path: [list, index], message: "repeats an earlier one" }];
    seen.add(id);
    return [];
  });
}

/** The entries whose property names an id that the document does not have. */
function findUnknown<Property extends string>(
  list: keyof Feed,
  property: Property,
  entries: readonly Readonly<Record<Property, string>>[],
  named: readonly { readonly id: string }[],
): FeedFault[] {
  const known = new Set(named.map(getId));
  const message = "must name one that the document holds";
  return entries.flatMap((entry, index) =>
    known.has(entry[property]) ? [] : [{ path: [list, index, property], message }],
  );
}

function findRepeatedSymbols({ crypto_accounts: wallets }: Feed): FeedFault[] {
  const message = "must hold each symbol once";
  return wallets.flatMap(({ balances }, index) => {
    const symbols = new Set(balances.map((balance) => balance.symbol.toLowerCase()));
    return symbols.size < balances.length
      ? [{ path: ["crypto_accounts", index, "balances"], message }]
      : [];
  });
}

/**
 * Listings with a price and no currency, with a currency and no price, or with a time and neither.
 */
function findHalfPrices({ listings }: Feed): FeedFault[] {
  const message = "must come together with its currency";
  return listings.flatMap(({ price: cost, currency, as_of: asOf }, index) => {
    const isWhole = (cost === undefined) === (currency === undefined);
    const isDatedOnly = cost === undefined && asOf !== undefined;
    return isWhole && !isDatedOnly ? [] : [{ path: ["listings", index, "price"], message }];
  });
}

/** As it was sent, and how it reads. */
export type FeedDocument = z.input<typeof FEED>;
export type Feed = z.output<typeof FEED>;

/** The feed before the first upload: a price listing to add a cryptocurrency from. */
export const FIRST_FEED: FeedDocument = {
  listings: [
    {
      id: "kusama",
      symbol: "KSM",
      name: "Kusama",
      price: "14.20",
      currency: "usd",
      as_of: "2026-11-20",
    },
  ],
};

/** The stored document as it was sent. */
export function readDocument(sql: Sql): FeedDocument {
  const row = sql.first<{ document: string }>("SELECT document FROM provider_feed");
  if (row === null) return FIRST_FEED;
  const document: FeedDocument = JSON.parse(row.document);
  return document;
}

/** The stored feed, read. */
export function readFeed(sql: Sql): Feed {
  const feed = FEED.safeParse(readDocument(sql));
  assert(feed.success, "the stored feed was checked before it was stored");
  return feed.data;
}

/** When the feed was uploaded, in milliseconds since 1970; 0 before the first. */
export function feedTime(sql: Sql): number {
  return sql.first<{ at: number }>("SELECT updated_at AS at FROM provider_feed")?.at ?? 0;
}

/** Replaces the feed; false when it is longer than FEED_CHARS_MAX. */
export function writeDocument(sql: Sql, document: unknown, now: number): boolean {
  const text = JSON.stringify(document);
  if (text.length > FEED_CHARS_MAX) return false;
  sql.run(
    `INSERT INTO provider_feed (id, document, updated_at) VALUES (1, ?1, ?2)
     ON CONFLICT (id) DO UPDATE SET document = ?1, updated_at = ?2`,
    text,
    now,
  );
  return true;
}
