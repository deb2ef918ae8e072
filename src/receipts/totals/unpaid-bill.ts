// "ガス料金が確定しました", "ご請求額 5,218円" and "お支払い期限 2026年11月5日": words of paying in the first lines make
// no receipt of an amount that nothing says was paid, where a day is named by which it is to be paid.

import type { View } from "../receipt.ts";
import { findDueDate } from "./due-date.ts";

/** Whether a day to pay by is named, in a text whose subject says nothing of a payment. */
export function isUnpaidBill(view: View, place: "subject" | "head"): boolean {
  return place === "head" && findDueDate(view, null) !== null;
}
