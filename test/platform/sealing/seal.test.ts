import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSealer, type TokenKeys } from "../../../src/platform/sealing/seal.ts";

const PURPOSE = "connection tokens";
const FIRST = "a token key of at least thirty-two bytes";
const SECOND = "another token key of more than that many bytes";
const THIRD = "a third token key, which nobody here has ever used";
const ALONE: TokenKeys = { tokenKey: FIRST, previousTokenKey: null };
const ROTATED: TokenKeys = { tokenKey: SECOND, previousTokenKey: FIRST };

const encoder = new TextEncoder();

/** What the layout without key ids looked like: written here from its description alone. */
async function sealedAsBefore(tokenKey: string, place: string, plain: string): Promise<string> {
  const root = await crypto.subtle.importKey("raw", encoder.encode(tokenKey), "HKDF", false, [
    "deriveKey",
  ]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(0),
    info: encoder.encode(`tributary/${PURPOSE}`),
  };
  const key = await crypto.subtle.deriveKey(
    derivation,
    root,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encoder.encode(`v1:${place}`) },
    key,
    encoder.encode(plain),
  );
  return new Uint8Array([1, ...iv, ...new Uint8Array(sealed)]).toBase64();
}

test("a value sealed for a place opens there, and hides its content", async () => {
  const sealer = await createSealer(ALONE, PURPOSE);
  const sealed = await sealer.seal("connection/1", "secret Grüße");

  expect(sealed).not.toContain("secret");
  expect(atob(sealed)).not.toContain("secret");
  expect(await sealer.open("connection/1", sealed)).toEqual({
    ok: true,
    value: { plain: "secret Grüße", current: true },
  });
});

test("any text that is sealed for any place opens only there", async () => {
  const sealer = await createSealer(ALONE, PURPOSE);
  const text = fc
    .string({ unit: "binary", maxLength: 300 })
    .filter((candidate) => candidate.isWellFormed());
  await fc.assert(
    fc.asyncProperty(text, text, text, async (plain, place, other) => {
      const sealed = await sealer.seal(place, plain);
      expect(await sealer.open(place, sealed)).toEqual({
        ok: true,
        value: { plain, current: true },
      });
      if (other !== place)
        expect(await sealer.open(other, sealed)).toEqual({
          ok: false,
          error: "wrong key or place",
        });
    }),
    { numRuns: 100 },
  );
});

test("a sealed value moved to another place, or opened for another purpose, does not open", async () => {
  const sealer = await createSealer(ALONE, PURPOSE);
  const sealed = await sealer.seal("connection/1", "secret");

  expect(await sealer.open("connection/2", sealed)).toEqual({
    ok: false,
    error: "wrong key or place",
  });
  expect(await (await createSealer(ALONE, "another purpose")).open("connection/1", sealed)).toEqual(
    { ok: false, error: "unknown key" },
  );
});

test("two sealed values of the same text share only the version and key id", async () => {
  const sealer = await createSealer(ALONE, PURPOSE);
  const [a, b] = [await sealer.seal("p", "secret"), await sealer.seal("p", "secret")].map(
    (sealed) => Uint8Array.fromBase64(sealed),
  );

  expect(a?.subarray(0, 5)).toEqual(b?.subarray(0, 5));
  expect(a?.subarray(5, 17)).not.toEqual(b?.subarray(5, 17));
});

test("a value with any one bit changed is refused, and nothing is thrown", async () => {
  const sealer = await createSealer(ROTATED, PURPOSE);
  const bytes = Uint8Array.fromBase64(await sealer.seal("p", "secret"));

  for (let at = 0; at < bytes.length * 8; at += 1) {
    const altered = bytes.slice();
    altered[at >> 3] = (altered[at >> 3] ?? 0) ^ (1 << (at & 7));
    expect((await sealer.open("p", altered.toBase64())).ok, `bit ${at}`).toBe(false);
  }
});

test("a value that is cut, or has a byte too many, is refused", async () => {
  const sealer = await createSealer(ALONE, PURPOSE);
  const bytes = Uint8Array.fromBase64(await sealer.seal("p", "secret"));

  for (let length = 0; length < bytes.length; length += 1) {
    expect((await sealer.open("p", bytes.slice(0, length).toBase64())).ok, `${length} bytes`).toBe(
      false,
    );
  }
  expect((await sealer.open("p", new Uint8Array([...bytes, 0]).toBase64())).ok).toBe(false);
  expect(await sealer.open("p", "not base64!")).toEqual({ ok: false, error: "not a sealed value" });
  expect(await sealer.open("p", "")).toEqual({ ok: false, error: "not a sealed value" });
});

test("a value of an unknown version is refused with that reason", async () => {
  const sealer = await createSealer(ALONE, PURPOSE);
  const bytes = Uint8Array.fromBase64(await sealer.seal("p", "secret"));
  bytes[0] = 3;
  expect(await sealer.open("p", bytes.toBase64())).toEqual({ ok: false, error: "unknown version" });
});

