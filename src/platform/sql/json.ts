// Reads JSON from a column. SQL gives it as text of no known shape, and an older version of the
// code may have written it: a schema names the shape, and what does not fit it throws.

import type * as z from "zod";

/** The value of a JSON column. Throws if it does not fit the schema. */
export function readJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return schema.parse(JSON.parse(text));
}
