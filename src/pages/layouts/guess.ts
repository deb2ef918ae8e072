// The reader's guess about a question, as settings: a person to whom none of the answers fits sees
// the guess in the form of the layout and changes what is wrong.

import {
  columnRole,
  columnSetting,
  SET_MARK,
  SET_ORDER,
  SET_SIGN,
  type ColumnRole,
} from "../../statements/settings.ts";
import type { LearnedLayout } from "../ui/wire.ts";
import type { EditedAnswer } from "./fields.tsx";

const MONEY: readonly ColumnRole[] = ["amount", "debit", "credit", "side", "balance"];

/** The roles that a question is about, by the beginning of its id. */
const ROLES: Readonly<Record<string, readonly ColumnRole[]>> = {
  sign: MONEY,
  side: MONEY,
  money_out: MONEY,
  amount_column: MONEY,
  balance_says: MONEY,
  date_order: ["date"],
  date_column: ["date", "value_date"],
  status: ["status"],
};

/** Layout.sign -> the choice of the setting. */
const SIGNS: Readonly<Record<string, string>> = {
  negative: "as_printed",
  positive: "turned",
  "separate columns": "as_printed",
  "flag column": "flag",
  "money in is marked": "marked",
};

/** The settings under which the file is read as it is now, of those that the question is about. */
export function guessSettings(layout: LearnedLayout, question: string): readonly EditedAnswer[] {
  const [kind = ""] = question.split(/[:@]/);
  const roles = Object.hasOwn(ROLES, kind) ? (ROLES[kind] ?? []) : [];
  const columns = layout.columns.flatMap(({ index, role }) => {
    const known = columnRole(role.replaceAll(" ", "_"));
    return known !== null && roles.includes(known) ? [[columnSetting(index), known] as const] : [];
  });
  return [...columns, ...guessFormat(layout, kind)].map(([id, choice]) => ({
    question: id,
    choice,
    for_account: null,
  }));
}

function guessFormat(
  { sign, date_format: dates, decimal_mark: mark }: LearnedLayout,
  kind: string,
): readonly (readonly [string, string])[] {
  const signed = sign !== null && Object.hasOwn(SIGNS, sign) ? (SIGNS[sign] ?? null) : null;
  if (ROLES[kind] === MONEY && signed !== null) return [[SET_SIGN, signed]];
  if (kind === "decimal_mark" && mark !== null) return [[SET_MARK, mark]];
  const order = dates === null ? null : guessOrder(dates);
  return kind === "date_order" && order !== null ? [[SET_ORDER, order]] : [];
}

function guessOrder(format: string): string {
  if (format.startsWith("Y")) return "ymd";
  return format.startsWith("M") ? "mdy" : "dmy";
}
