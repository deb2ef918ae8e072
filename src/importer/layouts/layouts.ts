// The layouts that were learned: how documents of each kind are read, and the answers and settings
// for them. The stored part of a reading is bounded; the answers are in `remembered`
// (remembered-answers.ts), where every survey looks them up.

import type { Sql } from "../../platform/sql/sql.ts";
import {
  CSV_COLUMNS_MAX,
  LAYOUT_SENTENCE_CHARS_MAX,
  LAYOUT_SENTENCES_MAX,
  LAYOUT_TEXT_CHARS_MAX,
  LAYOUTS_MAX,
} from "../../platform/limits.ts";
import type { Answers, Layout, Question } from "../../statements/statement.ts";
import { fit } from "../../platform/text.ts";
import { scopeKey } from "./remembered-answers.ts";

/** How documents of a layout are read, without facts of a single document. */
export type KeptLayout = Omit<Layout, "proof">;

export interface RememberedAnswer {
  readonly question: string;
  /** Empty: files went to different accounts, so it is asked each time. */
  readonly choice: string;
  /** The account whose files it applies to; null for all. */
  readonly for_account: number | null;
  readonly answered_at: number;
  /** The question as it was asked; null for an account, a setting, and an import without it. */
  readonly asked: Pick<Question, "ask" | "choices"> | null;
}

/** The answers that a caller wants remembered. */
export type WantedAnswer = Pick<RememberedAnswer, "question" | "choice" | "for_account">;

export interface LearnedLayout {
  readonly fingerprint: string;
  readonly layout: KeptLayout;
  readonly answers: readonly RememberedAnswer[];
  /** The number of imports read under it that were not undone. */
  readonly imports: number;
  /** The newest import of such a document, undone or not. */
  readonly last_import: string | null;
  readonly learned_at: number;
  readonly used_at: number | null;
  /** False if it was forgotten, or never stored, and is known only from imports. */
  readonly kept: boolean;
}

interface LayoutRow {
  readonly fingerprint: string;
  readonly layout: string;
  readonly learned_at: number;
  readonly used_at: number | null;
}

/** Stores how a document was read as the facts of its layout. */
export function learn(sql: Sql, layout: Layout | KeptLayout, now: number): void {
  sql.run(
    `INSERT INTO layouts (fingerprint, layout, learned_at, used_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (fingerprint) DO UPDATE SET layout = excluded.layout, used_at = excluded.used_at`,
    layout.fingerprint,
    JSON.stringify(cutToKept(layout)),
    now,
    now,
  );
  sql.run(
    `DELETE FROM layouts WHERE fingerprint IN (
       SELECT fingerprint FROM layouts l WHERE NOT EXISTS (SELECT 1 FROM remembered r WHERE r.fingerprint = l.fingerprint)
       ORDER BY used_at LIMIT MAX(0, (SELECT COUNT(*) FROM layouts) - ?))`,
    LAYOUTS_MAX,
  );
}

/** Adds a layout from another deployment; does nothing if it is known here. */
export function adopt(sql: Sql, layout: KeptLayout, now: number): void {
  sql.run(
    "INSERT OR IGNORE INTO layouts (fingerprint, layout, learned_at, used_at) VALUES (?, ?, ?, NULL)",
    layout.fingerprint,
    JSON.stringify(cutToKept(layout)),
    now,
  );
}

/** The layouts, the most recently used first. */
export function listLayouts(sql: Sql, limit: number, offset: number): LearnedLayout[] {
  const rows = sql.all<LayoutRow>(
    "SELECT * FROM layouts ORDER BY used_at DESC, learned_at DESC, fingerprint LIMIT ? OFFSET ?",
    limit,
    offset,
  );
  return rows.map((row) => toLearned(sql, row, true));
}

/** One layout; for a forgotten one, what its newest import shows. */
export function findLayout(sql: Sql, fingerprint: string): LearnedLayout | null {
  const row = sql.first<LayoutRow>("SELECT * FROM layouts WHERE fingerprint = ?", fingerprint);
  if (row !== null) return toLearned(sql, row, true);
  const past = sql.first<{ layout: string; created_at: number }>(
    "SELECT layout, created_at FROM runs WHERE layout IS NOT NULL AND layout ->> '$.fingerprint' = ? ORDER BY seq DESC LIMIT 1",
    fingerprint,
  );
  return past === null
    ? null
    : toLearned(
        sql,
        { fingerprint, layout: past.layout, learned_at: past.created_at, used_at: past.created_at },
        false,
      );
}

