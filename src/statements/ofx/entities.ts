// Character references in values. Only numeric references, the five of XML and nbsp are decoded.
// Entities that a document declares are never expanded, and any other ampersand stays as it is.

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

/** Decodes the references in a text, once. */
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

/** The character; U+FFFD for NUL, surrogates and numbers outside Unicode. */
function character(point: number): string {
  const none = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
  return none ? "\ufffd" : String.fromCodePoint(point);
}
