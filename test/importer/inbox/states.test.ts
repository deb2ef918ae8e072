// The tables of the states of messages and receipts: the store refuses what they forbid, and a
// message that was read has the state that its receipts and statements call for.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { changeMessage, changeReceipt } from "../../../src/importer/inbox/change-state.ts";
import * as receipts from "../../../src/importer/inbox/receipt-states.ts";
import type { ReceiptState } from "../../../src/importer/inbox/receipt-states.ts";
import {
  DERIVED,
  deriveState,
  FIRST,
  MEANING,
  MESSAGE_STATES,
  NEXT,
  READ,
  TO_BE_READ,
  type MessageFacts,
  type MessageState,
} from "../../../src/importer/inbox/states.ts";
import { messageBySeq, receiptById } from "../../../src/importer/inbox/store.ts";
import { steps } from "../../../src/importer/schema.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { listStates } from "../../../src/platform/states.ts";
import type { Reason } from "../../../src/receipts/receipt.ts";
import { reset } from "../../reset.ts";
import { changesOf, reachableFrom, storedStates } from "../state-tables.ts";

afterEach(() => reset());

function withStore(work: (sql: Sql) => void): Promise<void> {
  return runInDurableObject(env.IMPORTER.getByName("1"), async (_, { storage }) => {
    const sql = new Sql(storage);
    await migrate(sql, steps, 1);
    work(sql);
  });
}

const reasonOf = (state: MessageState): Reason | null => (state === "review" ? "no_match" : null);

describe("a message", () => {
  /** A message in this state, stored whatever the table says. */
  function storeMessage(sql: Sql, state: MessageState): number {
    sql.run("DELETE FROM inbox");
    sql.run(
      `INSERT INTO inbox (id, state, reason, sha256, bytes, same_bytes, door, received_at) VALUES ('m', ?, ?, '${"0".repeat(64)}', 1, 0, 'api', 1)`,
      state,
      reasonOf(state),
    );
    return sql.first<{ seq: number }>("SELECT seq FROM inbox")?.seq ?? 0;
  }

  test("makes exactly the changes of state that its table allows", async () => {
    const { allowed, forbidden } = changesOf(NEXT);
    await withStore((sql) => {
      for (const [from, to] of forbidden) {
        const seq = storeMessage(sql, from);
        expect(() => changeMessage(sql, seq, [from], { state: to })).toThrow(
          `what is ${from} never becomes ${to}`,
        );
        expect(messageBySeq(sql, seq)?.state).toBe(from);
      }
      for (const [from, to] of allowed) {
        const seq = storeMessage(sql, from);
        changeMessage(sql, seq, [from], { state: to, reason: reasonOf(to) });
        expect(messageBySeq(sql, seq)?.state).toBe(to);
      }
    });
  });

  test("stays as it is if it is in none of the states that the change begins in", async () => {
    await withStore((sql) => {
      const seq = storeMessage(sql, "reading");
      changeMessage(sql, seq, READ, { state: "received" });
      expect(messageBySeq(sql, seq)?.state).toBe("reading");
    });
  });

  test("can come to every state, and out of each it is read again", async () => {
    expect([...reachableFrom(NEXT, ["received"])].toSorted()).toEqual(MESSAGE_STATES.toSorted());
    expect(FIRST.every((state) => state in NEXT)).toBe(true);
    for (const state of READ) expect(NEXT[state]).toContain("received");
    expect([...TO_BE_READ, ...READ]).toEqual(listStates(MEANING));
    await withStore((sql) => {
      expect(storedStates(sql, "inbox").toSorted()).toEqual(MESSAGE_STATES.toSorted());
    });
  });
});

