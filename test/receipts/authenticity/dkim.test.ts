// DKIM signatures: those that RFC 6376 and 8463 call valid pass; changed, weak and missing ones do
// not.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  authenticateMail,
  authenticateMessage,
} from "../../../src/receipts/authenticity/authenticate.ts";
import type { ResolveTxt } from "../../../src/receipts/authenticity/resolver.ts";
import type { MessageVerdict } from "../../../src/receipts/authenticity/verdict.ts";
import { DKIM_SIGNATURES_MAX } from "../../../src/platform/limits.ts";
import { bytesOf, keys, recordFor, signed, type SignOptions } from "./signer.ts";
import { expectLinear } from "../../growth.ts";

const NOW = Date.UTC(2026, 9, 21);
const NAME = "s1._domainkey.shop.example";
const MAIL = [
  "From: Corner Shop <orders@shop.example>",
  "To: ada@mail.example",
  "Subject:  Your   order\r\n of today",
  "Date: Tue, 20 Oct 2026 14:32:08 +0000",
  "Message-ID: <1@shop.example>",
  "",
  "Thank  you.\t",
  "",
  "Total: 12.34 EUR",
  "",
  "",
  "",
].join("\r\n");

async function authenticate(
  mail: string,
  options: SignOptions = {},
  resolve?: ResolveTxt,
): Promise<MessageVerdict> {
  return authenticateMessage(
    bytesOf(mail),
    resolve ?? keys({ [NAME]: await recordFor(options) }),
    NOW,
  );
}

const authenticateSigned = async (
  options: SignOptions,
  change: (mail: string) => string = (mail) => mail,
): Promise<MessageVerdict> => authenticate(change(await signed(MAIL, options)), options);
const firstReason = ({ signatures }: MessageVerdict): string => signatures[0]?.why ?? "";

