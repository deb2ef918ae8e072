import { expect, test } from "vitest";
import { isProven } from "../../../src/platform/credentials/request-signature.ts";

const KEY = "a token key of at least thirty-two bytes";
const NOW = 1_795_300_000_000;
const REQUEST = { method: "POST", path: "/api/operator/reseal", body: '{"cursor":null}' };
const FIVE_MINUTES = 5 * 60_000;
const encoder = new TextEncoder();

/**
 * The proof from its description: HMAC-SHA-256 under HKDF("tributary/operator requests") of method,
 * path, time, SHA-256 of the body.
 */
async function proof(key: string, { method, path, body } = REQUEST, time = NOW): Promise<string> {
  const root = await crypto.subtle.importKey("raw", encoder.encode(key), "HKDF", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(0),
      info: encoder.encode("tributary/operator requests"),
    },
    root,
    256,
  );
  const hmac = await crypto.subtle.importKey(
    "raw",
    bits,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", encoder.encode(body)),
  ).toHex();
  const signature = await crypto.subtle.sign(
    "HMAC",
    hmac,
    encoder.encode(`${method}\n${path}\n${time}\n${digest}`),
  );
  return `Tributary-Proof ${time} ${new Uint8Array(signature).toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

const proven = (authorization: string, request = REQUEST, now = NOW) =>
  isProven(KEY, request, authorization, now, FIVE_MINUTES);

test("the holder of the key proves a request, for five minutes by either clock", async () => {
  const given = await proof(KEY);
  expect(await proven(given)).toBe(true);
  expect(await proven(given, REQUEST, NOW + FIVE_MINUTES)).toBe(true);
  expect(await proven(given, REQUEST, NOW - FIVE_MINUTES)).toBe(true);
  expect(await proven(given, REQUEST, NOW + FIVE_MINUTES + 1)).toBe(false);
  expect(await proven(given, REQUEST, NOW - FIVE_MINUTES - 1)).toBe(false);
});

test("a request's signature is valid for one method, path, time and body", async () => {
  const given = await proof(KEY);
  expect(await proven(given, { ...REQUEST, method: "DELETE" })).toBe(false);
  expect(await proven(given, { ...REQUEST, path: "/api/operator/other" })).toBe(false);
  expect(await proven(given, { ...REQUEST, body: '{"cursor":"x"}' })).toBe(false);
  expect(await proven(given.replace(String(NOW), String(NOW + 1)))).toBe(false);
});

test("a signature by another key, or in another form, is not valid", async () => {
  expect(await proven(await proof("another token key of at least thirty-two"))).toBe(false);
  const given = await proof(KEY);
  for (const wrong of [
    "",
    "Tributary-Proof",
    given.slice(0, -1),
    `${given}A`,
    ` ${given}`,
    given.replace("Tributary-Proof", "Bearer"),
    given.replace(String(NOW), ""),
    given.replace(String(NOW), `0${NOW}`),
  ]) {
    expect(await proven(wrong), wrong).toBe(false);
  }
});
