// GET /api/export: the budget's transactions, for people and for keys that may read them.

import * as z from "zod";
import { EXPORT_PAGE_MAX } from "../../platform/limits.ts";
import { parseDay } from "../../money/day.ts";
import { MORE, TEXT_OR_NULL } from "../api-values.ts";
import { page, route, type Row } from "../route.ts";
import type { Export } from "./feature.ts";

const day = (name: string) =>
  z
    .string()
    .refine((text) => parseDay(text) !== null, { error: `${name} is a day as YYYY-MM-DD.` })
    .optional()
    .meta({ type: "string", format: "date" });

const EXPORTED = z
  .object({
    id: z.int(),
    date: z.string(),
    payee: z.string(),
    amount: z.string(),
    currency: z.string(),
    account: TEXT_OR_NULL,
    group: TEXT_OR_NULL,
    category: TEXT_OR_NULL,
    tags: z.array(z.string()),
    notes: TEXT_OR_NULL,
    bank_text: TEXT_OR_NULL,
    status: z.string(),
  })
  .meta({ id: "ExportedTransaction" });

export const EXPORT_PAGE = z.object({ transactions: z.array(EXPORTED), ...MORE });

export const EXPORT_ROUTES: readonly Row<Export>[] = [
  route({
    method: "GET",
    path: "/export",
    by: "readers",
    tag: "export",
    summary: "List the budget's transactions with their names, newest first",
    query: z.object({
      from: day("from"),
      to: day("to"),
      account: z.string().max(200).optional(),
      ...page(EXPORT_PAGE_MAX),
    }),
    status: 200,
    response: EXPORT_PAGE,
    noStore: true,
    failures: [400, 502],
    handle: async (exported: Export, { query }) => exported.page(query),
  }),
];
