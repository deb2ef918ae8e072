// Facts: what in a document shows in which country it was written, by that country's currency, for the signs that several
// currencies share: postal addresses, tax and company registrations, names of countries, dialling codes, ways to pay.
// A dialling code that several countries have (+1) shows nothing.

import type { Currency } from "../../money/currency.ts";
import { Phrases } from "../words/phrases.ts";

/** One kind of evidence: how it is told to a person, and what shows each currency. */
export interface CountrySign {
  readonly kind: "address" | "registration" | "country" | "telephone";
  readonly because: string;
  readonly patterns: readonly (readonly [currency: Currency, pattern: RegExp])[];
}

const STATE =
  "A[KLRZ]|C[AOT]|D[CE]|FL|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]";
// Without a ZIP code behind, letters that are words or countries too show nothing.
const PLAIN_STATE =
  "A[KLZ]|CT|DC|FL|GA|I[AL]|K[SY]|M[ADINOST]|N[CHJMVY]|OH|RI|SC|T[NX]|UT|V[AT]|W[AIVY]";

// prettier-ignore
export const COUNTRY_SIGNS: readonly CountrySign[] = [
  {
    kind: "address",
    because: "every postal address in it is of its country",
    patterns: [
      ["usd", new RegExp(String.raw`(?<![A-Za-z])(?:${STATE}),? {1,2}\d{5}(?:-\d{4})?(?!\d)|(?<!\p{L})[AFD]PO,? A[AEP] {1,2}\d{5}(?!\d)|\p{Ll}, (?:${PLAIN_STATE})(?![\p{L}\d]|,? [A-Z]{2,3}(?!\p{L})| \d)`, "u")],
      ["cad", /(?<![A-Za-z\d])[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d(?![A-Za-z\d])|\p{Ll}, (?:ON|QC|BC|AB|MB|SK|NS|NB)(?![\p{L}\d])/u],
      ["aud", /(?<![A-Za-z])(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT),? \d{4}(?!\d)/], ["nzd", /(?:Auckland|Wellington|Christchurch|Hamilton|Dunedin|Tauranga|Queenstown),? \d{4}(?!\d)/],
      ["sgd", /Singapore \d{6}(?!\d)/], ["hkd", /(?:Kowloon|Wan Chai|New Territories|Tsim Sha Tsui|Causeway Bay|Mong Kok|Central),? Hong Kong|香港(?:九龍|新界|島)/], ["mxn", /C\.?P\.? ?\d{5}(?!\d)/], ["twd", /(?:台|臺)(?:北|中|南|灣)|Taipei|新北市|高雄市/],
      ["jpy", /〒\d{3}-\d{4}/], ["inr", /(?:Mumbai|Delhi|Bengaluru|Bangalore|Chennai|Hyderabad|Pune|Kolkata|Gurgaon|Gurugram|Noida|Karnataka|Maharashtra|Haryana)[\s,-]{1,4}\d{3} ?\d{3}(?!\d)/],
    ],
  },
  {
    kind: "registration",
    because: "the taxes and registrations in it are its country's",
    patterns: [
      ["usd", /(?<!\p{L})(?:501\(c\)\(3\)|EIN|IRS|Federal Tax ID|[Ss]ales [Tt]ax|SALES TAX|State [Tt]ax|U\.S\. (?:Transportation Tax|Flight Segment|Passenger Facility))(?!\p{L})/u],
      // Not PST and HST alone, which are times of day too.
      ["cad", /(?<!\p{L})(?:GST ?[/&+] ?[HPQ]ST|[HPQ]ST ?[/&+] ?GST|TPS ?[/&+] ?TVQ)(?!\p{L})|(?:^|[\n\t])(?:[HPQ]ST|TPS|TVQ)(?!\p{L})|(?<!\d)\d{9} ?RT ?\d{4}(?!\d)/u],
      ["aud", /(?<!\p{L})(?:ABN|A\.B\.N\.|ACN):? ?\d{2,3} ?\d{3} ?\d{3}/u], ["nzd", /(?<!\p{L})(?:NZBN|GST (?:No|Number|Reg)\.?:? ?\d{2,3}[- ]\d{3}[- ]\d{3})(?!\d)/iu], ["sgd", /(?<!\p{L})(?:UEN|GST Reg(?:istration)? No\.?:? ?(?:M\d|\d{9}[A-Z]|20\d{7}))(?!\p{L})/u],
      ["mxn", /(?<!\p{L})(?:RFC|CFDI|SPEI|OXXO|CURP)(?!\p{L})/u], ["ars", /(?<!\p{L})(?:CUIT|AFIP|CUIL|ARCA)(?!\p{L})/u], ["clp", /(?<!\p{L})(?:R\.?U\.?T\.?:? ?\d{1,2}\.\d{3}\.\d{3}-[\dkK]|Webpay|boleta electrónica)(?!\p{L})/iu], ["cop", /(?<!\p{L})(?:NIT:? ?\d{3}\.?\d{3}\.?\d{3}|DIAN|PSE|Nequi|Daviplata)/u], ["uyu", /(?<!\p{L})(?:RUT:? ?21\d{10}|CFE DGI)/u], ["dop", /(?<!\p{L})(?:RNC|ITBIS|NCF)(?!\p{L})/u],
      ["sek", /(?<!\p{L})(?:(?:org\.? ?nr|organisationsnummer)\.?:? ?\d{6}-\d{4}|Swish|SE\d{10}01|Bankgiro)(?!\p{L})/iu], ["nok", /(?<!\p{L})(?:mva|Vipps|org\.? ?nr\.?:? ?(?:NO )?\d{3} ?\d{3} ?\d{3}(?: MVA)?|Foretaksregisteret)(?!\p{L})/iu], ["dkk", /(?<!\p{L})(?:CVR(?:[- ]?nr)?\.?:? ?\d{2} ?\d{2} ?\d{2} ?\d{2}|Dankort|heraf moms)(?!\p{L})/iu], ["isk", /(?<!\p{L})(?:kennitala|kt\.:? ?\d{6}-\d{4}|vsk)(?!\p{L})/iu],
      ["inr", /(?<!\p{L})(?:GSTIN|CGST|SGST|IGST|UPI|IMPS|NEFT|Paytm|PhonePe|Razorpay|IRCTC)(?!\p{L})/u], ["pkr", /(?<!\p{L})(?:FBR|STRN|NTN|Easypaisa|JazzCash|Raast)(?!\p{L})/u], ["lkr", /(?<!\p{L})(?:LankaQR|SSCL)(?!\p{L})/u], ["npr", /(?<!\p{L})(?:eSewa|Khalti|Fonepay)(?!\p{L})/u], ["mur", /(?<!\p{L})(?:BRN: ?C\d{8}|Juice by MCB)(?!\p{L})/u],
    ],
  },
  {
    kind: "country",
    because: "the country that it names has it",
    patterns: [
      ["usd", /(?<![\p{L}.])(?:U\.S\.A\.?|USA|United States(?! dollar)(?: of America)?|US dollars?|U\.S\. dollars?|Puerto Rico)(?!\p{L})/u], ["cad", /(?<!\p{L})(?:Canada|Canadian dollars?)(?!\p{L})/u], ["aud", /(?<!\p{L})(?:Australia|Australian dollars?)(?!\p{L})/u], ["nzd", /(?<!\p{L})(?:New Zealand|Aotearoa|New Zealand dollars?)(?!\p{L})/u], ["sgd", /(?<!\p{L})Singapore(?!\p{L})/u], ["hkd", /Hong ?Kong|香港/u], ["twd", /Taiwan|台灣|臺灣|統一編號/u],
      ["mxn", /(?<!\p{L})(?:México|CDMX)(?!\p{L})/u], ["ars", /(?<!\p{L})(?:Argentina|CABA)(?!\p{L})/u], ["clp", /(?<!\p{L})Chile(?!\p{L})/u], ["cop", /(?<!\p{L})(?:Colombia)(?!\p{L})/u], ["uyu", /(?<!\p{L})(?:Uruguay)(?!\p{L})/u], ["dop", /República Dominicana/u],
      ["sek", /(?<!\p{L})(?:Sverige|Sweden)(?!\p{L})/u], ["nok", /(?<!\p{L})(?:Norge|Norway|Noreg)(?!\p{L})/u], ["dkk", /(?<!\p{L})(?:Danmark|Denmark)(?!\p{L})/u], ["isk", /(?<!\p{L})(?:Ísland|Iceland)(?!\p{L})/u], ["jpy", /日本|(?<!\p{L})(?:Japan)(?!\p{L})/u], ["cny", /中国|(?<!\p{L})(?:China)(?!\p{L})/u],
      ["inr", /(?<!\p{L})India(?!\p{L})/u], ["pkr", /(?<!\p{L})(?:Pakistan)(?!\p{L})/u], ["lkr", /(?<!\p{L})(?:Sri Lanka)(?!\p{L})/u], ["npr", /(?<!\p{L})(?:Nepal)(?!\p{L})/u], ["mur", /(?<!\p{L})(?:Mauritius|Maurice)(?!\p{L})/u],
      ["egp", /(?<!\p{L})(?:Egypt)(?!\p{L})|مصر/u], ["lbp", /(?<!\p{L})(?:Lebanon)(?!\p{L})|لبنان/u], ["byn", /Беларусь|Belarus/u], ["mdl", /(?<!\p{L})(?:Moldova)(?!\p{L})/u], ["mad", /(?<!\p{L})(?:Maroc|Morocco)(?!\p{L})|المغرب/u], ["qar", /(?<!\p{L})(?:Qatar)(?!\p{L})|قطر/u], ["omr", /(?<!\p{L})(?:Oman)(?!\p{L})/u],
    ],
  },
  {
    kind: "telephone",
    because: "the telephone numbers in it are its country's",
    patterns: [
      ["aud", /\+61[\s(\d]/], ["nzd", /\+64[\s(\d]/], ["sgd", /\+65[\s(\d]/], ["hkd", /\+852[\s(\d-]/], ["twd", /\+886[\s(\d-]/], ["mxn", /\+52[\s(\d]/], ["ars", /\+54[\s(\d]/], ["clp", /\+56[\s(\d]/], ["cop", /\+57[\s(\d]/], ["uyu", /\+598[\s(\d]/], ["sek", /\+46[\s(\d]/], ["nok", /\+47[\s(\d]/], ["dkk", /\+45[\s(\d]/], ["isk", /\+354[\s(\d]/], ["jpy", /\+81[\s(\d]/], ["cny", /\+86[\s(\d]/], ["inr", /\+91[\s(\d-]/], ["pkr", /\+92[\s(\d-]/], ["lkr", /\+94[\s(\d-]/], ["npr", /\+977[\s(\d-]/], ["mur", /\+230[\s(\d-]/],
    ],
  },
];

/** The currency of a country's own top-level domain, which shops of that country use. */
// prettier-ignore
const DOMAIN_CURRENCIES: Readonly<Record<string, Currency>> = {
  us: "usd", gov: "usd", mil: "usd", edu: "usd", au: "aud", nz: "nzd", ca: "cad", mx: "mxn", se: "sek", no: "nok", dk: "dkk", is: "isk", jp: "jpy", cn: "cny", ar: "ars", cl: "clp", "com.co": "cop", "net.co": "cop", uy: "uyu", do: "dop", hk: "hkd", sg: "sgd", tw: "twd", in: "inr", pk: "pkr", lk: "lkr", np: "npr", mu: "mur", eg: "egp", lb: "lbp", by: "byn", md: "mdl", ma: "mad", qa: "qar", om: "omr", uk: "gbp", za: "zar", ec: "usd", sv: "usd", jm: "jmd", tt: "ttd", bb: "bbd", bs: "bsd", fj: "fjd", na: "nad", bn: "bnd", ni: "nio",
  bf: "xof", bj: "xof", ci: "xof", sn: "xof", tg: "xof", ml: "xof", ne: "xof", cm: "xaf", ga: "xaf", cg: "xaf", td: "xaf", cf: "xaf", gq: "xaf",
};

/** The currency of a shop whose domain is a country's, null for the rest. "co", "me" and the like are anybody's. */
export function currencyOfDomain(address: string): Currency | null {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const two = domain.split(".").slice(-2).join(".");
  return (
    DOMAIN_CURRENCIES[two] ?? DOMAIN_CURRENCIES[domain.slice(domain.lastIndexOf(".") + 1)] ?? null
  );
}

/** Signs that nearly always mean the first, in a few countries another; there they settle nothing by themselves. */
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
/** How a contested currency is printed where nobody contests it. */
export const OWN_SIGNS: Readonly<Partial<Record<Currency, RegExp>>> = {
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
/** Head offices that stand below mails to every country: their lines show nothing. */
export const HEAD_OFFICES = new Phrases<"office">([
  [
    "office",
    "albright way|winchester circle|apple park way|infinite loop|amphitheatre parkway|amphitheatre pkwy|1725 3rd street|1455 market street|1515 3rd street|888 brannan|303 2nd street|one microsoft way|microsoft way|south buena vista|s buena vista|117 adams|hamilton avenue|2211 north first|345 park avenue|almaden blvd|1800 owens|expedia group way|108th avenue|350 bush|354 oyster point|510 townsend|185 berry|1955 broadway|o connor street|150 elgin|600 townsend|50 beale|bridgepointe|terry avenue|terry ave|2 marina|ne 8th",
  ],
]);
/** Words of journeys and stays: the places that they name are where somebody goes, and addresses are where they sleep. */
export const JOURNEY_WORDS = new Phrases<"journey">([
  [
    "journey",
    "flight|flights|check in|checkin|check out|checkout|arrival|departure|nights|your stay|hotel|hotels|itinerary|guests|boarding|vuelo|vuelos|noches|estancia|llegada|salida|vol|nuits|séjour|arrivée|départ|flug|hinflug|übernachtung|übernachtungen|nächte|anreise|abreise|volo|notti|soggiorno|voo|noites|diárias|hospedagem|vlucht|nachten|flyg|nätter|incheckning|rejse|overnatning|avreise|reise fra|lento|yö|noclegi|pobyt|noci|éjszaka|nopți|gece|ночей|проживание|рейс|宿泊|泊|チェックイン|入住|航班|숙박|항공",
  ],
]);
