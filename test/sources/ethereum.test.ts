// What an address holds on an Ethereum chain, against a fake node; the documents' own examples of addresses.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RPC_BATCH_CALLS_MAX } from "../../src/platform/limits.ts";
import { ethereumAddress } from "../../src/sources/ethereum/address.ts";
import { pinsOfTokens, readEthereum } from "../../src/sources/ethereum/reader.ts";
import { ETHEREUM_SETTINGS } from "../../src/sources/ethereum/settings.ts";
import { parseSymbol } from "../../src/sources/ethereum/words.ts";
import { printQuantity, quantityOfPieces } from "../../src/money/quantity.ts";
import { FAKE_URL, fetchingFrom } from "./fakes/asked.ts";
import { fakeEthereum, type FakeChain, type FakeToken } from "./fakes/ethereum.ts";

const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const holder = WALLET.toLowerCase();
const USDC = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const MAKER = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";
const NOW = Date.UTC(2026, 10, 22);

const chainOf = (more: Partial<FakeChain> = {}): FakeChain => ({
  chainId: 1,
  block: { number: 21_000_000, timestamp: NOW / 1000 - 12 },
  coins: { [holder]: 1_123_456_789_012_345_678n },
  tokens: {
    [USDC.toLowerCase()]: { decimals: 6, symbol: "USDC", balances: { [holder]: 1_234_567_890n } },
    [MAKER.toLowerCase()]: { decimals: 18, symbol: "MKR", balances: {}, manner: "early" },
  },
  fault: null,
  batches: [],
  ...more,
});
const read = async (chain: FakeChain, settings: object = {}, key?: string) =>
  readEthereum({
    settings: ETHEREUM_SETTINGS.parse({ url: FAKE_URL, chain_id: 1, address: WALLET, ...settings }),
    secrets: key === undefined ? {} : { key },
    fetching: fetchingFrom(fakeEthereum(chain), chain.fault),
    now: NOW,
  });
const token = (more: Partial<FakeToken>) =>
  chainOf({
    tokens: {
      [USDC.toLowerCase()]: { decimals: 6, symbol: "USDC", balances: { [holder]: 5n }, ...more },
    },
  });

describe("an address", () => {
  test.each([
    WALLET,
    USDC,
    MAKER,
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    "0x52908400098527886E0F7030069857D2E4169EE7",
  ])("%s of EIP-55 is right, and is what its small letters become", (address) => {
    expect(ethereumAddress(address)).toEqual({ ok: true, value: address });
    expect(ethereumAddress(address.toLowerCase())).toEqual({ ok: true, value: address });
  });

  test("an address with one letter in the wrong case is refused", () => {
    const wrong = WALLET.replace("aA", "AA");
    expect(ethereumAddress(wrong)).toMatchObject({
      ok: false,
      error: expect.stringContaining("checksum"),
    });
  });

  test.each(["", "0x", WALLET.slice(2), `${WALLET}0`, WALLET.replace("5", "g"), "vitalik.eth"])(
    "%j is none",
    (text) => {
      expect(ethereumAddress(text).ok).toBe(false);
    },
  );
});

