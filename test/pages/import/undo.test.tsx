// An import's page about undoing: which rows stay with another import, and what arrived after the undo.

import { expect, test } from "vitest";
import { Actions } from "../../../src/pages/import/actions.tsx";
import { Late } from "../../../src/pages/import/late-transactions.tsx";
import { ImportPage } from "../../../src/pages/import/page.tsx";
import type { Import } from "../../../src/pages/ui/wire.ts";

const RUN: Import = {
  id: "i1",
  state: "done",
  door: "upload",
  document: { name: "december.csv", bytes: 900, sha256: "0".repeat(64), media_type: "text/csv" },
  account: null,
  layout: null,
  questions: [],
  requests: 1,
  counts: { read: 39, inserted: 39, duplicate: 0, rejected: 0, skipped: 0, waiting: 0 },
  next_attempt_at: null,
  error: null,
  waits_for: null,
  balances: [],
  dismissed_at: null,
  created_at: "2026-11-22T10:00:00Z",
  finished_at: null,
};

const htmlOf = (page: unknown) => String(page);
const text = (page: unknown) =>
  String(page)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("the page lists the rows that stay, and their import, before an undo is confirmed", () => {
  const stays = [{ import: "i2", name: "checking-2026-01.csv", transactions: 6 }];

  const shown = text(<Actions name="checking.csv" run={RUN} foreseen={{ deletes: 33, stays }} />);

  expect(shown).toContain("Delete 33 of the 39 transactions that this import inserted?");
  expect(shown).toContain(
    "6 of these 39 transactions are also in checking-2026-01.csv. They stay and will belong to that import.",
  );
  expect(shown).toContain("Delete 33 transactions");
});

test("undoing an import whose rows all stay deletes nothing, and its button says so", () => {
  const shown = text(
    <Actions
      name="checking.csv"
      run={RUN}
      foreseen={{ deletes: 0, stays: [{ import: "i2", name: "all.csv", transactions: 39 }] }}
    />,
  );

  expect(shown).toContain("Undo without deleting");
});

test("an import that overlaps no other deletes exactly what it inserted", () => {
  const shown = text(
    <Actions name="checking.csv" run={RUN} foreseen={{ deletes: 39, stays: [] }} />,
  );

  expect(shown).toContain(
    "Delete the 39 transactions that this import inserted? Nothing else changes.",
  );
});

test("transactions that arrived after the undo are offered for deletion", () => {
  const late = Array.from({ length: 20 }, (_, n) => ({
    transaction_id: n,
    line: n,
    date: "2026-03-01",
    amount: "5.0000",
    currency: "usd",
    payee: `Shop ${n}`,
  }));

  const shown = text(
    <Late run={{ ...RUN, state: "undone" }} found={{ late, has_more: false, looking: false }} />,
  );

  expect(shown).toContain("20 transactions of this import arrived after it was undone.");
  expect(shown).toContain("Delete 20 transactions");
});

test("an import that waits for another shows the reason and the end, and links to it", () => {
  const error =
    "march.csv goes to the same account and is posted first; it waits: the service answered 403";
  const run: Import = {
    ...RUN,
    state: "posting",
    error,
    waits_for: "i7",
    next_attempt_at: "2026-11-22T10:15:00Z",
  };

  const page = htmlOf(<ImportPage run={run} first={[]} rejected={[]} skipped={[]} />);

  expect(text(page)).toContain("Waiting for another import to finish.");
  expect(text(page)).toContain(error);
  expect(text(page)).toContain("Next attempt:");
  expect(page).toContain('href="/imports/i7"');
});
