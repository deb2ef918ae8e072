import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Draft } from "../../src/budget/linked/draft-transaction.ts";
import type {
  ProviderTransaction,
  ProviderTransactions,
} from "../../src/budget/linked/provider.ts";
import {
  reconcile,
  type Link,
  type Plan,
  type Reconciling,
  type Stored,
} from "../../src/budget/linked/reconcile.ts";
import type { Rule } from "../../src/budget/rules/matcher.ts";
import type { TransactionRow } from "../../src/budget/transactions/row.ts";
import { must } from "../../src/platform/assert.ts";
import { parseDay, type Day } from "../../src/money/day.ts";
import { units } from "../../src/money/money.ts";

const day = (text: string): Day => must(parseDay(text), text);

/** An account in memory: what the tables hold, without a database. */
class Account {
  readonly rows = new Map<number, TransactionRow>();
  readonly links = new Map<string, Link>();
  readonly tags = new Map<number, number[]>();
  readonly settings: Pick<Reconciling, "rules" | "importStart" | "recognize">;
  #last = 0;
  #now = 1_000;

  constructor(settings: Partial<Account["settings"]> = {}) {
    this.settings = { rules: [], importStart: null, recognize: (draft) => draft, ...settings };
  }

  /** The provider says this; the plan is carried out and given back. */
  hears(said: Partial<ProviderTransactions>): Plan {
    this.#now++;
    const plan = reconcile(
      this.#stored(),
      { posted: [], pending: [], removed: [], ...said },
      {
        ...this.settings,
        accountId: 7,
        primary: "usd",
        convert: (amount) => amount,
        now: this.#now,
        firstId: this.#last + 1,
        range: { start: day("2026-01-01"), end: day("2026-12-31") },
      },
    );
    for (const id of plan.deletes) this.rows.delete(id);
    for (const row of plan.inserts) this.rows.set(row.id, row);
    for (const row of plan.updates) this.rows.set(row.id, row);
    for (const [id, tag] of plan.tags) this.tags.set(id, [...(this.tags.get(id) ?? []), tag]);
    for (const id of plan.unlinks) this.links.delete(id);
    for (const link of plan.links) this.links.set(link.providerId, link);
    this.#last += plan.inserts.length;
    return plan;
  }

  /** The user changes the transaction with this id. */
  edits(id: number, change: Partial<TransactionRow>): void {
    this.rows.set(id, { ...must(this.rows.get(id), `transaction ${id}`), ...change });
  }

  of(providerId: string): TransactionRow | undefined {
    const link = this.links.get(providerId);
    return link === undefined ? undefined : this.rows.get(link.transactionId);
  }

  #stored(): Map<string, Stored> {
    return new Map(
      [...this.links].map(([id, link]) => {
        const row = this.rows.get(link.transactionId);
        const known = row === undefined || row.linked_account_id !== 7 ? null : row;
        const tagIds = this.tags.get(link.transactionId) ?? [];
        return [id, { link, row: known, tagIds, hasFiles: false }];
      }),
    );
  }
}

function reportTransaction(
  id: string,
  more: Partial<ProviderTransaction> = {},
): ProviderTransaction {
  return {
    id,
    date: day("2026-11-10"),
    amount: units(45_000),
    currency: "usd",
    name: "CORNER CAFE 0042",
    payee: null,
    pendingId: null,
    metadata: null,
    ...more,
  };
}

const nothing = {
  inserts: [],
  updates: [],
  deletes: [],
  tags: [],
  splits: [],
  links: [],
  effects: [],
  unlinks: [],
};

