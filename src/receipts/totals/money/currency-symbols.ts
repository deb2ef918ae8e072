// Facts: the signs and words that name a currency beside an amount, in the forms printed on receipts. A sign that several
// currencies share has several; what stands alone for one, has one. ISO codes are not listed, they name themselves.

import type { Currency } from "../../../money/currency.ts";

// prettier-ignore
const DOLLARS: readonly Currency[] = ["usd", "cad", "aud", "nzd", "sgd", "hkd", "twd", "mxn", "ars", "clp", "cop", "uyu", "dop", "jmd", "ttd", "bbd", "bsd", "bzd", "bmd", "kyd", "xcd", "fjd", "nad", "lrd", "gyd", "srd", "bnd"];
const CROWNS: readonly Currency[] = ["sek", "nok", "dkk", "isk", "czk"];

interface Sign {
  readonly text: string;
  readonly currencies: readonly Currency[];
  /** Words must stand apart from other letters, in any case; signs are matched as they are. */
  readonly word: boolean;
}

// prettier-ignore
const SIGNS_OF: readonly (readonly [currencies: string, signs: string])[] = [
  ["eur", "€"], ["gbp", "£ GB£ UK£"], ["inr", "₹"], ["ils", "₪"], ["krw", "₩"], ["try", "₺"], ["rub", "₽"], ["uah", "₴"], ["vnd", "₫"], ["php", "₱"], ["thb", "฿"], ["ngn", "₦"],
  ["pyg", "₲"], ["crc", "₡"], ["kzt", "₸"], ["ghs", "₵ GH₵"], ["gel", "₾"], ["amd", "֏"], ["azn", "₼"], ["mnt", "₮"], ["lak", "₭"], ["khr", "៛"], ["bdt", "৳"],
  ["usd", "US$ USD$ U$S U$D U.S.$ $US $USD"], ["cad", "CA$ CAN$ CAD$ CDN$ $CA $CAD"], ["aud", "A$ AU$ AUD$ $AU $AUD"], ["nzd", "NZ$ NZD$ $NZ"], ["hkd", "HK$ HKD$ $HK"], ["sgd", "S$ SG$ SGD$"],
  ["twd", "NT$ TW$ NTD$"], ["mxn", "MX$ MEX$ MXN$"], ["brl", "R$ BRL$"], ["ars", "AR$ ARS$"], ["clp", "CLP$ CL$"], ["cop", "COL$ COP$ CO$"], ["uyu", "UY$ $U"], ["dop", "RD$"], ["jmd", "J$"], ["ttd", "TT$"],
  ["bbd", "BDS$ Bds$"], ["xcd", "EC$"], ["fjd", "FJ$"], ["bzd", "BZ$"], ["nad", "N$"], ["cad nio", "C$"], ["bob", "Bs."], ["pen", "S/ S/."], ["pab", "B/."], ["cny", "CN¥ RMB¥ CNY¥"], ["jpy", "JP¥ JPY¥"],
  ["jpy cny", "¥"], ["gbp egp lbp syp", "LE£"],
];
// prettier-ignore
const WORDS_OF: readonly (readonly [currencies: string, words: string])[] = [
  ["eur", "euro euros eur ευρώ евро"], ["jpy", "円 yen (円)"], ["cny", "元 (元) 人民币 人民幣 rmb 块"], ["krw", "원 won (원)"], ["thb", "บาท baht บ."], ["twd", "新台幣 新臺幣 台幣 ntd"], ["hkd", "港幣 港币"],
  ["inr", "rs rs. ₨ inr rupees रु. रु रुपये"], ["pln", "zł zl złotych pln"], ["czk", "kč"], ["huf", "ft huf forint"], ["ron", "lei leu ron"], ["bgn", "лв лв. лева"], ["rub", "руб руб. рублей р. р rub rur"],
  ["uah", "грн грн. гривень uah"], ["try", "tl tl. türk lirası"], ["byn", "byn бел.руб."], ["rsd", "din din. rsd дин дин."], ["hrk", "kn"], ["gbp", "gbp"], ["usd", "usd"], ["chf", "chf sfr sfr. fr. francs"],
  ["sek", "sek"], ["nok", "nok"], ["dkk", "dkk"], ["sek nok dkk isk", "kr kr. kronor kroner krónur"], ["zar", "zar"], ["myr", "rm"], ["idr", "rp rp."], ["kes", "ksh kshs"], ["tzs", "tsh tshs"], ["etb", "birr br."], ["bdt", "tk tk. taka"], ["mzn", "mt mtn"], ["npr", "npr"], ["irr", "ریال"], ["rwf", "rwf frw"], ["zmw", "zmw"], ["ugx", "ush ugx"], ["pkr", "pkr"],
  ["lkr", "lkr"], ["aed", "aed dhs dhs. درهم د.إ د.إ."], ["sar", "sar sr ر.س ر.س. ريال"], ["egp", "egp ج.م ج.م. جم جنيه"], ["mad", "dh"], ["ils", "nis ש\"ח"], ["mxn", "mn m.n. pesos mexicanos"], ["vnd", "đ vnd vnđ"],
  ["xof xaf", "fcfa cfa f.cfa"], ["kzt", "тг тенге"], ["gel", "ლარი"], ["lak", "ກີບ"], ["khr", "រៀល"], ["isk", "isk"], ["ghs", "ghs gh¢"], ["ngn", "ngn"], ["php", "php"], ["brl", "reais"], ["pen", "soles"], ["usd cad aud nzd sgd hkd", "dollars dollar"],
  ["mxn cop ars clp dop uyu php", "pesos"],
];

