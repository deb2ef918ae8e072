// /tags on the wire (service-v2.md, Tag object).

import * as z from "zod";
import { TAG_NAME_CHARS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { archiveAfter } from "../archive.ts";
import {
  changesNothing,
  inUse,
  notFound,
  type Problem,
  refuse,
} from "../../platform/api/problem.ts";
import { applyChange } from "../../platform/change.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import {
  deleteTag,
  findTag,
  insertTag,
  listTags,
  tagDependents,
  tagNamed,
  updateTag,
  type TagRow,
  type TagState,
} from "./store.ts";

const TAG = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    text_color: z.string().nullable(),
    background_color: z.string().nullable(),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
    archived: z.boolean(),
    archived_at: wire.TIME_OUT.nullable(),
  })
  .meta({ id: "Tag" });

const COLOR_CHARS_MAX = 50;
const PROPERTIES = {
  name: wire.text(1, TAG_NAME_CHARS_MAX),
  description: wire.text(0, 200).nullable().optional(),
  text_color: wire.text(0, COLOR_CHARS_MAX).nullable().optional(),
  background_color: wire.text(0, COLOR_CHARS_MAX).nullable().optional(),
  archived: wire.flag.optional(),
};
const CREATE = z.strictObject(PROPERTIES).meta({ id: "TagCreate" });
const IGNORED = { id: wire.ignored, created_at: wire.ignored, updated_at: wire.ignored };
const UPDATE = z
  .strictObject({
    ...PROPERTIES,
    name: PROPERTIES.name.optional(),
    archived_at: wire.instant.nullable().optional(),
    ...IGNORED,
  })
  .meta({ id: "TagUpdate" });

const DEPENDENTS = z
  .strictObject({
    tag_name: z.string(),
    dependents: z.strictObject({ rules: z.int(), transactions: z.int() }),
  })
  .meta({ id: "TagDependents" });

type TagChange = Omit<z.output<typeof UPDATE>, keyof typeof IGNORED>;

export const TAG_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/tags",
    scope: "tags:read",
    tag: "tags",
    summary: "All tags, or those with the ids given",
    query: z.strictObject({ ids: wire.textIds.optional() }),
    response: z.strictObject({ tags: z.array(TAG) }),
    failures: [400],
    handle: ({ sql }, { query }) => ok({ tags: listTags(sql, query.ids).map(toWire) }),
  }),
  route({
    method: "POST",
    path: "/tags",
    scope: "tags:write",
    tag: "tags",
    summary: "Create a tag",
    body: CREATE,
    example: { name: "Reimbursable", background_color: "#fde68a" },
    status: 201,
    response: TAG,
    failures: [400, 413],
    handle: (context, { body }) => {
      const blank = {
        name: body.name,
        description: null,
        text_color: null,
        background_color: null,
        archived: false,
        archived_at: null,
      };
      const tag = changeTag(blank, body, context.now);
      const clash = nameClash(context, tag.name, null);
      if (clash !== null) return clash;
      const id = insertTag(context.sql, tag, context.now);
      return answerOne(context, id);
    },
  }),
  route({
    method: "GET",
    path: "/tags/{id}",
    scope: "tags:read",
    tag: "tags",
    summary: "One tag",
    params: wire.idPath,
    response: TAG,
    failures: [400, 404],
    handle: (context, { params }) => answerOne(context, params.id),
  }),
  route({
    method: "PUT",
    path: "/tags/{id}",
    scope: "tags:write",
    tag: "tags",
    summary: "Change a tag",
    params: wire.idPath,
    body: UPDATE,
    example: { archived: true },
    response: TAG,
    failures: [400, 404, 413],
    handle: (context, { params: { id }, body }) => {
      const row = findTag(context.sql, id);
      if (row === null) return notFound("tag", id);
      if (!Object.keys(body).some((property) => !Object.hasOwn(IGNORED, property))) {
        return changesNothing();
      }
      const tag = changeTag({ ...row, archived: row.archived === 1 }, body, context.now);
      const clash = nameClash(context, tag.name, id);
      if (clash !== null) return clash;
      updateTag(context.sql, id, tag, context.now);
      return answerOne(context, id);
    },
  }),
  route({
    method: "DELETE",
    path: "/tags/{id}",
    scope: "tags:write",
    tag: "tags",
    summary: "Delete a tag; one that is in use only with force",
    params: wire.idPath,
    query: z.strictObject({ force: wire.textFlag.default(false) }),
    status: 204,
    failures: [400, 404, 422],
    refusals: {
      422: {
        when: "The tag is in use, and force is not true: what depends on it.",
        body: DEPENDENTS,
        example: { tag_name: "Vacation", dependents: { rules: 1, transactions: 14 } },
      },
    },
    handle: ({ sql, now }, { params: { id }, query }) => {
      const row = findTag(sql, id);
      if (row === null) return notFound("tag", id);
      const refused = inUse({ tag_name: row.name }, tagDependents(sql, id), query.force);
      if (refused !== null) return refused;
      deleteTag(sql, id, now);
      return ok(undefined);
    },
  }),
];

function changeTag(before: TagState, change: TagChange, now: number): TagState {
  return { ...applyChange(before, change), ...archiveAfter(before, change, now) };
}

function nameClash(
  { sql }: Context,
  name: string,
  except: number | null,
): { readonly ok: false; readonly error: Problem } | null {
  const other = tagNamed(sql, name, except);
  if (other === null) return null;
  return refuse("invalid body", {
    errMsg: `There is already a tag named ${JSON.stringify(name)}.`,
    invalid_property: "name",
    existing_tag_id: other,
  });
}

function answerOne({ sql }: Context, id: number): Result<object, Problem> {
  const row = findTag(sql, id);
  return row === null ? notFound("tag", id) : ok(toWire(row));
}

/** The tag object. */
function toWire(row: TagRow): z.input<typeof TAG> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    text_color: row.text_color,
    background_color: row.background_color,
    created_at: wire.formatTime(row.created_at),
    updated_at: wire.formatTime(row.updated_at),
    archived: row.archived === 1,
    archived_at: wire.timeOrNull(row.archived_at),
  };
}
