// What an address or an account holds in Bitcoin, against a fake Esplora server; addresses and keys
// are the BIPs' own examples.

import { describe, expect, test } from "vitest";
import { XPUB_ADDRESSES_MAX, XPUB_GAP_ADDRESSES } from "../../src/platform/limits.ts";
import { bitcoinAddress } from "../../src/sources/bitcoin/address.ts";
import {
  deriveAddresses,
  extendedKey,
  type Script,
} from "../../src/sources/bitcoin/extended-key.ts";
import { readBitcoin } from "../../src/sources/bitcoin/reader.ts";
import { BITCOIN_SETTINGS } from "../../src/sources/bitcoin/settings.ts";
import { must } from "../../src/platform/assert.ts";
import { FAKE_URL, fetchingFrom } from "./fakes/asked.ts";
import { fakeEsplora, type FakeAddress, type FakeEsplora } from "./fakes/esplora.ts";

// The accounts of the mnemonic "abandon ... about", which the BIPs take for their examples.
const BIP44 =
  "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";
const BIP49 =
  "ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP";
const BIP84 =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const BIP86 =
  "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";
const FIRST = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const GENESIS = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const NOW = Date.UTC(2026, 10, 22);

const chainOf = (
  addresses: Record<string, FakeAddress>,
  fault: FakeEsplora["fault"] = null,
): FakeEsplora => ({ height: 900_000, timestamp: NOW / 1000 - 300, addresses, fault, asked: [] });
const read = async (chain: FakeEsplora, account: string, script?: Script) =>
  readBitcoin({
    settings: BITCOIN_SETTINGS.parse({
      url: `${FAKE_URL}/api/`,
      account,
      ...(script === undefined ? {} : { script }),
    }),
    secrets: {},
    fetching: fetchingFrom(fakeEsplora(chain), chain.fault),
    now: NOW,
  });
const addresses = (
  key: string,
  chain: 0 | 1,
  from: number,
  count: number,
  script: Script | null = null,
) => {
  const known = extendedKey(key, script);
  return known.ok ? deriveAddresses(known.value, chain, from, count) : [];
};
const held = (satoshi: number): FakeAddress => ({ funded: String(satoshi + 7), spent: "7" });

describe("an address", () => {
  test.each([
    GENESIS,
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
    "bc1sw50qgdz25j",
    "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ])("%s of its BIP is right", (address) => {
    expect(bitcoinAddress(address)).toEqual({ ok: true, value: address });
  });

  test("an address in capitals, as in QR codes, is converted to lower case", () => {
    expect(bitcoinAddress("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toEqual({
      ok: true,
      value: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    });
  });

  test.each([
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "another version"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "another version"],
    ["BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "16 bytes"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum"],
    ["bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "mixes"],
    ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "test network"],
    ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "test network"],
    [GENESIS.replace("1A1", "1A2"), "checksum"],
    ["LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9", "not a known kind"],
    ["0OIl", "not a Bitcoin address"],
    ["", "checksum"],
    ["1".repeat(200), "200 characters"],
  ])("%s is refused", (address, why) => {
    expect(bitcoinAddress(address)).toMatchObject({
      ok: false,
      error: expect.stringContaining(why),
    });
  });
});

describe("an extended key's addresses", () => {
  test.each<[string, string, Script | null, string, string]>([
    [
      "BIP 44",
      BIP44,
      null,
      "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA",
      "1J3J6EvPrv8q6AC3VCjWV45Uf3nssNMRtH",
    ],
    [
      "BIP 49",
      BIP49,
      null,
      "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf",
      "34K56kSjgUCUSD8GTtuF7c9Zzwokbs6uZ7",
    ],
    ["BIP 84", BIP84, null, FIRST, "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el"],
    [
      "BIP 86",
      BIP86,
      "p2tr",
      "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
      "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7",
    ],
  ])("are those of %s, to give out and for change", (_, key, script, given, change) => {
    expect(addresses(key, 0, 0, 1, script)).toEqual([given]);
    expect(addresses(key, 1, 0, 1, script)).toEqual([change]);
  });

  test("an extended key has the addresses of the BIPs' examples", () => {
    expect(addresses(BIP84, 0, 1, 1)).toEqual(["bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"]);
    expect(addresses(BIP86, 0, 1, 1, "p2tr")).toEqual([
      "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
    ]);
  });

  test.each([
    [
      "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
      "private key",
    ],
    [`${BIP84.slice(0, -1)}t`, "checksum"],
    [BIP84.slice(0, 60), "checksum"],
    [`tpub${BIP84.slice(4)}`, "main network"],
    [BIP84.replace("zpub", "xpub"), "checksum"],
  ])("are not made of a wrong key, which is not repeated", (key, why) => {
    const parsed = BITCOIN_SETTINGS.safeParse({ url: FAKE_URL, account: key });

    expect(parsed.success).toBe(false);
    expect(parsed.error?.message).toContain(why);
    expect(parsed.error?.message).not.toContain(key.slice(10, 30));
  });
});

