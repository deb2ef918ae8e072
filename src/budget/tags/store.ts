// The tags table, and what depends on a tag.

import { must } from "../../platform/assert.ts";
import { dropTagFromRules, rulesSettingTag } from "../rules/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { inParts } from "../../platform/sql/list-chunks.ts";

export interface TagState {
  readonly name: string;
  readonly description: string | null;
  readonly text_color: string | null;
  readonly background_color: string | null;
  readonly archived: boolean;
  readonly archived_at: number | null;
}

export interface TagRow extends Omit<TagState, "archived"> {
  readonly id: number;
  readonly archived: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The tags in the order of their names, all or those with these ids. */
export function listTags(sql: Sql, ids?: readonly number[]): TagRow[] {
  if (ids === undefined)
    return sql.all<TagRow>("SELECT * FROM tags ORDER BY name COLLATE NOCASE, id");
  return sql.all<TagRow>(
    "SELECT * FROM tags WHERE id IN (SELECT value FROM json_each(?)) ORDER BY name COLLATE NOCASE, id",
    JSON.stringify(ids),
  );
}

export function findTag(sql: Sql, id: number): TagRow | null {
  return sql.first<TagRow>("SELECT * FROM tags WHERE id = ?", id);
}

/** The id of another tag of this name, or null. */
export function tagNamed(sql: Sql, name: string, except: number | null): number | null {
  return (
    sql.first<{ id: number }>("SELECT id FROM tags WHERE name = ? AND id IS NOT ?", name, except)
      ?.id ?? null
  );
}

/** A new tag; its id. */
export function insertTag(sql: Sql, tag: TagState, now: number): number {
  const row = sql.first<{ id: number }>(
    `INSERT INTO tags (name, description, text_color, background_color, archived, archived_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    tag.name,
    tag.description,
    tag.text_color,
    tag.background_color,
    tag.archived,
    tag.archived_at,
    now,
    now,
  );
  return must(row, "an inserted tag has an id").id;
}

/**
 * The ids of the tags with these names, by name; unknown names become tags, whose ids are in
 * `made`.
 */
export function idsOfNames(
  sql: Sql,
  names: readonly string[],
  now: number,
): { readonly ids: ReadonlyMap<string, number>; readonly made: readonly number[] } {
  if (names.length === 0) return { ids: new Map(), made: [] };
  const parts = inParts([...new Set(names)]);
  const made = parts.flatMap((part) =>
    sql.all<{ id: number }>(
      `INSERT INTO tags (name, created_at, updated_at) SELECT j.value, ?1, ?1 FROM json_each(?2) j WHERE true
       ON CONFLICT (name) DO NOTHING RETURNING id`,
      now,
      part,
    ),
  );
  const found = parts.flatMap((part) =>
    sql.all<{ id: number; name: string }>(
      "SELECT id, name FROM tags WHERE name IN (SELECT value FROM json_each(?))",
      part,
    ),
  );
  return { ids: new Map(found.map(({ id, name }) => [name, id])), made: made.map(({ id }) => id) };
}

/** Deletes those of these tags, which were made a moment ago, that no transaction carries. */
export function dropUnused(sql: Sql, made: readonly number[]): void {
  if (made.length === 0) return;
  sql.run(
    `DELETE FROM tags WHERE id IN (SELECT value FROM json_each(?))
     AND NOT EXISTS (SELECT 1 FROM transaction_tags g WHERE g.tag_id = tags.id)`,
    JSON.stringify(made),
  );
}

export function updateTag(sql: Sql, id: number, tag: TagState, now: number): void {
  sql.run(
    "UPDATE tags SET name = ?, description = ?, text_color = ?, background_color = ?, archived = ?, archived_at = ?, updated_at = ? WHERE id = ?",
    tag.name,
    tag.description,
    tag.text_color,
    tag.background_color,
    tag.archived,
    tag.archived_at,
    now,
    id,
  );
}

export type TagDependents = { readonly rules: number; readonly transactions: number };

export function tagDependents(sql: Sql, id: number): TagDependents {
  const transactions = sql.count("transaction_tags WHERE tag_id = ?", id);
  return { rules: rulesSettingTag(sql, id), transactions };
}

/** Deletes the tag and takes it off everything that carries it. */
export function deleteTag(sql: Sql, id: number, now: number): void {
  sql.run(
    "UPDATE transactions SET updated_at = ? WHERE id IN (SELECT transaction_id FROM transaction_tags WHERE tag_id = ?)",
    now,
    id,
  );
  sql.run("DELETE FROM transaction_tags WHERE tag_id = ?", id);
  dropTagFromRules(sql, id, now);
  sql.run("DELETE FROM tags WHERE id = ?", id);
}
