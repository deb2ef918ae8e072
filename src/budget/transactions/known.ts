// POST /api/transactions/known: which external ids an account has. Whoever imports a file again asks
// by the ids alone, instead of listing every transaction of its days.

import * as z from "zod";
import { EXTERNAL_ID_CHARS_MAX, KNOWN_IDS_MAX } from "../../platform/limits.ts";
import { ok } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { route, type Route } from "../route.ts";

const BODY = z.strictObject({
  manual_account_id: z.int().positive(),
  external_ids: z.array(z.string().max(EXTERNAL_ID_CHARS_MAX)).max(KNOWN_IDS_MAX),
});

/** The position of an id in the request, its transaction, and the import that inserted that. */
const FOUND = z.tuple([z.int(), z.int(), z.string().nullable()]);

export const KNOWN_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/transactions/known",
    scope: "transactions:read",
    tag: "transactions",
    summary: "Which of these external ids the account has",
    body: BODY,
    example: { manual_account_id: 1, external_ids: ["t1:20261120:abcdefghijklmnopqrstuvwxyz:1"] },
    response: z.strictObject({ found: z.array(FOUND) }),
    failures: [400],
    handle: ({ sql }, { body }) => ok({ found: findKnown(sql, body) }),
  }),
];

/** The parts of a split have no external id of their own. */
function findKnown(
  sql: Sql,
  { manual_account_id: account, external_ids: ids }: z.infer<typeof BODY>,
): [number, number, string | null][] {
  return sql.values(
    `SELECT j.key, t.id, IIF(json_type(t.custom_metadata, '$.tributary.run') = 'text',
       t.custom_metadata ->> '$.tributary.run', NULL)
     FROM json_each(?2) j CROSS JOIN transactions t ON t.manual_account_id = ?1 AND t.external_id = j.value
     WHERE t.split_parent_id IS NULL`,
    account,
    JSON.stringify(ids),
  );
}
