// Standard Webhooks: the examples of the specification's own libraries, an independent computation
// by node:crypto, and every way in which a message can differ from the signed one.

import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign as signByNode,
} from "node:crypto";
import { describe, expect, test } from "vitest";
import { must } from "../../src/platform/assert.ts";
import {
  newWebhookSecret,
  parseWebhookKey,
  SIGNATURES_MAX,
  signWebhook,
  TOLERANCE_SECONDS,
  verifyWebhook,
  webhookFaultWords,
  type WebhookHeaders,
} from "../../src/platform/webhook-signature.ts";

const encoder = new TextEncoder();
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SECONDS = 1_614_265_330;
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
/** Of a sender that signs with Ed25519; the libraries' example, whose seed is a text. */
const ED_SEED = "VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=";
const ED_SIGNATURE =
  "v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==";

const keyOf = (text: string) => must(parseWebhookKey(text), "the key can be read");
const headers = (changes: Partial<WebhookHeaders> = {}): WebhookHeaders => ({
  id: ID,
  timestamp: String(SECONDS),
  signature: SIGNATURE,
  ...changes,
});
const check = (given: WebhookHeaders, body = BODY, now = SECONDS * 1000, keys = [SECRET]) =>
  verifyWebhook(keys.map(keyOf), given, encoder.encode(body), now);
const kindOf = async (
  given: WebhookHeaders,
  body = BODY,
  now = SECONDS * 1000,
  keys = [SECRET],
) => {
  const checked = await check(given, body, now, keys);
  return checked.ok ? "taken" : checked.error.kind;
};

describe("webhook signatures", () => {
  test("a signature equals the one that the specification's libraries compute", async () => {
    expect(await signWebhook([keyOf(SECRET)], ID, SECONDS, BODY)).toBe(SIGNATURE);
    expect(await check(headers())).toEqual({ ok: true, value: ID });
  });

  test("a signature equals the one that node:crypto computes, also for a body that is not ASCII", async () => {
    const secret = newWebhookSecret();
    const body = '{"payee":"Bäckerei 🥐"}';
    const mac = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
      .update(`${ID}.${SECONDS}.${body}`)
      .digest("base64");
    expect(await signWebhook([keyOf(secret)], ID, SECONDS, body)).toBe(`v1,${mac}`);
    expect(await kindOf(headers({ signature: `v1,${mac}` }), body, SECONDS * 1000, [secret])).toBe(
      "taken",
    );
  });

  test("an Ed25519 signature is valid with the sender's public key, and with no other", async () => {
    const seed = Buffer.from(ED_SEED, "base64");
    const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
    const jwk = createPublicKey(
      createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }),
    ).export({ format: "jwk" });
    const publicKey = `whpk_${Buffer.from(jwk.x ?? "", "base64url").toString("base64")}`;
    expect(
      await kindOf(headers({ signature: ED_SIGNATURE }), BODY, SECONDS * 1000, [publicKey]),
    ).toBe("taken");
    expect(
      await kindOf(headers({ signature: ED_SIGNATURE }), `${BODY} `, SECONDS * 1000, [publicKey]),
    ).toBe("wrong signature");

    const other = generateKeyPairSync("ed25519");
    const forged = `v1a,${signByNode(null, Buffer.from(`${ID}.${SECONDS}.${BODY}`), other.privateKey).toString("base64")}`;
    expect(await kindOf(headers({ signature: forged }), BODY, SECONDS * 1000, [publicKey])).toBe(
      "wrong signature",
    );
  });

  test("one valid signature among several is enough, by any key, so secrets change without a gap", async () => {
    const next = newWebhookSecret();
    const both = await signWebhook([keyOf(SECRET), keyOf(next)], ID, SECONDS, BODY);
    for (const keys of [[SECRET], [next], [newWebhookSecret(), next]])
      expect(await kindOf(headers({ signature: both }), BODY, SECONDS * 1000, keys)).toBe("taken");
    expect(await kindOf(headers({ signature: `v2,AAAA v1a,AAAA garbage ${SIGNATURE}` }))).toBe(
      "taken",
    );
    const many = Array.from({ length: SIGNATURES_MAX }, () => "v1,AAAA").join(" ");
    expect(await kindOf(headers({ signature: `${many} ${SIGNATURE}` }))).toBe("wrong signature");
  });
});

