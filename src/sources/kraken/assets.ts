// Kraken's asset names and the usual symbols. Its oldest names begin with an X (coins) or a Z
// (money). A suffix names the product that holds the balance, not another asset. Other assets keep
// their names.

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["XBT", "btc"],
  ["XXBT", "btc"],
  ["XDG", "doge"],
  ["XXDG", "doge"],
  ["XETC", "etc"],
  ["XETH", "eth"],
  ["ETH2", "eth"],
  ["XLTC", "ltc"],
  ["XMLN", "mln"],
  ["XREP", "rep"],
  ["XXLM", "xlm"],
  ["XXMR", "xmr"],
  ["XXRP", "xrp"],
  ["XZEC", "zec"],
  ["ZAUD", "aud"],
  ["ZCAD", "cad"],
  ["ZEUR", "eur"],
  ["ZGBP", "gbp"],
  ["ZJPY", "jpy"],
  ["ZUSD", "usd"],
  // The chains of Terra before and after its fall: others gave the name to the new one.
  ["LUNA", "lunc"],
  ["LUNA2", "luna"],
  ["UST", "ustc"],
  // Staked for so many days.
  ["ATOM21", "atom"],
  ["DOT28", "dot"],
  ["FLOW14", "flow"],
  ["GRT28", "grt"],
  ["KAVA21", "kava"],
  ["KSM07", "ksm"],
  ["MATIC04", "matic"],
  ["SCRT21", "scrt"],
  ["SOL03", "sol"],
]);

/**
 * Staked, opted in to rewards, yield-bearing, auto-earning, bonded to a parachain, on hold. ".T" is
 * the token of a share, which is a separate asset.
 */
const PRODUCTS: readonly string[] = ["S", "M", "B", "F", "P", "HOLD"];

/** The symbol of an asset ("XXBT", "ETH2.S", "EUR.M") in lower case. */
export function krakenSymbol(asset: string): string {
  const dot = asset.lastIndexOf(".");
  const base = dot > 0 && PRODUCTS.includes(asset.slice(dot + 1)) ? asset.slice(0, dot) : asset;
  return SYMBOLS.get(base) ?? base.toLowerCase();
}
