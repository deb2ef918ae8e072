// What can feed an account by itself, a row each: what it is called, the source whose fields its form has, and the name that the
// service has for its provider.

/** A feed of the page; `type` is a source's, null where a setup token says everything; `provider` is null for what a schedule reads. */
export interface Feed {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly type: string | null;
  readonly provider: string | null;
}

/** In the order they are offered. */
// prettier-ignore
export const FEEDS = [
  { id: "simplefin", label: "Bank", help: "Balances and transactions once a day, through a SimpleFIN server.", type: null, provider: null },
  { id: "ethereum", label: "Ethereum wallet", help: "An address on Ethereum or a similar chain, with its tokens. Only the address is needed, never a private key.", type: "ethereum", provider: "ethereum" },
  { id: "bitcoin", label: "Bitcoin wallet", help: "An address, or the public key of an account (xpub, ypub or zpub). A schedule updates its balance every morning.", type: "bitcoin", provider: null },
  { id: "kraken", label: "Kraken", help: "Use an API key that is only allowed to query funds.", type: "kraken", provider: "exchange_a" },
  { id: "coinbase", label: "Coinbase", help: "Use an API key that is only allowed to view.", type: "coinbase", provider: "exchange_b" },
] as const satisfies readonly Feed[];

/** A feed by its id; null where there is none. */
export function feedNamed(id: string): Feed | null {
  return FEEDS.find((feed) => feed.id === id) ?? null;
}

/** The feed behind a provider's name; null for one that is not known here. */
export function feedOf(provider: string): Feed | null {
  return FEEDS.find((feed) => feed.provider === provider) ?? null;
}

/** What people call a provider. */
export function providerWords(provider: string): string {
  return feedOf(provider)?.label ?? provider;
}
