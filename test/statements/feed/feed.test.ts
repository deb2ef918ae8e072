// Statements that this service wrote from a server's accounts are read exactly, and invalid rows
// are named.

import { describe, expect, test } from "vitest";
import { feedDocument } from "../../../src/importer/schedules/feed-document.ts";
import { FEED_HEAD, readFeed } from "../../../src/statements/feed/feed.ts";
import type { AccountReading, TransactionReading } from "../../../src/sources/reading.ts";
import { readAccountSet } from "../../../src/sources/simplefin/account-set.ts";
import { must } from "../../../src/platform/assert.ts";
import { read } from "../reading.ts";

/** An account as the SimpleFIN reader gives it. */
function account(transactions: readonly object[]): AccountReading {
  const set = readAccountSet(
    JSON.stringify({
      errors: [],
      accounts: [
        {
          id: "A1",
          name: "Everyday",
          org: { name: "Alpine Bank" },
          currency: "EUR",
          balance: "1.00",
          "balance-date": 1,
          transactions,
        },
      ],
    }),
  );
  if (!set.ok) throw new Error(set.error);
  return must(set.value.accounts[0], "one account");
}

const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;
const BOOKED = {
  id: "T1",
  posted: secondsOf("2026-11-10"),
  amount: "-4.50",
  description: "CORNER CAFE 0042",
  payee: "Corner Cafe",
  memo: "card",
  transacted_at: secondsOf("2026-11-09"),
};

describe("statements written by this service", () => {
  test("our own statement is recognized and read: money in is positive, the server's id the reference", async () => {
    const { survey, rows } = await read(feedDocument(account([BOOKED])));

    expect(survey.layout).toMatchObject({
      format: "feed",
      bank: "Alpine Bank",
      account: "Everyday",
      currency: "eur",
    });
    expect(survey.questions).toEqual([]);
    expect(rows).toMatchObject([
      {
        line: 2,
        date: "2026-11-10",
        amount: -45_000,
        currency: "eur",
        payee: "Corner Cafe",
        description: "CORNER CAFE 0042",
        notes: "card",
        reference: "T1",
        pending: false,
        facts: { transaction_date: "2026-11-09" },
      },
    ]);
  });

  test("our own statement of the same reading has the same bytes", () => {
    expect(feedDocument(account([BOOKED]))).toBe(feedDocument(account([BOOKED])));
  });

  test("our own statement marks pending rows, whose id may change, and leaves out rows without a day", async () => {
    const pending = { id: "P1", posted: 0, amount: "-1.00", description: "HOLD", pending: true };
    const { records } = await read(
      feedDocument(
        account([
          { ...pending, transacted_at: secondsOf("2026-11-09") },
          { ...pending, id: "P2" },
        ]),
      ),
    );

    expect(records).toMatchObject([
      {
        kind: "transaction",
        row: { date: "2026-11-09", pending: true, reference: null, facts: { pending_id: "P1" } },
      },
      { kind: "skipped", line: 3, reason: "pending: it has no day yet" },
    ]);
  });

  test("our own statement names the rows that cannot be read, and the others are read", async () => {
    const good = must(account([BOOKED]).transactions[0], "one");
    const broken = (change: Partial<Record<keyof TransactionReading, unknown>>) =>
      JSON.stringify({ ...good, ...change });
    const text = `${FEED_HEAD}"account":{"id":"A1","name":"E","institution":"","currency":"eur"},"transactions":[\n${[broken({}), broken({ amount: "1.23456" }), broken({ posted: null }), broken({ payee: 7 }), "7"].join(",\n")}\n]}`;

    expect((await read(text)).records.map(({ kind }) => kind)).toEqual([
      "transaction",
      "rejected",
      "rejected",
      "rejected",
      "rejected",
    ]);
  });

  test("our own statement is refused if it is cut off or in an unknown currency", () => {
    const whole = feedDocument(account([BOOKED]));
    const bytes = (text: string) => new TextEncoder().encode(text);

    expect(readFeed(bytes(whole.slice(0, -20)))).toMatchObject({
      ok: false,
      error: { reason: "malformed" },
    });
    expect(readFeed(bytes(whole.replace('"eur"', '"xxq"')))).toMatchObject({ ok: false });
  });
});
