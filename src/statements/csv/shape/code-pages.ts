// How plausible a text is when its bytes are read in a code page. A wrong code page shows in
// letters that no bank's customers use, symbols inside words, capitals after small letters, scripts
// mixed inside a word, and lone ideographs between Latin letters.

/** The code pages to compare, the more common first: of equals the first wins. */
export const LEGACY_ENCODINGS = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "iso-8859-15",
  "windows-1251",
  "koi8-r",
  "windows-1257",
  "windows-1254",
  "windows-1253",
  "shift_jis",
  "gb18030",
  "big5",
  "euc-kr",
  "euc-jp",
  "macintosh",
  "ibm866",
  "windows-1255",
  "windows-1256",
  "windows-874",
] as const;

const WESTERN = "äöüßéèêëàâçîïôûùñáíóúõãåæøœìò";
const CENTRAL = "ąćęłńóśźżáčďéěíňóřšťúůýžőűäöüăâîșțşţđ";
const BALTIC_TURKISH = "āēīūģķļņšžčėįųąęğıİş";
/** The letters that occur on statements in each single-byte Latin code page. */
const LETTERS: Readonly<Record<string, string>> = {
  "windows-1252": WESTERN,
  "iso-8859-15": WESTERN,
  macintosh: WESTERN,
  "windows-1250": CENTRAL,
  "iso-8859-2": CENTRAL,
  "windows-1257": BALTIC_TURKISH,
  "windows-1254": `${WESTERN}ğıİşç`,
};
const SYMBOLS = "€£§°«»–—’‘“”„…·\u00a0®©™½²³&•№";
/** Ideographs and kana that are frequent on statements; anything else in CJK weighs little. */
const FREQUENT_CJK = new Set(
  "日付金額支払入出残高摘要振込手数料利用年月取引先名口座番号銀行円店普通預お客様明細内容区分現通貨合計カードレジットの" +
    "期时间额交易账户余收对方备注币种人民元转账中国银行支付宝微信类型商品说明状态订单号流水记本次借贷户名工商建设农业时間額帳餘對備註幣類說狀態訂單號記",
);

/**
 * A score per foreign character, higher is more plausible; -Infinity where the bytes do not decode.
 */
export function scorePlausibility(bytes: Uint8Array, encoding: string): number {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(
      bytes.length < 65_536 ? bytes : bytes.subarray(0, lastLineEnd(bytes)),
    );
  } catch {
    return -Infinity;
  }
  const common = LETTERS[encoding];
  let score = 0;
  let width = 0;
  let before = "";
  const units = Array.from(text);
  for (let i = 0; i < units.length; i += 1) {
    const char = units[i] ?? "";
    if ((char.codePointAt(0) ?? 0) >= 0x80) {
      const wide = isWide(char);
      width += wide ? 2 : 1;
      score += wide
        ? scoreWide(char, before, units[i + 1] ?? "")
        : scoreNarrow(char, before, units[i + 1] ?? "", common);
    }
    before = char;
  }
  return width === 0 ? 0 : score / width;
}

function lastLineEnd(bytes: Uint8Array): number {
  const at = bytes.lastIndexOf(10);
  return at === -1 ? bytes.length : at;
}

function scoreNarrow(
  char: string,
  before: string,
  after: string,
  common: string | undefined,
): number {
  const point = char.codePointAt(0) ?? 0;
  if (point < 0xa0) return -10;
  if (!isLetter(char)) {
    const inWord = isLetter(before) && isLetter(after);
    if ("£€¥".includes(char) && (isDigit(before) || isDigit(after))) return 3;
    return (
      (SYMBOLS.includes(char) ? 0.5 : -1) -
      (inWord && char !== "’" ? 4 : 0) -
      (isLetter(after) && !"€£§«“„‘’\u00a0".includes(char) ? 2 : 0)
    );
  }
  const lower = char.toLowerCase();
  let score = scoreLetter(lower, point, common);
  if (point >= 0x250 && isAsciiLetter(after)) score -= 3;
  if (isLetter(before)) {
    const latin = point < 0x250;
    if (latin !== (before.codePointAt(0) ?? 0) < 0x250) score -= 3;
    // Accented Latin letters are seldom side by side, but a foreign script read as Latin is full of
    // such pairs.
    if (latin && (before.codePointAt(0) ?? 0) >= 0x80) score -= 3;
    if (isUpper(char) && isLower(before)) score -= 3;
    if (isLower(char) && isUpper(before) && isUpper(after)) score -= 2;
  } else if (isDigit(after)) {
    // A letter alone before a number is a misread currency symbol: "£6.94" as "Ł6.94".
    score -= 4;
  } else if (isLower(char) && isUpper(after)) score -= 2;
  return score;
}

/**
 * A letter by itself, as a code page has it: one that its languages use, or one of a foreign
 * script.
 */
function scoreLetter(lower: string, point: number, common: string | undefined): number {
  if (common !== undefined) return common.includes(lower) ? 2 : -1;
  return point < 0x250 ? -2 : 1;
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9";
}

function scoreWide(char: string, before: string, after: string): number {
  const point = char.codePointAt(0) ?? 0;
  if (point >= 0xff61 && point <= 0xff9f) return -0.5;
  if (point >= 0x3040 && point <= 0x30ff) return 4;
  if (point >= 0xac00 && point <= 0xd7a3) return 3;
  const lone = isAsciiLetter(before) || isAsciiLetter(after);
  const isIdeograph = point >= 0x4e00 && point <= 0x9fff;
  const rare = isIdeograph ? 1 : -2;
  return (FREQUENT_CJK.has(char) ? 4 : rare) - (lone ? 4 : 0);
}

function isWide(char: string): boolean {
  const point = char.codePointAt(0) ?? 0;
  return (
    (point >= 0x2e80 && point <= 0x9fff) ||
    (point >= 0xac00 && point <= 0xd7a3) ||
    (point >= 0xe000 && point <= 0xfaff) ||
    point >= 0xff00
  );
}

function isLetter(char: string): boolean {
  return (
    char.toLowerCase() !== char.toUpperCase() ||
    (char >= "\u0590" && char <= "\u06ff") ||
    (char >= "\u0e00" && char <= "\u0e7f")
  );
}

function isUpper(char: string): boolean {
  return char !== char.toLowerCase();
}

function isLower(char: string): boolean {
  return char !== char.toUpperCase();
}

function isAsciiLetter(char: string): boolean {
  return (char >= "a" && char <= "z") || (char >= "A" && char <= "Z");
}
