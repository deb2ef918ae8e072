// The dry run of a rule against really running it, and what is recorded of the rules that ran.

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { listForms } from "../../src/budget/rules/conditions.ts";
import { countVerdicts } from "../../src/budget/rules/count-dry.ts";
import { judge, type Subject } from "../../src/budget/rules/dry-run.ts";
import { decideByRules, type Actions, type Criteria } from "../../src/budget/rules/matcher.ts";
import { runDry } from "../../src/budget/rules/run-dry.ts";
import { units } from "../../src/money/money.ts";
import { callOwn, categoryId, database, del, insert, post } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

interface Foreseen {
  readonly payee: string;
  readonly category: { readonly id: number } | null;
  readonly category_rule: { readonly id: number } | null;
}
interface Ruled {
  readonly payee: string;
  readonly category_id: number | null;
}

// Few letters, so that rules meet and overlap; the Kelvin sign and a dotted I fold to ASCII letters.
const WORD = fc.constantFrom(
  "aldi",
  "ALDI",
  "kiosk",
  "KIOSK",
  "\u212Aiosk",
  "Café",
  "CAFÉ",
  "İstanbul",
  "a",
);
const TEXT = fc.array(WORD, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const TEST = fc.record({
  how: fc.constantFrom("contains" as const, "equals" as const, "starts_with" as const),
  text: WORD,
});
const CRITERIA: fc.Arbitrary<Criteria> = fc
  .record(
    {
      payee: TEST,
      original_name: TEST,
      sign: fc.constantFrom("debit" as const, "credit" as const),
      amount_max: fc.constantFrom(units(20_000), units(50_000)),
    },
    { requiredKeys: [] },
  )
  .filter((criteria) => Object.keys(criteria).length > 0);
const ACTIONS: fc.Arbitrary<Actions> = fc
  .record(
    {
      payee: WORD,
      category_id: fc.constantFrom(1, 2),
      notes: fc.constantFrom("x", "y"),
      tag_ids: fc.constantFrom([1], [2], [1, 2]),
      reviewed: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .filter((actions) => Object.keys(actions).length > 0);
const SUBJECT: fc.Arbitrary<Subject> = fc.record({
  payee: TEXT,
  original_name: fc.option(TEXT),
  notes: fc.option(fc.constantFrom("x", "z")),
  amount: fc.constantFrom(units(10_000), units(-30_000), units(60_000)),
  manual_account_id: fc.constant(null),
  linked_account_id: fc.constant(null),
  category_id: fc.option(fc.constantFrom(1, 2)),
  status: fc.constantFrom("reviewed" as const, "unreviewed" as const),
  is_pending: fc.constant(0),
  tag_ids: fc.constantFrom([], [1], [1, 2]),
});

test("a dry run says of each transaction what the rule would set there among the others, and nothing else", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ criteria: CRITERIA, actions: ACTIONS }), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      SUBJECT,
      (parts, seed, subject) => {
        const rules = parts.map((part, index) => ({ id: index + 1, ...part }));
        const at = seed % rules.length;
        const rule = rules[at];
        if (rule === undefined) throw new Error("there is a rule");

        const verdict = judge(rule, rules.slice(0, at), subject);
        const run = decideByRules(rules, subject)?.outcome ?? {};
        const without = decideByRules(rules.toSpliced(at, 1), subject)?.outcome ?? {};

        if (verdict === null) expect(run).toEqual(without);
        const after = verdict?.kind === "change" ? verdict.after : {};
        const { reviewed, tag_ids: tags = [], ...values } = verdict === null ? {} : rule.actions;
        const current = new Map<string, unknown>(Object.entries(subject));
        const { status, tag_ids: tagsAfter, ...set } = after;
        for (const [field, value] of Object.entries(set)) expect(run).toHaveProperty(field, value);
        for (const field of Object.keys(values) as (keyof typeof values)[])
          if (!Object.hasOwn(set, field))
            expect([current.get(field), without[field]]).toContain(run[field]);
        expect(tagsAfter ?? subject.tag_ids).toEqual(
          [...new Set([...subject.tag_ids, ...tags])].toSorted((a, b) => a - b),
        );
        if (status !== undefined) expect([reviewed, subject.status]).toEqual([true, "unreviewed"]);
        if (verdict?.kind === "decided") expect(verdict.by).toBeLessThan(rule.id);
      },
    ),
    { numRuns: 500 },
  );
});

