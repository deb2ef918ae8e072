// The words after "npm run bench --". A word that is neither a part nor a format is refused, so that
// a mistyped name does not run everything, or nothing.

import { parseArgs } from "node:util";

/** Parts that take names of formats after them. */
const BY_FORMAT = ["formats", "memory"];

/**
 * { parts, formats, save, against, long }: the parts and formats named (empty: none is named), two
 * paths or undefined, and whether to take long. Throws an Error that lists the names where one is
 * unknown.
 */
export function readArguments(words, allParts, allFormats) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      save: { type: "string" },
      against: { type: "string" },
      long: { type: "boolean", default: false },
    },
  });
  const parts = positionals.filter((word) => allParts.includes(word));
  const formats = positionals.filter((word) => allFormats.includes(word));
  const unknown = positionals.filter((word) => !parts.includes(word) && !formats.includes(word));
  if (unknown.length > 0)
    throw new Error(
      `There is no part named ${unknown.join(", ")}. The parts are ${allParts.join(", ")}; after ${BY_FORMAT.join(" or ")} also formats: ${allFormats.join(", ")}.`,
    );
  if (formats.length > 0 && !BY_FORMAT.some((part) => parts.includes(part)))
    throw new Error(
      `Formats (${formats.join(", ")}) are named after ${BY_FORMAT.join(" or ")} only.`,
    );
  return { parts, formats, ...values };
}
