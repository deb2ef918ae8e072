// GET /tags in version 1 (service-v1.md, Tag): a bare array.

import * as z from "zod";
import { ok } from "../../platform/result.ts";
import { legacyRoute } from "./routes.ts";
import type { Route } from "../route.ts";
import { listTags, type TagRow } from "../tags/store.ts";

/** The tag object, also in the tags of a transaction. */
export const LEGACY_TAG = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    archived: z.boolean(),
  })
  .meta({ id: "LegacyTag" });

export const LEGACY_TAG_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/tags",
    scope: "tags:read",
    tag: "tags",
    summary: "All tags",
    response: z.array(LEGACY_TAG),
    handle: ({ sql }) => ok(listTags(sql).map(toLegacyTag)),
  }),
];

/** The tag as its object. */
export function toLegacyTag(row: TagRow): z.input<typeof LEGACY_TAG> {
  return { id: row.id, name: row.name, description: row.description, archived: row.archived === 1 };
}
