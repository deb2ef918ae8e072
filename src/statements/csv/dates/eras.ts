// Years of other eras, as banks of East Asia and Thailand print them: Japanese ("R6.03.05",
// "令和6年3月5日"), of the Republic of China ("113/03/05") and Buddhist ("05/03/2567"). Only a year that
// can be no other is read so: two digits alone do not show their era.

/** The year of the common era before each era's first year. */
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  民國: 1911,
  民国: 1911,
  r: 2018,
  h: 1988,
  s: 1925,
};
const NAMED =
  /^(令和|平成|昭和|民國|民国|[RHS](?=\d))\s?(\d{1,3}|元)\s?[年./-]\s?(\d{1,2})\s?[月./-]\s?(\d{1,2})(?!\d)日?/iu;
/** Three digits of a year, from 1991 to 2110. */
const REPUBLIC = /^(\d{3})([年./-])(\d{1,2})[月./-](\d{1,2})(?!\d)日?/u;
const REPUBLIC_MIN = 80;
const REPUBLIC_MAX = 199;
const BUDDHIST_MIN = 2_500;
const BUDDHIST_MAX = 2_650;
const BUDDHIST_YEARS = 543;

/** The date's text with its year of the common era in front; any other text as it is. */
export function toCommonEra(text: string): string {
  const first = text.charCodeAt(0);
  // Most dates begin with two or four digits and name no era.
  if (first >= 48 && first <= 57) {
    if (!isDigit(text.charCodeAt(2)) || isDigit(text.charCodeAt(3))) return text;
    const [all = "", year = "", , month = "", day = ""] = REPUBLIC.exec(text) ?? [];
    return all === "" || Number(year) < REPUBLIC_MIN || Number(year) > REPUBLIC_MAX
      ? text
      : `${Number(year) + 1911}-${month}-${day}${text.slice(all.length)}`;
  }
  if (first < 0x2000 && !isDigit(text.charCodeAt(1))) return text;
  const [all = "", era = "", year = "", month = "", day = ""] = NAMED.exec(text) ?? [];
  const begins = ERAS[era.toLowerCase()];
  return begins === undefined
    ? text
    : `${begins + (year === "元" ? 1 : Number(year))}-${month}-${day}${text.slice(all.length)}`;
}

/** A year of four digits in the common era: years from 2500 to 2650 on statements are Buddhist. */
export function toCommonYear(year: number): number {
  return year >= BUDDHIST_MIN && year <= BUDDHIST_MAX ? year - BUDDHIST_YEARS : year;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