test("a preview lists exactly the transactions that the rule changes when they are inserted again", async () => {
  const [coffee, salary] = [await categoryId("Coffee"), await categoryId("Salary")];
  const seen = fc.sample(fc.tuple(SUBJECT, WORD), { numRuns: 60, seed: 7 });
  const items = seen.map(([{ payee, original_name, amount, status }], index) => ({
    date: `2026-10-${String((index % 28) + 1).padStart(2, "0")}`,
    amount: amount / 10_000,
    payee,
    original_name,
    status,
    category_id: index % 3 === 0 ? coffee : null,
  }));
  const { transactions: plain } = await insert(items);
  const first = {
    match: { payee: { how: "starts_with", text: "café" } },
    set: { category_id: salary },
  };
  const made = await callOwn("POST", "/rules", first);
  const rules = [...new Set(seen.map(([, word]) => word))].map((text) => ({
    match: { payee: { how: "contains", text } },
    set: { category_id: coffee },
  }));

  for (const rule of rules) {
    const { body } = await callOwn("POST", "/rules/preview", { rule, limit: 500 });
    const { body: added } = await callOwn("POST", "/rules", rule);
    const foreseen = await callOwn("POST", "/rules/foresee", { transactions: items });
    const { transactions: ruled } = await insert(items, { apply_rules: true });
    expect(
      foreseen.body.transactions.map((one: Foreseen) => [one.payee, one.category?.id ?? null]),
    ).toEqual(ruled.map((one: Ruled) => [one.payee, one.category_id]));
    const known = [made.body.id, added.id];
    expect(foreseen.body.transactions.map((one: Foreseen) => one.category_rule?.id)).toEqual(
      items.map(({ payee }) => {
        const lower = payee.toLowerCase();
        const fits = [
          lower.startsWith("café"),
          lower.includes(rule.match.payee.text.toLowerCase()),
        ];
        return known[fits.indexOf(true)];
      }),
    );

    const isChanged = (index: number) =>
      plain[index].category_id !== ruled[index].category_id && ruled[index].category_id === coffee;
    const expected = plain.filter((_: unknown, index: number) => isChanged(index));
    expect(body.transactions.map((one: { id: number }) => one.id).toSorted()).toEqual(
      expected.map((one: { id: number }) => one.id).toSorted(),
    );
    expect(body.counts.would_change).toBe(expected.length);
    const decided = plain.filter(({ payee }: { payee: string }) => {
      const lower = payee.toLowerCase();
      return lower.startsWith("café") && lower.includes(rule.match.payee.text.toLowerCase());
    });
    expect(body.decided_by).toEqual(
      decided.length === 0 ? [] : [{ rule_id: made.body.id, count: decided.length }],
    );
    await callOwn("DELETE", `/rules/${added.id}`);
    await del("/transactions", { ids: ruled.map((one: { id: number }) => one.id) });
  }
});

test("every letter that has a lower case in a wanted text is known, or the text is left to the matcher", () => {
  const letters = Array.from({ length: 0x11_0000 - 0x800 }, (_, index) =>
    String.fromCodePoint(index < 0xd800 ? index : index + 0x800),
  );
  const upper = letters.filter((letter) => letter > "\x7f" && letter.toLowerCase() !== letter);
  const pairs = upper.flatMap((letter) => Array.from(letter.toLowerCase(), (one) => [one, letter]));
  const wanted = Map.groupBy(pairs, ([lower]) => lower);
  const cased = letters.filter(
    (letter) =>
      letter.toLowerCase() === letter && (wanted.has(letter) || letter.toUpperCase() !== letter),
  );
  const wrong = cased.filter((letter) => {
    const expected = wanted.get(letter)?.map(([, form]) => form) ?? [];
    const known = listForms(letter);
    return (
      known !== null &&
      (known.length !== expected.length || !known.every((form) => expected.includes(form)))
    );
  });

  expect(wrong).toEqual([]);
  expect(cased.length).toBeGreaterThan(1_000);
  expect(cased.filter((letter) => listForms(letter) === null).length).toBeLessThan(100);
});

