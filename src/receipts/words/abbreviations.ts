// Abbreviations of many languages. The full stop behind one ends no sentence.

import { findMonth } from "../forwards/month-names.ts";

const ABBREVIATIONS = new Set(
  [
    "rs no nr nro num dn a/c ac acc acct acnt avl bal ref st ltd inc co sr sra mr mrs ms dr cta",
    "tel av ave art aut op min max approx pvt corp int intl dept bs s/ tarj pag p.m a.m s.a c.v",
    "ul ok tj bzw evtl inkl zzgl ggf ca mld mio dt tgl env mme superm hiperm minim autoserv",
    "ferret panad muebl hnos руб бр г ул д к р тыс обл грн коп тел ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย",
    "ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค น บจก หจก yth sdr bpk रु सं क्र rach przych wych przel kwot dost",
    "sald sp wyp wpl opl transakc plat zust cis popl prik jovair egyenl rend kozl ozn dispon",
    "oper cpte cte mvt kto empf kz betr umsatz-nr rek bedr omschr konr belob kontonr ktnr benef",
    "banc suc kl klo godz hod plkst dags san tic şti sti paz inş gıd teks dağ ith ihr müh mak",
    "น.ส ด.ช ด.ญ ر.ع د.ك د.إ ر.س ج.م د.ب ر.ق د.أ د.ت د.م",
  ].flatMap((line) => line.split(" ")),
);

/** Whether the text before a full stop ends in an abbreviation, or in a letter alone. */
export function isAbbreviation(before: string): boolean {
  const word = (/[^\s(]{1,12}$/.exec(before)?.[0] ?? "").toLowerCase().replace(/^.*[:;,=]/, "");
  return (
    ABBREVIATIONS.has(word) ||
    /^\p{L}$/u.test(word) ||
    (/^(?:no|nr|rs|inr|bal)\.?/.test(word) && word.length < 4)
  );
}

/**
 * "am 2. November", "18. 11. 2026": whether the full stop between the two texts stands behind the day of a
 * month, or behind a month before its year.
 */
export function isOrdinalDay(before: string, behind: string): boolean {
  if (DAY_BEFORE.test(before) && MONTH_BEHIND.test(behind)) return true;
  if (DAY_AND_MONTH_BEFORE.test(before) && YEAR_BEHIND.test(behind)) return true;
  const month = /^\s(\p{L}{3,12})/u.exec(behind)?.[1];
  return (
    month !== undefined &&
    /(?<!\d)[0-3]?\d$/.test(before) &&
    findMonth(month.toLowerCase(), [], []) !== 0
  );
}

const DAY_BEFORE = /(?<![\d.,] ?)[0-3]?\d$/;
const MONTH_BEHIND = /^ {1,2}[01]?\d\. ?(?:19|20)\d{2}(?!\d)/;
const DAY_AND_MONTH_BEFORE = /(?<![\d.,] ?)[0-3]?\d\. ?[01]?\d$/;
const YEAR_BEHIND = /^ {1,2}(?:19|20)\d{2}(?!\d)/;

/** "2026.10.14. 18:22": whether the full stop between the two texts stands between a day and a time. */
export function isDayBeforeTime(before: string, behind: string): boolean {
  return /\d\. ?\d{1,2}\. ?\d{1,4}$/.test(before) && /^\s\d{1,2}:\d\d/.test(behind);
}
