// Facts: the names of the months in mail headers, by language: in the nominative, the case dates take, and abbreviated.
// Where languages disagree over a word (listopad is October in Croatian, November in Polish and Czech), the language has
// to be known by something else.

import { folded, indexed } from "../mime/fold.ts";

/** Twelve names a row, without diacritics and case; several rows a language. */
// prettier-ignore
const NAMES: readonly (readonly [language: string, names: string])[] = [
  ["en", "january february march april may june july august september october november december"],
  ["en", "jan feb mar apr may jun jul aug sep oct nov dec"],
  ["en", "jan feb mar apr may jun jul aug sept oct nov dec"],
  ["de", "januar februar marz april mai juni juli august september oktober november dezember"],
  ["de", "janner feber marz apr mai jun jul aug sept okt nov dez"],
  ["de", "jan feb maerz apr mai jun jul aug sep okt nov dez"],
  ["de", "jan feb mrz apr mai jun jul aug sep okt nov dez"],
  ["eu", "urtarrilaren otsailaren martxoaren apirilaren maiatzaren ekainaren uztailaren abuztuaren irailaren urriaren azaroaren abenduaren"],
  ["fr", "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre"],
  ["fr", "janv fevr mars avr mai juin juil aout sept oct nov dec"],
  ["fr", "janv fev mars avr mai juin juill aout sept oct nov dec"],
  ["es", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"],
  ["es", "ene feb mar abr may jun jul ago sept oct nov dic"],
  ["es", "ene feb mar abr may jun jul ago setiembre oct nov dic"],
  ["pt", "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro"],
  ["pt", "jan fev mar abr mai jun jul ago set out nov dez"],
  ["it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"],
  ["it", "gen feb mar apr mag giu lug ago set ott nov dic"],
  ["nl", "januari februari maart april mei juni juli augustus september oktober november december"],
  ["nl", "jan feb mrt apr mei jun jul aug sep okt nov dec"],
  ["sv", "januari februari mars april maj juni juli augusti september oktober november december"],
  ["sv", "jan feb mars apr maj juni juli aug sep okt nov dec"],
  ["da", "januar februar marts april maj juni juli august september oktober november december"],
  ["no", "januar februar mars april mai juni juli august september oktober november desember"],
  ["no", "jan feb mar apr mai jun jul aug sep okt nov des"],
  ["is", "januar februar mars april mai juni juli agust september oktober november desember"],
  ["fi", "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu"],
  ["fi", "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta"],
  ["fi", "tammik helmik maalisk huhtik toukok kesak heinak elok syysk lokak marrask jouluk"],
  ["fi", "tammi helmi maalis huhti touko kesa heina elo syys loka marras joulu"],
  ["et", "jaanuar veebruar marts aprill mai juuni juuli august september oktoober november detsember"],
  ["et", "jaan veebr marts apr mai juuni juuli aug sept okt nov dets"],
  ["lv", "janvaris februaris marts aprilis maijs junijs julijs augusts septembris oktobris novembris decembris"],
  ["lt", "sausio vasario kovo balandzio geguzes birzelio liepos rugpjucio rugsejo spalio lapkricio gruodzio"],
  ["pl", "styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien"],
  ["pl", "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia"],
  ["pl", "sty lut mar kwi maj cze lip sie wrz paz lis gru"],
  ["cs", "leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec"],
  ["cs", "ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince"],
  ["cs", "led uno bre dub kve cvn cvc srp zar rij lis pro"],
  ["sk", "januar februar marec april maj jun jul august september oktober november december"],
  ["sk", "januara februara marca aprila maja juna jula augusta septembra oktobra novembra decembra"],
  ["sl", "januar februar marec april maj junij julij avgust september oktober november december"],
  ["sl", "jan feb mar apr maj jun jul avg sept okt nov dec"],
  ["hr", "sijecanj veljaca ozujak travanj svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac"],
  ["hr", "sijecnja veljace ozujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca"],
  ["hr", "sijecnja veljace ozujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenog prosinca"],
  ["hr", "sij velj ozu tra svi lip srp kol ruj lis stu pro"],
  ["sr", "januar februar mart april maj jun jul avgust septembar oktobar novembar decembar"],
  ["sr", "jan feb mar apr maj jun jul avg sep okt nov dec"],
  ["sr", "јануар фебруар март април мај јун јул август септембар октобар новембар децембар"],
  ["sr", "јан феб мар апр мај јун јул авг сеп окт нов дец"],
  ["hu", "januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december"],
  ["hu", "jan febr marc apr maj jun jul aug szept okt nov dec"],
  ["ro", "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"],
  ["ro", "ian feb mar apr mai iun iul aug sept oct noi dec"],
  ["tr", "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik"],
  ["tr", "oca sub mar nis may haz tem agu eyl eki kas ara"],
  ["ru", "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь"],
  ["ru", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"],
  ["ru", "янв февр мар апр мая июн июл авг сент окт нояб дек"],
  ["ru", "янв фев мар апр май июн июл авг сен окт ноя дек"],
  ["uk", "січень лютии березень квітень травень червень липень серпень вересень жовтень листопад грудень"],
  ["uk", "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"],
  ["uk", "січ лют бер квіт трав черв лип серп вер жовт лист груд"],
  ["bg", "януари февруари март април маи юни юли август септември октомври ноември декември"],
  ["el", "ιανουαριου φεβρουαριου μαρτιου απριλιου μαιου ιουνιου ιουλιου αυγουστου σεπτεμβριου οκτωβριου νοεμβριου δεκεμβριου"],
  ["el", "ιαν φεβ μαρ απρ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ"],
  ["ca", "gener febrer marc abril maig juny juliol agost setembre octubre novembre desembre"],
  ["ca", "gen febr marc abr maig juny jul ag set oct nov des"],
  ["bg", "ян фев март апр май юни юли авг сеп окт ное дек"],
  ["id", "jan feb mar apr mei jun jul agu sep okt nov des"],
  ["id", "januari februari maret april mei juni juli agustus september oktober november desember"],
  ["he", "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"],
  ["he", "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר"],
  ["he", "ינו פבר מרץ אפר מאי יוני יולי אוג ספט אוק נוב דצמ"],
  ["he", "בינו בפבר במרץ באפר במאי ביוני ביולי באוג בספט באוק בנוב בדצמ"],
  ["hi", "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर"],
  ["hi", "जन फर मार्च अप्रैल मई जून जुल अग सित अक्टू नव दिस"],
  ["hi", "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर"],
  ["hi", "जन फ़र मार्च अप्रैल मई जून जुल अग सित अक्टू नव दिस"],
  ["ar", "كانون_الثاني شباط اذار نيسان ايار حزيران تموز اب ايلول تشرين_الاول تشرين_الثاني كانون_الاول"],
  ["ar", "يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر"],
  ["th", "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม"],
  ["th", "มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค"],
];

/** Words that stand by a date in one language alone: weekdays, and what is between date and time. */
const MARKS: readonly (readonly [language: string, words: string])[] = [
  ["hr", "ponedjeljak utorak srijeda cetvrtak petak subota nedjelja pon uto sri cet pet sub ned u"],
  [
    "pl",
    "poniedzialek wtorek sroda czwartek piatek sobota niedziela pon wt sr czw sob niedz o dnia godz",
  ],
  ["cs", "pondeli utery streda ctvrtek patek nedele po ut st ct pa so v dne"],
  ["uk", "понеділок вівторок середа четвер пятниця субота неділя о р"],
  ["ru", "понедельник вторник среда четверг пятница суббота воскресенье г в"],
];

const MONTHS = indexed(
  NAMES.flatMap(([language, names]) =>
    names.split(" ").map((name, at) => [folded(name), { language, month: at + 1 }] as const),
  ),
);
const LANGUAGES = indexed(
  MARKS.flatMap(([language, words]) =>
    words.split(" ").map((word) => [folded(word), language] as const),
  ),
);

/**
 * The month (1..12) that a word names beside these other words of its date; 0 where it names none, -1 where the languages it
 * may be in disagree. `languages` are those the labels around it are in.
 */
export function monthNamed(
  word: string,
  others: readonly string[],
  languages: readonly string[],
): number {
  const meanings = MONTHS.get(folded(word)) ?? [];
  const agreed = onlyMonth(meanings);
  if (agreed !== 0 || meanings.length === 0) return agreed;
  const hinted = onlyMonth(meanings.filter(({ language }) => languages.includes(language)));
  if (hinted !== 0) return hinted;
  const marked = new Set(others.flatMap((other) => LANGUAGES.get(folded(other)) ?? []));
  return onlyMonth(meanings.filter(({ language }) => marked.has(language))) || -1;
}

function onlyMonth(meanings: readonly { readonly month: number }[]): number {
  const [first, ...rest] = new Set(meanings.map(({ month }) => month));
  return first === undefined || rest.length > 0 ? 0 : first;
}
