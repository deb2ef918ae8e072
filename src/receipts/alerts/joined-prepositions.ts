// "To" and "from" that Hebrew and Arabic join to a name, right behind the amount: "העברת 180 ₪ לנועה ברק",
// "حولت 25 دينار لسامر الخطيب".

import type { AlertText, Place } from "./alert-text.ts";
import { findNameFrom } from "./lead-words.ts";
import type { Movement } from "./movement.ts";

const NAME_CHARS_MAX = 70;
/** "To your account", "to the card", "for payment of": no name. */
const NO_NAME_OUT =
  "חשבו|כרטיס|מספר|בנק|תשלו|פירע|קרן|טובת|זכות|תאריך|יום|חודש|אשראי|הלווא|פיקדו|חיסכו|קופת|קבל|ידי|פקוד|עסק|רכיש|מוטב|צורך|מימוש|סילוק|כיסוי|נייד|טלפון|ארנק|שנת|תקופ";
const NO_NAME_IN = "חשבו|כרטיס|תאריך|יום|את|תוך|ספר|בנק|קופ|ארנק|משכור|שכר|ביטול|זיכוי|הלווא";
const NO_NAME_ARABIC = "حساب|بطاق|دى|صالح|غاي|رقم|سداد|دفع|شراء|محفظ|بنك|لمستفيد|لحساب|تسديد|هاتف";
const WORD = String.raw`[\p{L}"״׳'-]{2,20}`;
/** Two to four words, a name of a person or a shop. */
const NAME = String.raw`${WORD}(?: ${WORD}){1,3}`;
const BEHIND = String.raw`(?=\s*(?:$|[\n,.;()]|\s(?:ב|עבור|באמצעות|בתאריך|في|بتاريخ|عبر|من)))`;

const TO = new RegExp(
  String.raw`^ (?:ל(?!${NO_NAME_OUT})|ل(?!${NO_NAME_ARABIC}))-?(?=${NAME}${BEHIND})`,
  "u",
);
const FROM = new RegExp(String.raw`^ מ(?!${NO_NAME_IN})-?(?=${NAME}${BEHIND})`, "u");

/** The name behind an amount whose preposition is joined to it. */
export function findJoined(
  alert: AlertText,
  { amount, direction, segment }: Movement,
): Place | null {
  const own = alert.segments[segment];
  if (own?.row !== null) return null;
  const behind = alert.text.slice(amount.end, Math.min(own.end, amount.end + NAME_CHARS_MAX));
  const match = (direction === "in" ? FROM : TO).exec(behind);
  return match === null ? null : findNameFrom(alert, amount.end + match[0].length, own.end);
}