describe("new transactions from a provider", () => {
  test("a new transaction is inserted as reported, unreviewed, with its raw name and metadata", () => {
    const account = new Account();

    account.hears({
      posted: [reportTransaction("a", { payee: "Corner Café", metadata: { channel: "card" } })],
    });

    expect(account.of("a")).toMatchObject({
      id: 1,
      date: "2026-11-10",
      amount: 45_000,
      payee: "Corner Café",
      original_name: "CORNER CAFE 0042",
      status: "unreviewed",
      is_pending: 0,
      source: "linked",
      linked_account_id: 7,
      manual_account_id: null,
      external_id: null,
    });
    expect(JSON.parse(account.of("a")?.linked_metadata ?? "")).toEqual({
      channel: "card",
      id: "a",
      pending: false,
      pending_id: null,
    });
  });

  test("a new pending transaction is pending and unreviewed, even if rules review it", () => {
    const account = new Account({ rules: [ruleFor({ reviewed: true, category_id: 3 })] });

    account.hears({ pending: [reportTransaction("a")] });

    expect(account.of("a")).toMatchObject({ is_pending: 1, status: "unreviewed", category_id: 3 });
  });

  test("rules and recurring items apply to a new transaction", () => {
    const account = new Account({
      rules: [ruleFor({ payee: "Café", tag_ids: [5], reviewed: true })],
      recognize: (draft: Draft) => ({ ...draft, recurring_id: 9, notes: "weekly" }),
    });

    account.hears({ posted: [reportTransaction("a")] });

    expect(account.of("a")).toMatchObject({
      payee: "Café",
      original_name: "CORNER CAFE 0042",
      status: "reviewed",
      recurring_id: 9,
      notes: "weekly",
    });
    expect(account.tags.get(1)).toEqual([5]);
  });

  test("a transaction before import_start_date is not imported, but one on that day is", () => {
    const account = new Account({ importStart: day("2026-11-10") });

    account.hears({
      posted: [reportTransaction("old", { date: day("2026-11-09") }), reportTransaction("new")],
    });

    expect([...account.links.keys()]).toEqual(["new"]);
  });

  test("a transaction that appears twice in one answer is inserted once; the last and the posted one win", () => {
    const account = new Account();

    account.hears({
      posted: [
        reportTransaction("a", { amount: units(1) }),
        reportTransaction("a", { amount: units(2) }),
      ],
      pending: [reportTransaction("a", { amount: units(3) })],
    });

    expect([...account.rows.values()].map((row) => [row.amount, row.is_pending])).toEqual([[2, 0]]);
  });

  test("a new transaction without a text gets the payee for transactions without one", () => {
    const account = new Account();
    account.hears({ posted: [reportTransaction("a", { name: " " })] });
    expect(account.of("a")?.payee).toBe("[No Payee]");
  });

  test("new ids follow the days, not the order of the answer", () => {
    const account = new Account();
    account.hears({
      posted: [reportTransaction("late", { date: day("2026-11-12") }), reportTransaction("early")],
    });
    expect([account.of("early")?.id, account.of("late")?.id]).toEqual([1, 2]);
  });
});

function ruleFor(actions: Rule["actions"]): Rule {
  return { id: 1, criteria: { original_name: { how: "contains", text: "cafe" } }, actions };
}

