// Imports in the journal: one that is done is an entry, and so is its undo. Both are written in the
// database transaction that changes the import's state. It is undone by the import's own undo alone.

import type { Sql } from "../../platform/sql/sql.ts";

/** What the journal says of an import. */
interface Told {
  readonly id: string;
  readonly state: string;
  readonly document: { readonly name: string };
  readonly account: { readonly name: string } | null;
  readonly door: string;
  readonly inserted: number;
  readonly error: string | null;
  readonly balances: readonly { readonly outcome: { readonly kind: string } | null }[] | null;
  readonly finished_at: number | null;
}

const NO_REDO = "An import that was undone is not brought back from here: import the file again.";
const FROM: Readonly<Record<string, string>> = {
  email: "an e-mail",
  schedule: "a schedule",
  hook: "a webhook",
};

/** Writes what became of an import, if that is something that a person may want to undo or to see. */
export function noteImport(sql: Sql, run: Told): void {
  if (run.state === "done") noteDone(sql, run);
  const entry = findImport(sql, run.id);
  if (entry === null) return;
  if (run.state === "undoing")
    sql.run("UPDATE changes SET state = 'undoing' WHERE id = ?", entry.id);
  if (run.state === "undone") noteUndone(sql, run, entry);
}

/** Finds the entry that tells of an import, not the one of its undo; null if none does. */
function findImport(sql: Sql, run: string) {
  return sql.first<{ id: number; sentence: string }>(
    "SELECT id, sentence FROM changes WHERE import = ? AND undoes IS NULL",
    run,
  );
}

function noteDone(sql: Sql, run: Told): void {
  const what = run.inserted === 1 ? "1 transaction" : `${run.inserted} transactions`;
  const into = run.account === null ? "" : ` into ${run.account.name}`;
  const isAny =
    run.inserted > 0 || (run.balances ?? []).some(({ outcome }) => outcome?.kind === "set");
  add(sql, run, {
    sentence: `Imported ${what} from ${run.document.name}${into}`,
    undoes: null,
    done: isAny ? 1 : 0,
    cannot: isAny ? null : "It added nothing to the budget.",
  });
}

function noteUndone(
  sql: Sql,
  run: Told,
  { id, sentence }: { readonly id: number; readonly sentence: string },
): void {
  sql.run("UPDATE changes SET state = 'undone' WHERE id = ?", id);
  // Late transactions of an import are deleted after its undo, which has its entry already.
  if (sql.first("SELECT 1 FROM changes WHERE undoes = ?", id) !== null) return;
  const cannot = run.error === null ? NO_REDO : `${run.error} ${NO_REDO}`;
  add(sql, run, { sentence: `Undo: ${sentence}`, undoes: id, done: 1, cannot });
}

function add(
  sql: Sql,
  { id, door, finished_at: at }: Told,
  entry: {
    readonly sentence: string;
    readonly undoes: number | null;
    readonly done: number;
    readonly cannot: string | null;
  },
): void {
  sql.run(
    `INSERT INTO changes (hash, at, who, source, sentence, undoes, mark, state, total, done, import, cannot_undo)
     VALUES ('', ?, coalesce((SELECT json_object('id', user_id, 'name', person_name) FROM connection), '{"id":null,"name":""}'),
       ?, ?, ?, lower(hex(randomblob(8))), 'done', ?, ?, ?, ?)`,
    at ?? 0,
    entry.undoes === null ? (FROM[door] ?? null) : null,
    entry.sentence,
    entry.undoes,
    Math.max(1, entry.done),
    entry.done,
    id,
    entry.cannot,
  );
}
