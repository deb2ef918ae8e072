// What banks print in Cyrillic, Greek, Georgian and Armenian letters, and in Turkic languages;
// `parse.mjs` explains the lines.

export const EASTERN = `
= ru Russian
currency RUB ₽|RUB руб.|KZT ₸
number 1 234,56|1234,56|1234.56
encoding windows-1251|utf-8|utf-8-bom|utf-16le|cp866|koi8-r
delimiter ;|;|tab|,
dates D.M.Y|D.M.Y|Y-M-D|D.M.y|D/M/Y
months янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек
long января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря
date Дата|Дата операции|Дата проводки
booked Дата проводки|Дата обработки|Дата списания
value Дата валютирования
purchase Дата операции|Дата покупки|Дата транзакции
time Время
payee Контрагент|Получатель/Плательщик|Наименование контрагента|Торговая точка
sender Плательщик|Отправитель
receiver Получатель
text Описание|Назначение платежа|Описание операции|Основание операции|Содержание
type Тип операции|Вид операции|Тип
amount Сумма|Сумма операции|Сумма платежа|Сумма в валюте счета
debit Расход|Списание|Дебет|Сумма по дебету|Расходы
credit Приход|Зачисление|Кредит|Сумма по кредиту|Поступления
side Дебет/Кредит|Приход/Расход|Дт/Кт
balance Остаток|Остаток на счете|Баланс|Исходящий остаток
cur Валюта|Валюта счета
ref Номер документа|Референс|Код авторизации|№ док.
fee Комиссия
category Категория
status Статус|Состояние
account Счет|Номер счета
card Номер карты|Карта
original Сумма в валюте операции
originalcur Валюта операции
dc Д/К|Дт/Кт|Расход/Приход|Дебет/Кредит
is-booked Исполнено|Проведено|Выполнено|OK
is-pending В обработке|Ожидание|Заблокировано|Холд
is-declined Отклонено|Отменено|Отказ
opening Входящий остаток|Остаток на начало
closing Исходящий остаток|Остаток на конец
total Итого|Всего
period Период|За период
holder Владелец счета|Клиент
unbooked Неподтвержденные операции|Заблокированные суммы
salary Заработная плата|Зарплата
rent Аренда квартиры|Аренда
refund Возврат|Возврат покупки
feetext Комиссия за обслуживание|Плата за обслуживание
cash Выдача наличных|Снятие наличных
transfer Перевод|Перевод СБП
cardpay Покупка|Оплата товаров и услуг
interest Проценты|Капитализация
direct Автоплатеж|Оплата услуг
shops Пятёрочка|Магнит|Кофейня Цветной|Аптека Здоровье|Читай-город
people Иванов Пётр|Мария Сергеевна К.|Алексей Щукин
firms ООО Ромашка|АО Завод Электрон
utilities Мосэнергосбыт|МТС
places МОСКВА|КАЗАНЬ|САНКТ-ПЕТЕРБУРГ
= uk Ukrainian
currency UAH грн|UAH ₴
number 1 234,56|1234.56|1234,56
encoding utf-8|windows-1251|utf-8-bom|koi8-u
delimiter ;|,|tab
dates D.M.Y|Y-M-D|D/M/Y
months січ|лют|бер|кві|тра|чер|лип|сер|вер|жов|лис|гру
long січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня
date Дата|Дата операції
booked Дата проведення|Дата обробки
value Дата валютування
purchase Дата операції|Дата покупки
time Час
payee Контрагент|Отримувач/Платник|Найменування контрагента
sender Платник|Відправник
receiver Отримувач|Одержувач
text Опис|Призначення платежу|Опис операції|Деталі операції
type Тип операції|Вид операції
amount Сума|Сума операції|Сума у валюті картки|Сума в валюті картки (UAH)
debit Витрати|Списання|Дебет|Видаток
credit Надходження|Зарахування|Кредит|Прибуток
side Дебет/Кредит|Дт/Кт
balance Залишок|Залишок після операції|Баланс
cur Валюта|Валюта картки
ref Номер документа|Референс|Код операції
fee Комісія|Сума комісій
category Категорія
status Статус|Стан
account Рахунок|Номер рахунку
card Картка|Номер картки
original Сума в валюті операції
originalcur Валюта операції
dc Д/К|Дт/Кт|Дебет/Кредит
is-booked Проведено|Виконано
is-pending В обробці|Очікує|Заблоковано
is-declined Відхилено|Скасовано
opening Вхідний залишок|Залишок на початок
closing Вихідний залишок|Залишок на кінець
total Всього|Разом
period Період
holder Власник рахунку|Клієнт
unbooked Непідтверджені операції|Заблоковані суми
salary Заробітна плата|Зарплата
rent Оренда
refund Повернення
feetext Комісія за обслуговування
cash Зняття готівки|Видача готівки
transfer Переказ|Переказ з картки
cardpay Покупка|Оплата карткою
interest Відсотки
direct Регулярний платіж
shops Сільпо|Аптека Доброго Дня|Кав'ярня Львів|АТБ Маркет
people Іваненко Олег|Ганна Їжакевич
firms ТОВ Світанок|ПП Європа Буд
utilities Київенерго|Київстар
places КИЇВ|ЛЬВІВ|ХАРКІВ
= bg Bulgarian
currency BGN лв.|EUR €
number 1234.56|1 234,56|1,234.56|1234,56
encoding windows-1251|utf-8|utf-8-bom
delimiter ;|,|tab
dates D.M.Y|D/M/Y|Y-M-D|D.M.Y г.
months яну|фев|мар|апр|май|юни|юли|авг|сеп|окт|ное|дек
long януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември
date Дата|Дата на операцията|Дата на транзакция
booked Дата на осчетоводяване|Осчетоводена на
value Вальор|Дата на вальор
purchase Дата на транзакцията|Дата на покупка
time Час
payee Контрагент|Получател/Наредител|Име|Търговец
sender Наредител|Платец
receiver Получател|Бенефициент
text Описание|Основание|Пояснение|Основание за плащане
type Вид|Тип операция|Вид транзакция
amount Сума|Сума (BGN)|Стойност
debit Дебит|Дебитна сума|Плащания|Разход|Изходящи
credit Кредит|Кредитна сума|Постъпления|Приход|Входящи
side Дебит/Кредит|ДТ/КТ
balance Салдо|Баланс|Наличност|Текущо салдо
cur Валута
ref Референция|Номер на документ
fee Такса|Комисиона
category Категория
status Статус|Състояние
account Сметка|Номер на сметка
card Карта|Номер на карта
original Оригинална сума
originalcur Оригинална валута
dc ДТ/КТ|Дт/Кт|Дебит/Кредит
is-booked Осчетоводена|Изпълнена
is-pending Чакаща|Блокирана|В процес
is-declined Отказана|Отхвърлена
opening Начално салдо
closing Крайно салдо
total Общо|Обороти
period Период|За период
holder Титуляр|Клиент
unbooked Блокирани суми|Неосчетоводени операции
salary Заплата|Работна заплата
rent Наем
refund Възстановяване|Връщане
feetext Такса обслужване|Месечна такса
cash Теглене на АТМ|Теглене в брой
transfer Превод|Нареден превод
cardpay Покупка|Плащане на ПОС
interest Лихва
direct Директен дебит|Комунално плащане
shops Фантастико|Аптека Марешки|Пекарна София|Билла България
people Георги Петров|Стоянка Иванова
firms Мебели Запад ЕООД|Община Пловдив
utilities ЧЕЗ Електро|Виваком
places СОФИЯ|ВАРНА|ПЛОВДИВ
= mk Macedonian
currency MKD ден
number 1.234,56|1,234.56|1234,56
encoding utf-8|windows-1251|utf-8-bom
delimiter ;|,|tab
dates D.M.Y|D/M/Y|Y-M-D
months јан|фев|мар|апр|мај|јун|јул|авг|сеп|окт|ное|дек
long јануари|февруари|март|април|мај|јуни|јули|август|септември|октомври|ноември|декември
date Датум|Датум на трансакција
booked Датум на книжење|Датум на обработка
value Датум на валута
purchase Датум на купување
time Време
payee Назив|Примач|Име на примач
sender Налогодавач|Плаќач
receiver Примач
text Опис|Цел на дознака|Опис на трансакција
type Тип|Вид на трансакција
amount Износ|Износ на трансакција
debit Должи|Одлив|Исплата|Задолжување
credit Побарува|Прилив|Уплата|Одобрување
side Должи/Побарува
balance Состојба|Салдо|Тековно салдо
cur Валута
ref Референца|Број на налог
fee Провизија
category Категорија
status Статус
account Сметка|Број на сметка
card Картичка
original Оригинален износ
originalcur Оригинална валута
dc Д/П|Должи/Побарува
is-booked Книжено|Извршено
is-pending Во обработка|Резервирано
is-declined Одбиено|Сторно
opening Почетна состојба|Почетно салдо
closing Крајна состојба|Крајно салдо
total Вкупно
period Период
holder Сопственик на сметка|Клиент
unbooked Резервирани средства
salary Плата
rent Кирија
refund Поврат
feetext Одржување на сметка
cash Подигање готовина
transfer Пренос|Плаќање
cardpay Купување|Плаќање со картичка
interest Камата
direct Траен налог
shops Веро|Тинекс|Пекара Ѓорче
people Ѓорѓи Стојанов|Љупка Ќосева
firms Градежен Џет ДООЕЛ|Општина Битола
utilities ЕВН Македонија|Македонски Телеком
places СКОПЈЕ|БИТОЛА
= el Greek
currency EUR €
number 1.234,56|1234,56
encoding windows-1253|utf-8|utf-8-bom|iso-8859-7|utf-16le
delimiter ;|tab|,
dates D/M/Y|D/M/Y|D-M-Y|Y-M-D|d/m/Y
months Ιαν|Φεβ|Μαρ|Απρ|Μαΐ|Ιουν|Ιουλ|Αυγ|Σεπ|Οκτ|Νοε|Δεκ
long Ιανουαρίου|Φεβρουαρίου|Μαρτίου|Απριλίου|Μαΐου|Ιουνίου|Ιουλίου|Αυγούστου|Σεπτεμβρίου|Οκτωβρίου|Νοεμβρίου|Δεκεμβρίου
date Ημερομηνία|Ημ/νία|Ημερομηνία Συναλλαγής
booked Ημερομηνία Καταχώρησης|Ημ. Καταχώρισης|Ημ/νία Λογιστικής
value Valeur|Ημερομηνία Αξίας|Τοκοφόρος Ημερομηνία
purchase Ημερομηνία Συναλλαγής|Ημερομηνία Αγοράς
time Ώρα
payee Αντισυμβαλλόμενος|Δικαιούχος|Όνομα|Έμπορος
sender Εντολέας|Αποστολέας
receiver Δικαιούχος|Παραλήπτης
text Περιγραφή|Αιτιολογία|Λεπτομέρειες|Περιγραφή Συναλλαγής
type Είδος|Τύπος Συναλλαγής|Κωδικός Συναλλαγής
amount Ποσό|Ποσό Συναλλαγής|Ποσό (EUR)|Ποσό Κίνησης
debit Χρέωση|Χρεώσεις|Αναλήψεις|Ποσό Χρέωσης
credit Πίστωση|Πιστώσεις|Καταθέσεις|Ποσό Πίστωσης
side Πρόσημο|Χ/Π|Χρέωση / Πίστωση
balance Υπόλοιπο|Λογιστικό Υπόλοιπο|Προοδευτικό Υπόλοιπο|Υπόλοιπο μετά
cur Νόμισμα
ref Αριθμός Αναφοράς|Αρ. Συναλλαγής|Κωδικός
fee Προμήθεια|Έξοδα
category Κατηγορία
status Κατάσταση
account Λογαριασμός|Αριθμός Λογαριασμού
card Κάρτα|Αριθμός Κάρτας
original Αρχικό Ποσό
originalcur Αρχικό Νόμισμα
dc Χ/Π|Χρέωση/Πίστωση
is-booked Ολοκληρωμένη|Καταχωρημένη|Εκτελέστηκε
is-pending Σε εκκρεμότητα|Δεσμευμένο|Εκκρεμεί
is-declined Απορρίφθηκε|Ακυρώθηκε
opening Αρχικό Υπόλοιπο|Προηγούμενο Υπόλοιπο
closing Τελικό Υπόλοιπο|Νέο Υπόλοιπο
total Σύνολο|Σύνολα
period Περίοδος|Από - Έως
holder Κάτοχος|Δικαιούχος Λογαριασμού
unbooked Δεσμευμένα ποσά|Εκκρεμείς κινήσεις
salary ΜΙΣΘΟΔΟΣΙΑ|Μισθός
rent Ενοίκιο
refund Επιστροφή
feetext Έξοδα τήρησης λογαριασμού|Μηνιαία συνδρομή
cash Ανάληψη ΑΤΜ|Ανάληψη μετρητών
transfer Μεταφορά|Έμβασμα
cardpay Αγορά|ΑΓΟΡΑ ΜΕ ΚΑΡΤΑ
interest Τόκοι
direct Πάγια εντολή
shops Σκλαβενίτης|Φούρνος Βενέτη|Φαρμακείο Υγεία|Καφέ Ακρόπολη
people Γιώργος Παπαδόπουλος|Ελένη Δημητρίου
firms Αφοί Οικονόμου ΑΕ|Δήμος Βόλου
utilities ΔΕΗ|ΕΥΔΑΠ
places ΑΘΗΝΑ|ΘΕΣΣΑΛΟΝΙΚΗ
= tr Turkish
currency TRY TL|TRY ₺|TRY TL
number 1.234,56|1234,56|1,234.56
encoding windows-1254|utf-8|utf-8-bom|iso-8859-9
delimiter ;|,|tab
dates D.M.Y|D/M/Y|Y-M-D|D-M-Y|D Month Y
months Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara
long Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık
date Tarih|İşlem Tarihi
booked Kayıt Tarihi|Muhasebe Tarihi
value Valör|Valör Tarihi
purchase İşlem Tarihi|Alışveriş Tarihi
time Saat|İşlem Saati
payee Alıcı/Gönderen|Karşı Taraf|Alıcı Adı|İşyeri|Üye İşyeri
sender Gönderen|Gönderen Adı
receiver Alıcı|Alıcı Ünvanı
text Açıklama|İşlem Açıklaması|Detay|İşlem
type İşlem Tipi|İşlem Türü|İşlem Kodu
amount Tutar|İşlem Tutarı|Tutar (TL)|Meblağ
debit Borç|Çıkan|Giden Tutar|Çekilen|Borç Tutarı
credit Alacak|Giren|Gelen Tutar|Yatan|Alacak Tutarı
side Borç/Alacak|B/A|İşaret
balance Bakiye|Kalan Bakiye|Son Bakiye|Hesap Bakiyesi
cur Döviz|Para Birimi|Döviz Cinsi
ref Referans|Dekont No|Fiş No|Referans No
fee Masraf|Komisyon
category Kategori
status Durum|İşlem Durumu
account Hesap|Hesap No
card Kart No
original Orijinal Tutar
originalcur Orijinal Para Birimi
dc B/A|Borç/Alacak|Giden/Gelen
is-booked Gerçekleşti|Tamamlandı
is-pending Beklemede|Provizyon|Bekleyen
is-declined Reddedildi|İptal
opening Devir Bakiyesi|Açılış Bakiyesi
closing Kapanış Bakiyesi|Dönem Sonu Bakiyesi
total Toplam
period Dönem|Tarih Aralığı
holder Hesap Sahibi|Müşteri
unbooked Bekleyen İşlemler|Provizyon İşlemleri
salary MAAŞ ÖDEMESİ|Maaş
rent Kira|KİRA ÖDEMESİ
refund İade
feetext Hesap İşletim Ücreti|Kart aidatı
cash ATM Para Çekme|Nakit çekim
transfer Havale|EFT|FAST
cardpay Alışveriş|POS harcama|Kart ile ödeme
interest Faiz
direct Otomatik ödeme|Fatura ödeme
shops MİGROS TİCARET A.Ş.|BİM|Şifa Eczanesi|Gündoğdu Fırını
people Ayşe Yıldız|Çağlar Öztürk|İbrahim Şahin
firms Işık İnşaat Ltd. Şti.|Doğuş Gıda A.Ş.
utilities İGDAŞ|Türk Telekom
places İSTANBUL|İZMİR|ESKİŞEHİR
= az Azerbaijani
currency AZN ₼|AZN AZN
number 1234.56|1 234,56|1,234.56
encoding utf-8|utf-8-bom
delimiter ,|;|tab
dates D.M.Y|D/M/Y|Y-M-D
months yan|fev|mar|apr|may|iyn|iyl|avq|sen|okt|noy|dek
long yanvar|fevral|mart|aprel|may|iyun|iyul|avqust|sentyabr|oktyabr|noyabr|dekabr
date Tarix|Əməliyyat tarixi
booked Uçot tarixi|Mühasibat tarixi
value Valyutalaşma tarixi
purchase Əməliyyat tarixi|Alış tarixi
time Saat
payee Alan/Göndərən|Qarşı tərəf|Ad
sender Göndərən|Ödəyən
receiver Alan|Benefisiar
text Təyinat|Təsvir|Açıqlama|Ödənişin təyinatı
type Növ|Əməliyyat növü
amount Məbləğ|Əməliyyat məbləği
debit Məxaric|Debet|Çıxan
credit Mədaxil|Kredit|Daxil olan
side Debet/Kredit
balance Qalıq|Balans|Hesab qalığı
cur Valyuta
ref Referens|Sənəd nömrəsi
fee Komissiya
category Kateqoriya
status Status
account Hesab|Hesab nömrəsi
card Kart
original İlkin məbləğ
originalcur İlkin valyuta
dc D/K|Debet/Kredit|Məxaric/Mədaxil
is-booked İcra edilib|Tamamlandı
is-pending Gözləmədə|Bloklanıb
is-declined İmtina|Ləğv edilib
opening İlkin qalıq
closing Son qalıq
total Cəmi|Yekun
period Dövr
holder Hesab sahibi|Müştəri
unbooked Gözləyən əməliyyatlar
salary Əmək haqqı|Maaş
rent İcarə
refund Geri qaytarma
feetext Xidmət haqqı
cash Nağdlaşdırma|Bankomat
transfer Köçürmə
cardpay Kartla ödəniş|Alış-veriş
interest Faiz
direct Kommunal ödəniş
shops Bravo Supermarket|Araz Market|Zəfəran Aptek
people Əli Məmmədov|Günay Həsənova
firms Xəzər Tikinti MMC|Azərsu ASC
utilities Azərişıq|Azercell
places BAKI|GƏNCƏ
= ka Georgian
currency GEL ₾|GEL GEL
number 1234.56|1,234.56|1 234,56
encoding utf-8|utf-8-bom|utf-16le
delimiter ,|;|tab
dates D/M/Y|D.M.Y|Y-M-D|D-M-Y
months იან|თებ|მარ|აპრ|მაი|ივნ|ივლ|აგვ|სექ|ოქტ|ნოე|დეკ
long იანვარი|თებერვალი|მარტი|აპრილი|მაისი|ივნისი|ივლისი|აგვისტო|სექტემბერი|ოქტომბერი|ნოემბერი|დეკემბერი
date თარიღი|ოპერაციის თარიღი
booked გატარების თარიღი|დამუშავების თარიღი
value ვალუტირების თარიღი
purchase ტრანზაქციის თარიღი
time დრო
payee პარტნიორი|მიმღები|სახელი
sender გამგზავნი|გადამხდელი
receiver მიმღები|ბენეფიციარი
text დანიშნულება|აღწერა|ოპერაციის შინაარსი|დეტალები
type ტიპი|ოპერაციის ტიპი
amount თანხა|ოპერაციის თანხა
debit გასავალი|დებეტი|გასული თანხა
credit შემოსავალი|კრედიტი|შემოსული თანხა
side დებეტი/კრედიტი
balance ნაშთი|ბალანსი
cur ვალუტა
ref რეფერენსი|დოკუმენტის ნომერი
fee საკომისიო
category კატეგორია
status სტატუსი
account ანგარიში|ანგარიშის ნომერი
card ბარათი
original საწყისი თანხა
originalcur საწყისი ვალუტა
dc დ/კ|დებეტი/კრედიტი
is-booked შესრულებული|დასრულებული
is-pending მიმდინარე|მოლოდინში|დაბლოკილი
is-declined უარყოფილი|გაუქმებული
opening საწყისი ნაშთი
closing საბოლოო ნაშთი
total სულ|ჯამი
period პერიოდი
holder ანგარიშის მფლობელი|კლიენტი
unbooked დაბლოკილი თანხები
salary ხელფასი
rent ქირა
refund დაბრუნება
feetext მომსახურების საკომისიო
cash განაღდება|თანხის გატანა
transfer გადარიცხვა
cardpay გადახდა|შეძენა
interest პროცენტი
direct კომუნალური გადასახადი
shops ნიკორა|კარფური|აფთიაქი ავერსი
people გიორგი ბერიძე|ნინო კაპანაძე
firms შპს მშენებელი|თბილისის მერია
utilities თელასი|მაგთიკომი
places თბილისი|ბათუმი
= hy Armenian
currency AMD ֏|AMD AMD
number 1,234.56|1234.56|1 234,56
encoding utf-8|utf-8-bom|utf-16le
delimiter ,|;|tab
dates D/M/Y|D.M.Y|Y-M-D
months հնվ|փտվ|մրտ|ապր|մյս|հնս|հլս|օգս|սեպ|հոկ|նոյ|դեկ
long հունվար|փետրվար|մարտ|ապրիլ|մայիս|հունիս|հուլիս|օգոստոս|սեպտեմբեր|հոկտեմբեր|նոյեմբեր|դեկտեմբեր
date Ամսաթիվ|Գործարքի ամսաթիվ
booked Ձևակերպման ամսաթիվ|Հաշվառման ամսաթիվ
value Արժեքի ամսաթիվ
purchase Գործարքի ամսաթիվ
time Ժամ
payee Գործընկեր|Ստացող|Անվանում
sender Ուղարկող|Վճարող
receiver Ստացող|Շահառու
text Նկարագրություն|Նպատակ|Մանրամասներ|Վճարման նպատակ
type Տեսակ|Գործարքի տեսակ
amount Գումար|Գործարքի գումար
debit Ելք|Դեբետ|Ծախս
credit Մուտք|Կրեդիտ|Եկամուտ
side Դեբետ/Կրեդիտ|Մուտք/Ելք
balance Մնացորդ|Հաշվի մնացորդ
cur Արժույթ
ref Համար|Փաստաթղթի համար
fee Միջնորդավճար
category Կատեգորիա
status Կարգավիճակ
account Հաշիվ|Հաշվեհամար
card Քարտ
original Սկզբնական գումար
originalcur Սկզբնական արժույթ
dc Դ/Կ|Ելք/Մուտք|Դեբետ/Կրեդիտ
is-booked Կատարված|Հաստատված
is-pending Ընթացքի մեջ|Սպասվող
is-declined Մերժված|Չեղարկված
opening Սկզբնական մնացորդ
closing Վերջնական մնացորդ
total Ընդամենը
period Ժամանակահատված
holder Հաշվի սեփականատեր|Հաճախորդ
unbooked Սպասվող գործարքներ
salary Աշխատավարձ
rent Վարձակալություն
refund Վերադարձ
feetext Սպասարկման վճար
cash Կանխիկացում
transfer Փոխանցում
cardpay Քարտով վճարում|Գնում
interest Տոկոս
direct Կոմունալ վճար
shops Սաս Սուպերմարկետ|Երևան Սիթի|Նատալի Ֆարմ
people Արամ Պետրոսյան|Անի Սարգսյան
firms Շինարար ՍՊԸ|Երևանի Քաղաքապետարան
utilities Վեոլիա Ջուր|Յուքոմ
places ԵՐԵՎԱՆ|ԳՅՈՒՄՐԻ
`;
