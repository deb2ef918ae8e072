// What banks print in Hebrew, Arabic and Persian letters; `parse.mjs` explains the lines.

export const RIGHT_TO_LEFT = `
= he Hebrew
currency ILS ₪|ILS ש"ח
number 1,234.56|1234.56
encoding windows-1255|utf-8|utf-8-bom|iso-8859-8|utf-16le
delimiter ,|tab|;
dates D/M/Y|D/M/y|D.M.Y|Y-M-D|D-M-Y|D.M.y
months ינו|פבר|מרץ|אפר|מאי|יונ|יול|אוג|ספט|אוק|נוב|דצמ
long ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר
date תאריך|תאריך פעולה|תאריך התנועה
booked תאריך רישום|תאריך חיוב
value תאריך ערך|יום ערך
purchase תאריך עסקה|תאריך רכישה
time שעה
payee שם בית עסק|לטובת|שם|שם הצד השני
sender שם המשלם|מאת
receiver מוטב|שם המוטב
text תיאור|פרטים|תיאור הפעולה|הפעולה|תיאור תנועה
type סוג פעולה|סוג תנועה|סוג
amount סכום|סכום הפעולה|סכום בש"ח|סכום חיוב
debit חובה|בחובה|חיוב|משיכות
credit זכות|בזכות|זיכוי|הפקדות
side חובה/זכות|ח/ז
balance יתרה|יתרה בש"ח|יתרה לאחר פעולה
cur מטבע
ref אסמכתא|מספר אסמכתא|אסמכתה
fee עמלה
category קטגוריה|ענף
status סטטוס|מצב
account חשבון|מספר חשבון
card כרטיס|4 ספרות אחרונות
original סכום מקורי|סכום עסקה
originalcur מטבע מקור|מטבע עסקה
dc ח/ז|חובה/זכות
is-booked בוצע|נקלט|אושר
is-pending ממתין|בתהליך|עתידי
is-declined נדחה|בוטל
opening יתרת פתיחה
closing יתרת סגירה
total סה"כ|סך הכל
period תקופה
holder בעל החשבון|שם לקוח
unbooked תנועות עתידיות|עסקאות שטרם נקלטו
salary משכורת
rent שכר דירה
refund החזר|זיכוי עסקה
feetext עמלת ניהול חשבון|דמי כרטיס
cash משיכת מזומן|כספומט
transfer העברה|העברה בביט
cardpay רכישה בכרטיס|עסקה
interest ריבית
direct הוראת קבע
shops שופרסל|סופר פארם|מאפיית לחם|ארומה
people דוד כהן|מיכל לוי
firms אלקטרה בע"מ|עיריית חיפה
utilities חברת החשמל|בזק
places תל אביב|חיפה|ירושלים
= ar Arabic
currency SAR ر.س|AED AED|EGP ج.م|KWD د.ك|MAD د.م.|JOD JOD
number 1,234.56|1234.56
encoding windows-1256|utf-8|utf-8-bom|utf-16le
delimiter ,|;|tab
dates D/M/Y|Y/M/D|Y-M-D|D-M-Y
months ينا|فبر|مار|أبر|ماي|يون|يول|أغس|سبت|أكت|نوف|ديس
long يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
date التاريخ|تاريخ العملية|تاريخ المعاملة
booked تاريخ القيد|تاريخ التسجيل
value تاريخ الاستحقاق|تاريخ القيمة
purchase تاريخ العملية|تاريخ الشراء
time الوقت
payee اسم المستفيد|التاجر|الاسم|الطرف الآخر
sender المرسل|الدافع
receiver المستفيد|المستلم
text الوصف|البيان|التفاصيل|تفاصيل العملية
type نوع العملية|النوع
amount المبلغ|مبلغ العملية|القيمة
debit مدين|سحب|المبلغ المدين|المسحوبات
credit دائن|إيداع|المبلغ الدائن|الإيداعات
side مدين/دائن|نوع القيد
balance الرصيد|الرصيد الحالي|الرصيد بعد العملية
cur العملة
ref المرجع|رقم المرجع|رقم العملية
fee الرسوم|العمولة
category الفئة|التصنيف
status الحالة
account الحساب|رقم الحساب
card رقم البطاقة
original المبلغ الأصلي
originalcur العملة الأصلية
dc مدين/دائن|سحب/إيداع
is-booked مكتملة|منفذة|تمت
is-pending معلقة|قيد التنفيذ|محجوز
is-declined مرفوضة|ملغاة
opening الرصيد الافتتاحي|رصيد أول المدة
closing الرصيد الختامي|رصيد آخر المدة
total الإجمالي|المجموع
period الفترة
holder صاحب الحساب|اسم العميل
unbooked عمليات معلقة
salary راتب|تحويل راتب
rent إيجار
refund استرداد|مرتجع
feetext رسوم شهرية|رسوم إدارية
cash سحب نقدي|صراف آلي
transfer حوالة|تحويل
cardpay شراء|نقاط بيع
interest أرباح|فائدة
direct سداد فاتورة
shops أسواق العثيم|صيدلية النهدي|مخبز الشام|مكتبة جرير
people محمد العتيبي|فاطمة حسن
firms شركة البناء الحديث|مؤسسة النور
utilities الكهرباء|الاتصالات
places الرياض|جدة|القاهرة
= fa Persian
currency IRR ریال
number 1,234|1234
encoding utf-8|utf-8-bom|utf-16le
delimiter ,|;|tab
dates Y/M/D|Y-M-D|YMD
months ژان|فور|مار|آور|مه|ژوئن|ژوئیه|اوت|سپت|اکت|نوا|دسا
long ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
date تاریخ|تاریخ تراکنش
booked تاریخ ثبت|تاریخ سند
value تاریخ موثر
purchase تاریخ خرید
time ساعت|زمان
payee نام طرف مقابل|ذینفع|پذیرنده
sender واریز کننده|فرستنده
receiver گیرنده|ذینفع
text شرح|توضیحات|شرح عملیات|بابت
type نوع تراکنش|نوع
amount مبلغ|مبلغ تراکنش|مبلغ (ریال)
debit برداشت|بدهکار|مبلغ برداشت
credit واریز|بستانکار|مبلغ واریز
side بدهکار/بستانکار
balance مانده|موجودی|مانده حساب
cur ارز
ref شماره پیگیری|شماره سند|شماره مرجع
fee کارمزد
category دسته
status وضعیت
account حساب|شماره حساب
card شماره کارت
original مبلغ اصلی
originalcur ارز اصلی
dc بدهکار/بستانکار|برداشت/واریز
is-booked موفق|انجام شده
is-pending در انتظار|در حال انجام
is-declined ناموفق|لغو شده
opening مانده اول دوره|مانده قبلی
closing مانده پایان دوره|مانده نهایی
total جمع|جمع کل
period دوره|بازه زمانی
holder صاحب حساب|نام مشتری
unbooked تراکنش های در انتظار
salary حقوق
rent اجاره
refund بازگشت وجه
feetext کارمزد خدمات
cash برداشت نقدی
transfer انتقال وجه|کارت به کارت
cardpay خرید|خرید کالا
interest سود سپرده
direct پرداخت قبض
shops فروشگاه رفاه|نان سحر|داروخانه شفا
people علی رضایی|زهرا احمدی
firms شرکت فولاد پارس|شهرداری تهران
utilities شرکت برق|همراه اول
places تهران|شیراز
`;
