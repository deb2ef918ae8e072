// The settings of a wallet on an Ethereum chain. A secret replaces {key} in the node's address,
// because rented nodes often have a key in the path.

import * as z from "zod";
import { CHAIN_TOKENS_MAX, CRYPTO_SYMBOL_CHARS_MAX } from "../../platform/limits.ts";
import { coinOfChain } from "./chains.ts";
import { ethereumAddress } from "./address.ts";

const URL_CHARS_MAX = 2_000;

/** An address, which gets its checksum. */
const address = z.string().transform((text, context) => {
  const checked = ethereumAddress(text);
  if (checked.ok) return checked.value;
  context.issues.push({ code: "custom", input: text, message: checked.error });
  return z.NEVER;
});

const symbol = z
  .string()
  .regex(/^[\p{L}\p{N}\p{P}\p{S}]+$/u, "may only have letters, digits and signs, without blanks")
  .toLowerCase()
  .max(CRYPTO_SYMBOL_CHARS_MAX);

/** A token's contract and, optionally, another symbol than its own; also as a line of both. */
const TOKEN = z.preprocess(
  (sent) => {
    if (typeof sent !== "string") return sent;
    const [contract, name, ...more] = sent.trim().split(/\s+/);
    return more.length > 0 ? sent : { contract, ...(name === undefined ? {} : { symbol: name }) };
  },
  z.strictObject(
    { contract: address, symbol: symbol.optional() },
    "must be a contract's address, optionally followed by a blank and another symbol for the token",
  ),
);

export const ETHEREUM_SETTINGS = z
  .strictObject({
    url: z.string().min(1).max(URL_CHARS_MAX),
    chain_id: z.int().min(1),
    address,
    /** The chain's own coin, for chains that are not known. */
    symbol: symbol.optional(),
    tokens: z.array(TOKEN).max(CHAIN_TOKENS_MAX).default([]),
  })
  .check(({ value, issues }) => {
    const complain = (path: PropertyKey[], message: string): void =>
      void issues.push({ code: "custom", input: value, path, message });
    if (!isKeyBehindHost(value.url))
      complain(
        ["url"],
        `may have ${KEY_PLACE} only in the path or the query, because messages name the host`,
      );
    if (value.symbol === undefined && coinOfChain(value.chain_id) === null) {
      complain(
        ["symbol"],
        `must name the coin of chain ${value.chain_id}, which is not a known one`,
      );
    }
    const contracts = new Set<string>();
    for (const [index, { contract }] of value.tokens.entries()) {
      if (contracts.has(contract))
        complain(["tokens", index, "contract"], "repeats an earlier one");
      contracts.add(contract);
    }
  });

/** The placeholder of the key in the node's address. */
export const KEY_PLACE = "{key}";

/** Whether host, user and password do not depend on the key. */
function isKeyBehindHost(url: string): boolean {
  if (!url.includes(KEY_PLACE)) return true;
  const [one, other] = ["1", "2"].map((key) => {
    const filled = url.replaceAll(KEY_PLACE, key);
    return URL.canParse(filled) ? new URL(filled) : null;
  });
  return (
    one != null &&
    other != null &&
    one.host === other.host &&
    one.username === other.username &&
    one.password === other.password
  );
}

/** `key` replaces {key} in the node's address. */
export const ETHEREUM_SECRETS = z.object({ key: z.string().min(1).max(500).optional() });

export type EthereumSettings = z.output<typeof ETHEREUM_SETTINGS>;
export type EthereumSecrets = z.output<typeof ETHEREUM_SECRETS>;