test("the database counts and lists in a dry run what judging each transaction finds", async () => {
  const word = fc.oneof(
    WORD,
    fc.constantFrom("Ångström", "\u212Bngstr\u00D6m", "ΟΔΟΣ", "οδος", "a%_\\"),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join("\0"));
  const category = [await categoryId("Coffee"), await categoryId("Salary")];
  const tags: number[] = [];
  for (const name of ["one", "two"]) tags.push((await post("/tags", { name })).body.id);
  const days = fc.constantFrom("2026-10-01", "2026-10-02", "2026-10-03");
  const seen = fc.sample(fc.tuple(SUBJECT, days, text), { numRuns: 120, seed: 11 });
  const { transactions } = await insert(
    seen.map(([{ amount, notes, status, category_id: at, tag_ids: own }, date, payee], index) => ({
      date,
      amount: amount / 10_000,
      payee,
      original_name: index % 3 === 0 ? null : (seen[index - 1]?.[2] ?? null),
      notes,
      status,
      category_id: at === null ? null : category[at - 1],
      tag_ids: own.map((tag) => tags[tag - 1]),
      manual_account_id: (index % 3) + 1,
    })),
  );
  const ids = transactions.map(({ id }: { id: number }) => id);
  const children = [{ amount: transactions[0].amount / 2 }, { amount: transactions[0].amount / 2 }];
  expect(
    (await post(`/transactions/split/${ids[0]}`, { child_transactions: children })).status,
  ).toBe(201);
  const grouped = { ids: ids.slice(1, 3), date: "2026-10-02", payee: "aldi" };
  expect((await post("/transactions/group", grouped)).status).toBe(201);

  const test = fc.record({ how: TEST.map(({ how }) => how), text: fc.oneof(word, text) });
  const criteria: fc.Arbitrary<Criteria> = fc
    .record(
      {
        payee: test,
        original_name: test,
        notes: TEST,
        sign: fc.constantFrom("debit" as const, "credit" as const),
        amount_min: fc.constantFrom(units(20_000), units(50_000)),
        manual_account_id: fc.constantFrom(1, 2),
      },
      { requiredKeys: [] },
    )
    .filter((one) => Object.keys(one).length > 0);
  const actions: fc.Arbitrary<Actions> = fc.oneof(
    fc.record(
      {
        payee: word,
        category_id: fc.constantFrom(...category),
        notes: fc.constantFrom("x", "y"),
        tag_ids: fc.constantFrom(tags.slice(0, 1), tags),
        reviewed: fc.constant(true as const),
      },
      { requiredKeys: [] },
    ),
  );
  let decided = 0;
  await database((sql) => {
    const rows = sql.all<Omit<Subject, "tag_ids"> & { id: number; tags: string }>(
      `SELECT t.*, (SELECT json_group_array(tag_id) FROM transaction_tags WHERE transaction_id = t.id) AS tags
       FROM transactions t WHERE split_parent_id IS NULL AND NOT is_split_parent
         AND NOT is_group_parent AND group_parent_id IS NULL ORDER BY date DESC, id DESC`,
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ criteria, actions }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(1, 5, 500),
        (parts, most) => {
          const rules = parts.map((part, index) => ({ id: parts.length - index, ...part }));
          const [rule = { id: 0, criteria: {}, actions: {} }, ...earlier] = rules;
          const verdicts = rows.map((row) => ({
            id: row.id,
            verdict: judge(rule, earlier, { ...row, tag_ids: JSON.parse(row.tags) }),
          }));
          const kinds = Map.groupBy(verdicts, ({ verdict }) => verdict?.kind);
          const by = Map.groupBy(kinds.get("decided") ?? [], ({ verdict }) =>
            verdict?.kind === "decided" ? verdict.by : 0,
          );

          const run = runDry(sql, rule, earlier, most);

          const count = (kind: keyof typeof run.counts) => kinds.get(kind)?.length ?? 0;
          expect(run.counts).toEqual({
            change: count("change"),
            already: count("already"),
            decided: count("decided"),
            "split only": count("split only"),
          });
          expect([...run.decidedBy]).toEqual([...by].map(([id, list]) => [id, list.length]));
          expect(run.changed.map(({ row, verdict }) => ({ id: row.id, verdict }))).toEqual(
            (kinds.get("change") ?? []).slice(0, most),
          );
          if (countVerdicts(rule, earlier) !== null) decided += 1;
        },
      ),
      { numRuns: 400 },
    );
  });
  expect(decided).toBeGreaterThan(100);
  expect(decided).toBeLessThan(390);
});

