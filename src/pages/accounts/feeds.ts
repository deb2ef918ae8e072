// The kinds of connections that update accounts by themselves: their name, the source whose fields
// their form has, and the service's name for the provider.

/**
 * `type` is null if a setup token is all that is needed; `provider` is null if a schedule reads the
 * source.
 */
export interface Feed {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly type: string | null;
  readonly provider: string | null;
}

/** In the order of the page. */
// prettier-ignore
export const FEEDS = [
  { id: "simplefin", label: "Bank", help: "Balances and transactions once a day, through a SimpleFIN server.", type: null, provider: null },
  { id: "ethereum", label: "Ethereum wallet", help: "An address on Ethereum or a similar chain, with its tokens. Only the address is needed, never a private key.", type: "ethereum", provider: "ethereum" },
  { id: "bitcoin", label: "Bitcoin wallet", help: "An address, or the public key of an account (xpub, ypub or zpub). A schedule updates its balance every morning.", type: "bitcoin", provider: null },
  { id: "kraken", label: "Kraken", help: "Use an API key that is only allowed to query funds.", type: "kraken", provider: "exchange_a" },
  { id: "coinbase", label: "Coinbase", help: "Use an API key that is only allowed to view.", type: "coinbase", provider: "exchange_b" },
] as const satisfies readonly Feed[];

/** Finds a kind of connection by its id. */
export function feedNamed(id: string): Feed | null {
  return FEEDS.find((feed) => feed.id === id) ?? null;
}

/** Finds the kind of connection behind a provider's name; null for an unknown provider. */
export function findFeed(provider: string): Feed | null {
  return FEEDS.find((feed) => feed.provider === provider) ?? null;
}

/** The name of a provider for people. */
export function providerWords(provider: string): string {
  return findFeed(provider)?.label ?? provider;
}
