// Evidence in a document of the country where it was written, by that country's currency: postal
// addresses, tax and company registrations, names of countries, dialling codes, domains. Names,
// codes and domains are in country-evidence.json; there "*" at an end means that letters may be
// joined. A dialling code that several countries have (+1) shows nothing.

import type { Currency } from "../../money/currency.ts";
import JOURNEYS from "../words/journey-words.json" with { type: "json" };
import { Phrases, phrasesIn } from "../words/phrases.ts";
import EVIDENCE from "./country-evidence.json" with { type: "json" };

/** One kind of evidence: how it is explained to a person, and the patterns of each currency. */
export interface CountryEvidence {
  readonly kind: "address" | "registration" | "country" | "telephone";
  readonly because: string;
  readonly patterns: readonly Pattern[];
}

type Pattern = readonly [currency: Currency, pattern: RegExp];

const STATE =
  "A[KLRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]";
// Letters that are also words or countries show a state only before a ZIP code.
const PLAIN_STATE =
  "A[KLZ]|CT|DC|FL|GA|I[AL]|K[SY]|M[ADINOST]|N[CHJMVY]|OH|RI|SC|T[NX]|UT|V[AT]|W[AIVY]";

const ADDRESSES: readonly Pattern[] = [
  [
    "usd",
    new RegExp(
      [
        String.raw`(?<!\p{L})(?:${STATE}),? {1,2}\d{5}(?:-\d{4})?(?!\d|-\d)`,
        String.raw`(?<!\p{L})[AFD]PO,? A[AEP] {1,2}\d{5}(?!\d)`,
        String.raw`\p{Ll}, (?:${PLAIN_STATE})(?![\p{L}\d]|,? [A-Z]{2,3}(?!\p{L})| \d)`,
      ].join("|"),
      "u",
    ),
  ],
  [
    "cad",
    /(?<![\p{L}\d])[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d(?![\p{L}\d])|\p{Ll}, (?:ON|QC|BC|AB|MB|SK|NS|NB)(?![\p{L}\d])/u,
  ],
  ["aud", /(?<!\p{L})(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT),? \d{4}(?!\d)/u],
  [
    "nzd",
    /(?:Auckland|Wellington|Christchurch|Hamilton|Dunedin|Tauranga|Queenstown),? \d{4}(?!\d)/,
  ],
  ["sgd", /Singapore \d{6}(?!\d)/],
  [
    "hkd",
    /(?:Kowloon|Wan Chai|New Territories|Tsim Sha Tsui|Causeway Bay|Mong Kok|Central),? Hong Kong|香港(?:九龍|新界|島)/,
  ],
  ["mxn", /C\.?P\.? ?\d{5}(?!\d)/],
  ["twd", /(?:台|臺)(?:北|中|南|灣)|Taipei|新北市|高雄市/],
  ["jpy", /〒\d{3}-\d{4}/],
  [
    "inr",
    /(?:Mumbai|Delhi|Bengaluru|Bangalore|Chennai|Hyderabad|Pune|Kolkata|Gurgaon|Gurugram|Noida|Karnataka|Maharashtra|Haryana)[\s,-]{1,4}\d{3} ?\d{3}(?!\d)/,
  ],
  ["lkr", /(?<!\p{L})Colombo(?:[ ,-]{1,3}(?:0?[1-9]|1[0-5])(?!\d)| 00[1-9]00(?!\d))/iu],
  [
    "pkr",
    /(?<!\p{L})(?:Karachi|Lahore|Islamabad|Rawalpindi|Faisalabad|Peshawar)[ ,-]{1,3}\d{5}(?!\d)/iu,
  ],
  ["npr", /(?<!\p{L})(?:Kathmandu|Lalitpur|Pokhara)[ ,-]{1,3}\d{5}(?!\d)/iu],
];

const REGISTRATIONS: readonly Pattern[] = [
  [
    "usd",
    /(?<!\p{L})(?:501\(c\)\(3\)|EIN|IRS|Federal Tax ID|[Ss]ales [Tt]ax|SALES TAX|State [Tt]ax|U\.S\. (?:Transportation Tax|Flight Segment|Passenger Facility))(?!\p{L})/u,
  ],
  // Not PST and HST alone, which are times of day too.
  [
    "cad",
    /(?<!\p{L})(?:GST ?[/&+] ?[HPQ]ST|[HPQ]ST ?[/&+] ?GST|TPS ?[/&+] ?TVQ)(?!\p{L})|(?:^|[\n\t])(?:[HPQ]ST|TPS|TVQ)(?!\p{L})|(?<!\d)\d{9} ?RT ?\d{4}(?!\d)/u,
  ],
  ["aud", /(?<!\p{L})(?:ABN|A\.B\.N\.|ACN):? ?\d{2,3} ?\d{3} ?\d{3}/u],
  ["nzd", /(?<!\p{L})(?:NZBN|GST (?:No|Number|Reg)\.?:? ?\d{2,3}[- ]\d{3}[- ]\d{3})(?!\d)/iu],
  ["sgd", /(?<!\p{L})(?:UEN|GST Reg(?:istration)? No\.?:? ?(?:M\d|\d{9}[A-Z]|20\d{7}))(?!\p{L})/u],
  ["mxn", /(?<!\p{L})(?:RFC|CFDI|SPEI|OXXO|CURP)(?!\p{L})/u],
  ["ars", /(?<!\p{L})(?:CUIT|AFIP|CUIL|ARCA)(?!\p{L})/u],
  [
    "clp",
    /(?<!\p{L})(?:R\.?U\.?T\.?:? ?\d{1,2}\.\d{3}\.\d{3}-[\dkK]|Webpay|boleta electrónica)(?!\p{L})/iu,
  ],
  ["cop", /(?<!\p{L})(?:NIT:? ?\d{3}\.?\d{3}\.?\d{3}|DIAN|PSE|Nequi|Daviplata)/u],
  ["uyu", /(?<!\p{L})(?:RUT:? ?21\d{10}|CFE DGI)/u],
  ["dop", /(?<!\p{L})(?:RNC|ITBIS|NCF)(?!\p{L})/u],
  [
    "sek",
    /(?<!\p{L})(?:(?:org\.? ?nr|organisationsnummer)\.?:? ?\d{6}-\d{4}|Swish|SE\d{10}01|Bankgiro)(?!\p{L})/iu,
  ],
  [
    "nok",
    /(?<!\p{L})(?:mva|Vipps|org\.? ?nr\.?:? ?(?:NO )?\d{3} ?\d{3} ?\d{3}(?: MVA)?|Foretaksregisteret)(?!\p{L})/iu,
  ],
  [
    "dkk",
    /(?<!\p{L})(?:CVR(?:[- ]?nr)?\.?:? ?\d{2} ?\d{2} ?\d{2} ?\d{2}|Dankort|heraf moms)(?!\p{L})/iu,
  ],
  ["isk", /(?<!\p{L})(?:kennitala|kt\.:? ?\d{6}-\d{4}|vsk)(?!\p{L})/iu],
  [
    "inr",
    /(?<!\p{L})(?:GSTIN|CGST|SGST|IGST|UPI|IMPS|NEFT|Paytm|PhonePe|Razorpay|IRCTC)(?!\p{L})/u,
  ],
  ["pkr", /(?<!\p{L})(?:FBR|STRN|NTN|Easypaisa|JazzCash|Raast)(?!\p{L})/u],
  ["lkr", /(?<!\p{L})(?:LankaQR|SSCL|VAT[^\n\d]{0,20}\d{9}-7000)(?![\p{L}\d])/u],
  ["npr", /(?<!\p{L})(?:eSewa|Khalti|Fonepay)(?!\p{L})/u],
  ["mur", /(?<!\p{L})(?:BRN: ?C\d{8}|Juice by MCB)(?!\p{L})/u],
];

const UNITED_STATES =
  /(?<![\p{L}.])(?:U\.S\.A|USA|United States(?! dollar)|US dollars?|U\.S\. dollars?|Puerto Rico)(?!\p{L})/u;
const COUNTRIES: readonly Pattern[] = [
  ["usd", UNITED_STATES],
  ...listEntries(EVIDENCE["names of countries"]).map(
    ([currency, names]) => [currency, new RegExp(names.map(toNamePattern).join("|"), "u")] as const,
  ),
];

const DIALLING_CODES: readonly Pattern[] = [
  ...dialling(EVIDENCE["dialling codes"]["before a blank, a bracket or a digit"], "[\\s(\\d]"),
  ...dialling(EVIDENCE["dialling codes"]["also before a dash"], "[\\s(\\d-]"),
];

export const COUNTRY_EVIDENCE: readonly CountryEvidence[] = [
  { kind: "address", because: "every postal address in it is in its country", patterns: ADDRESSES },
  {
    kind: "registration",
    because: "the taxes and registrations in it are its country's",
    patterns: REGISTRATIONS,
  },
  { kind: "country", because: "it names its country", patterns: COUNTRIES },
  {
    kind: "telephone",
    because: "the telephone numbers in it are its country's",
    patterns: DIALLING_CODES,
  },
];

/** The rows of a table by currency. */
function listEntries<C extends Currency, T>(
  table: Readonly<Record<C, T>>,
): readonly (readonly [currency: C, value: T])[] {
  const currencies = Object.keys(table) as C[];
  return currencies.map((currency) => [currency, table[currency]] as const);
}

function toNamePattern(name: string): string {
  const before = name.startsWith("*") ? "" : String.raw`(?<!\p{L})`;
  const behind = name.endsWith("*") ? "" : String.raw`(?!\p{L})`;
  return `${before}${name.replaceAll("*", "")}${behind}`;
}

function dialling<C extends Currency>(
  codes: Readonly<Record<C, string>>,
  behind: string,
): readonly Pattern[] {
  return listEntries(codes).map(
    ([currency, code]) => [currency, new RegExp(`\\${code}${behind}`)] as const,
  );
}

/** The currency by a country's top-level domain, which shops of that country use. */
const CURRENCY_BY_DOMAIN: ReadonlyMap<string, Currency> = new Map(
  listEntries(EVIDENCE["top-level domains"]).flatMap(([currency, domains]) =>
    domains.map((domain) => [domain, currency] as const),
  ),
);

/**
 * The currency of the country of an address's domain, or null. "co", "me" and the like are open to
 * all.
 */
export function findDomainCurrency(address: string): Currency | null {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const two = domain.split(".").slice(-2).join(".");
  const one = domain.slice(domain.lastIndexOf(".") + 1);
  return CURRENCY_BY_DOMAIN.get(two) ?? CURRENCY_BY_DOMAIN.get(one) ?? null;
}

/**
 * Currencies whose symbol is also used in a few other countries; there it settles nothing alone.
 */
export const CONTESTED: ReadonlyMap<Currency, readonly Currency[]> = new Map([
  ["inr", ["pkr", "lkr", "npr", "mur", "scr"]],
  ["gbp", ["egp", "lbp", "gip", "fkp", "shp", "syp", "sdg"]],
  ["rub", ["byn"]],
  ["ron", ["mdl"]],
  ["sar", ["qar", "omr", "yer", "scr"]],
  ["aed", ["mad"]],
  ["mad", ["aed"]],
  ["zar", ["nad", "lsl", "szl"]],
  ["bob", ["ves"]],
  ["crc", ["svc"]],
  ["php", ["cup"]],
  ["krw", ["kpw"]],
]);
/** Prints of a contested currency that no other has. */
export const OWN_SYMBOLS: Readonly<Partial<Record<Currency, RegExp>>> = {
  inr: /₹|INR/iu,
  gbp: /GBP|GB£|UK£/iu,
  rub: /RUB|₽/iu,
  ron: /RON/iu,
  sar: /SAR/iu,
  aed: /AED/iu,
  mad: /MAD/iu,
  zar: /ZAR/iu,
  bob: /BOB/iu,
  crc: /CRC/iu,
  php: /PHP/iu,
  krw: /KRW|원/iu,
};
/** Lines of head offices, which are below messages to every country, show nothing. */
export const HEAD_OFFICES = new Phrases([["office", EVIDENCE["lines of head offices"].join("|")]]);
/** Words of journeys. The places and addresses in them are where somebody goes and sleeps. */
export const JOURNEY_WORDS = phrasesIn<"journey">(JOURNEYS);
/** "All charges are processed in U.S. currency." */
export const DOLLARS: readonly (readonly [currency: Currency, named: RegExp])[] = listEntries(
  EVIDENCE["dollars in a sentence"],
).map(([currency, names]) => [
  currency,
  new RegExp(
    String.raw`\bin (?:the )?(?:${names.join("|").replaceAll(".", String.raw`\.`)}) (?:currency|dollars|funds)\b`,
    "iu",
  ),
]);
