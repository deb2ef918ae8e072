// The answers of /api/uploads, and of the preview of an import.

import * as z from "zod";
import { COUNT, MORE, TEXT_OR_NULL, TIME } from "../api-values.ts";
import { MARKS } from "./marks.ts";
import { IMPORT, ITEM } from "./wire.ts";

const PREVIEW = z.object({
  import: IMPORT,
  marks: z.object({
    new: COUNT,
    there: COUNT,
    elsewhere: COUNT,
    changed: COUNT,
    odd: COUNT,
    left_out: COUNT,
  }),
  from: TEXT_OR_NULL,
  to: TEXT_OR_NULL,
  imported_before: z.object({ id: z.string(), name: z.string(), finished_at: TIME }).nullable(),
});

const marked = z.object({
  n: COUNT,
  line: COUNT,
  mark: z.enum(MARKS),
  item: ITEM.nullable(),
  transaction_id: z.int().nullable(),
  other: z.object({ id: z.string(), name: z.string() }).nullable(),
  reason: TEXT_OR_NULL,
  raw: z.array(z.string()),
});

/** An import with the marks of some of its rows. */
export const PREVIEWED_ROWS = PREVIEW.extend({
  rows: z.array(marked),
  applies_rules: z.boolean(),
  ...MORE,
});

/** The imports that were uploaded together. */
export const UPLOAD = z.object({ id: z.string(), imports: z.array(PREVIEW) });

/** The result of confirming several imports. */
export const CONFIRMED = z.object({
  confirmed: COUNT,
  left: z.array(z.object({ id: z.string(), message: z.string() })),
});