function toLearned(sql: Sql, row: LayoutRow, kept: boolean): LearnedLayout {
  const { fingerprint, learned_at, used_at } = row;
  const uses = sql.first<{ imports: number; last: number | null }>(
    `SELECT COUNT(*) FILTER (WHERE state NOT IN ('undoing', 'undone')) AS imports, MAX(seq) AS last
     FROM runs WHERE layout IS NOT NULL AND layout ->> '$.fingerprint' = ?`,
    fingerprint,
  );
  const last = sql.first<{ id: string }>("SELECT id FROM runs WHERE seq = ?", uses?.last ?? null);
  const layout: Layout = JSON.parse(row.layout);
  return {
    fingerprint,
    layout: cutToKept(layout),
    answers: listAnswers(sql, fingerprint),
    imports: uses?.imports ?? 0,
    last_import: last?.id ?? null,
    learned_at,
    used_at,
    kept,
  };
}

function listAnswers(sql: Sql, fingerprint: string): RememberedAnswer[] {
  const rows = sql.all<{
    question: string;
    choice: string;
    scope: string;
    answered_at: number;
    asked: string | null;
  }>(
    "SELECT question, choice, scope, answered_at, asked FROM remembered WHERE fingerprint = ? ORDER BY question, scope",
    fingerprint,
  );
  return rows.map(({ scope, asked, ...answer }) => ({
    ...answer,
    for_account: scope === "" ? null : Number(scope),
    asked: asked === null ? null : JSON.parse(asked),
  }));
}

/** Replaces a layout's answers; an unchanged one keeps its time and its question. */
export function saveAnswers(
  sql: Sql,
  fingerprint: string,
  wanted: readonly (WantedAnswer & { readonly asked?: RememberedAnswer["asked"] })[],
  now: number,
): void {
  const before = listAnswers(sql, fingerprint);
  const answerKey = ({ question, for_account }: WantedAnswer) =>
    JSON.stringify([question, for_account]);
  const known = new Map(before.map((answer) => [answerKey(answer), answer]));
  const stay = new Set(wanted.map(answerKey));
  for (const answer of before) {
    if (!stay.has(answerKey(answer)))
      sql.run(
        "DELETE FROM remembered WHERE fingerprint = ? AND scope = ? AND question = ?",
        fingerprint,
        scopeKey(answer.for_account),
        answer.question,
      );
  }
  for (const answer of wanted) {
    const old = known.get(answerKey(answer));
    if (old?.choice === answer.choice) continue;
    const asked = old?.asked ?? answer.asked ?? null;
    sql.run(
      "INSERT OR REPLACE INTO remembered (fingerprint, scope, question, choice, answered_at, asked) VALUES (?, ?, ?, ?, ?, ?)",
      fingerprint,
      scopeKey(answer.for_account),
      answer.question,
      answer.choice,
      now,
      asked === null ? null : JSON.stringify(asked),
    );
  }
}

/** Forgets a layout with all its answers; the imports stay. */
export function forgetLayout(sql: Sql, fingerprint: string): void {
  sql.run("DELETE FROM remembered WHERE fingerprint = ?", fingerprint);
  sql.run("DELETE FROM layouts WHERE fingerprint = ?", fingerprint);
}

/**
 * The answers that a survey of a file for `account` uses; those for that account override those for
 * any.
 */
export function recallAnswers(answers: readonly WantedAnswer[], account: number | null): Answers {
  const hold = answers.filter(
    ({ choice, for_account }) => choice !== "" && (for_account === null || for_account === account),
  );
  const general = hold.filter(({ for_account }) => for_account === null);
  return Object.fromEntries(
    [...general, ...hold.filter((answer) => !general.includes(answer))].map(
      ({ question, choice }) => [question, choice],
    ),
  );
}

/** A reading cut to what is stored: a header may be of any size. */
function cutToKept(layout: Layout | KeptLayout): KeptLayout {
  const text = (value: string) => fit(value, LAYOUT_TEXT_CHARS_MAX);
  const orNull = (value: string | null) => (value === null ? null : text(value));
  const sentences = (all: readonly string[]) =>
    all.slice(0, LAYOUT_SENTENCES_MAX).map((sentence) => fit(sentence, LAYOUT_SENTENCE_CHARS_MAX));
  const {
    fingerprint,
    format,
    bank,
    encoding,
    delimiter,
    header_line,
    columns,
    date_format,
    decimal_mark,
    sign,
    currency,
    account,
    why,
    warnings = [],
  } = layout;
  return {
    fingerprint,
    format,
    bank: orNull(bank),
    encoding: text(encoding),
    delimiter: orNull(delimiter),
    header_line,
    columns: columns
      .slice(0, CSV_COLUMNS_MAX)
      .map(({ index, label, role }) => ({ index, label: text(label), role: text(role) })),
    date_format: orNull(date_format),
    decimal_mark,
    sign: orNull(sign),
    currency,
    account: orNull(account),
    why: sentences(why),
    warnings: sentences(warnings),
  };
}
