// Digits of other scripts and the marks that go with them, as the digits and marks that amounts and
// dates are read with. Source: Unicode 16, category Nd; U+066B and U+066C.

const FIRST_AFTER_ASCII = 0x660;
const LAST = 0xff19;
/** The code of each script's zero: Arabic, Persian, Devanagari, Bengali and so on to Khmer, fullwidth. */
const ZEROS: readonly number[] = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0xff10,
];
const ARABIC_THOUSANDS = /(\d)[\u066c\u060c](?=\d{3}(?!\d))/g;
const FULLWIDTH_MARKS = /[\uff0b-\uff0f\uff1a]/g;
const FULLWIDTH_SHIFT = 0xfee0;

/** Every digit from those zeros on, and the Arabic decimal mark. */
const OTHER = new RegExp(
  `[\\u066b${ZEROS.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join("")}]`,
);

/** Whether a text has a digit of another script, or the decimal mark of Arabic. */
export function hasOtherDigits(text: string): boolean {
  return OTHER.test(text);
}

/** The text with plain digits; its decimal mark is a dot, and thousands are not marked. */
export function toPlainDigits(text: string): string {
  let plain = "";
  for (let at = 0; at < text.length; at += 1) {
    const digit = readDigit(text.charCodeAt(at));
    plain += digit < 0 ? (text[at] ?? "") : String(digit);
  }
  return plain
    .replace(ARABIC_THOUSANDS, "$1")
    .replace(/(?<=\d)\u066b(?=\d)/g, ".")
    .replace(FULLWIDTH_MARKS, (mark) => String.fromCharCode(mark.charCodeAt(0) - FULLWIDTH_SHIFT));
}

/** The value of a digit of another script; -1 for any other character. */
function readDigit(unit: number): number {
  if (unit < FIRST_AFTER_ASCII || unit > LAST) return -1;
  const zero = ZEROS.find((one) => unit >= one && unit < one + 10);
  return zero === undefined ? -1 : unit - zero;
}