test("values of versions 1 and 2 cannot pass for each other by adding or removing the key id", async () => {
  const sealer = await createSealer(ALONE, PURPOSE);
  const now = Uint8Array.fromBase64(await sealer.seal("p", "secret"));
  const before = Uint8Array.fromBase64(await sealedAsBefore(FIRST, "p", "secret"));

  expect(await sealer.open("p", new Uint8Array([1, ...now.subarray(5)]).toBase64())).toEqual({
    ok: false,
    error: "wrong key or place",
  });
  expect(
    await sealer.open(
      "p",
      new Uint8Array([2, ...now.subarray(1, 5), ...before.subarray(1)]).toBase64(),
    ),
  ).toEqual({ ok: false, error: "wrong key or place" });
});

test("after a key change the previous key still opens its values, which are marked as not current", async () => {
  const old = await (await createSealer(ALONE, PURPOSE)).seal("p", "secret");
  const sealer = await createSealer(ROTATED, PURPOSE);
  const fresh = await sealer.seal("p", "secret");

  expect(await sealer.open("p", old)).toEqual({
    ok: true,
    value: { plain: "secret", current: false },
  });
  expect(await sealer.open("p", fresh)).toEqual({
    ok: true,
    value: { plain: "secret", current: true },
  });
  expect([
    sealer.isCurrent(old),
    sealer.isCurrent(fresh),
    sealer.isCurrent("no sealed value"),
    sealer.isCurrent(""),
  ]).toEqual([false, true, false, false]);
});

test("once the previous key is removed its values do not open, and values that were sealed again do", async () => {
  const old = await (await createSealer(ALONE, PURPOSE)).seal("p", "secret");
  const fresh = await (await createSealer(ROTATED, PURPOSE)).seal("p", "secret");
  const sealer = await createSealer({ tokenKey: SECOND, previousTokenKey: null }, PURPOSE);

  expect(await sealer.open("p", old)).toEqual({ ok: false, error: "unknown key" });
  expect(await sealer.open("p", fresh)).toEqual({
    ok: true,
    value: { plain: "secret", current: true },
  });
});

test("a key that is put back is the current one again, and an unknown key opens nothing", async () => {
  const fresh = await (await createSealer(ROTATED, PURPOSE)).seal("p", "secret");

  expect(
    await (
      await createSealer({ tokenKey: FIRST, previousTokenKey: SECOND }, PURPOSE)
    ).open("p", fresh),
  ).toEqual({ ok: true, value: { plain: "secret", current: false } });
  expect(
    await (
      await createSealer({ tokenKey: THIRD, previousTokenKey: FIRST }, PURPOSE)
    ).open("p", fresh),
  ).toEqual({ ok: false, error: "unknown key" });
});

test("a value under another key's id does not open", async () => {
  const sealer = await createSealer(ROTATED, PURPOSE);
  const old = Uint8Array.fromBase64(await (await createSealer(ALONE, PURPOSE)).seal("p", "secret"));
  const fresh = Uint8Array.fromBase64(await sealer.seal("p", "secret"));
  const swapped = new Uint8Array([2, ...fresh.subarray(1, 5), ...old.subarray(5)]);

  expect(await sealer.open("p", swapped.toBase64())).toEqual({
    ok: false,
    error: "wrong key or place",
  });
});

test("values from before there were key ids open with either key, and are not current", async () => {
  const sealer = await createSealer(ROTATED, PURPOSE);

  for (const key of [FIRST, SECOND]) {
    const sealed = await sealedAsBefore(key, "p", "secret");
    expect(await sealer.open("p", sealed)).toEqual({
      ok: true,
      value: { plain: "secret", current: false },
    });
    expect(sealer.isCurrent(sealed)).toBe(false);
  }
  expect(await sealer.open("p", await sealedAsBefore(THIRD, "p", "secret"))).toEqual({
    ok: false,
    error: "wrong key or place",
  });
  expect(await sealer.open("q", await sealedAsBefore(FIRST, "p", "secret"))).toEqual({
    ok: false,
    error: "wrong key or place",
  });
});

test("a key id belongs to one key and one purpose", async () => {
  const ids = await Promise.all(
    [
      [FIRST, PURPOSE] as const,
      [SECOND, PURPOSE] as const,
      [FIRST, "another purpose"] as const,
    ].map(async ([tokenKey, purpose]) => {
      const sealer = await createSealer({ tokenKey, previousTokenKey: null }, purpose);
      return Uint8Array.fromBase64(await sealer.seal("p", "x"))
        .subarray(1, 5)
        .toHex();
    }),
  );
  expect(new Set(ids).size).toBe(3);
});

test("a previous key equal to the current one counts as one key", async () => {
  const sealer = await createSealer({ tokenKey: FIRST, previousTokenKey: FIRST }, PURPOSE);
  expect(await sealer.open("p", await sealer.seal("p", "secret"))).toEqual({
    ok: true,
    value: { plain: "secret", current: true },
  });
});

test("a short key is refused with its name", async () => {
  await expect(createSealer({ tokenKey: "short", previousTokenKey: null }, "x")).rejects.toThrow(
    "TOKEN_KEY must have at least 32 bytes",
  );
  await expect(createSealer({ tokenKey: FIRST, previousTokenKey: "short" }, "x")).rejects.toThrow(
    "TOKEN_KEY_PREVIOUS must have at least 32 bytes",
  );
});