describe("the example of RFC 8463", () => {
  const EXAMPLE = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`;
  const KEYS = {
    "brisbane._domainkey.football.example.com":
      "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "test._domainkey.football.example.com":
      "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB",
  };

  test.each(["\n", "\r\n"])(
    "the example of RFC 8463 has two valid signatures with any line end (%j)",
    async (end) => {
      const verdict = await authenticate(EXAMPLE.replaceAll("\n", end), {}, keys(KEYS));

      expect(verdict).toMatchObject({
        result: "pass",
        domain: "example.com",
        signatures: [
          { selector: "brisbane", result: "pass" },
          { selector: "test", result: "pass", signed_at: 1_528_637_909_000, time: NOW },
        ],
      });
      expect(verdict.signatures.map(({ key }) => key)).toEqual(Object.values(KEYS));
    },
  );

  test("the example of RFC 8463 has no valid signature after one letter of its body is changed", async () => {
    const verdict = await authenticate(EXAMPLE.replace("hungry", "thirsty"), {}, keys(KEYS));

    expect(verdict).toMatchObject({
      result: "fail",
      signatures: [{ result: "fail" }, { result: "fail" }],
    });
  });
});

describe("the example of RFC 6376, appendix A", () => {
  // With one blank between the sentences, as in its erratum: that is the body of its bh=.
  const EXAMPLE = `DKIM-Signature: v=1; a=rsa-sha256; s=brisbane; d=example.com;
      c=simple/simple; q=dns/txt; i=joe@football.example.com;
      h=Received : From : To : Subject : Date : Message-ID;
      bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
      b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB
      4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut
      KVdkLLkpVaVVQPzeRDI009SO2Il5Lu7rDNH6mZckBdrIx0orEtZV
      4bmp/YzhwvcubU4=;
Received: from client1.football.example.com  [192.0.2.1]
      by submitserver.example.com with SUBMISSION;
      Fri, 11 Jul 2003 21:01:54 -0700 (PDT)
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game. Are you hungry yet?

Joe.
`;
  const KEY =
    "v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB";
  const KEYS = keys({ "brisbane._domainkey.example.com": KEY });

  test.each(["\n", "\r\n"])(
    "the example of RFC 6376 is valid with any line end (%j), also for an address below its domain",
    async (end) => {
      expect(await authenticate(EXAMPLE.replaceAll("\n", end), {}, KEYS)).toMatchObject({
        result: "pass",
        domain: "example.com",
        signatures: [{ domain: "example.com", selector: "brisbane", result: "pass", key: KEY }],
      });
    },
  );

  test.each([
    ["a second blank in its body", "game. Are", "game.  Are", "the body was changed"],
    ["one blank less in a header", ".com  [192", ".com [192", "the headers were changed"],
    ["another fold", "SUBMISSION;\n      Fri", "SUBMISSION;\n     Fri", "the headers were changed"],
    [
      "another sender",
      "From: Joe SixPack <joe",
      "From: Joe SixPack <jim",
      "the headers were changed",
    ],
  ])(
    "the example of RFC 6376 fails with %s, because its forms are simple",
    async (_, before, after, why) => {
      const verdict = await authenticate(EXAMPLE.replace(before, after), {}, KEYS);

      expect([verdict.result, firstReason(verdict)]).toEqual([
        "fail",
        expect.stringContaining(why),
      ]);
    },
  );
});

describe.each(["rsa", "ed25519"] as const)("a signature by %s", (algorithm) => {
  describe.each(["simple", "relaxed"] as const)("with %s headers", (header) => {
    test.each(["simple", "relaxed"] as const)(
      "the signature over a %s body passes as it was sent, and with bare line feeds",
      async (body) => {
        const mail = await signed(MAIL, { algorithm, header, body });

        expect((await authenticate(mail, { algorithm })).result).toBe("pass");
        expect((await authenticate(mail.replaceAll("\r\n", "\n"), { algorithm })).result).toBe(
          "pass",
        );
      },
    );
  });

  test.each([
    ["the sender", "orders@shop.example", "payments@shop.example"],
    ["the subject", "Your", "Their"],
    ["the day", "20 Oct", "21 Oct"],
    ["the amount", "12.34", "92.34"],
  ])("the signature fails when %s is changed", async (_, before, after) => {
    const verdict = await authenticateSigned({ algorithm }, (mail) => mail.replace(before, after));

    expect(verdict).toMatchObject({ result: "fail", signatures: [{ result: "fail" }] });
  });
});

test("the relaxed form ignores blanks and empty lines at the end, the simple form does not", async () => {
  const blanks = (mail: string) =>
    `${mail.replace("Thank  you.\t", "Thank you.").replace("Subject:  Your   order", "SUBJECT: Your order")}\r\n\r\n`;

  expect((await authenticateSigned({}, blanks)).result).toBe("pass");
  expect((await authenticateSigned({ header: "simple" }, blanks)).result).toBe("fail");
  expect((await authenticateSigned({ body: "simple" }, blanks)).result).toBe("fail");
});

test("any text signed in any form passes, and fails with any one character changed", async () => {
  const line = fc.string({
    unit: fc.constantFrom("a", "B", " ", "\t", ".", "é", "=", ";", ":"),
    maxLength: 12,
  });
  const form = fc.constantFrom("simple" as const, "relaxed" as const);
  const records = keys({ [NAME]: await recordFor() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      line,
      form,
      form,
      fc.nat(),
      async (lines, subject, header, body, at) => {
        const mail = await signed(
          `From: a@shop.example\r\nSubject: x${subject}\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\n\r\nz${lines.join("\r\n")}\r\n`,
          { header, body, headers: ["from", "subject", "date"] },
        );
        const target = [...mail.matchAll(/[aB.é=;:z]/g)]
          .map(({ index }) => index)
          .filter((index) => index > mail.indexOf("\r\n\r\n") + 3);
        const chosen = target[at % target.length] ?? 0;
        const changed = `${mail.slice(0, chosen)}Q${mail.slice(chosen + 1)}`;

        expect((await authenticateMessage(bytesOf(mail), records, NOW)).result).toBe("pass");
        expect((await authenticateMessage(bytesOf(changed), records, NOW)).result).toBe("fail");
      },
    ),
    { numRuns: 60 },
  );
});

describe("signatures that do not count", () => {
  const shopKey = async (record: string): Promise<MessageVerdict> =>
    authenticate(await signed(MAIL), {}, keys({ [NAME]: record }));

  test.each<[string, SignOptions, string]>([
    ["made with SHA-1", { algorithm: "rsa", named: "rsa-sha1" }, "SHA-1"],
    ["of an unknown algorithm", { named: "ed448-sha512" }, "not known"],
    ["that expired", { tags: "t=1000; x=2000;" }, "expired"],
    ["that expires before it was made", { tags: "t=2000; x=1000;" }, "before it was made"],
    ["made in the future", { tags: `t=${NOW / 1000 + 7200};` }, "future"],
    ["without Subject", { headers: ["from", "date"] }, "subject"],
    ["without Date", { headers: ["from", "subject"] }, "date"],
    ["without From", { headers: ["subject", "date"] }, "From"],
    ["for another domain", { tags: "i=@other.example;" }, "another domain"],
    ["whose key is not in the DNS", { tags: "q=http;" }, "DNS"],
    ["with a tag that is no number", { tags: "x=soon;" }, "numbers"],
    ["by a key of 512 bits", { algorithm: "rsa", bits: 512 }, "512 bits"],
  ])("a signature does not count: %s", async (_, options, why) => {
    const verdict = await authenticateSigned(options);

    expect(verdict).toMatchObject({ result: "fail", signatures: [{ result: "fail" }] });
    expect(firstReason(verdict)).toContain(why);
  });

  test.each([
    ["was revoked", "v=DKIM1; k=ed25519; p=", "revoked"],
    ["is of another kind", "v=DKIM1; k=rsa; p=AAAA", "another kind"],
    ["is not for mail", "v=DKIM1; k=ed25519; s=tlsrpt; p=AAAA", "not for mail"],
    ["is not for SHA-256", "v=DKIM1; k=ed25519; h=sha1; p=AAAA", "SHA-256"],
    ["is of another version", "v=DKIM2; k=ed25519; p=AAAA", "cannot be read"],
    ["is no key", "v=DKIM1; k=ed25519; p=AAAA", "cannot be read"],
  ])("a signature does not count if its key %s", async (_, record, why) => {
    const verdict = await shopKey(record);

    expect(verdict.result).toBe("fail");
    expect(firstReason(verdict)).toContain(why);
  });

  test("a signature whose key is only for testing (t=y) counts as missing", async () => {
    expect(await shopKey((await recordFor()).replace("k=", "t=y; k="))).toMatchObject({
      result: "absent",
      signatures: [{ result: "absent" }],
    });
  });

  test("a signature for a domain below its own does not count if the key forbids that (t=s)", async () => {
    const record = (await recordFor()).replace("k=", "t=s; k=");
    const mail = await signed(MAIL, { tags: "i=@mail.shop.example;" });

    expect((await authenticate(mail, {}, keys({ [NAME]: record }))).result).toBe("fail");
    expect((await authenticate(mail)).result).toBe("pass");
  });

  test("a signature without a key, with two keys or without an answer does not count; only the last may be retried", async () => {
    const mail = await signed(MAIL);
    const record = await recordFor();
    const found = [];
    for (const answers of [{}, { [NAME]: [record, record] }, { [NAME]: null }])
      found.push(await authenticate(mail, {}, keys(answers)));

    expect(found.map(({ result, signatures }) => [result, signatures[0]?.unasked])).toEqual([
      ["absent", false],
      ["absent", false],
      ["absent", true],
    ]);
  });
});

describe("text added to a signed message", () => {
  test("text added after the part of the body that l= covers makes the signature fail", async () => {
    const whole = await authenticateSigned({ length: 1_000_000 });
    const covered = "Thank you.\r\n\r\nTotal: 12.34 EUR\r\n".length;
    const exact = await authenticateSigned({ length: covered });
    const tail = await authenticateSigned(
      { length: covered },
      (mail) => `${mail.trimEnd()}\r\nTotal: 999.00 EUR\r\n`,
    );

    expect([whole.result, exact.result, tail.result]).toEqual(["fail", "pass", "fail"]);
    expect(firstReason(tail)).toContain("only a part of the body");
  });

  test.each([
    "From: Eve <eve@evil.example>",
    "Subject: Refund",
    "Date: Wed, 21 Oct 2026 10:00:00 +0000",
    "To: Eve <eve@evil.example>",
  ])("a second header on top (%s) makes the signature fail", async (added) => {
    const verdict = await authenticateSigned({}, (mail) => `${added}\r\n${mail}`);

    expect(verdict.result).toBe("fail");
  });

  test("a second Content-Type on top makes the signature fail, because it decides what is shown", async () => {
    const typed = await signed(
      MAIL.replace("Message-ID", "Content-Type: text/plain\r\nMessage-ID"),
    );

    expect((await authenticate(typed)).result).toBe("pass");
    expect((await authenticate(`Content-Type: text/html\r\n${typed}`)).result).toBe("fail");
  });

  test("an added header that was signed as missing (oversigned) makes the signature fail", async () => {
    const mail = await signed(MAIL, {
      headers: ["from", "from", "subject", "subject", "date", "date", "reply-to"],
    });

    expect((await authenticate(mail)).result).toBe("pass");
    expect((await authenticate(`Reply-To: eve@evil.example\r\n${mail}`)).result).toBe("fail");
  });

  test("text added to headers that nothing signed leaves the signature valid", async () => {
    expect(
      (
        await authenticateSigned(
          {},
          (mail) => `Received: from a by b; x\r\nX-Forwarded-To: me@mail.example\r\n${mail}`,
        )
      ).result,
    ).toBe("pass");
  });
});

describe("several signatures", () => {
  test("two signatures each pass over the body in the canonical form that they name", async () => {
    const both = await signed(await signed(MAIL, { body: "simple" }), { body: "relaxed" });

    const { signatures } = await authenticate(both);

    expect(signatures.map(({ result, why }) => [result, why])).toEqual([
      ["pass", null],
      ["pass", null],
    ]);
  });

  test("one valid signature of the sender's domain is enough, regardless of the others", async () => {
    const relayed = await signed(await signed(MAIL), { domain: "relay.example" });
    const records = keys({ [NAME]: await recordFor() });

    expect(await authenticate(relayed, {}, records)).toMatchObject({
      result: "pass",
      signatures: [
        { domain: "relay.example", result: "absent" },
        { domain: "shop.example", result: "pass" },
      ],
    });
  });

  test("a valid signature of another domain authenticates nobody", async () => {
    const verdict = await authenticate(
      await signed(MAIL, { domain: "evil.example" }),
      {},
      keys({ "s1._domainkey.evil.example": await recordFor() }),
    );

    expect(verdict).toMatchObject({
      result: "absent",
      signatures: [{ domain: "evil.example", result: "pass" }],
    });
    expect(verdict.why.join()).toContain(
      "evil.example signed it, which is not the sender's domain shop.example",
    );
  });

  test(`signatures beyond ${DKIM_SIGNATURES_MAX} are ignored`, async () => {
    const records = keys({});
    const more = Array.from(
      { length: 50 },
      (_, n) =>
        `DKIM-Signature: v=1; a=ed25519-sha256; d=d${n}.example; s=s; h=from:subject:date; bh=AAAA; b=AAAA\r\n`,
    ).join("");

    expect((await authenticate(more + MAIL, {}, records)).signatures).toHaveLength(
      DKIM_SIGNATURES_MAX,
    );
  });
});

describe("alignment of signatures with the sender", () => {
  test.each([
    ["mail.shop.example", "orders@shop.example", "pass"],
    ["shop.example", "orders@mail.shop.example", "pass"],
    ["shop.co.uk", "orders@news.shop.co.uk", "pass"],
    ["other.co.uk", "orders@shop.co.uk", "absent"],
    ["co.uk", "orders@shop.co.uk", "absent"],
    ["eve.github.io", "orders@ada.github.io", "absent"],
    ["myshop.example", "orders@shop.example", "absent"],
  ])(
    "the alignment of a signature by %s with the sender %s gives %s",
    async (domain, from, result) => {
      const mail = await signed(MAIL.replace("orders@shop.example", from), { domain });

      expect(
        (await authenticate(mail, {}, keys({ [`s1._domainkey.${domain}`]: await recordFor() })))
          .result,
      ).toBe(result);
    },
  );

  test.each([
    [
      "several From headers",
      "From: a@shop.example\r\nFrom: b@shop.example\r\nSubject: x\r\nDate: y\r\n\r\nz",
    ],
    [
      "several senders in one",
      "From: a@shop.example, b@shop.example\r\nSubject: x\r\nDate: y\r\n\r\nz",
    ],
    [
      "several in a group",
      "From: g: a@shop.example, b@shop.example;\r\nSubject: x\r\nDate: y\r\n\r\nz",
    ],
  ])("alignment fails with %s, signed or not", async (_, mail) => {
    expect((await authenticate(mail)).result).toBe("fail");
    expect(
      (await authenticate(await signed(mail, { headers: ["from", "from", "subject", "date"] })))
        .result,
    ).toBe("fail");
  });

  test.each([
    "Subject: x\r\n\r\nz",
    "From: \r\n\r\n",
    "From: nobody\r\n\r\n",
    "From: a@localhost\r\n\r\n",
    "From: a@192.0.2.1\r\n\r\n",
    "",
  ])("alignment finds no domain in %j", async (mail) => {
    expect(await authenticate(mail)).toMatchObject({ result: "absent", domain: "" });
  });

  test("alignment ignores a sender's name that looks like the shop's address", async () => {
    expect(
      await authenticate(
        MAIL.replace(
          "Corner Shop <orders@shop.example>",
          '"orders@shop.example" <eve@evil.example>',
        ),
      ),
    ).toMatchObject({ result: "absent", domain: "evil.example" });
  });
});

test("a signature with a tag twice cannot be read", async () => {
  expect(await authenticateSigned({ tags: "d=shop.example;" })).toMatchObject({
    result: "absent",
    signatures: [{ domain: "", result: "fail", why: "its tags cannot be read" }],
  });
});

test("8-bit headers and bodies are hashed as they came", async () => {
  const eachByte = String.fromCharCode(...Array.from({ length: 128 }, (_, n) => n + 128));
  const mail = `From: ${eachByte} <a@shop.example>\r\nSubject: ${eachByte}\r\nDate: x\r\n\r\n${eachByte}\r\n`;

  expect(
    (await authenticate(await signed(mail, { headers: ["from", "subject", "date"] }))).result,
  ).toBe("pass");
});

test("messages that a message carries are authenticated by their own bytes", async () => {
  const inner = bytesOf(await signed(MAIL));
  const verdict = await authenticateMail(
    bytesOf("From: ada@mail.example\r\nSubject: Fwd\r\n\r\nsee attached"),
    [inner, bytesOf(MAIL)],
    keys({ [NAME]: await recordFor() }),
    NOW,
  );

  expect(verdict.result).toBe("absent");
  expect(Object.values(verdict.carried).map(({ result }) => result)).toEqual(["pass", "absent"]);
});

test("the resolver is asked only for names of keys, in one bounded form", async () => {
  const records = keys({});
  for (const [d, s] of [
    ["localhost", "s1"],
    ["a b.example", "s1"],
    ["shop.example", "../x"],
    ["shop.example", "s1?name=evil"],
    [`${"a.".repeat(200)}example`, "s1"],
  ] as const) {
    await authenticate(
      `DKIM-Signature: v=1; a=ed25519-sha256; d=${d}; s=${s}; h=from:subject:date; bh=AAAA; b=AAAA\r\n${MAIL}`,
      {},
      records,
    );
  }

  expect(records.asked).toEqual([]);
});

describe("hostile signatures", () => {
  const HEAD = "From: a@shop.example\r\nSubject: x\r\nDate: y\r\n";
  test.each<[string, (n: number) => string]>([
    ["tags", (n) => `DKIM-Signature: ${"a=b;".repeat(n)}\r\n${HEAD}\r\nx`],
    ["blanks", (n) => `DKIM-Signature: v=1; b=${" \t".repeat(n)}; ;\r\n${HEAD}\r\nx`],
    ["blanks before semicolons", (n) => `DKIM-Signature: v=1${"; ".repeat(n)}\r\n${HEAD}\r\nx`],
    [
      "headers named",
      (n) =>
        `DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=s; bh=AAAA; b=AAAA; h=${"from:".repeat(n)}subject:date\r\n${HEAD}\r\nx`,
    ],
    [
      "a body of blanks",
      (n) =>
        `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=shop.example; s=s; bh=AAAA; b=AAAA; h=from:subject:date\r\n${HEAD}\r\n${" \r\n".repeat(n * 10)}`,
    ],
    [
      "comments in results",
      (n) =>
        `Received: by cloudflare-email.net (x)\r\nAuthentication-Results: mx.cloudflare.net; ${"(".repeat(n / 40)}\r\n${HEAD}\r\nx`,
    ],
  ])("a hostile signature of %s takes time in proportion to its size", async (_, make) => {
    await expectLinear(40_000, async (n) => {
      const raw = bytesOf(make(n));
      for (let round = 0; round < 5; round += 1) await authenticateMessage(raw, keys({}), NOW);
    });
  });
});
