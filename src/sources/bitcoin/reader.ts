// Reads what an address or an account's extended key holds at the newest block. An account has many
// addresses, which are read until XPUB_GAP_ADDRESSES in a row were never used. A coin that moves
// between them meanwhile would count twice or not at all, so a new block makes everything be read
// again.

import { XPUB_ADDRESSES_MAX, XPUB_GAP_ADDRESSES } from "../../platform/limits.ts";
import { assert } from "../../platform/assert.ts";
import { ok, type Result } from "../../platform/result.ts";
import { quantityOfPieces } from "../../money/quantity.ts";
import { sourceFault } from "../json-answer.ts";
import type { Fetching } from "../fetching.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";
import type { SourceFault } from "../source-fault.ts";
import { bitcoinAddress } from "./address.ts";
import { readBlockTime, readHeld, readTipHash, type Held } from "./esplora.ts";
import {
  deriveAddresses,
  CHAINS,
  extendedKey,
  isExtendedKey,
  type ExtendedKey,
} from "./extended-key.ts";
import type { BitcoinSecrets, BitcoinSettings } from "./settings.ts";

const BITCOIN_DECIMALS = 8;
const TRIES = 2;
/** The number of addresses that are read at a time. */
const STEP = 5;

/** One reading, of bitcoin. */
export const readBitcoin: SourceReader<
  BitcoinSettings,
  BitcoinSecrets,
  readonly BalanceReading[]
> = async ({ settings, fetching, now }) => {
  const { url } = settings;
  let before = await readTipHash(url, fetching);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (!before.ok) return before;
    const satoshi = await readSatoshi(settings, fetching);
    if (!satoshi.ok) return satoshi;
    const after = await readTipHash(url, fetching);
    if (!after.ok) return after;
    if (after.value === before.value)
      return toReading(settings, after.value, satoshi.value, fetching, now);
    before = after;
  }
  return sourceFault(
    "unreachable",
    "New blocks arrived while the addresses were read; they will be read again later.",
  );
};

async function toReading(
  { url, account }: BitcoinSettings,
  block: string,
  satoshi: bigint,
  fetching: Fetching,
  now: number,
): Promise<Result<readonly BalanceReading[], SourceFault>> {
  const at = await readBlockTime(url, block, fetching);
  if (!at.ok) return at;
  const amount = quantityOfPieces(satoshi, BITCOIN_DECIMALS);
  assert(amount.ok, "satoshi of at most 21 million coins each are a quantity");
  // The key of a whole account must not show up in lists and logs.
  const id = isExtendedKey(account) ? null : account;
  return ok([
    {
      account: id,
      name: "Bitcoin",
      amount: amount.value,
      unit: "btc",
      asOf: Math.min(at.value, now),
    },
  ]);
}

async function readSatoshi(
  { url, account, script }: BitcoinSettings,
  fetching: Fetching,
): Promise<Result<bigint, SourceFault>> {
  if (isExtendedKey(account)) {
    const key = extendedKey(account, script ?? null);
    return key.ok
      ? satoshiOfKey(url, key.value, fetching)
      : sourceFault("malformed", `The extended key ${key.error}.`);
  }
  const address = bitcoinAddress(account);
  if (!address.ok) return sourceFault("malformed", `The address ${address.error}.`);
  const held = await readHeld(url, address.value, fetching);
  return held.ok ? ok(held.value.satoshi) : held;
}

async function satoshiOfKey(
  url: string,
  key: ExtendedKey,
  fetching: Fetching,
): Promise<Result<bigint, SourceFault>> {
  let [satoshi, left, used] = [0n, XPUB_ADDRESSES_MAX, false];
  for (const chain of CHAINS) {
    let unused = 0;
    for (let from = 0; unused < XPUB_GAP_ADDRESSES; from += STEP) {
      if (left < STEP)
        return sourceFault(
          "too large",
          `The account has more than ${XPUB_ADDRESSES_MAX} addresses, the most that one reading may ask for.`,
        );
      left -= STEP;
      const step = await readHeldByAll(url, deriveAddresses(key, chain, from, STEP), fetching);
      if (!step.ok) return step;
      for (const held of step.value) {
        satoshi += held.satoshi;
        used ||= held.used;
        unused = held.used ? 0 : unused + 1;
      }
    }
  }
  if (!used && !key.certain)
    return sourceFault(
      "gone",
      `None of the account's first addresses was ever used as ${key.script}: many wallets write xpub for other kinds of addresses; set "script" in the settings.`,
    );
  return ok(satoshi);
}

async function readHeldByAll(
  url: string,
  addresses: readonly string[],
  fetching: Fetching,
): Promise<Result<readonly Held[], SourceFault>> {
  const answers = await Promise.all(addresses.map((address) => readHeld(url, address, fetching)));
  const held: Held[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    held.push(answer.value);
  }
  return ok(held);
}