describe("the state of a message that was read", () => {
  const NOTHING: MessageFacts = { receipts: [], imports: [], dismissed: false, rival: false };
  const receipt = (state: ReceiptState, reason: Reason | null = null) => ({
    state,
    reason,
    detail: null,
  });
  const of = (...states: ReceiptState[]) => states.map((state) => receipt(state));

  test.each<[string, Partial<MessageFacts>, MessageState | null, Reason | null]>([
    ["nothing", {}, null, null],
    ["a done import", { imports: ["done"] }, "ignored", "statement"],
    ["an import that asks", { imports: ["done", "question"] }, "review", "statement"],
    ["an import that was undone", { imports: ["undone"] }, "ignored", "statement"],
    [
      "an import that asks, dismissed",
      { imports: ["question"], dismissed: true },
      "ignored",
      "statement",
    ],
    ["an ignored receipt", { receipts: of("ignored") }, "ignored", null],
    [
      "a receipt and a done import",
      { receipts: of("matched"), imports: ["done"] },
      "matched",
      null,
    ],
    ["two receipts, one waits", { receipts: of("inserted", "waiting") }, "waiting", null],
    ["two receipts in the budget", { receipts: of("matched", "inserted") }, "inserted", null],
    ["a repeated receipt and a match", { receipts: of("duplicate", "matched") }, "matched", null],
    ["a repeated and an ignored one", { receipts: of("ignored", "duplicate") }, "duplicate", null],
    [
      "an inserted receipt with a rival",
      { receipts: of("inserted"), rival: true },
      "review",
      "several_matches",
    ],
    [
      "a receipt that waits while it asks",
      { receipts: [receipt("matched"), receipt("waiting", "ambiguous_date")] },
      "review",
      "ambiguous_date",
    ],
    [
      "a receipt that asks, before an import and a rival do",
      {
        receipts: [receipt("inserted"), receipt("review", "no_total")],
        imports: ["question"],
        rival: true,
      },
      "review",
      "no_total",
    ],
    [
      "an import that asks, before a rival",
      { imports: ["posting"], rival: true },
      "review",
      "statement",
    ],
  ])("follows from %s", (_, facts, state, reason) => {
    const derived = deriveState({ ...NOTHING, ...facts });

    expect([derived?.state ?? null, derived?.reason ?? null]).toEqual([state, reason]);
  });

  test("is one that may follow reading", () => {
    for (const { state } of DERIVED) expect(NEXT.reading).toContain(state);
  });
});

describe("a receipt", () => {
  const { NEXT: next, MEANING: meaning, OPEN, IN_BUDGET } = receipts;
  const columnsIn = (state: ReceiptState) => ({
    state,
    reason: reasonOf(state),
    next_attempt_at: state === "waiting" ? 1 : null,
  });

  /** A receipt in this state, stored whatever the table says. */
  function storeReceipt(sql: Sql, state: ReceiptState): number {
    const { reason, next_attempt_at } = columnsIn(state);
    sql.run("DELETE FROM receipts");
    sql.run(
      `INSERT INTO receipts (message, document, charge, state, reason, kind, class, domain, total, currency, date, incoming, base, seq, receipt, next_attempt_at, created_at)
       VALUES (1, 0, 0, ?, ?, 'receipt', 'charge', 'corner.example', 50000, 'usd', '2026-03-10', 0, 'base', 1, '{}', ?, 1)`,
      state,
      reason,
      next_attempt_at,
    );
    return sql.first<{ id: number }>("SELECT id FROM receipts")?.id ?? 0;
  }

  test("makes exactly the changes of state that its table allows", async () => {
    const { allowed, forbidden } = changesOf(next);
    await withStore((sql) => {
      for (const [from, to] of forbidden) {
        const id = storeReceipt(sql, from);
        expect(() => changeReceipt(sql, id, [from], columnsIn(to))).toThrow(
          `what is ${from} never becomes ${to}`,
        );
        expect(receiptById(sql, id)?.state).toBe(from);
      }
      for (const [from, to] of allowed) {
        const id = storeReceipt(sql, from);
        expect(changeReceipt(sql, id, [from], columnsIn(to))).toBe(true);
        expect(receiptById(sql, id)?.state).toBe(to);
      }
    });
  });

  test("can come to every state", async () => {
    expect([...reachableFrom(next, OPEN)].toSorted()).toEqual(listStates(meaning).toSorted());
    await withStore((sql) => {
      expect(storedStates(sql, "receipts")).toEqual(listStates(meaning));
    });
  });

  test("is neither ignored nor repeated while it is in the budget: it is taken back first", () => {
    for (const state of IN_BUDGET) {
      expect(next[state]).not.toContain("ignored");
      expect(next[state]).not.toContain("duplicate");
      expect(next[state]).toContain("review");
    }
    expect([...OPEN, ...IN_BUDGET].toSorted()).toEqual(listStates(meaning).toSorted());
  });
});
