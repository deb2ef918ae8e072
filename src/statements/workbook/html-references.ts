// Character references of web pages: by number, the names of ISO 8859-1, and a few others that
// banks use.

/** The names of U+00A0 to U+00FF, in order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const NAMES: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, index): [string, string] => [
    name,
    String.fromCharCode(160 + index),
  ]),
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["euro", "€"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["minus", "−"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bull", "•"],
  ["hellip", "…"],
  ["thinsp", "\u2009"],
  ["ensp", "\u2002"],
  ["emsp", "\u2003"],
]);

/** Resolves the references in a text; unknown ones stay as printed. */
export function resolveReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:([a-zA-Z][a-zA-Z0-9]{1,9})|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));?/g,
    (printed: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return NAMES.get(name) ?? printed;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
        ? "\ufffd"
        : String.fromCodePoint(point);
    },
  );
}