describe("pending transactions from a provider", () => {
  test("a pending transaction that posts under its own id stays the same transaction", () => {
    const account = new Account();
    account.hears({ pending: [reportTransaction("a")] });

    account.hears({ posted: [reportTransaction("a", { amount: units(47_000) })] });

    expect(account.of("a")).toMatchObject({ id: 1, is_pending: 0, amount: 47_000 });
    expect(account.rows.size).toBe(1);
  });

  test("a pending transaction named by a posted one's other id stays the same, even if its old id is removed", () => {
    for (const removed of [[], ["p"]]) {
      const account = new Account();
      account.hears({ pending: [reportTransaction("p")] });
      account.edits(1, { category_id: 3 });

      account.hears({
        posted: [reportTransaction("t", { pendingId: "p", date: day("2026-11-12") })],
        removed,
      });

      expect(account.of("t")).toMatchObject({
        id: 1,
        is_pending: 0,
        date: "2026-11-12",
        category_id: 3,
        status: "unreviewed",
      });
      expect([...account.links.keys()]).toEqual(["t"]);
      expect(account.rows.size).toBe(1);
    }
  });

  test("a rule reviews a pending transaction only once it is posted", () => {
    const account = new Account({ rules: [ruleFor({ reviewed: true })] });
    account.hears({ pending: [reportTransaction("a")] });

    account.hears({ posted: [reportTransaction("a")] });

    expect(account.of("a")?.status).toBe("reviewed");
  });

  test("a pending transaction that two posted ones name belongs to the first of them", () => {
    const account = new Account();
    account.hears({ pending: [reportTransaction("p")] });

    account.hears({
      posted: [
        reportTransaction("t1", { pendingId: "p" }),
        reportTransaction("t2", { pendingId: "p" }),
      ],
    });

    expect([account.of("t1")?.id, account.of("t2")?.id]).toEqual([1, 2]);
  });

  test("a pending transaction that posts under its own id is taken by no other, in either order", () => {
    for (const [own, other] of [
      ["2026-11-10", "2026-11-11"],
      ["2026-11-11", "2026-11-10"],
    ] as const) {
      const account = new Account();
      account.hears({ pending: [reportTransaction("p")] });

      account.hears({
        posted: [
          reportTransaction("p", { date: day(own) }),
          reportTransaction("t", { pendingId: "p", date: day(other), amount: units(99) }),
        ],
      });

      expect([account.of("p")?.id, account.of("t")?.id]).toEqual([1, 2]);
      expect(account.of("t")?.amount).toBe(99);
      expect(account.rows.size).toBe(2);
    }
  });

  test("a pending transaction missing from the list is removed, unless the provider cannot list pending ones", () => {
    const account = new Account();
    account.hears({ pending: [reportTransaction("a"), reportTransaction("b")] });

    account.hears({ pending: null });
    expect(account.rows.size).toBe(2);

    account.hears({ pending: [reportTransaction("b")] });
    expect(account.of("a")).toBeUndefined();
    expect(account.of("b")?.id).toBe(2);
  });

  test("a pending transaction outside the requested days stays", () => {
    const account = new Account();
    account.hears({ pending: [reportTransaction("a", { date: day("2027-01-01") })] });

    account.hears({ pending: [] });

    expect(account.of("a")?.id).toBe(1);
  });

  test("a pending transaction that the user changed waits when it disappears, and is restored on return", () => {
    const account = new Account();
    account.hears({ pending: [reportTransaction("p")] });
    account.edits(1, { notes: "mine" });

    account.hears({ pending: [] });
    expect(account.of("p")).toMatchObject({
      status: "delete_pending",
      is_pending: 0,
      notes: "mine",
    });

    account.hears({ pending: [reportTransaction("p")] });
    expect(account.of("p")).toMatchObject({
      id: 1,
      status: "unreviewed",
      is_pending: 1,
      notes: "mine",
    });

    account.hears({ posted: [reportTransaction("t", { pendingId: "p" })] });
    expect(account.of("t")).toMatchObject({ id: 1, is_pending: 0 });
  });

  test("a pending transaction that returns after the user reviewed it is pending and unreviewed", () => {
    const account = new Account();
    account.hears({ pending: [reportTransaction("p")] });
    account.edits(1, { notes: "mine" });
    account.hears({ pending: [] });
    account.edits(1, { status: "reviewed" });

    account.hears({ pending: [reportTransaction("p")] });

    expect(account.of("p")).toMatchObject({ status: "unreviewed", is_pending: 1 });
  });
});

describe("changed transactions from a provider", () => {
  test("a changed transaction follows the provider except for the user's changes", () => {
    const account = new Account();
    account.hears({ posted: [reportTransaction("a")] });
    account.edits(1, { payee: "Mine", status: "reviewed" });

    account.hears({
      posted: [
        reportTransaction("a", {
          amount: units(1),
          date: day("2026-11-11"),
          name: "OTHER",
          payee: "Theirs",
        }),
      ],
    });

    expect(account.of("a")).toMatchObject({
      payee: "Mine",
      status: "reviewed",
      amount: 1,
      to_base: 1,
      date: "2026-11-11",
      original_name: "OTHER",
    });
  });

  test("a changed transaction gets tags that rules now add, and keeps the user's added and removed tags", () => {
    const account = new Account({ rules: [ruleFor({ tag_ids: [5] })] });
    account.hears({ posted: [reportTransaction("a")] });
    account.tags.set(1, [8]);

    const plan = account.hears({ posted: [reportTransaction("a", { amount: units(1) })] });

    expect(plan.tags).toEqual([]);
    expect(account.tags.get(1)).toEqual([8]);
  });

  test("a change from the provider does not move a split or grouped transaction", () => {
    for (const part of [{ is_split_parent: 1 }, { group_parent_id: 99 }]) {
      const account = new Account();
      account.hears({ posted: [reportTransaction("a")] });
      account.edits(1, part);

      account.hears({ posted: [reportTransaction("a", { amount: units(1), name: "OTHER" })] });

      expect(account.of("a")).toMatchObject({ amount: 45_000, original_name: "OTHER", ...part });
    }
  });

  test("a change leaves a transaction alone that the user deleted or moved to another account", () => {
    const account = new Account();
    account.hears({ posted: [reportTransaction("a"), reportTransaction("b")] });
    account.rows.delete(1);
    account.edits(2, { linked_account_id: null, manual_account_id: 3 });

    account.hears({
      posted: [
        reportTransaction("a", { amount: units(1) }),
        reportTransaction("b", { amount: units(1) }),
      ],
    });
    account.hears({ removed: ["a", "b"] });
    account.hears({ posted: [reportTransaction("a"), reportTransaction("b")] });

    expect([...account.rows.values()].map((row) => [row.id, row.amount])).toEqual([[2, 45_000]]);
  });

  test("a posted transaction does not become pending again", () => {
    const account = new Account();
    account.hears({ posted: [reportTransaction("a")] });

    account.hears({ pending: [reportTransaction("a", { amount: units(2) })] });

    expect(account.of("a")).toMatchObject({ is_pending: 0, amount: 2 });
  });
});