describe("refused webhook messages", () => {
  const cases: readonly (readonly [string, WebhookHeaders, string, string])[] = [
    ["of another body", headers(), `${BODY}\n`, "wrong signature"],
    ["of a body that was cut", headers(), BODY.slice(0, -1), "wrong signature"],
    ["under another id", headers({ id: `${ID}x` }), BODY, "wrong signature"],
    [
      "with a dot in its id, which would shift what is signed",
      headers({ id: `${ID}.1` }),
      BODY,
      "malformed header",
    ],
    ["with a blank in its id", headers({ id: `${ID} x` }), BODY, "malformed header"],
    ["under another time", headers({ timestamp: String(SECONDS + 1) }), BODY, "wrong signature"],
    ["whose time is a fraction", headers({ timestamp: `${SECONDS}.0` }), BODY, "malformed header"],
    [
      "whose time is in milliseconds",
      headers({ timestamp: String(SECONDS * 1000) }),
      BODY,
      "malformed header",
    ],
    [
      "whose signature is cut",
      headers({ signature: SIGNATURE.slice(0, 8) }),
      BODY,
      "wrong signature",
    ],
    ["whose signature is empty", headers({ signature: "v1," }), BODY, "wrong signature"],
    [
      "whose signature names no version",
      headers({ signature: SIGNATURE.slice(3) }),
      BODY,
      "wrong signature",
    ],
    [
      "whose signature claims to be by Ed25519",
      headers({ signature: SIGNATURE.replace("v1,", "v1a,") }),
      BODY,
      "wrong signature",
    ],
    [
      "whose signatures are endless",
      headers({ signature: `${"v1,AAAA ".repeat(1_000)}${SIGNATURE}` }),
      BODY,
      "malformed header",
    ],
    ["without an id", headers({ id: null }), BODY, "missing header"],
    ["without a time", headers({ timestamp: null }), BODY, "missing header"],
    ["without a signature", headers({ signature: null }), BODY, "missing header"],
  ];

  for (const [name, given, body, kind] of cases)
    test(name, async () => expect(await kindOf(given, body)).toBe(kind));

  test("a message more than five minutes old or ahead is refused with the reason", async () => {
    const at = (seconds: number) => kindOf(headers(), BODY, (SECONDS + seconds) * 1000);
    expect(
      await Promise.all([
        at(TOLERANCE_SECONDS),
        at(-TOLERANCE_SECONDS),
        at(TOLERANCE_SECONDS + 1),
        at(-TOLERANCE_SECONDS - 1),
      ]),
    ).toEqual(["taken", "taken", "too old", "too new"]);
    expect(webhookFaultWords({ kind: "too old", seconds: 301 })).toContain("301 seconds behind");
  });

  test("a message without a key is refused", async () =>
    expect(await kindOf(headers(), BODY, SECONDS * 1000, [])).toBe("wrong signature"));
});

test("a key is 24 to 64 bytes after whsec_, or a public key's 32 after whpk_, and nothing else", () => {
  const bytes = (count: number) => Buffer.alloc(count, 7).toString("base64");
  expect([24, 64].map((count) => parseWebhookKey(`whsec_${bytes(count)}`)?.bytes.length)).toEqual([
    24, 64,
  ]);
  expect(parseWebhookKey(`whpk_${bytes(32)}`)?.kind).toBe("public key");
  const none = [
    `whsec_${bytes(23)}`,
    `whsec_${bytes(65)}`,
    `whpk_${bytes(31)}`,
    `whsk_${bytes(32)}`,
    bytes(32),
    "whsec_",
    "whsec_%%%%",
    "",
    `whsec_${"A".repeat(100_000)}`,
  ];
  expect(none.map(parseWebhookKey)).toEqual(none.map(() => null));
});
