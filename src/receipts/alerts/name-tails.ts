// What banks print behind the name of another party, and is no part of it: a telephone number with
// its country, the time, the address of a company, an account or the kind of a purchase in brackets.

import { legalFormIn } from "../issuer/legal-forms.ts";
import type { Place } from "./alert-text.ts";

/** "NORTHWIND 415-555-0137 CA", "NORTHWIND 4155550137 CA": networks of cards print it so. */
const PHONE =
  /\s(?:\+?\d{1,3}[- ])?(?:\(\d{3}\) ?|\d{3}-)\d{3}-?\d{4}(?:\s\p{Lu}{2,3}){0,2}$|\s\d{10,11}\s\p{Lu}{2}$/u;
/** "DROGUERIA LA CEIBA 18:20". */
const CLOCK = /\s(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\.?)?$/iu;
/** "PEAK TRAMWAY CLUB LTD. 88 GARDEN ROAD": a number of a house behind a form of company. */
const HOUSE = /^\.?,?\s(?:#|no\.? ?|blk\.? ?|lot ?)?\d{1,5}[a-z]?(?=[\s,/-])/iu;
/** "KOMOREBI BOOKS（買物）": what was done there, in scripts without blanks. */
const DONE_THERE = /[（(](?:買物|ショッピング|お買物|海外|国内|消费|消費|購物|购物)[)）]$/u;

/** "ELEKTRO LUČ d.o.o., Dunajska cesta 119, Ljubljana": where a company is, behind the comma after its form. */
const ADDRESS =
  /^\.?,\s\p{Lu}[\p{L}.' -]{2,40}\s\d{1,4}(?: ?[a-z])?(?:,\s[\p{L}\d][^\n]{1,40})?$/iu;

/** "TAN WEI LING (Mobile ending 4410)", "LAM KA YAN (****771)": the party's account or telephone. */
const ACCOUNT_IN_BRACKETS = new RegExp(
  [
    String.raw`\s?[（(](?:(?=[^()（）]*\d{2})[+\d .-]*[*•xX][+\d*•xX .-]*|[^()（）]*[*•xX]{2,}[ -]?\d{2,}|[^()（）]*`,
    String.raw`(?<!\p{L})(?:mobile|m[óo]vil|telem[óo]vel|handy|tel|`,
    String.raw`ending|account|acct?|a\/c|phone|iban|uen|nric|conta|cuenta|konto|compte|`,
    String.raw`rek)(?!\p{L})[^()（）]*\d{3,}\p{L}?)[)）]$`,
  ].join(""),
  "iu",
);

/** "Camille Roussel (@cam.rsl)": the name that a wallet calls them by. */
const HANDLE_BEHIND = /\s?[（(]@[\p{L}\d_.-]{2,30}[)）]$/u;

/** "박지훈 ***-**-1234", cut before the digits: the mask of an account. */
const MASK = /\s[*•]{2,}(?:-[*•]*)*$/u;

/** "HARRIS TEETER #0271 ALEXANDRIA VA": networks of cards print the town and the state so. */
const TOWN =
  /(?<=^\P{Ll}{3,40} #?\d{3,6})\s\p{Lu}[\p{Lu}.'-]{1,20}(?: \p{Lu}[\p{Lu}.'-]{1,20}){0,2} \p{Lu}{2}$/u;

/** "DROGERIE U LVA, TRUTNOV, CZ", "FIELDNOTE INC, SAN MATEO CA": the town, and the code of the country or state. */
const TOWN_BEHIND_COMMA = /(?<=^\P{Ll}{3,60}),\s\p{Lu}[\p{Lu}.' -]{1,30}(?:,\s|\s)\p{Lu}{2}$/u;
/** "BIOMARKT LUETTINGER//XANTEN/DE": German banks print the town and the country so. */
const TOWN_BEHIND_STROKES = /(?<=\p{Lu})\/\/[\p{Lu}\d .'-]{2,40}(?:\/\p{Lu}{2})?$/u;

/** "CHECKERS HYPER 03Nov". */
const DAY = /\s\d{1,2}-?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,6}$/iu;
/** "WILCZYŃSKI MAREK, UL. OGRODOWA 3/11, 60-101 POZNAŃ": where a person lives, behind a comma. */
const STREET =
  /,\s(?:(?:ul|al|os|pl|str|bd|av|avda?|c|ул|вул|бул|кв|ž|ul\.? ?im)\.|c\/|(?:ulica|aleja|osiedle|strada|calle|avenida|rue|via|viale|piazza|corso|rua|улица|вулиця|ulitsa|ulice|ulici|út|utca) )[^\n]{0,60}\d[^\n]*$/iu;
const POSTAL_CODE = /,\s(?:\d{2}-\d{3}|\d{3} \d{2}|\d{4,5}(?:-\d{3})?)\s\p{Lu}[\p{L} .-]{1,30}$/u;
/** "KAUFLAND PLOVDIV 1 BG": the country behind the place, as terminals print it. */
const COUNTRY =
  /(?<=^[\p{Lu}\d&'*./-]+ [\p{Lu}\d&'*./ -]+)\s(?:BG|RO|PL|CZ|SK|HU|HR|SI|RS|LT|LV|EE|GR|UA|MK|BA|AL|CY)$/u;
/** "DIN TAI FUNG JEM SINGAPORE SG": a town that is a country of its own, with its code. */
const CITY_STATE =
  /(?<=^\P{Ll}*\p{Lu}{2}\P{Ll}*)\s(?:SINGAPORE SGP?|HONG KONG HKG?|MACAU? MO|MACAO MAC|MONACO MCO?|LUXEMBOURG LUX?)$/u;
/** "payment of K-ELECTRIC bill": what was paid, behind the name of who is paid. */
const PAID_THERE = /(?<=^\p{Lu}[^\n]*)\s(?:bills?|invoice|premium|subscription)(?: payment)?$/u;
/** "Example Cloud Reference SAMPLE42MI4": the next row, whose break was lost. */
const REFERENCE =
  /\s(?:reference|ref)(?: (?:no|number|id))?[.:]?\s(?=[\p{Lu}\d-]*\d)[\p{Lu}\d-]{5,}$/iu;
/** "BRICO SOFIA 3\\BRICO SOFIA": the name once more, behind a stroke of terminals. */
const ONCE_MORE = /(?<=^[^\\]{3,})\\.*$/u;
/** "HMRC just paid": what stands between a name and its verb. */
const ADVERB = /(?<=^\p{Lu}[^\n]*)\s(?:just|recently|now)$/u;
/** "Migros Baar 13.01.2021": the day behind the name. */
const WHOLE_DAY = /(?<=\p{L}\S*)\s\d{1,2}[./-]\d{1,2}[./-](?:20)?\d{2}$/u;
/** "DISCOVER has initiated the following withdrawal": what the party did. */
const HAS_DONE = new RegExp(
  [
    String.raw`(?<=^\p{Lu}[^\n]*)\s(?:has|have) (?:just |recently )?(?:initiated|started|made|requested|sent|`,
    String.raw`submitted|posted)(?: [^\n]*)?$`,
  ].join(""),
  "u",
);
/** "Payroll from Ada Stores Ltd": what it was, before the name. */
const SOURCE = new RegExp(
  [
    String.raw`^(?:(?:payroll|salary|wages?|pension|(?:direct |ach |electronic |external )?(?:deposit|credit|`,
    String.raw`payment)) from|ach (?:debit|credit|deposit|pmt)) (?=\p{Lu})`,
  ].join(""),
  "iu",
);

/** "Nome ..........: CARLOS NASCIMENTO": a label, and dots that lead from it to the name. */
const DOTTED_LABEL = /^\p{L}[\p{L} ]{1,30}\.{4,} ?[:：] ?/u;

/** The place of a name without a label, or what it was that came from it. */
export function withoutSource(text: string, { start, end }: Place): Place {
  const printed = text.slice(start, end);
  const label = DOTTED_LABEL.exec(printed)?.[0].length ?? 0;
  const source = SOURCE.exec(printed.slice(label))?.[0].length ?? 0;
  return { start: start + label + source, end };
}

/** "to Roth Ltd for €350.00": what leads to the amount right behind. */
const LEADS_TO_AMOUNT = new RegExp(
  String.raw`\s(?:for|of|über|in höhe von|von|pour|de|por(?: valor de)?|no valor de|per|di|voor|` +
    String.raw`ter waarde van|för|på|na kwotę|ve výši|vo výške|за|на суму|на сумму|στο ποσό)$`,
  "iu",
);
const AMOUNT_BEHIND = new RegExp(
  String.raw`^\s{1,2}(?:(?:\p{Sc}|\p{Lu}{2,3}\s?|kr\.?\s|rs\.?\s?)\s?\d|\d[\d.,\u00a0 ]{0,14}\s?` +
    String.raw`(?:\p{Sc}|\p{Lu}{3}(?!\p{L})|(?:euros?|kr|zł|Kč|Ft|lei|лв|руб|грн)(?!\p{L})))`,
  "iu",
);

/** "श्री गणेश किराना स्टोर। UPI संदर्भ": the stroke ends a sentence. */
const NEXT_SENTENCE = /\s?[।॥].*$/u;

/** The place of a name without what is printed behind it. */
export function withoutTail(text: string, { start, end }: Place): Place {
  const printed = text.slice(start, end);
  const name = AMOUNT_BEHIND.test(text.slice(end, end + 24))
    ? printed.replace(LEADS_TO_AMOUNT, "")
    : printed;
  const form = legalFormIn(name, 1);
  const behind = form === null ? "" : name.slice(form.end);
  const house = form !== null && (HOUSE.test(behind) || ADDRESS.test(behind));
  const tails = [
    NEXT_SENTENCE,
    ONCE_MORE,
    ACCOUNT_IN_BRACKETS,
    HANDLE_BEHIND,
    MASK,
    PHONE,
    TOWN,
    TOWN_BEHIND_COMMA,
    TOWN_BEHIND_STROKES,
    HAS_DONE,
    REFERENCE,
    CLOCK,
    WHOLE_DAY,
    DAY,
    DONE_THERE,
    STREET,
    POSTAL_CODE,
    PAID_THERE,
    ADVERB,
    CITY_STATE,
    COUNTRY,
  ];
  const bare = tails.reduce((left, tail) => left.replace(tail, ""), name);
  const kept = house ? Math.min(bare.length, form.end) : bare.length;
  // The full stop of "LTD." is the form's.
  const isDotted = house && name[kept] === "." && name[kept - 1] !== ".";
  return { start, end: start + kept + (isDotted ? 1 : 0) };
}