describe("removed transactions from a provider", () => {
  test("a removed transaction that the user did not change disappears, and is new if it returns", () => {
    const account = new Account();
    account.hears({ posted: [reportTransaction("a")] });

    account.hears({ removed: ["a"] });
    expect(account.rows.size).toBe(0);
    expect(account.links.size).toBe(0);

    account.hears({ posted: [reportTransaction("a")] });
    expect(account.of("a")?.id).toBe(2);
  });

  test.each([
    { payee: "Mine" },
    { notes: "mine" },
    { category_id: 4 },
    { amount: units(5) },
    { date: day("2026-11-11") },
    { status: "reviewed" } as const,
    { custom_metadata: "{}" },
    { is_split_parent: 1 },
    { group_parent_id: 9 },
  ])(
    "a removed transaction waits for a user who had changed it (%j), and is theirs again on its return",
    (change) => {
      const account = new Account();
      account.hears({ posted: [reportTransaction("a")] });
      account.edits(1, change);

      account.hears({ removed: ["a"] });
      expect(account.of("a")).toMatchObject({ ...change, id: 1, status: "delete_pending" });

      expect(account.hears({ removed: ["a"] })).toEqual(nothing);
      account.hears({ posted: [reportTransaction("a")] });
      expect(account.of("a")).toMatchObject({ ...change, id: 1, status: "unreviewed" });
    },
  );

  test("a removed transaction waits for a user who had tagged it", () => {
    const account = new Account();
    account.hears({ posted: [reportTransaction("a")] });
    account.tags.set(1, [3]);

    account.hears({ removed: ["a"] });

    expect(account.of("a")?.status).toBe("delete_pending");
  });

  test("a transaction that one answer both reports and removes disappears", () => {
    const account = new Account();
    account.hears({ posted: [reportTransaction("a")], removed: ["a"] });
    expect(account.rows.size).toBe(0);
  });

  test("removing an unknown transaction changes nothing", () => {
    expect(new Account().hears({ removed: ["x"] })).toEqual(nothing);
  });
});

// Random stories. Each of three purchases is absent, pending or posted at the provider, with an
// amount; it posts under its pending id or under a new one (and is then never pending again). The
// user edits (to values that no provider says) and deletes. After each answer every purchase must
// be what the provider says, plus the user's changes.

interface Purchase {
  state: "absent" | "pending" | "posted";
  amount: number;
  /** Whether posting gives it a new id. */
  readonly renamed: boolean;
  /** What the user has set, null where the user has deleted it. */
  own: { payee?: string; category_id?: number } | null;
  reviewed: boolean;
  /** Our id, while there is a transaction. */
  id: number | null;
  wasPosted: boolean;
}

