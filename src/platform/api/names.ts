// Which name a sender probably meant who used an unknown one: a name of version 1 or of another
// service for the same thing, or a slip of the keyboard.

import * as z from "zod";

/** Name elsewhere -> names here, the likeliest first. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["asset_id", ["manual_account_id"]],
  ["account_id", ["manual_account_id", "linked_account_id"]],
  ["account", ["manual_account_id"]],
  ["category", ["category_id"]],
  ["tag", ["tag_id"]],
  ["tags", ["tag_ids"]],
  ["note", ["notes"]],
  ["memo", ["notes"]],
  ["description", ["notes", "payee"]],
  ["merchant", ["payee"]],
  ["from", ["start_date"]],
  ["to", ["end_date"]],
]);

/** Longer names are not compared: nobody mistypes them by a letter or two. */
const NAME_CHARS_MAX = 40;

/** The names that a schema knows at a path in it; none where it takes no object. */
export function listNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: unknown = unwrap(schema);
  for (const step of path) {
    if (here instanceof z.ZodObject) here = unwrap(here.shape[String(step)]);
    else if (here instanceof z.ZodArray) here = unwrap(here.element);
    else return [];
  }
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}

function unwrap(schema: unknown): unknown {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
    else if (inner instanceof z.ZodDefault) inner = inner.unwrap();
    else if (inner instanceof z.ZodPipe) inner = inner.in;
    else return inner;
  }
}

/** The known name that was probably meant; null if none is near. */
export function suggestName(name: string, known: readonly string[]): string | null {
  const elsewhere = OTHER_NAMES.get(name)?.find((one) => known.includes(one));
  if (elsewhere !== undefined) return elsewhere;
  if (name.length > NAME_CHARS_MAX) return null;
  const [nearest] = known
    .map((one) => ({ one, distance: countEdits(name.toLowerCase(), one) }))
    .filter(({ one, distance }) => distance <= (one.length < 6 ? 1 : 2))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest?.one ?? null;
}

/** How many letters have to be put in, left out or replaced to make one of the other. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of from.split("").entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at += 1)
      next[at] = Math.min(
        (next[at - 1] ?? 0) + 1,
        (row[at] ?? 0) + 1,
        (row[at - 1] ?? 0) + (to[at - 1] === letter ? 0 : 1),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
