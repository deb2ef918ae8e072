// The shapes of the JSON columns of the journal's tables.

import * as z from "zod";
import { FIELDS } from "./fields.ts";

const value = z.union([z.string(), z.number(), z.array(z.number())]).nullable();
const field = z.enum(FIELDS);

/** Some fields of a transaction with their values. */
export const FIELDS_COLUMN = z.partialRecord(field, value);
/** All fields of a transaction, where the item kept them. Older items have no recurring item. */
export const KEPT_COLUMN = z
  .partialRecord(field, value)
  .transform((kept) => ({ ...z.record(field, value).parse({ recurring_id: null, ...kept }) }));
/** A transaction as the service shows it. */
export const WHOLE_COLUMN = z.record(z.string(), z.unknown());
export const CHANGED_COLUMN = z.array(z.object({ field, before: value, after: value }));
export const CONFLICTS_COLUMN = z.array(z.object({ field, was: value, now: value, set: value }));
export const REFUSED_COLUMN = z.array(z.object({ field: field.nullable(), message: z.string() }));
export const NAMES_COLUMN = z.array(z.string());
export const LABEL_COLUMN = z.object({
  payee: z.string(),
  date: z.string(),
  amount: z.string(),
  currency: z.string(),
});
export const WHO_COLUMN = z.object({ id: z.number().nullable(), name: z.string() });
/** The wanted change of an item, by kind. */
export const WANTED_EDIT = z.object({ was: FIELDS_COLUMN, set: FIELDS_COLUMN });
export const WANTED_DELETE = z.object({ expected: FIELDS_COLUMN.optional() });
export const WANTED_RESTORE = z.object({ whole: WHOLE_COLUMN });
/** The days that an item is known to have had, whatever its kind. */
export const WANTED_DAY = z.object({ was: z.object({ date: z.string().optional() }).optional() });
