// Character references as banks write them in values. Only the five of XML, the blank and numbers are known: entities
// that a document declares itself are never expanded, and an ampersand that begins none stands for itself.

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

/** The text with its references decoded, once. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    REFERENCE,
    (_, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
      return character(
        decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16),
      );
    },
  );
}

/** What is no character, NUL and halves of surrogate pairs among them, becomes U+FFFD. */
function character(point: number): string {
  const none = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
  return none ? "\ufffd" : String.fromCodePoint(point);
}
