// What is cut out of a fault: every part of a secret, and nothing of what names the server.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { redactSecrets } from "../../src/sources/redact-credentials.ts";
import { expectLinear } from "../growth.ts";

test.each<[string, string, Record<string, string>, string]>([
  [
    "the value of a header",
    "bank.example says planted-key twice: planted-key",
    { headers: "X-Key: planted-key" },
    "bank.example says … twice: …",
  ],
  [
    "in other letters",
    "the balance is in PLANTED-UNIT \u0130",
    { headers: "X-Key: Planted-Unit" },
    "the balance is in … \u0130",
  ],
  [
    "but no name of one",
    "the header authorization of bank.example",
    { headers: "Authorization: Bearer planted-key" },
    "the header authorization of bank.example",
  ],
  ["a stretch of it", '"nted-key-of-a"', { key: "planted-key-of-a-node" }, '"…"'],
  ["its beginning before it", "planted-planted-key", { key: "planted-key" }, "…"],
  ["itself within itself", "abcdabcdabcd and cdabcdab", { key: "abcdabcdab" }, "… and …"],
  [
    "who asks of an address, but no host",
    "says planted-user of bridge.example: planted-pass",
    { token: "https://planted-user:planted-pass@bridge.example/simplefin" },
    "says … of bridge.example: …",
  ],
  [
    "what is sent of that",
    `Basic ${btoa("planted-user:planted-pass")}`,
    { token: "https://planted-user:planted-pass@bridge.example/simplefin" },
    "Basic …",
  ],
  [
    "a parameter as it is sent",
    "?key=planted+a%2Fb and ?key=planted%20a%2Fb",
    { query: "key=planted a/b" },
    "?key=… and ?key=…",
  ],
  ["but no short word", "the row 1 of 12", { headers: "X-Of: 1\nX-To: row" }, "the row 1 of 12"],
])("a secret is cut out: %s", (_, text, secrets, expected) => {
  expect(redactSecrets(text, secrets)).toBe(expected);
});

test("no eight characters of a secret remain anywhere", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 8, maxLength: 30 });
  fc.assert(
    fc.property(letters, letters, fc.nat(20), (secret, text, from) => {
      const said = redactSecrets(`${text}${secret.slice(from)} says ${text}`, { key: secret });
      for (let at = 0; at + 8 <= secret.trim().length; at += 1)
        expect(said).not.toContain(secret.trim().slice(at, at + 8));
    }),
  );
});

test("redacting takes time linear in text and secret", async () => {
  await expectLinear(20_000, (length) =>
    redactSecrets("planted-".repeat(length), { key: "planted.".repeat(length) }),
  );
});
