// Stored passwords, checked against an independent computation.

import { createHmac, hkdfSync, pbkdf2Sync } from "node:crypto";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { PASSWORD_ROUNDS } from "../../src/platform/limits.ts";
import { hashPassword, verifyPassword } from "../../src/oauth/sign-in/password.ts";

const KEY = "the-key-of-this-test-0123456789-abcdef";
const OLDER = "the-key-before-that-0123456789-abcdef";

test("password hashes use the platform's maximum number of rounds", () => {
  expect(PASSWORD_ROUNDS).toBe(100_000);
});

describe("stored passwords", () => {
  test("a stored password is PBKDF2-SHA-256 with its own salt, then HMAC-SHA-256 with a key of its own purpose", async () => {
    const stored = await hashPassword("a long sentence of mine", [KEY]);

    const derived = pbkdf2Sync(
      "a long sentence of mine",
      Buffer.from(stored.salt, "base64"),
      100_000,
      32,
      "sha256",
    ).toString("base64");
    const key = Buffer.from(hkdfSync("sha256", KEY, "", "tributary/passwords", 32));
    expect(stored.mac).toBe(createHmac("sha256", key).update(derived).digest("base64url"));
    expect(Buffer.from(stored.salt, "base64")).toHaveLength(16);
  });

  test("two people with the same password have different stored passwords", async () => {
    const [one, other] = await Promise.all([
      hashPassword("the same sentence", [KEY]),
      hashPassword("the same sentence", [KEY]),
    ]);

    expect(one.salt).not.toBe(other.salt);
    expect(one.mac).not.toBe(other.mac);
  });

  test("a stored password is verified only by the password together with the key", async () => {
    const stored = await hashPassword("a long sentence of mine", [KEY]);

    expect(await verifyPassword("a long sentence of mine", stored, [KEY])).toBe("right");
    expect(await verifyPassword("a long sentence of mine ", stored, [KEY])).toBe("wrong");
    expect(await verifyPassword("a long sentence of mine", stored, [OLDER])).toBe("wrong");
    expect(await verifyPassword("", null, [KEY])).toBe("wrong");
  });

  test("a stored password with fewer rounds, or the previous key, is right and is hashed again", async () => {
    const salt = Buffer.alloc(16, 7).toString("base64");
    const derived = pbkdf2Sync(
      "a long sentence",
      Buffer.alloc(16, 7),
      1_000,
      32,
      "sha256",
    ).toString("base64");
    const mac = createHmac(
      "sha256",
      Buffer.from(hkdfSync("sha256", KEY, "", "tributary/passwords", 32)),
    )
      .update(derived)
      .digest("base64url");

    expect(await verifyPassword("a long sentence", { rounds: 1_000, salt, mac }, [KEY])).toBe(
      "right, to be hashed again",
    );
    expect(await verifyPassword("a long sentences", { rounds: 1_000, salt, mac }, [KEY])).toBe(
      "wrong",
    );
    expect(
      await verifyPassword("a long sentence", await hashPassword("a long sentence", [OLDER]), [
        KEY,
        OLDER,
      ]),
    ).toBe("right, to be hashed again");
  });
});

test("the previous key is optional, and has the same length rules as the current one", () => {
  const { TOKEN_KEY_PREVIOUS: _, ...without } = env;

  expect(readConfig(without).previousTokenKey).toBeNull();
  expect(readConfig({ ...env, TOKEN_KEY_PREVIOUS: OLDER }).previousTokenKey).toBe(OLDER);
  expect(() => readConfig({ ...env, TOKEN_KEY_PREVIOUS: "short" })).toThrow(
    "TOKEN_KEY_PREVIOUS must have at least 32 characters",
  );
});
