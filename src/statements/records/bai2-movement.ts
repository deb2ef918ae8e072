// A movement of BAI2 (record 16): type code, amount, funds, the bank's and the customer's
// references, and a text.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { dropEmpty, foldBlanks } from "../charset.ts";
import type { StatementRecord } from "../statement.ts";
import { FieldReader, type CommaRecord } from "./bai2-fields.ts";
import { BAI_TYPES } from "./codes.ts";
import { readDay, signed, toUnits } from "./fields.ts";
import { toRecord } from "./sections.ts";

const CHECK_PAID = "475";
const NOT_MONETARY = "890";

export interface MovementOptions {
  readonly day: Day;
  readonly currency: Currency | null;
  readonly decimals: number;
  /** Why the movements of the group are left out. */
  readonly left: string | null;
}

/** Reads a record 16; `printed` is its amount as the control totals count it. */
export function readBaiMovement(
  record: CommaRecord,
  { day, currency, decimals, left }: MovementOptions,
): { record: StatementRecord; printed: number } {
  const { line, lines } = record;
  const cells = lines.map((text, index) => `${index === 0 ? record.code : "88"},${text}`);
  const fields = new FieldReader(record);
  const code = fields.next();
  const digits = fields.next();
  const funds = fields.skipFunds();
  const reference = fields.next();
  const customer = fields.next();
  const text = foldBlanks(fields.rest());
  const amount = /^\d{1,18}$/.test(digits) ? toUnits(digits, decimals) : null;
  const printed = amount ?? 0;
  const leave = (kind: "rejected" | "skipped", reason: string) => ({
    record: { kind, line, cells, reason } as const,
    printed,
  });
  if (code === NOT_MONETARY) return leave("skipped", "a message of the bank (type 890)");
  if (left !== null) return leave("skipped", left);
  if (amount === null)
    return leave(
      "rejected",
      `found "${digits.slice(0, 40)}" where an amount in digits was expected`,
    );
  const out = findSide(code);
  if (out === null)
    return leave(
      "rejected",
      `found the type "${code.slice(0, 20)}" where the type of a credit (100 to 399) or a debit (400 to 699) was expected`,
    );
  const type = BAI_TYPES[code] ?? "";
  const [, value = ""] = funds[0] === "V" ? funds : [];
  return {
    record: toRecord({
      line,
      date: day,
      amount: signed(amount, out),
      currency,
      name: "",
      text,
      type: type || `${out ? "Debit" : "Credit"} (type ${code})`,
      reference,
      facts: dropEmpty({
        value_date: (/^\d{6}$/.test(value) ? readDay(value, "ymd") : null) ?? "",
        transaction_code: code,
        type,
        check_number: code === CHECK_PAID ? customer : "",
        customer_reference: code === CHECK_PAID ? "" : customer,
      }),
      cells,
    }),
    printed,
  };
}

/** Whether money goes out, by the type code; null for a code that has no side. */
function findSide(code: string): boolean | null {
  const number = /^\d{3}$/.test(code) ? Number(code) : 0;
  if ((number >= 100 && number < 400) || (number >= 920 && number < 960)) return false;
  if ((number >= 400 && number < 700) || number >= 960) return true;
  return null;
}
