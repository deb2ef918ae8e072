// The colours of text and background as styles name them, to find text that nobody can see. A
// colour that is not certain (a picture, a gradient, a name that is not listed) is unknown and
// hides nothing.

/** Six hexadecimal digits, "none" where it is transparent, "" where it is not known. */
export type Colour = string;

export const UNKNOWN: Colour = "";
const CLEAR: Colour = "none";

const NAMED: Readonly<Record<string, Colour>> = {
  white: "ffffff",
  black: "000000",
  snow: "fffafa",
  ivory: "fffff0",
  whitesmoke: "f5f5f5",
  red: "ff0000",
  gray: "808080",
  grey: "808080",
  silver: "c0c0c0",
  transparent: CLEAR,
};
/** Differences of red, green and blue up to which two colours look alike. */
const NEAR = 24;
/** Where red, green and blue are in the number of a colour. */
const BYTES = [16, 8, 0] as const;

/**
 * The colour of a style's value, given without blanks and in lower case; undefined for no value.
 */
export function parseColour(value: string | undefined): Colour | undefined {
  if (value === undefined || value === "" || value === "inherit") return undefined;
  const named = NAMED[value];
  if (named !== undefined) return named;
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1] ?? "";
  if (hex.length === 3 || hex.length === 4)
    return hex[3] === "0" ? CLEAR : hex.slice(0, 3).replace(/./g, "$&$&");
  if (hex.length === 6 || hex.length === 8) return hex.slice(6) === "00" ? CLEAR : hex.slice(0, 6);
  const parts = /^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,(\d?\.?\d{0,9})%?)?\)$/.exec(value);
  if (parts === null) return UNKNOWN;
  if (parts[4] !== undefined && Number(parts[4]) === 0) return CLEAR;
  return parts
    .slice(1, 4)
    .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"))
    .join("");
}

/** An element's background; undefined if it is transparent or not named. */
export function parseGround(
  background: string | undefined,
  colour: string | undefined,
): Colour | undefined {
  if (background !== undefined && /url\(|gradient/.test(background)) return UNKNOWN;
  const [plain] =
    /^(?:#[0-9a-f]{3,8}|rgba?\([\d.,%]{5,40}\)|white|black)/.exec(background ?? "") ?? [];
  const found =
    parseColour(colour) ??
    (background === undefined || background === "none"
      ? undefined
      : parseColour(plain ?? background));
  return found === CLEAR ? undefined : found;
}

/** Whether text of one colour cannot be seen on the other. */
export function isUnseen(ink: Colour, ground: Colour): boolean {
  if (ink === CLEAR) return true;
  if (ink === UNKNOWN || ground === UNKNOWN || ground === CLEAR) return false;
  const [one, other] = [Number.parseInt(ink, 16), Number.parseInt(ground, 16)];
  return BYTES.every((byte) => Math.abs(((one >> byte) & 0xff) - ((other >> byte) & 0xff)) <= NEAR);
}