describe("a wallet", () => {
  test("a wallet of one address counts only confirmed transactions", async () => {
    const chain = chainOf({
      [GENESIS]: {
        funded: "9007199254740993000",
        spent: "9007199254740992999",
        waiting: "5000000000",
      },
    });

    expect(await read(chain, GENESIS)).toEqual({
      ok: true,
      value: [
        {
          account: GENESIS,
          name: "Bitcoin",
          amount: "0.00000001",
          unit: "btc",
          asOf: NOW - 300_000,
        },
      ],
    });
  });

  test("an account holds the sum over gaps below the limit, change included", async () => {
    const [last] = addresses(BIP84, 0, XPUB_GAP_ADDRESSES, 1);
    const [change] = addresses(BIP84, 1, 3, 1);
    const chain = chainOf({
      [FIRST]: held(100_000_000),
      [must(last, "an address")]: held(20_000_000),
      [must(change, "an address")]: held(3_000_000),
    });

    expect(await read(chain, BIP84)).toMatchObject({
      ok: true,
      value: [{ account: null, amount: "1.23" }],
    });
  });

  test("an account is not searched beyond the gap limit", async () => {
    const [beyond] = addresses(BIP84, 0, XPUB_GAP_ADDRESSES + 5, 1);
    const chain = chainOf({ [must(beyond, "an address")]: held(5) });

    expect(await read(chain, BIP84)).toMatchObject({ ok: true, value: [{ amount: "0" }] });
    expect(chain.asked.filter((path) => path.startsWith("/address/")).length).toBe(
      2 * XPUB_GAP_ADDRESSES,
    );
  });

  test.each([
    ["was emptied since", { funded: "5", spent: "5" }],
    [
      "is paid to by what is in no block yet",
      { funded: "0", spent: "0", transactions: 0, waiting: "5" },
    ],
  ])("of an account is looked for behind an address that %s, which was used", async (_, used) => {
    const [before] = addresses(BIP84, 0, XPUB_GAP_ADDRESSES - 5, 1);
    const [behind] = addresses(BIP84, 0, 2 * XPUB_GAP_ADDRESSES - 6, 1);
    const chain = chainOf({
      [must(before, "an address")]: used,
      [must(behind, "an address")]: held(7),
    });

    expect(await read(chain, BIP84)).toMatchObject({ ok: true, value: [{ amount: "0.00000007" }] });
  });

  test("an xpub that was never used with its kind of addresses is a fault, not an empty account", async () => {
    expect(await read(chainOf({}), BIP44)).toMatchObject({
      ok: false,
      error: { kind: "gone", message: expect.stringContaining("script") },
    });
    expect(await read(chainOf({}), BIP44, "p2pkh")).toMatchObject({
      ok: true,
      value: [{ amount: "0" }],
    });
  });

  test("an account with more addresses than one reading may request is refused", async () => {
    const used = Object.fromEntries(
      addresses(BIP84, 0, 0, XPUB_ADDRESSES_MAX).map((address) => [address, held(1)]),
    );
    const chain = chainOf(used);

    expect(await read(chain, BIP84)).toMatchObject({ ok: false, error: { kind: "too large" } });
    expect(chain.asked.length).toBe(XPUB_ADDRESSES_MAX + 1);
  });

  test("a wallet is read again after a new block, but not forever", async () => {
    const once = chainOf({ [FIRST]: held(10) }, "one block");
    expect(await read(once, FIRST)).toMatchObject({ ok: true, value: [{ amount: "0.0000001" }] });
    expect(once.asked.filter((path) => path === `/address/${FIRST}`).length).toBe(2);

    expect(await read(chainOf({ [FIRST]: held(10) }, "many blocks"), FIRST)).toMatchObject({
      ok: false,
      error: { kind: "unreachable" },
    });
  });

  test.each<[FakeEsplora["fault"], string]>([
    ["down", "unreachable"],
    ["slow", "slow"],
    ["limited", "limited"],
    ["not JSON", "malformed"],
    ["no stats", "malformed"],
    ["another address", "malformed"],
    ["overdrawn", "malformed"],
  ])("of a server with the fault %s is not read", async (fault, kind) => {
    expect(await read(chainOf({ [FIRST]: held(10) }, fault), FIRST)).toMatchObject({
      ok: false,
      error: { kind },
    });
  });
});
