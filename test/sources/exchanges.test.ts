// What accounts at Kraken and Coinbase hold, against fakes that check signatures, nonces and tokens.

import { describe, expect, test } from "vitest";
import { EXCHANGE_LOCKOUT_MS, EXCHANGE_PAGES_MAX } from "../../src/platform/limits.ts";
import { COINBASE_SETTINGS, readCoinbase } from "../../src/sources/coinbase/reader.ts";
import type { Rising } from "../../src/sources/reading.ts";
import { krakenSymbol } from "../../src/sources/kraken/assets.ts";
import { KRAKEN_SETTINGS, readKraken } from "../../src/sources/kraken/reader.ts";
import { krakenSignature } from "../../src/sources/kraken/sign.ts";
import { findSourceByType } from "../../src/sources/sources.ts";
import { must } from "../../src/platform/assert.ts";
import { FAKE_URL, fetchingFrom } from "./fakes/asked.ts";
import { fakeCoinbase, type FakeAccount, type FakeCoinbase } from "./fakes/coinbase.ts";
import { fakeKraken, type FakeKraken } from "./fakes/kraken.ts";

const NOW = Date.UTC(2026, 10, 22);
const PRIVATE = btoa("planted-private-key-of-an-exchange");

describe("Kraken", () => {
  const exchangeOf = (more: Partial<FakeKraken> = {}): FakeKraken => ({
    apiKey: "planted-api-key",
    privateKey: PRIVATE,
    balances: {},
    nonce: 0n,
    fault: null,
    calls: [],
    ...more,
  });
  const numbers = new Map<string, number>();
  const rising: Rising = (name, atLeast) => {
    const next = Math.max(atLeast, (numbers.get(name) ?? 0) + 1);
    numbers.set(name, next);
    return next;
  };
  const read = async (exchange: FakeKraken, secrets: object = {}, now = NOW) =>
    readKraken({
      rising,
      settings: KRAKEN_SETTINGS.parse({ url: `${FAKE_URL}/` }),
      secrets: { api_key: "planted-api-key", private_key: PRIVATE, ...secrets },
      fetching: fetchingFrom(fakeKraken(exchange), exchange.fault),
      now,
    });

  test("Kraken's signature matches the example in its documentation", async () => {
    const body = "nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25";
    const secret =
      "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==";

    expect(await krakenSignature(secret, "/0/private/AddOrder", "1616492376594", body)).toBe(
      "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==",
    );
  });

  test("Kraken's reading has each symbol once over all products, to the last decimal", async () => {
    const exchange = exchangeOf({
      balances: {
        XXBT: "0.2500000000",
        "XBT.M": "0.0500000001",
        ZEUR: "1200.5000",
        "EUR.HOLD": "1",
        "DOT28.S": "3.0",
        XETH: "1.123456789012345678",
        "ETH2.S": "1",
        "AAPLx.T": "2",
        NEW: "0.0000",
      },
    });

    const answer = await read(exchange);

    expect(answer.ok && answer.value.map(({ unit, amount, asOf }) => [unit, amount, asOf])).toEqual(
      [
        ["btc", "0.3000000001", NOW],
        ["eur", "1201.5", NOW],
        ["dot", "3", NOW],
        ["eth", "2.123456789012345678", NOW],
        ["aaplx.t", "2", NOW],
        ["new", "0", NOW],
      ],
    );
    expect(exchange.calls).toEqual(["/0/private/Balance"]);
  });

  test.each([
    ["XXDG", "doge"],
    ["XTZ", "xtz"],
    ["XRPRQ", "xrprq"],
    ["ZRX", "zrx"],
    ["C98.F", "c98"],
    ["LUNA", "lunc"],
    ["LUNA2", "luna"],
    ["UST", "ustc"],
    ["USDC.M", "usdc"],
    [".S", ".s"],
  ])("calls %s what others call %s", (asset, symbol) => {
    expect(krakenSymbol(asset)).toBe(symbol);
  });

  test("Kraken's nonces grow within one instant and after the clock is set back", async () => {
    const exchange = exchangeOf();
    for (const now of [NOW, NOW, NOW - 60_000, NOW + 1])
      expect((await read(exchange, {}, now)).ok).toBe(true);
    expect(exchange.calls.length).toBe(4);
  });

  test("each Kraken key has its own counter, whose name does not contain the key", async () => {
    numbers.clear();
    await read(exchangeOf());
    await read(exchangeOf({ apiKey: "planted-second" }), { api_key: "planted-second" });

    expect([...numbers.values()]).toEqual([NOW * 1000, NOW * 1000]);
    expect([...numbers.keys()].join()).not.toContain("planted");
  });

  test("Kraken is requested once more after another program's greater nonce, then reports it", async () => {
    const exchange = exchangeOf({ nonce: 1n << 62n });

    expect(await read(exchange)).toMatchObject({
      ok: false,
      error: { kind: "refused", message: expect.stringContaining("make a key only for Tributary") },
    });
    expect(exchange.calls.length).toBe(2);
  });

  test.each<[FakeKraken["fault"], object]>([
    ["revoked", { kind: "refused" }],
    ["no permission", { kind: "refused", message: expect.stringContaining("permission") }],
    ["rate limit", { kind: "limited", retryAfter: EXCHANGE_LOCKOUT_MS }],
    ["lockout", { kind: "limited", retryAfter: EXCHANGE_LOCKOUT_MS }],
    ["busy", { kind: "unreachable" }],
    ["throttled", { kind: "limited", retryAfter: EXCHANGE_LOCKOUT_MS }],
    ["throttled closely", { kind: "limited", retryAfter: EXCHANGE_LOCKOUT_MS }],
    ["unknown error", { kind: "malformed", message: expect.stringContaining("EFuture:Something") }],
    ["no result", { kind: "malformed" }],
    ["bad amount", { kind: "malformed", message: expect.stringContaining("1,5") }],
    ["down", { kind: "unreachable" }],
    ["slow", { kind: "slow" }],
    ["limited", { kind: "limited", retryAfter: 120_000 }],
    ["not JSON", { kind: "malformed" }],
  ])("with the fault %s is not read, and no secret is said", async (fault, error) => {
    const answer = await read(exchangeOf({ balances: { XXBT: "1" }, fault }));

    expect(answer).toMatchObject({ ok: false, error });
    expect(JSON.stringify(answer)).not.toContain("planted");
  });

  test("a warning of Kraken does not stop the reading", async () => {
    expect(await read(exchangeOf({ balances: { XXBT: "1" }, fault: "warning" }))).toMatchObject({
      ok: true,
      value: [{ amount: "1" }],
    });
  });

  test.each([
    [{ private_key: btoa("planted-other") }, "does not belong"],
    [{ private_key: "planted: no base64" }, "not base64"],
    [{ api_key: "planted-other" }, "does not know"],
  ])("refuses wrong credentials", async (secrets, words) => {
    expect(await read(exchangeOf(), secrets)).toMatchObject({
      ok: false,
      error: { kind: "refused", message: expect.stringContaining(words) },
    });
  });

  test("a source without credentials is a fault that a person mends", async () => {
    const asked = {
      settings: { url: FAKE_URL },
      secrets: { api_key: "planted-api-key" },
      fetching: fetchingFrom(fakeKraken(exchangeOf())),
      now: NOW,
      rising,
    };
    expect(await must(findSourceByType("kraken"), "a row").read(asked)).toMatchObject({
      ok: false,
      error: { kind: "refused", message: expect.stringContaining("private_key is missing") },
    });
  });
});