function rows(table: readonly (readonly [string, string])[], word: boolean): Sign[] {
  return table.flatMap(([codes, texts]) =>
    texts.split(" ").map((text) => ({ text, currencies: codes.split(" ") as Currency[], word })),
  );
}

/** Signs of two parts, as French Canada prints them behind the amount. */
function apart(currency: Currency, ...texts: readonly string[]): readonly Sign[] {
  return texts
    .flatMap((text) => [text, text.replace(" ", "\u00a0")])
    .map((text) => ({ text, currencies: [currency], word: false }));
}

const ALL: readonly Sign[] = [
  ...rows(SIGNS_OF, false),
  ...rows(WORDS_OF, true),
  { text: "$", currencies: DOLLARS, word: false },
  { text: "R", currencies: ["zar"], word: false },
  ...apart("cad", "$ CA", "$ CAD", "$ CAN"),
  ...apart("usd", "$ US", "$ USD"),
  ...apart("aud", "$ AU", "$ AUD"),
  { text: "Kč", currencies: ["czk"], word: false },
];
/** The longest first: "NT$" before "$". */
const SIGNS = [...ALL].sort((a, b) => b.text.length - a.text.length);
export const SIGN_CHARS_MAX = Math.max(...SIGNS.map(({ text }) => text.length));

const BY_TEXT = new Map<string, readonly Currency[]>();
for (const { text, currencies, word } of ALL)
  BY_TEXT.set(word ? text.toLowerCase() : text, currencies);
BY_TEXT.set("kr", CROWNS.slice(0, 4));

/** The currencies that exactly this text may mean beside an amount, as a sign (its case counts) or as a word; none: no sign. */
export function currenciesOf(text: string): readonly Currency[] {
  return BY_TEXT.get(text) ?? BY_TEXT.get(text.toLowerCase()) ?? [];
}

/** Words that are printed behind an amount alone: before one they are something else ("Minneapolis, MN 55403"). */
export const WORDS_BEHIND: ReadonlySet<string> = new Set(["mn", "m.n.", "kn"]);

/** Codes that are words of other meaning in running text: taken only beside an amount with decimals. */
export const WORDLIKE_CODES: ReadonlySet<string> = new Set(
  "all amd ang bam cop cup gel imp lak mad mop pen ron sos std top try".split(" "),
);
