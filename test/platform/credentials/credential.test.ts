import { expect, test } from "vitest";
import { hashSecret, mint, parseCredential } from "../../../src/platform/credentials/credential.ts";

test("a credential names its object and is stored only as a hash", async () => {
  const { text, hash } = await mint("imp", "42");
  const credential = parseCredential(text);
  expect(credential).toMatchObject({ kind: "imp", object: "42" });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hash).toBe(await hashSecret(credential?.secret ?? ""));
  expect(parseCredential(text.slice(0, -1))).toBeNull();
  expect(parseCredential("adm_42_" + "a".repeat(52))).toBeNull();
});
