// Reads the sent form that changes an account.

import type { Context } from "hono";
import { readFields } from "../ui/form.ts";
import { readTexts, type EditState } from "./edit-form.tsx";
import type { OneManual } from "./wire.ts";

/**
 * The typed texts, and the values that the person saw. A field that the form left out stays as it
 * is.
 */
export async function readEdit(
  c: Context,
  account: OneManual,
): Promise<Pick<EditState, "typed" | "was"> & { readonly key: string }> {
  const field = await readFields(c);
  const texts = (prefix: string): EditState["typed"] => ({
    name: field(`${prefix}name`).trim(),
    display_name: field(`${prefix}display_name`).trim(),
    institution_name: field(`${prefix}institution_name`).trim(),
    subtype: field(`${prefix}subtype`).trim(),
    type: field(`${prefix}type`),
    currency: field(`${prefix}currency`),
    exclude_from_transactions: field(`${prefix}exclude_from_transactions`),
  });
  const isWhole = field("was.name") !== "";
  return { typed: texts(""), was: isWhole ? texts("was.") : readTexts(account), key: field("key") };
}
