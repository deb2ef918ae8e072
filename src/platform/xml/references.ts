// Replaces references in XML text by their characters. Entities that a document declares itself
// stay as printed: nothing expands here.

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** The five references of XML and those by number; any other stays as it is printed. */
export function resolved(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g,
    (printed, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? printed;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
        ? "\ufffd"
        : String.fromCodePoint(point);
    },
  );
}
