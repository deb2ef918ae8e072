import { expect, test } from "vitest";
import { mint, hashOf, parseCredential } from "../../src/value/credential.ts";
import { seal, sealingKey, unseal } from "../../src/value/seal.ts";

const TOKEN_KEY = "a token key of at least thirty-two bytes";

test("what was sealed for a place opens there", async () => {
  const key = await sealingKey(TOKEN_KEY, "connection tokens");
  const sealed = await seal(key, "connection:1", "secret Grüße");
  expect(sealed).not.toContain("secret");
  expect(await unseal(key, "connection:1", sealed)).toEqual({ ok: true, value: "secret Grüße" });
});

test("a sealed value moved to another place, or opened for another purpose, does not open", async () => {
  const key = await sealingKey(TOKEN_KEY, "connection tokens");
  const other = await sealingKey(TOKEN_KEY, "another purpose");
  const sealed = await seal(key, "connection:1", "secret");
  const refused = { ok: false, error: "wrong key or place" };
  expect(await unseal(key, "connection:2", sealed)).toEqual(refused);
  expect(await unseal(other, "connection:1", sealed)).toEqual(refused);
});

test("an altered, cut or unknown value is refused, not thrown", async () => {
  const key = await sealingKey(TOKEN_KEY, "connection tokens");
  const sealed = await seal(key, "p", "secret");
  const bytes = Uint8Array.fromBase64(sealed);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  expect((await unseal(key, "p", bytes.toBase64())).ok).toBe(false);
  expect(await unseal(key, "p", "AQ==")).toEqual({ ok: false, error: "not a sealed value" });
  expect(await unseal(key, "p", "not base64!")).toEqual({ ok: false, error: "not a sealed value" });
  bytes[0] = 9;
  expect(await unseal(key, "p", bytes.toBase64())).toEqual({ ok: false, error: "unknown version" });
});

test("a short TOKEN_KEY is refused", async () => {
  await expect(sealingKey("short", "x")).rejects.toThrow("at least 32 bytes");
});

test("a credential names its object and is stored only as a hash", async () => {
  const { text, hash } = await mint("imp", "42");
  const credential = parseCredential(text);
  expect(credential).toMatchObject({ kind: "imp", object: "42" });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hash).toBe(await hashOf(credential?.secret ?? ""));
  expect(parseCredential(text.slice(0, -1))).toBeNull();
  expect(parseCredential("adm_42_" + "a".repeat(52))).toBeNull();
});
