// The properties of a transaction that version 1 writes (gaps.md 3.11), and its tags: ids or names.
// A new name creates a tag. A tag object is accepted too, so that a transaction that was read can
// be sent back.

import * as z from "zod";
import {
  LEGACY_NOTES_CHARS_MAX,
  LEGACY_PAYEE_CHARS_MAX,
  TAG_IDS_MAX,
  TAG_NAME_CHARS_MAX,
} from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import * as legacy from "./wire.ts";
import { lacks, type Problem } from "../../platform/api/problem.ts";
import type { Context } from "../route.ts";
import { idsOfNames } from "../tags/store.ts";
import * as wire from "../wire.ts";
import { externalId } from "../transactions/schemas.ts";

export const optionalId = wire.id.nullable().optional();
export const payee = legacy.optional(wire.text(0, LEGACY_PAYEE_CHARS_MAX));
export const notes = wire.text(0, LEGACY_NOTES_CHARS_MAX).nullable().optional();
const SHOWN_TAG = z
  .object({ id: wire.id })
  .meta({ description: "A tag as it is shown; its id counts." });
const TAG = z.union(
  [wire.id, wire.text(1, TAG_NAME_CHARS_MAX), SHOWN_TAG.transform(({ id }) => id)],
  `must be a tag id, a name of 1 to ${TAG_NAME_CHARS_MAX} characters, or a tag as it is shown`,
);
/** An id or a name. */
export type Tag = z.output<typeof TAG>;

/** The properties of both an insert and an update, besides date and amount. */
export const PROPERTIES = {
  category_id: optionalId,
  payee,
  currency: legacy.optional(legacy.currency),
  asset_id: optionalId,
  linked_account_id: optionalId,
  recurring_id: optionalId,
  notes,
  status: legacy.optional(legacy.status),
  external_id: externalId,
  tags: z.array(TAG, "must be a list of tag ids and names").max(TAG_IDS_MAX).nullable().optional(),
};

/** The ids of the named tags; a new name becomes a tag, if the caller may create tags. */
export function tagsNamed(
  { sql, caller, now }: Context,
  tags: readonly Tag[],
): Result<ReturnType<typeof idsOfNames>, Problem> {
  const names = tags.filter((tag) => typeof tag === "string");
  const named = idsOfNames(sql, names, now);
  return named.made.length === 0 || caller.scopes.has("tags:write")
    ? ok(named)
    : err(lacks(["tags:write"]));
}

/** The ids of these tags, each once; `named` has the id of every name. */
export function parseIds(
  tags: readonly Tag[] | null | undefined,
  named: ReadonlyMap<string, number>,
): number[] {
  const ids = (tags ?? []).map((tag) =>
    typeof tag === "number" ? tag : must(named.get(tag), "a name that is asked for has a tag"),
  );
  return [...new Set(ids)];
}