const STEPS = fc.array(
  fc.record({
    which: fc.nat(2),
    act: fc.constantFrom(
      ...(["pending", "posted", "absent", "amount", "payee", "category", "delete"] as const),
      ...(["hear", "hear", "hear", "hear"] as const),
    ),
    number: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { maxLength: 100, size: "max" },
);

test("any sequence of answers and edits ends at the provider's data plus the user's changes; repeating is harmless", () => {
  fc.assert(
    fc.property(STEPS, fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), (steps, renames) => {
      const account = new Account();
      const purchases = renames.map((renamed): Purchase => ({
        state: "absent",
        amount: 1,
        renamed,
        own: {},
        reviewed: false,
        id: null,
        wasPosted: false,
      }));
      for (const { which, act, number } of [
        ...steps,
        { which: 0, act: "hear" as const, number: 0 },
      ]) {
        const purchase = must(purchases[which], "three purchases");
        if (act === "hear") hear(account, purchases);
        else if (act === "amount") purchase.amount = number;
        else if (act === "pending") {
          const settled = purchase.state === "posted" || (purchase.renamed && purchase.wasPosted);
          if (!settled) purchase.state = "pending";
        } else if (act === "posted" || act === "absent") purchase.state = act;
        else edit(account, purchase, act, number);
      }
    }),
    { numRuns: 500 },
  );
});

function answerOf(purchases: readonly Purchase[]): ProviderTransactions {
  const facts = (purchase: Purchase, id: string, pendingId: string | null) =>
    reportTransaction(id, { amount: units(purchase.amount), pendingId });
  return {
    posted: purchases.flatMap((one, k) =>
      one.state !== "posted"
        ? []
        : [one.renamed ? facts(one, `t${k}`, `p${k}`) : facts(one, `p${k}`, null)],
    ),
    pending: purchases.flatMap((one, k) =>
      one.state === "pending" ? [facts(one, `p${k}`, null)] : [],
    ),
    removed: purchases.flatMap((one, k) => (one.state === "absent" ? [`p${k}`, `t${k}`] : [])),
  };
}

const seen = new WeakMap<Purchase, { pending: boolean; gone: boolean; amount: number }>();

function hear(account: Account, purchases: readonly Purchase[]): void {
  const answer = answerOf(purchases);
  account.hears(answer);
  expect(account.hears(answer)).toEqual(nothing);
  for (const purchase of purchases) purchase.wasPosted ||= purchase.state === "posted";
  for (const [k, purchase] of purchases.entries()) check(account, purchase, k);
  expect(account.rows.size).toBe(purchases.filter(({ id }) => id !== null).length);
}

function check(account: Account, purchase: Purchase, k: number): void {
  const row = account.of(`t${k}`) ?? account.of(`p${k}`);
  const past = seen.get(purchase);
  const touched =
    purchase.own === null || Object.keys(purchase.own).length > 0 || purchase.reviewed;
  if (purchase.own === null) {
    expect(row).toBeUndefined();
    purchase.id = null;
    return;
  }
  if (purchase.state === "absent") {
    if (past === undefined || !touched) {
      expect(row).toBeUndefined();
      purchase.id = null;
      seen.delete(purchase);
      return;
    }
    expect(row).toMatchObject({ id: purchase.id, status: "delete_pending", ...purchase.own });
    seen.set(purchase, { ...past, gone: true });
    return;
  }
  if (past?.gone === true) purchase.reviewed = false;
  if (purchase.id !== null) expect(row?.id).toBe(purchase.id);
  expect(row).toMatchObject({
    amount: purchase.amount,
    is_pending: purchase.state === "pending" && past?.pending !== false ? 1 : 0,
    status: purchase.reviewed ? "reviewed" : "unreviewed",
    payee: "CORNER CAFE 0042",
    category_id: null,
    ...purchase.own,
  });
  purchase.id = row?.id ?? null;
  seen.set(purchase, { pending: row?.is_pending === 1, gone: false, amount: purchase.amount });
}

function edit(
  account: Account,
  purchase: Purchase,
  act: "payee" | "category" | "delete",
  number: number,
): void {
  if (purchase.id === null || purchase.own === null || seen.get(purchase)?.gone === true) return;
  if (act === "delete") {
    account.rows.delete(purchase.id);
    purchase.own = null;
    return;
  }
  const change = act === "payee" ? { payee: `mine ${number}` } : { category_id: number };
  const posted = account.rows.get(purchase.id)?.is_pending === 0;
  account.edits(purchase.id, { ...change, ...(posted && { status: "reviewed" }) });
  purchase.own = { ...purchase.own, ...change };
  purchase.reviewed ||= posted;
}
