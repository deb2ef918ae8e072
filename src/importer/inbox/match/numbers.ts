// Whether the bank's text names the number of an order or an invoice, or another number of the same
// series. Pure.

const NUMBER_CHARS_MIN = 5;
const NUMBER_DIGITS_MIN = 3;
const NUMBER_CHARS_MAX = 40;
const TEXT_CHARS_MAX = 600;
/** This many leading characters identify a series. */
const SERIES_CHARS = 2;
/** Banks leave punctuation out, or print spaces for it. */
const MARKS = String.raw`[^\p{L}\p{N}]{0,2}`;

/**
 * Whether one of the texts has the number, with any punctuation and in any case. Short numbers
 * never count.
 */
export function namesNumber(number: string | null, texts: readonly string[]): boolean {
  const plain = normalizeNumber(number);
  if (plain === null) return false;
  const before = /^\d/.test(plain) ? String.raw`(?<!\d)` : "";
  const behind = /\d$/.test(plain) ? String.raw`(?!\d)` : String.raw`(?!\p{L})`;
  const pattern = new RegExp(`${before}${Array.from(plain).join(MARKS)}${behind}`, "iu");
  return texts.some((text) => pattern.test(text.slice(0, TEXT_CHARS_MAX)));
}

/**
 * Whether one of the texts has another number of the same series ("RE-2026-117" for "RE-2026-118").
 */
export function namesOtherNumber(number: string | null, texts: readonly string[]): boolean {
  const plain = normalizeNumber(number);
  if (plain === null || namesNumber(number, texts)) return false;
  const series = Array.from(plain.slice(0, SERIES_CHARS)).join(MARKS);
  const rest = Array.from(plain.slice(SERIES_CHARS))
    .map((char) => (/\d/.test(char) ? String.raw`\d` : String.raw`\p{L}`))
    .join(MARKS);
  return texts.some((text) =>
    new RegExp(String.raw`(?<![\p{L}\d])${series}${MARKS}${rest}(?![\p{L}\d])`, "iu").test(
      text.slice(0, TEXT_CHARS_MAX),
    ),
  );
}

/** Keeps the letters and digits of a number; null if they are too few, or more than a bank prints. */
function normalizeNumber(number: string | null): string | null {
  const plain = (number ?? "").normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "");
  const digits = plain.replace(/[^\d]/g, "").length;
  return plain.length >= NUMBER_CHARS_MIN &&
    plain.length <= NUMBER_CHARS_MAX &&
    digits >= NUMBER_DIGITS_MIN
    ? plain
    : null;
}
