// Facts: the names of the months on statements, without diacritics, in the languages banks print.
// A name is known by its whole and by its first three or four letters; where languages differ over
// those, the line further up counts.

const NAMES: readonly (readonly string[])[] = [
  "january february march april may june july august september october november december",
  "januar februar marz april mai juni juli august september oktober november dezember",
  "janner feber maerz april mai juni juli august sept oktober november dezember",
  "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
  "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  "januari februari maart april mei juni juli augustus september oktober november december",
  "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
  "styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien",
  "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
  "januar februar marts april maj juni juli august september oktober november december",
  "januari februari mars april maj juni juli augusti september oktober november december",
  "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu",
  "januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december",
  "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
  "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
  "янв фев мар апр май июн июл авг сен окт ноя дек",
  "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
  "januari februari maret april mei juni juli agustus september oktober november desember",
  "jan feb mrt apr mei jun jul aug sep okt nov dec",
  "ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince",
].map((line) => line.split(" "));

const BY_NAME = table();

function table(): ReadonlyMap<string, number> {
  const byName = new Map<string, number>();
  const note = (key: string, month: number) => {
    if (!byName.has(key)) byName.set(key, month);
  };
  for (const names of NAMES) names.forEach((name, index) => note(name, index + 1));
  for (const length of [4, 3]) {
    for (const names of NAMES)
      names.forEach((name, index) => note(name.slice(0, length), index + 1));
  }
  return byName;
}

/** The month (1..12) a word names, in any of the languages and any case; 0 where it names none. */
export function monthOf(word: string): number {
  const key = word.toLowerCase();
  return BY_NAME.get(key) ?? BY_NAME.get(key.normalize("NFD").replace(/\p{M}/gu, "")) ?? 0;
}
