// The coins of known chains by chain number (EIP-155); all have 18 decimals. For other chains the
// settings name the coin.

/** A chain's own coin. */
export interface Coin {
  readonly symbol: string;
  readonly name: string;
}

export const CHAIN_DECIMALS = 18;

const COINS: ReadonlyMap<number, Coin> = new Map([
  [1, { symbol: "eth", name: "Ether" }],
  [10, { symbol: "eth", name: "Ether (Optimism)" }],
  [56, { symbol: "bnb", name: "BNB" }],
  [100, { symbol: "xdai", name: "xDAI" }],
  [137, { symbol: "pol", name: "POL" }],
  [250, { symbol: "ftm", name: "Fantom" }],
  [324, { symbol: "eth", name: "Ether (zkSync)" }],
  [8453, { symbol: "eth", name: "Ether (Base)" }],
  [42161, { symbol: "eth", name: "Ether (Arbitrum)" }],
  [42220, { symbol: "celo", name: "Celo" }],
  [43114, { symbol: "avax", name: "Avalanche" }],
  [59144, { symbol: "eth", name: "Ether (Linea)" }],
]);

/** The coin of the chain with this number, or null. */
export function coinOfChain(chainId: number): Coin | null {
  return COINS.get(chainId) ?? null;
}