test("a rule counts the transactions it had a part in, the ledger finds them, and a deleted one no longer counts", async () => {
  const coffee = await categoryId("Coffee");
  const rule = {
    match: { payee: { how: "contains", text: "aldi" } },
    set: { category_id: coffee },
  };
  const { body: one } = await callOwn("POST", "/rules", rule);
  const { body: late } = await callOwn("POST", "/rules", rule);
  const items = ["ALDI 1", "ALDI 2", "Migros"].map((payee) => ({
    date: "2026-11-20",
    amount: 5,
    payee,
  }));
  const { transactions } = await insert(items, { apply_rules: true });
  await insert(items);
  const [first, second] = transactions;

  const counts = async () =>
    (await callOwn("GET", "/rules")).body.rules.map(
      ({ id, applied }: { id: number; applied: { count: number } }) => [id, applied.count],
    );
  expect(await counts()).toEqual([
    [one.id, 2],
    [late.id, 0],
  ]);
  const found = await callOwn("GET", `/transactions?source=rule:${one.id}`);
  expect(
    found.body.transactions.map(({ id, rule_ids }: { id: number; rule_ids: number[] }) => [
      id,
      rule_ids,
    ]),
  ).toEqual([
    [second.id, [one.id]],
    [first.id, [one.id]],
  ]);
  expect((await callOwn("GET", `/rules?transaction_id=${first.id}`)).body.rules).toHaveLength(1);
  expect((await callOwn("GET", "/transactions?source=rule:x")).status).toBe(400);

  await del(`/transactions/${first.id}`);
  expect(await counts()).toEqual([
    [one.id, 1],
    [late.id, 0],
  ]);
});

test("rules are put in an order that names each of them once", async () => {
  const make = async (text: string) =>
    (
      await callOwn("POST", "/rules", {
        match: { payee: { how: "equals", text } },
        set: { notes: text },
      })
    ).body.id;
  const [a, b, c] = [await make("a"), await make("b"), await make("c")];
  const order = async () =>
    (await callOwn("GET", "/rules")).body.rules.map(({ id }: { id: number }) => id);

  expect((await callOwn("PUT", "/rules/order", { ids: [c, a, b] })).status).toBe(204);
  expect(await order()).toEqual([c, a, b]);
  for (const ids of [
    [c, a],
    [c, a, a],
    [c, a, b, 99],
    [c, a, 99],
  ])
    expect((await callOwn("PUT", "/rules/order", { ids })).status).toBe(400);
  expect(await order()).toEqual([c, a, b]);

  await callOwn("PUT", "/rules/unsuggested", { payee: "DM", suggest: false });
  expect((await callOwn("GET", "/rules/unsuggested")).body).toEqual({ payees: ["DM"] });
  await callOwn("PUT", "/rules/unsuggested", { payee: "DM", suggest: true });
  expect((await callOwn("GET", "/rules/unsuggested")).body).toEqual({ payees: [] });
});
