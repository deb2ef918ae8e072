// Prints a cell's number as exact decimal text. Spreadsheets store binary floating point numbers
// and show fifteen digits; digits after those are noise (12.100000000000001, 0.30000000000000004).
// A computed sum that differs from four decimals by less than a thousand-millionth also carries
// only noise. Nothing else is rounded.

const NOISE_DECIMALS = 9;
const AMOUNT_DECIMALS = 4;
const DIGITS = 15;
/** Here a binary number is nearer to the printed one than half of its ninth decimal. */
const SHORT_FROM = 1e-4;
const SHORT_BELOW = 1e6;
/** Below this, the remainder of a sum of amounts is zero (3.6e-12). */
const NOTHING = 1e-11;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;

/** Parses a number as workbooks write it ("-12.5", "1.2E3"); null for any other text. */
export function parseNumber(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > 400 || !NUMBER.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

/** Prints a finite number with a dot, without an exponent and without noise. */
export function printDecimal(value: number): string {
  if (Number.isInteger(value)) return Object.is(value, -0) ? "0" : printInteger(value);
  const size = Math.abs(value);
  const short = size >= SHORT_FROM && size < SHORT_BELOW ? String(value) : "";
  const dot = short.indexOf(".");
  // Such a number has no noise: its nine decimals would end with zeros.
  if (dot > 0 && short.length - dot - 1 <= AMOUNT_DECIMALS) return short;
  if (size < NOTHING) return "0";
  const fixed = value.toFixed(NOISE_DECIMALS);
  const cut = fixed.length - (NOISE_DECIMALS - AMOUNT_DECIMALS);
  const near = fixed.endsWith("00000") ? trimZeros(fixed.slice(0, cut)) : null;
  if (near !== null && near !== "0" && near !== "-0") return near;
  return printPlain(Number(value.toPrecision(DIGITS)));
}

function printInteger(value: number): string {
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
}

/** Removes zeros at the end of the decimals. */
function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, "");
}

/** The shortest text of a number, without an exponent. */
function printPlain(value: number): string {
  const text = String(value);
  const at = text.indexOf("e");
  if (at < 0) return text;
  const exponent = Number(text.slice(at + 1));
  if (exponent > 0) return printInteger(value);
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length, at).replace(".", "");
  return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
}