describe("a wallet", () => {
  test("a wallet's coin and tokens are read at one block, to the last decimal", async () => {
    const asOf = NOW - 12_000;

    expect(await read(chainOf(), { tokens: [USDC.toLowerCase(), `${MAKER}  mkr2`] })).toEqual({
      ok: true,
      value: [
        { account: WALLET, name: "Ether", amount: "1.123456789012345678", unit: "eth", asOf },
        { account: USDC, name: "USDC", amount: "1234.56789", unit: "usdc", asOf },
        { account: MAKER, name: "MKR", amount: "0", unit: "mkr2", asOf },
      ],
    });
  });

  test("a reading at a block of the future gets the present time", async () => {
    const read1 = await read(chainOf({ block: { number: 1, timestamp: NOW / 1000 + 30 } }));
    expect(read1).toMatchObject({ ok: true, value: [{ asOf: NOW }] });
  });

  test("a wallet with many tokens is read in batches that nodes accept", async () => {
    const contracts = Array.from(
      { length: 50 },
      (_, index) => `0x${(index + 1).toString(16).padStart(40, "0")}`,
    );
    const tokens = Object.fromEntries(
      contracts.map((contract, index) => [
        contract,
        { decimals: 0, symbol: `T${index}`, balances: { [holder]: BigInt(index) } },
      ]),
    );
    const chain = chainOf({ tokens });

    const answer = await read(chain, { tokens: contracts });

    expect(answer.ok && answer.value.map(({ amount }) => amount).slice(1)).toEqual(
      contracts.map((_, index) => String(index)),
    );
    expect(Math.max(...chain.batches)).toBe(RPC_BATCH_CALLS_MAX);
  });

  test("a wallet on an unknown chain must name its coin, and one on a known chain may", async () => {
    expect(
      ETHEREUM_SETTINGS.safeParse({ url: FAKE_URL, chain_id: 31_337, address: WALLET }).success,
    ).toBe(false);
    expect(
      await read(chainOf({ chainId: 31_337 }), { chain_id: 31_337, symbol: "TST" }),
    ).toMatchObject({ ok: true, value: [{ unit: "tst", name: "TST" }] });
  });

  test.each<[string, FakeChain, object, object]>([
    [
      "of another chain",
      chainOf({ chainId: 137 }),
      {},
      {
        kind: "malformed",
        message: "The node is on chain 137, the settings say 1: nothing was read.",
      },
    ],
    ["of nulls", chainOf({ fault: "null" }), {}, { kind: "malformed" }],
    [
      "that leaves a call out",
      chainOf({ fault: "one missing" }),
      {},
      { kind: "malformed", message: expect.stringContaining("without an answer") },
    ],
    [
      "that answers a call twice",
      chainOf({ fault: "one twice" }),
      {},
      { kind: "malformed", message: expect.stringContaining("twice") },
    ],
    [
      "without batches",
      chainOf({ fault: "no batches" }),
      {},
      { kind: "malformed", message: expect.stringContaining("batch requests are not supported") },
    ],
    ["that was asked too often", chainOf({ fault: "limit exceeded" }), {}, { kind: "limited" }],
    [
      "with status 429",
      chainOf({ fault: "limited" }),
      {},
      { kind: "limited", retryAfter: 120_000 },
    ],
    ["whose key is no longer good", chainOf({ fault: "unauthorized" }), {}, { kind: "refused" }],
    ["that is down", chainOf({ fault: "down" }), {}, { kind: "unreachable" }],
    ["that does not answer", chainOf({ fault: "slow" }), {}, { kind: "slow" }],
    ["that is another program", chainOf({ fault: "not JSON" }), {}, { kind: "malformed" }],
    [
      "with a token that reverts",
      token({ manner: "reverts" }),
      { tokens: [USDC] },
      { kind: "gone", message: expect.stringContaining(USDC) },
    ],
    [
      "with a token that is not there",
      chainOf({ tokens: {} }),
      { tokens: [USDC] },
      { kind: "gone", message: expect.stringContaining(USDC) },
    ],
    [
      "with a contract that is no token",
      token({ manner: "garbage" }),
      { tokens: [USDC] },
      { kind: "malformed" },
    ],
    [
      "with a token of more decimals than are kept",
      token({ decimals: 24 }),
      { tokens: [USDC] },
      { kind: "malformed", message: expect.stringContaining("too many decimals") },
    ],
    [
      "with a token of absurd decimals",
      token({ decimals: 256n }),
      { tokens: [USDC] },
      { kind: "malformed" },
    ],
    [
      "with a token that calls itself ETH",
      token({ symbol: "ETH" }),
      { tokens: [USDC] },
      { kind: "malformed", message: expect.stringContaining("give the token another symbol") },
    ],
    [
      "with a token of a symbol that is longer in small letters",
      token({ symbol: "\u0130".repeat(25) }),
      { tokens: [USDC] },
      { kind: "malformed" },
    ],
    [
      "whose address has a place for a key that is not there",
      chainOf(),
      { url: `${FAKE_URL}/v3/{key}` },
      { kind: "refused", message: expect.stringContaining("key") },
    ],
    [
      "with a token of a symbol with blanks",
      token({ symbol: "FREE MONEY" }),
      { tokens: [USDC] },
      { kind: "malformed" },
    ],
  ])("at a node %s is not read", async (_, chain, settings, fault) => {
    expect(await read(chain, settings)).toMatchObject({ ok: false, error: fault });
  });

  test("a wallet whose token has changed its symbol is read only once the settings name the symbol", async () => {
    const settings = ETHEREUM_SETTINGS.parse({
      url: FAKE_URL,
      chain_id: 1,
      address: WALLET,
      tokens: [USDC],
    });
    const before = await read(token({}), { tokens: [USDC] });
    const pins = before.ok ? pinsOfTokens(settings, before.value) : expect.unreachable();
    const now = (symbol: string, more: object = {}) =>
      readEthereum({
        settings: { ...settings, ...more },
        secrets: {},
        fetching: fetchingFrom(fakeEthereum(token({ symbol }))),
        now: NOW,
        pins,
      });

    expect(await now("usdc")).toMatchObject({
      ok: true,
      value: [{ unit: "eth" }, { unit: "usdc" }],
    });
    for (const symbol of ["BTC", "ETH"]) {
      expect(await now(symbol)).toMatchObject({
        ok: false,
        error: {
          kind: "malformed",
          message: expect.stringContaining(
            `used the symbol "usdc" when it was first read, and "${symbol.toLowerCase()}" now`,
          ),
        },
      });
    }
    expect(await now("BTC", { tokens: [{ contract: USDC, symbol: "usdc2" }] })).toMatchObject({
      ok: true,
      value: [{}, { unit: "usdc2" }],
    });
  });

  test("a whole number of a token with 24 decimals is exact", async () => {
    const chain = token({ decimals: 24, balances: { [holder]: 25n * 10n ** 23n } });
    expect(await read(chain, { tokens: [USDC] })).toMatchObject({
      ok: true,
      value: [{}, { amount: "2.5" }],
    });
  });

  test.each(["planted-node-key", "planted/node+key"])(
    "says nothing of the node's key, whatever the node says",
    async (key) => {
      const answer = await read(
        chainOf({ fault: "echo of the key" }),
        { url: `${FAKE_URL}/v3/{key}` },
        key,
      );

      expect(answer).toMatchObject({
        ok: false,
        error: { kind: "unreachable", message: expect.stringContaining("internal error at") },
      });
      expect(JSON.stringify(answer)).not.toContain("planted");
    },
  );

  test.each([
    "https://{key}.node.example/",
    "https://{key}@node.example/",
    "https://node.example:{key}/",
    "{key}",
    "https://node.example/v3/key",
    "https://node.example{key}/",
  ])("has the place of its key behind the host, which every message names: not in %s", (url) => {
    const alone = !url.includes("{key}");
    expect(ETHEREUM_SETTINGS.safeParse({ url, chain_id: 1, address: WALLET }).success).toBe(alone);
  });
});

test("a symbol is the text at the offset in the contract's answer, and nothing else", () => {
  const word = (number: number) => number.toString(16).padStart(64, "0");
  const usdc = "55534443".padEnd(64, "0");

  expect(parseSymbol(`0x${word(32)}${word(4)}${usdc}`)).toBe("USDC");
  for (const odd of [
    `${word(64)}${word(4)}${usdc}`,
    `${word(32)}${word(33)}${usdc}`,
    `${word(32)}${word(0)}`,
    word(0),
  ])
    expect(parseSymbol(`0x${odd}`)).toBe(null);
});

test("any number of pieces becomes a decimal of the same pieces", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 47n), max: 10n ** 47n }),
      fc.integer({ min: 0, max: 18 }),
      (pieces, decimals) => {
        const quantity = quantityOfPieces(pieces, decimals);
        if (!quantity.ok)
          return (
            quantity.error === "out of range" &&
            `${pieces < 0n ? -pieces : pieces}`.length - decimals > 30
          );
        return (
          BigInt(printQuantity(quantity.value).replace(".", "")) ===
          pieces * 10n ** BigInt(18 - decimals)
        );
      },
    ),
  );
});