describe("Coinbase", () => {
  const ACCOUNTS: FakeAccount[] = [
    { uuid: "a", currency: "BTC", available: "0.5", hold: "0.1" },
    { uuid: "b", currency: "EUR", available: "100.00" },
    { uuid: "c", currency: "ETH", available: "1.123456789012345678" },
    { uuid: "d", currency: "BTC", available: "1" },
    { uuid: "e", currency: "DOGE", available: "0" },
  ];
  const LONGER: FakeAccount[] = [{ uuid: "a", currency: "\u0130".repeat(25), available: "1" }];

  const base64 = (bytes: Uint8Array) => bytes.toBase64();
  async function pairOf(algorithm: "ES256" | "EdDSA") {
    const named =
      algorithm === "ES256" ? { name: "ECDSA", namedCurve: "P-256" } : { name: "Ed25519" };
    const pair = (await crypto.subtle.generateKey(named, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const pkcs8 = new Uint8Array(
      (await crypto.subtle.exportKey("pkcs8", pair.privateKey)) as ArrayBuffer,
    );
    return { ...pair, pkcs8 };
  }
  const exchangeOf = (publicKey: CryptoKey, more: Partial<FakeCoinbase> = {}): FakeCoinbase => ({
    keyName: "organizations/planted/apiKeys/1",
    publicKey,
    accounts: ACCOUNTS,
    page: 2,
    now: () => NOW,
    fault: null,
    nonces: new Set(),
    pages: 0,
    ...more,
  });
  const read = async (exchange: FakeCoinbase, privateKey: string, now = NOW) =>
    readCoinbase({
      settings: COINBASE_SETTINGS.parse({ url: FAKE_URL }),
      secrets: { key_name: "organizations/planted/apiKeys/1", private_key: privateKey },
      fetching: fetchingFrom(fakeCoinbase(exchange), exchange.fault),
      now,
    });
  const pem = (kind: string, bytes: Uint8Array) =>
    `-----BEGIN ${kind}-----\n${base64(bytes)}\n-----END ${kind}-----\n`;

  test("Coinbase's reading has each currency once over all pages, amounts on hold included", async () => {
    const { publicKey, pkcs8 } = await pairOf("ES256");
    const exchange = exchangeOf(publicKey);

    const answer = await read(exchange, pem("PRIVATE KEY", pkcs8));

    expect(answer.ok && answer.value.map(({ unit, amount, asOf }) => [unit, amount, asOf])).toEqual(
      [
        ["btc", "1.6", NOW],
        ["eur", "100", NOW],
        ["eth", "1.123456789012345678", NOW],
        ["doge", "0", NOW],
      ],
    );
    expect([exchange.pages, exchange.nonces.size]).toEqual([3, 3]);
  });

  test("a Coinbase key is accepted in each of its forms", async () => {
    const ecdsa = await pairOf("ES256");
    // PKCS #8 of P-256 holds the SEC 1 key behind 29 bytes; as programs write it alone, it names
    // its curve between its halves.
    const sec1 = ecdsa.pkcs8.subarray(29);
    const curve = Uint8Array.fromHex("a00a06082a8648ce3d030107");
    const named = new Uint8Array([
      0x30,
      sec1.length - 2 + curve.length,
      ...sec1.subarray(2, 39),
      ...curve,
      ...sec1.subarray(39),
    ]);
    expect((await read(exchangeOf(ecdsa.publicKey), pem("EC PRIVATE KEY", named))).ok).toBe(true);
    expect(
      (await read(exchangeOf(ecdsa.publicKey), pem("EC PRIVATE KEY", sec1).replaceAll("\n", "\\n")))
        .ok,
    ).toBe(true);
    const edwards = await pairOf("EdDSA");
    const own = new Uint8Array(
      (await crypto.subtle.exportKey("raw", edwards.publicKey)) as ArrayBuffer,
    );
    expect(
      (
        await read(
          exchangeOf(edwards.publicKey),
          base64(new Uint8Array([...edwards.pkcs8.subarray(-32), ...own])),
        )
      ).ok,
    ).toBe(true);
  });

  test.each([
    "",
    "planted",
    "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
  ])("refuses what is no key, and does not repeat it: %j", async (text) => {
    const { publicKey } = await pairOf("ES256");
    const answer = await read(exchangeOf(publicKey), text);

    expect(answer).toMatchObject({ ok: false, error: { kind: "refused" } });
    expect(JSON.stringify(answer)).not.toMatch(/AAAA|planted/);
  });

  test.each<[FakeCoinbase["fault"], object]>([
    ["revoked", { kind: "refused" }],
    ["endless", { kind: "malformed", message: expect.stringContaining("back to it") }],
    ["no cursor", { kind: "malformed" }],
    ["no has_next", { kind: "malformed" }],
    ["bad amount", { kind: "malformed" }],
    ["another currency", { kind: "malformed" }],
    ["down", { kind: "unreachable" }],
    ["slow", { kind: "slow" }],
    ["limited", { kind: "limited", retryAfter: 120_000 }],
    ["not JSON", { kind: "malformed" }],
  ])("with the fault %s is not read", async (fault, error) => {
    const { publicKey, pkcs8 } = await pairOf("EdDSA");
    expect(await read(exchangeOf(publicKey, { fault }), base64(pkcs8.subarray(-32)))).toMatchObject(
      { ok: false, error },
    );
  });

  test("a Coinbase account without its available balance is not read as zero", async () => {
    const { pkcs8 } = await pairOf("EdDSA");
    const server = async () =>
      Response.json({
        accounts: [{ uuid: "a", currency: "BTC", hold: { value: "1", currency: "BTC" } }],
        has_next: false,
      });
    const secrets = { key_name: "planted", private_key: base64(pkcs8.subarray(-32)) };

    expect(
      await readCoinbase({
        settings: COINBASE_SETTINGS.parse({ url: FAKE_URL }),
        secrets,
        fetching: fetchingFrom(server),
        now: NOW,
      }),
    ).toMatchObject({ ok: false, error: { kind: "malformed" } });
  });

  test("a Coinbase symbol that grows too long in lower case is refused", async () => {
    const { publicKey, pkcs8 } = await pairOf("EdDSA");
    expect(
      await read(exchangeOf(publicKey, { accounts: LONGER }), base64(pkcs8.subarray(-32))),
    ).toMatchObject({ ok: false, error: { kind: "malformed" } });
  });

  test("a Coinbase account on two pages counts once", async () => {
    const { publicKey, pkcs8 } = await pairOf("EdDSA");
    expect(
      await read(exchangeOf(publicKey, { fault: "moved" }), base64(pkcs8.subarray(-32))),
    ).toMatchObject({ ok: true, value: [{ unit: "btc", amount: "1.6" }, {}, {}, {}] });
  });

  test("the fake Coinbase refuses the token of another key or of a wrong clock", async () => {
    const [one, other] = [await pairOf("EdDSA"), await pairOf("EdDSA")];
    const key = base64(one.pkcs8.subarray(-32));

    expect(await read(exchangeOf(other.publicKey), key)).toMatchObject({
      ok: false,
      error: { kind: "refused" },
    });
    expect(await read(exchangeOf(one.publicKey), key, NOW - 180_000)).toMatchObject({
      ok: false,
      error: { kind: "refused" },
    });
  });

  test("a Coinbase list with too many pages is refused", async () => {
    const { publicKey, pkcs8 } = await pairOf("EdDSA");
    const accounts = Array.from({ length: EXCHANGE_PAGES_MAX + 1 }, (_, index) => ({
      uuid: String(index),
      currency: "EUR",
      available: "1",
    }));
    expect(
      await read(exchangeOf(publicKey, { accounts, page: 1 }), base64(pkcs8.subarray(-32))),
    ).toMatchObject({ ok: false, error: { kind: "too large" } });
    expect(
      await read(
        exchangeOf(publicKey, { accounts: accounts.slice(1), page: 1 }),
        base64(pkcs8.subarray(-32)),
      ),
    ).toMatchObject({ ok: true, value: [{ amount: String(EXCHANGE_PAGES_MAX) }] });
  });
});
