import { assert, asyncProperty, constantFrom, property, string } from "fast-check";
import { expect, test } from "vitest";
import { readConfig } from "../../../src/config.ts";
import {
  addressText,
  newAddressSecret,
  parseRecipient,
} from "../../../src/importer/connection/recipient.ts";
import { env } from "cloudflare:workers";

const MAILBOX = { name: "receipts", domain: "example.com" };
const CONNECTION = "abcdefghijklmnopqrstuvwx27";
const SECRET = "a2b3c4d5e6f7g2h3";

const mailboxOf = (address: string) =>
  readConfig({ ...env, RECEIPT_ADDRESS: address }).receiptMailbox;

test("an address is name, connection, secret and domain", () => {
  const text = `receipts+${CONNECTION}-${SECRET}@example.com`;
  expect(addressText(MAILBOX, { connection: CONNECTION, secret: SECRET })).toBe(text);
  expect(parseRecipient(MAILBOX, text)).toEqual({ connection: CONNECTION, secret: SECRET });
  expect(parseRecipient(MAILBOX, `receipts+1-${SECRET}@example.com`)).toEqual({
    connection: "1",
    secret: SECRET,
  });
});

test("every new address is read back whatever became of its case, and with the longest name has 64 characters before the @", async () => {
  const longest = { name: "a".repeat(20), domain: "example.com" };
  await assert(
    asyncProperty(
      constantFrom("1", CONNECTION),
      string({ minLength: 64, maxLength: 64 }),
      async (connection, noise) => {
        const secret = newAddressSecret();
        const text = addressText(longest, { connection, secret });
        const shouted = text
          .split("")
          .map((letter, at) =>
            (noise.codePointAt(at % 64) ?? 0) % 2 === 0 ? letter.toUpperCase() : letter,
          )
          .join("");
        expect(parseRecipient(longest, shouted)).toEqual({ connection, secret });
        expect(text.indexOf("@")).toBeLessThanOrEqual(64);
      },
    ),
  );
  expect(addressText(longest, { connection: CONNECTION, secret: SECRET }).indexOf("@")).toBe(64);
});

test("a secret has 80 bits in 16 letters and digits", () => {
  const secrets = new Set(Array.from({ length: 200 }, newAddressSecret));
  expect(secrets.size).toBe(200);
  for (const secret of secrets) expect(secret).toMatch(/^[a-z2-7]{16}$/);
});

test.each([
  ["the mailbox alone", "receipts@example.com"],
  ["another name", `receipt+${CONNECTION}-${SECRET}@example.com`],
  ["another domain", `receipts+${CONNECTION}-${SECRET}@example.org`],
  ["a domain below ours", `receipts+${CONNECTION}-${SECRET}@mail.example.com`],
  ["our domain before theirs", `receipts+${CONNECTION}-${SECRET}@example.com@example.org`],
  ["a secret one letter short", `receipts+${CONNECTION}-${SECRET.slice(1)}@example.com`],
  ["a secret one letter long", `receipts+${CONNECTION}-${SECRET}a@example.com`],
  ["a connection one letter short", `receipts+${CONNECTION.slice(1)}-${SECRET}@example.com`],
  ["a connection one letter long", `receipts+a${CONNECTION}-${SECRET}@example.com`],
  ["a digit that base32 has not", `receipts+${CONNECTION}-${SECRET.slice(1)}1@example.com`],
  [
    "a letter that only becomes ours in lower case",
    `receipts+${CONNECTION.replace("k", "\u212a")}-${SECRET}@example.com`,
  ],
  ["brackets", `<receipts+${CONNECTION}-${SECRET}@example.com>`],
  ["a blank", ` receipts+${CONNECTION}-${SECRET}@example.com`],
  ["a line break", `receipts+${CONNECTION}-${SECRET}@example.com\n`],
  ["nothing", ""],
  ["10,000 characters", `receipts+${"a".repeat(10_000)}@example.com`],
])("%s is no address of ours", (_, text) => {
  expect(parseRecipient(MAILBOX, text)).toBeNull();
});

test("nothing that can be sent to makes it throw", () => {
  assert(
    property(string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(parseRecipient(MAILBOX, text)).toBeNull();
    }),
  );
});

test("the mailbox is a var; empty is none, and what is no mailbox is named", () => {
  expect(mailboxOf("")).toBeNull();
  expect(mailboxOf("Receipts@Example.COM")).toEqual({ name: "receipts", domain: "example.com" });
  expect(mailboxOf(`${"a".repeat(20)}@mail.example.com`)).toEqual({
    name: "a".repeat(20),
    domain: "mail.example.com",
  });
  for (const wrong of [
    `${"a".repeat(21)}@example.com`,
    "receipts",
    "@example.com",
    "a+b@example.com",
    "a..b@example.com",
    "a@localhost",
    "a@b@example.com",
    "a b@example.com",
    `a@${"b.".repeat(110)}com`,
  ]) {
    expect(() => mailboxOf(wrong), wrong).toThrow("RECEIPT_ADDRESS must be a mailbox");
  }
});
