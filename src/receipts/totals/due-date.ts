// The day by which an invoice is to be paid, behind, below or beside its label in the languages of invoices. It is no day of
// a purchase; where several days are named (instalments, a discount for paying early) it is none.

import { findDates, type DateSeen } from "./money/dates.ts";
import type { Seen, View } from "../receipt.ts";
import type { Day } from "../../money/day.ts";
import { folded, Phrases } from "../words/phrases.ts";

const LABELS = new Phrases<"due">([
  [
    "due",
    "due date|payment due date|date due|due on|due by|due before|payment due|payment due by|payment due on|invoice due|invoice due date|amount due on|amount due by|balance due on|total amount due on|pay by|pay before|please pay by|payable by|to be paid by|fällig am|fällig bis|fällig|fälligkeit|fälligkeitsdatum|fälligkeitstag|zahlbar bis|zahlbar bis zum|zahlungsziel|zahlungsfrist|zu zahlen bis|zahlen sie bis|zahlung bis|zahlungseingang bis|überweisen sie bis|überweisen sie bis zum|bis spätestens|échéance|date d'échéance|date limite de paiement|limite de paiement|à payer avant le|à régler avant le|à payer au plus tard le|à régler au plus tard le|payable avant le|payable au plus tard le|règlement au|vencimiento|fecha de vencimiento|fecha vencimiento|vence el|fecha límite de pago|fecha límite|pagar antes del|pagar antes de|vencimento|data de vencimento|data do vencimento|pagar até|pagável até|data limite de pagamento|data limite",
  ],
  [
    "due",
    "scadenza|data scadenza|data di scadenza|scadenza pagamento|da pagare entro il|da pagare entro|pagare entro il|pagamento entro il|vervaldatum|vervaldag|te betalen voor|te betalen uiterlijk|uiterste betaaldatum|betalen voor|uiterlijk betalen op|uiterlijke betaaldatum|gelieve te betalen voor|förfallodatum|förfallodag|förfaller|betalas senast|oss tillhanda|tillhanda senast|forfaldsdato|forfalder|betales senest|betalingsfrist|forfallsdato|forfaller|forfall|betalingsdato senest|eräpäivä|eräpvm|termin płatności|termin zapłaty|płatne do|zapłaty do|płatność do|do zapłaty do|datum splatnosti|splatnost|splatné do|splatno|dátum splatnosti|splatnosť|uhradit do|uhraďte do|fizetési határidő|esedékesség|fizetés esedékessége|fizetendő|scadență|data scadenței|scadenta|termen de plată|scadent la|son ödeme tarihi|vade tarihi|vade|son ödeme",
  ],
  [
    "due",
    "срок оплаты|оплатить до|оплата до|к оплате до|термін оплати|сплатити до|оплатити до|срок за плащане|падеж|дата на падеж|рок плаћања|rok plaćanja|rok placanja|datum dospijeća|dospijeće|rok plačila|datum zapadlosti|zapadlost|valuta plaćanja|ημερομηνία λήξης|λήξη πληρωμής|πληρωτέο έως|προθεσμία πληρωμής|お支払い期限|お支払期限|支払期限|支払期日|お支払期日|振込期限|付款截止日|付款截止日期|付款期限|缴费截止|繳費期限|到期日|截止日期|납부기한|납기일|결제기한|지급기한|กำหนดชำระ|ครบกำหนดชำระ|วันครบกำหนด|jatuh tempo|tanggal jatuh tempo|batas pembayaran|hạn thanh toán|ngày đến hạn|hạn cuối thanh toán|تاريخ الاستحقاق|مستحق في|תאריך פירעון|לתשלום עד|מועד אחרון לתשלום|देय तिथि|नियत तिथि|भुगतान की अंतिम तिथि",
  ],
]);

const LINES_MAX = 5_000;
const LINE_CHARS_MAX = 400;
/** Between the label and its day stand at most a few short words ("is on the"). */
const BETWEEN_CHARS_MAX = 14;

/** The day by which a text asks to be paid; null where none is labelled so, or several are. */
export function dueDateIn(view: View, sent: Day | null): Seen<Day> | null {
  const found: DateSeen[] = [];
  const dates = findDates(view.text, sent);
  let next = 0;
  let start = 0;
  let above: readonly string[] = [];
  for (const line of view.text.split("\n", LINES_MAX)) {
    const own: DateSeen[] = [];
    for (
      let date = dates[next];
      date !== undefined && date.start < start + line.length;
      date = dates[next]
    ) {
      own.push(date);
      next += 1;
    }
    const cells = line.length > LINE_CHARS_MAX ? [] : line.split("\t");
    for (const date of own) if (isDue(line, date.start - start, cells, above)) found.push(date);
    above = cells;
    start += line.length + 1;
  }
  const [first, ...more] = found;
  const [day, ...others] = first?.readings ?? [];
  if (
    first === undefined ||
    day === undefined ||
    others.length > 0 ||
    more.some(({ readings }) => readings.length !== 1 || readings[0] !== day)
  )
    return null;
  return {
    value: day,
    span: { view: view.name, start: first.start, end: first.end },
    rule: "labelled due",
  };
}

/** Whether a text ends with such a label, but for a few short words. */
export function endsWithDueLabel(text: string): boolean {
  const words = folded(text.slice(-80));
  const label = LABELS.find(words).at(-1);
  return label !== undefined && words.length - label.end <= BETWEEN_CHARS_MAX;
}

/** Whether the label stands before the day on its line, or at the head of its cell above. */
function isDue(
  line: string,
  at: number,
  cells: readonly string[],
  above: readonly string[],
): boolean {
  if (cells.length === 0) return false;
  const before = line.slice(0, at);
  const column = before.split("\t").length - 1;
  if (endsWithDueLabel(before)) return true;
  const head = above.length === cells.length ? above[column] : undefined;
  if (head === undefined || head.length > 60 || /\d{3}/.test(head)) return false;
  const heading = folded(head);
  const over = LABELS.find(heading).at(-1);
  return (
    over !== undefined &&
    heading.length - over.end <= 3 &&
    !/\p{L}{3}/u.test(
      (cells[column] ?? "").slice(0, Math.max(0, before.length - before.lastIndexOf("\t") - 1)),
    )
  );
}
