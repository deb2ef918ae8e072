// The receiving platform's results count under its seal, and never by their position alone.

import { describe, expect, test } from "vitest";
import { authenticateMessage } from "../../../src/receipts/authenticity/authenticate.ts";
import { parseResults } from "../../../src/receipts/authenticity/results.ts";
import { bytesOf, keys, recordFor, sealed } from "./signer.ts";

const NOW = Date.UTC(2026, 9, 21);
const KEY = "cf2024-1._domainkey.cloudflare-email.net";
const MAIL =
  "From: Corner Shop <orders@shop.example>\r\nSubject: Your order\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\n\r\nTotal: 12.34 EUR\r\n";
const RECEIVED =
  "Received: from mail.shop.example (192.0.2.1) by cloudflare-email.net (cloudflare) id x; Tue, 20 Oct 2026 14:32:09 +0000\r\n";
const PASS =
  "mx.cloudflare.net; dkim=pass header.d=shop.example; dmarc=pass header.from=shop.example policy.dmarc=none; spf=pass smtp.mailfrom=orders@shop.example";
const authenticate = async (mail: string) =>
  authenticateMessage(bytesOf(mail), keys({ [KEY]: await recordFor({ algorithm: "rsa" }) }), NOW);

describe("the header Authentication-Results", () => {
  test.each([
    ["on top", `Authentication-Results: ${PASS}\r\n${MAIL}`],
    ["in the platform's place", `${RECEIVED}Authentication-Results: ${PASS}\r\n${MAIL}`],
    [
      "below the sender's own headers",
      MAIL.replace("Subject", `Authentication-Results: ${PASS}\r\nSubject`),
    ],
    [
      "of another authority",
      `${RECEIVED}Authentication-Results: ${PASS.replace("cloudflare.net", "cloudflare.net.evil.example")}\r\n${MAIL}`,
    ],
    ["as ARC's, unsealed", `ARC-Authentication-Results: i=1; ${PASS}\r\n${MAIL}`],
  ])(
    "an Authentication-Results header that says pass %s is ignored, because anybody can write one",
    async (_, mail) => {
      expect(await authenticate(mail)).toMatchObject({ result: "absent", platform: "absent" });
    },
  );

  test("a result in the platform's name but not in its place is reported as forged", async () => {
    expect(
      (
        await authenticate(MAIL.replace("Subject", `Authentication-Results: ${PASS}\r\nSubject`))
      ).why.join(),
    ).toContain("were ignored");
  });

  test("a result that says fail in the platform's place counts", async () => {
    expect(
      (
        await authenticate(
          `${RECEIVED}Authentication-Results: ${PASS.replace("dmarc=pass", "dmarc=fail")}\r\n${MAIL}`,
        )
      ).result,
    ).toBe("fail");
    expect(
      (
        await authenticate(
          `${RECEIVED}Authentication-Results: ${PASS.replace("dmarc=pass", "dmarc=none")}\r\n${MAIL}`,
        )
      ).result,
    ).toBe("absent");
  });
});

describe("results that the platform sealed", () => {
  test("sealed results count, both pass and fail", async () => {
    expect(await authenticate(await sealed(MAIL, PASS))).toMatchObject({
      result: "pass",
      platform: "pass",
      domain: "shop.example",
    });
    expect(
      (await authenticate(await sealed(MAIL, PASS.replace("dmarc=pass", "dmarc=fail")))).result,
    ).toBe("fail");
  });

  test("sealed results over an earlier set that somebody else sealed count too", async () => {
    const earlier =
      "ARC-Seal: i=1; a=rsa-sha256; cv=none; d=relay.example; s=x; b=AAAA\r\nARC-Message-Signature: i=1; a=rsa-sha256; d=relay.example; s=x; h=from; bh=AAAA; b=AAAA\r\nARC-Authentication-Results: i=1; relay.example; dmarc=fail header.from=shop.example\r\n";

    expect(
      (await authenticate(await sealed(earlier + MAIL, PASS, { instance: 2, before: earlier })))
        .result,
    ).toBe("pass");
  });

  test.each<[string, (mail: string) => string]>([
    ["whose results were changed", (mail) => mail.replace("dkim=pass", "dkim=fail")],
    ["whose message was changed", (mail) => mail.replace("12.34", "92.34")],
    ["whose sender was changed", (mail) => mail.replace("From: Corner", "From: Corner2")],
    ["with a second From", (mail) => mail.replace("From:", "From: a@shop.example\r\nFrom:")],
    [
      "with a newer set on top",
      (mail) =>
        `ARC-Seal: i=2; a=rsa-sha256; cv=pass; d=evil.example; s=x; b=AAAA\r\nARC-Message-Signature: i=2; a=rsa-sha256; d=evil.example; s=x; h=from; bh=AAAA; b=AAAA\r\nARC-Authentication-Results: i=2; mx.cloudflare.net; dmarc=pass header.from=shop.example\r\n${mail}`,
    ],
    [
      "with one header of the set twice",
      (mail) => `ARC-Authentication-Results: i=1; ${PASS}\r\n${mail}`,
    ],
  ])("results %s do not count", async (_, change) => {
    expect((await authenticate(change(await sealed(MAIL, PASS)))).result).not.toBe("pass");
  });

  test.each([
    [
      "about another domain",
      PASS.replace("header.from=shop.example", "header.from=evil.example"),
      {},
    ],
    ["by another authority", PASS.replace("mx.cloudflare.net", "mx.evil.example"), {}],
    ["by another sealer", PASS, { domain: "evil.example" }],
    ["over a message that another domain signed", PASS, { signer: "evil.example" }],
  ])("sealed results %s do not count", async (_, results, options) => {
    const records = keys({
      [KEY]: await recordFor({ algorithm: "rsa" }),
      "cf2024-1._domainkey.evil.example": await recordFor({ algorithm: "rsa" }),
    });

    expect(
      (await authenticateMessage(bytesOf(await sealed(MAIL, results, options)), records, NOW))
        .platform,
    ).toBe("absent");
  });
});

describe("values of Authentication-Results", () => {
  test("a header's value is parsed with its comments, quotes and versions", () => {
    const found = parseResults(
      'mx.example 1; spf/1=pass (sender; dmarc=pass (nested \\)) ) smtp.mailfrom="a; dkim=pass"; dmarc = fail header.from=Shop.Example; none',
    );

    expect(found?.authority).toBe("mx.example");
    expect(
      found?.methods.map(({ method, result, properties }) => [method, result, ...properties]),
    ).toEqual([
      ["spf", "pass", ["smtp.mailfrom", "a; dkim=pass"]],
      ["dmarc", "fail", ["header.from", "shop.example"]],
    ]);
  });

  test.each([
    "",
    ";",
    "a b c; dmarc=pass",
    "mx.example; dmarc=pass (",
    'mx.example; dmarc="pass',
    '"mx.cloudflare.net"; dmarc=pass header.from=a.example',
    "(mx.cloudflare.net)",
    "spf/999=pass",
  ])("the header's value %j gives no result", (value) => {
    expect(parseResults(value)?.methods ?? []).toEqual([]);
  });

  test("a header's value of an unknown version has no result", () => {
    expect(parseResults("mx.example; dmarc/999=pass header.from=a.example")?.methods).toEqual([]);
  });
});
