// Headers and payees as banks of each language print them, and the encodings that are usual there.
// The tables of letter pairs know nothing of these texts.

export interface BankTexts {
  /** Date, description, amount. */
  readonly header: string;
  readonly payees: readonly string[];
  readonly encodings: string;
}

const WEST = "windows-1252 iso-8859-15 ibm437 ibm850 ibm858 macintosh";

/** By language. */
// prettier-ignore
export const BANK_TEXTS: Readonly<Record<string, BankTexts>> = {
  German: { encodings: WEST, header: "Wertstellung;Buchungstext;Umsatz", payees: ["SCHLÜSSELDIENST KÜHN", "Bürobedarf Jäger", "Zoologische Handlung Vögel", "Tankstelle Röhrig", "Gaststätte zum Löwen", "Käse Schröder", "ALDI SÜD", "Süßwaren Hörnchen"] },
  French: { encodings: WEST, header: "Date comptable;Intitulé;Somme", payees: ["PHARMACIE LEFÈVRE", "Épicerie du Coin", "Garage Citroën", "Chèque emis", "RETRAIT DAB ÉVRY", "Cotisation prévoyance", "Librairie Gibert Jeune à Lyon", "Impôts directs", "LOCATION VÉHICULE"] },
  Spanish: { encodings: WEST, header: "F. Valor;Operación;Cantidad", payees: ["Zapatería Ibáñez", "LOTERÍA NAVIDEÑA", "Compañía Eléctrica", "Autobús urbano", "Clínica Dental Martín", "Suscripción periódico", "Óptica Sánchez", "Piñata fiestas"] },
  Italian: { encodings: WEST, header: "Data operazione;Dettagli;Ammontare", payees: ["Pubblicità locale", "Lavanderia Bontà", "Trattoria da Niccolò", "Comunità montana", "Tabaccheria", "Tassa proprietà", "Assicurazione qualità", "Gioielleria Lillà", "Papà Gio pizza"] },
  Portuguese: { encodings: WEST, header: "Dia;Histórico;Quantia", payees: ["Lanchonete Três Irmãos", "Eletricidade e gás", "Autopeças Vitória", "IPVA CARTÓRIO", "Clínica Odontológica", "Mensalidade colégio", "Açougue Irmãos Leão", "Livraria Universitária", "Pensão Avó Inês"] },
  Dutch: { encodings: WEST, header: "Boekdag;Toelichting;Som", payees: ["Bloemenzaak Chloë", "Kapsalon Raphaël", "Bakker Noël", "TANKSTATION", "Tandarts", "Zuivelcoöperatie", "Melkveehouderij", "Speelgoed Daniël"] },
  Swedish: { encodings: WEST, header: "Transaktionsdag;Rubrik;Belopp", payees: ["Räntekostnad", "Tågbiljett SJ", "COOP SKÄRHOLMEN", "Träning Nordic Wellness", "Återbetalning Skatteverket", "Hårfrisör Söder", "Bröderna Öhman", "Mobilräkning Telenor"] },
  Norwegian: { encodings: WEST, header: "Dato;Forklaring;Sum", payees: ["Blåkors butikk", "Frisør Lørenskog", "Tøyen apotek", "BILLØSNING AS", "Sjømat Stavanger", "Fjøsnisse gård", "Båtforeningen", "Skøytebanen"] },
  Danish: { encodings: WEST, header: "Rentedato;Posteringstekst;Beløb", payees: ["Netto Østerbro", "Frisør Kærgård", "FJERNVARME NÆSTVED", "Tøjhuset", "Dyrlæge Bøgh", "Fælleskassen", "Børnehave", "Vægtklub Ribe"] },
  Finnish: { encodings: WEST, header: "Pvm;Tapahtuma;Euroa", payees: ["S-Market Järvenpää", "Kampaamo Pörrö", "KÄTEISNOSTO", "Ravintola Köynnös", "Hammaslääkäri", "Lääkärikeskus", "Vähittäiskauppa Öljymäki", "Kiinteistövero"] },
  Icelandic: { encodings: "windows-1252 iso-8859-15 ibm861 ibm850", header: "Dagur;Lýsing;Fjárhæð", payees: ["Nettó Akureyri", "Sjúkrahúsið", "Bensínstöð Olís", "GREIÐSLUKORT", "Fjölskyldugarðurinn", "Húsgagnahöllin", "Apótekið Kringlan", "Þjónusta Símans"] },
  Catalan: { encodings: WEST, header: "Dia;Observacions;Valor", payees: ["Floristeria Rosó", "Pastisseria Bombó", "BENZINERA LLEIDA", "Dentista Solé", "Joguines Xalet", "Llibres Món", "Perruqueria Sílvia", "Bitllet autobús"] },
  Polish: { encodings: "windows-1250 iso-8859-2 ibm852 x-mac-ce", header: "Data waluty;Szczegóły;Wartość", payees: ["Kwiaciarnia Róża", "Zakład Fryzjerski", "BIURO PODRÓŻY ITAKA", "Restauracja Pod Lwem", "Część zamienna", "Odbiór śmieci", "Dentysta Dąbrowski", "Lody Grycan Poznań", "Żłobek Miś"] },
  Czech: { encodings: "windows-1250 iso-8859-2 ibm852 x-mac-ce", header: "Valuta;Poznámka;Objem", payees: ["Květinářství Růže", "Kavárna Slunečnice", "PRAŽSKÁ ENERGETIKA", "Zubař Novák", "Hračky Bambule", "Čistírna oděvů", "Jízdenka městská", "Vinařství Mikulov"] },
  Slovak: { encodings: "windows-1250 iso-8859-2 ibm852", header: "Dátum valuty;Poznámka;Objem", payees: ["Kvetinárstvo Ruža", "Kaviareň Slniečko", "ČERPACIA STANICA", "Zubár Horváth", "Hračkárstvo", "Čistiareň odevov", "Železničná spoločnosť", "Ľudová reštaurácia"] },
  Hungarian: { encodings: "windows-1250 iso-8859-2 ibm852", header: "Dátum;Megjegyzés;Érték", payees: ["Könyvesbolt Líra", "Cukrászda Gerbeaud", "BENZINKÚT MOL", "Virágüzlet Erzsébet", "Autómosó", "Fogorvosi rendelő", "Sütöde Békés", "Hűtőgép szerviz", "Díjbeszedő"] },
  Romanian: { encodings: "windows-1250 iso-8859-2 ibm852", header: "Data;Explicaţii;Valoare", payees: ["Florărie Trandafirul", "Cofetărie Armonia", "REŢEAUA ELECTRICĂ", "Grădiniţa Albinuţa", "Casa de Bilete", "Cărtureşti Carusel", "Spălătorie Auto", "Închiriere garaj"] },
  Croatian: { encodings: "windows-1250 iso-8859-2 ibm852", header: "Datum valute;Svrha;Iznos", payees: ["Cvjećarnica Ruža", "Slastičarnica Vincek", "VODOOPSKRBA I ODVODNJA", "Frizerski salon Đana", "Knjižara Školska knjiga", "Pošta Rijeka", "Zračna luka", "Šumarija Gospić"] },
  Slovenian: { encodings: "windows-1250 iso-8859-2 ibm852", header: "Datum;Opombe;Vrednost", payees: ["Cvetličarna Vrtnica", "Slaščičarna Zvezda", "ELEKTRO CELJE", "Frizerstvo Žana", "Knjigarna Konzorcij", "Pošta Slovenije", "Zobozdravnik Kočevar", "Gostilna pri Čadu"] },
  Turkish: { encodings: "windows-1254 iso-8859-9 ibm857 x-mac-turkish", header: "Tarih;Detay;Meblağ", payees: ["ÇİÇEKÇİ GÜL", "Pastane Dilşad", "AKARYAKIT İSTASYONU", "Kuaför Şebnem", "Diş Hekimi Öztürk", "Kargo Gönderisi", "HASTANE KATILIM PAYI", "Doğuş Otomotiv", "Köfteci Yusuf İzmir"] },
  Lithuanian: { encodings: "windows-1257 iso-8859-13 ibm775", header: "Data;Detalės;Vertė", payees: ["Gėlių salonas", "Kavinė Pušynas", "DEGALŲ KORTELĖ", "Odontologijos kabinetas", "Žaislų parduotuvė", "Autobusų bilietas", "Kirpėja Rūta", "Elektros energija ESO"] },
  Latvian: { encodings: "windows-1257 iso-8859-13 ibm775", header: "Datums;Piezīmes;Vērtība", payees: ["Ziedu veikals Tulpīte", "Kafejnīca Vērmanītis", "DEGVIELAS UZPILDE", "Zobārsts Kalniņš", "Rotaļlietas", "Autobusa biļete", "Frizētava", "Elektrība Latvenergo", "Grāmatnīca Valters"] },
  Estonian: { encodings: "windows-1257 iso-8859-13 iso-8859-15 ibm775", header: "Päev;Märkused;Väärtus", payees: ["Lillepood Õie", "Kohvik Lõvi", "BENSIINIJAAM", "Mänguasjad", "Juuksur Küllike", "Raamatukauplus Apollo", "Elektrilevi OÜ", "Sõiduplaan", "Tõnu Töökoda"] },
  Albanian: { encodings: WEST, header: "Data;Shënime;Vlera", payees: ["Lulishte Drita", "Pastiçeri Vlorë", "KARBURANT KASTRATI", "Parukeri Ëndrra", "Këpucë Elbasan", "Librari Shkodër", "Energji elektrike"] },
  Vietnamese: { encodings: "windows-1258", header: "Ngày;Ghi chú;Giá trị", payees: ["Tiệm hoa Hồng", "Bánh mì Sài Gòn", "Vé xe buýt", "Nha sĩ Hoàng", "Đồ chơi trẻ em", "Hiệu sách", "Mạng Internet", "Học phí"] },
  Russian: { encodings: "windows-1251 koi8-r iso-8859-5 ibm866 ibm855 x-mac-cyrillic", header: "День;Примечание;Объём", payees: ["Цветочный рай", "Кондитерская Север", "АЗС ЛУКОЙЛ", "Стоматология Улыбка", "Детский мир", "Автобусный билет", "Парикмахерская", "Книжный дом"] },
  Ukrainian: { encodings: "windows-1251 koi8-u ibm1125 x-mac-cyrillic", header: "День;Примітка;Обсяг", payees: ["Квіти Троянда", "Кав'ярня Львівська", "АЗС ОККО", "Стоматологія", "Дитячий світ", "Книгарня Є", "Перукарня Ірина", "Електроенергія", "Ґанок меблі"] },
  Bulgarian: { encodings: "windows-1251 iso-8859-5 ibm866 x-mac-cyrillic", header: "Ден;Бележка;Стойност", payees: ["Цветарски магазин", "Сладкарница Неделя", "БЕНЗИНОСТАНЦИЯ", "Зъболекар", "Детски свят", "Книжарница Хеликон", "Фризьорски салон", "Автобусен билет"] },
  Serbian: { encodings: "windows-1251 iso-8859-5 ibm855", header: "Датум;Опис;Износ", payees: ["Апотека Београд", "Пекара Ђорђевић", "Плата за јун", "Куповина Нови Сад", "ПОДИЗАЊЕ ГОТОВИНЕ", "Рачун за струју", "Књижара Вулкан", "Љубичица цвећара", "Превоз Ниш", "Џемпери"] },
  Greek: { encodings: "windows-1253 iso-8859-7 ibm737 ibm869 x-mac-greek", header: "Μέρα;Σχόλια;Αξία", payees: ["Ανθοπωλείο Τριαντάφυλλο", "Ζαχαροπλαστείο Γλυκό", "ΠΡΑΤΗΡΙΟ ΥΓΡΩΝ ΚΑΥΣΙΜΩΝ", "Οδοντίατρος", "Παιχνίδια Τζάμπο", "Βιβλιοπωλείο Πρωτοπορία", "Κομμωτήριο Έλλη"] },
  Hebrew: { encodings: "windows-1255 iso-8859-8 ibm862", header: "יום;הערות;שווי", payees: ["חנות פרחים ורד", "קונדיטוריה מתוקה", "תחנת דלק פז", "רופא שיניים", "צעצועים", "אוטובוס אגד", "מספרה", "צומת ספרים"] },
  Arabic: { encodings: "windows-1256 iso-8859-6 ibm864", header: "اليوم;ملاحظات;القيمة", payees: ["محل زهور", "حلويات الشام", "محطة بنزين", "طبيب أسنان", "ألعاب أطفال", "تذكرة حافلة", "صالون حلاقة", "مكتبة جرير"] },
  Persian: { encodings: "windows-1256", header: "تاريخ;شرح;مبلغ", payees: ["فروشگاه رفاه", "داروخانه پارس", "حقوق ماه", "قبض برق", "انتقال وجه", "نانوايي چهارراه", "بانک ملت", "رستوران گلستان", "برداشت نقدي", "اجاره خانه"] },
  Thai: { encodings: "windows-874", header: "วัน;หมายเหตุ;มูลค่า", payees: ["ร้านดอกไม้", "เบเกอรี่บ้านขนม", "ปั๊มน้ำมันบางจาก", "ทันตแพทย์", "ของเล่นเด็ก", "ตั๋วรถเมล์", "ร้านทำผม", "ร้านหนังสือ"] },
  Japanese: { encodings: "shift_jis euc-jp iso-2022-jp", header: "日;メモ;値段", payees: ["花屋 バラ", "ケーキ屋", "ガソリンスタンド", "歯科医院", "おもちゃのチヤダ", "都バス", "美容室", "本屋"] },
  Chinese: { encodings: "gb18030", header: "日期;附言;数额", payees: ["鲜花店", "蛋糕房", "加油卡充值", "牙科诊所", "玩具反斗城", "公交卡", "理发店", "新华书店"] },
  Taiwanese: { encodings: "big5", header: "日期;附言;數額", payees: ["鮮花店", "蛋糕坊", "加油卡儲值", "牙醫診所", "玩具店", "公車票", "理髮店", "誠品書店"] },
  Korean: { encodings: "euc-kr", header: "날짜;비고;값", payees: ["꽃집", "제과점", "주유소", "치과의원", "장난감", "버스", "미용실", "교보문고"] },
};
