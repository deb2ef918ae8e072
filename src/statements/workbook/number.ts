// The number a cell holds, as exact decimal text. Spreadsheets hold binary floating point numbers and show fifteen
// digits of them: what is behind those is the noise of their arithmetic (12.100000000000001, 0.30000000000000004), and
// so is what keeps a computed sum from its four decimals by less than a thousand-millionth. Nothing else is rounded.

const NOISE_DECIMALS = 9;
const AMOUNT_DECIMALS = 4;
const DIGITS = 15;
/** What a sum of amounts leaves of nothing (3.6e-12); no currency and no coin has a piece so small beside such sums. */
const NOTHING = 1e-11;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;

/** A number as a workbook writes it ("-12.5", "1.2E3"), or null where the text is none. */
export function numberOf(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > 400 || !NUMBER.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

/** The decimal text of a finite number, with a dot, without an exponent and without noise. */
export function decimalText(value: number): string {
  if (Number.isInteger(value)) return Object.is(value, -0) ? "0" : integerText(value);
  if (Math.abs(value) < NOTHING) return "0";
  const fixed = value.toFixed(NOISE_DECIMALS);
  const cut = fixed.length - (NOISE_DECIMALS - AMOUNT_DECIMALS);
  const near = fixed.endsWith("00000") ? trimmed(fixed.slice(0, cut)) : null;
  if (near !== null && near !== "0" && near !== "-0") return near;
  return plainText(Number(value.toPrecision(DIGITS)));
}

function integerText(value: number): string {
  return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
}

/** Without zeros at the end of the decimals. */
function trimmed(text: string): string {
  return text.replace(/\.?0+$/, "");
}

/** A number's shortest text, its exponent written out. */
function plainText(value: number): string {
  const text = String(value);
  const at = text.indexOf("e");
  if (at < 0) return text;
  const exponent = Number(text.slice(at + 1));
  if (exponent > 0) return integerText(value);
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length, at).replace(".", "");
  return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
}
