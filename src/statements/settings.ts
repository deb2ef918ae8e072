// The settings that a person can make for a layout; they cover every decision of the reader. A
// setting is an answer with an id "set:..." and is remembered like other answers. It overrides the
// file's evidence; evidence against it becomes a warning (Layout.warnings). Pure; the decoders
// apply the settings.

import { CSV_COLUMNS_MAX } from "../platform/limits.ts";
import { parseCurrency } from "../money/currency.ts";
import type { Answers } from "./statement.ts";

export interface SettingChoice {
  readonly value: string;
  readonly label: string;
}

/** A decision with a short list of choices. */
export interface Setting {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly SettingChoice[];
}

export const SET_ORDER = "set:date_order";
export const SET_MARK = "set:decimal_mark";
export const SET_SIGN = "set:sign";
export const SET_DELIMITER = "set:delimiter";
export const SET_CURRENCY = "set:currency";
const SET_COLUMN = "set:column:";

export const SETTINGS: readonly Setting[] = [
  {
    id: SET_ORDER,
    label: "Dates",
    choices: [
      { value: "dmy", label: "Day first" },
      { value: "mdy", label: "Month first" },
      { value: "ymd", label: "Year first" },
    ],
  },
  {
    id: SET_MARK,
    label: "Decimals",
    choices: [
      { value: ".", label: "After a dot, 1,234.56" },
      { value: ",", label: "After a comma, 1.234,56" },
    ],
  },
  {
    id: SET_SIGN,
    label: "Signs",
    choices: [
      { value: "as_printed", label: "Positive is money in; two columns as labelled" },
      { value: "turned", label: "Positive is money out; two columns exchanged" },
      { value: "flag", label: "A column says debit or credit" },
      { value: "marked", label: "Only money in is marked, with + or CR" },
    ],
  },
  {
    id: SET_DELIMITER,
    label: "Delimiter",
    choices: [
      { value: "comma", label: "Comma" },
      { value: "semicolon", label: "Semicolon" },
      { value: "tab", label: "Tab" },
      { value: "pipe", label: "Vertical bar" },
    ],
  },
];

/** The roles that can be set for a column; only one column can have a `single` role. */
export const COLUMN_ROLES = [
  { value: "date", label: "date", single: true },
  { value: "amount", label: "amount", single: true },
  { value: "debit", label: "money out", single: true },
  { value: "credit", label: "money in", single: true },
  { value: "side", label: "debit or credit", single: true },
  { value: "balance", label: "balance", single: true },
  { value: "fee", label: "fee", single: true },
  { value: "currency", label: "currency", single: true },
  { value: "payee", label: "payee", single: false },
  { value: "description", label: "description", single: false },
  { value: "notes", label: "notes", single: false },
  { value: "reference", label: "the bank's id", single: true },
  { value: "account", label: "account", single: true },
  { value: "status", label: "booked or pending", single: true },
  { value: "value_date", label: "value date", single: true },
  { value: "time", label: "time", single: true },
  { value: "type", label: "type", single: false },
  { value: "category", label: "category", single: false },
  { value: "original_amount", label: "original amount", single: true },
  { value: "original_currency", label: "original currency", single: true },
  { value: "rate", label: "exchange rate", single: true },
  { value: "ignore", label: "ignored", single: false },
] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number]["value"];

/** The formats with settings: tables, including workbooks. The other formats need no settings. */
const SETTABLE: readonly string[] = ["csv", "xlsx", "xls", "ods", "xml", "html", "pdf"];

const DELIMITERS: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
};

/** The character that the answers set between fields; null if they leave it to the file. */
export function readDelimiter(answers: Answers): string | null {
  const set = Object.hasOwn(answers, SET_DELIMITER) ? answers[SET_DELIMITER] : undefined;
  return DELIMITERS[set ?? ""] ?? null;
}

/** The settings of a format; only a text file has a delimiter. */
export function listSettings(format: string): readonly Setting[] {
  return SETTINGS.filter(({ id }) => id !== SET_DELIMITER || format === "csv");
}

/** Whether a person can set how documents of this format are read. */
export function isSettable(format: string): boolean {
  return SETTABLE.includes(format);
}

/** Whether the id is a setting's, not a question's. */
export function isSetting(id: string): boolean {
  return id.startsWith("set:");
}

const MONEY: readonly string[] = ["amount", "debit", "credit", "side", "balance", "fee"];

/** Whether the answers include a setting about amounts. */
export function setsMoney(answers: Answers): boolean {
  return Object.entries(answers).some(
    ([id, value]) => id === SET_SIGN || (settingColumn(id) !== null && MONEY.includes(value)),
  );
}

/** The id of the setting of a column's role; columns count from 0. */
export function columnSetting(column: number): string {
  return `${SET_COLUMN}${column}`;
}

/** The column whose role the id sets; null for every other id. */
export function settingColumn(id: string): number | null {
  const digits = id.startsWith(SET_COLUMN) ? id.slice(SET_COLUMN.length) : "";
  return /^(0|[1-9]\d{0,2})$/.test(digits) && Number(digits) < CSV_COLUMNS_MAX
    ? Number(digits)
    : null;
}

/** The role of that name; null for any other name. */
export function columnRole(text: string): ColumnRole | null {
  return COLUMN_ROLES.find(({ value }) => value === text)?.value ?? null;
}

/**
 * The standard choices of a question that has a setting of the same name; null for every other
 * question.
 */
export function standardChoices(question: string): readonly SettingChoice[] | null {
  return SETTINGS.find(({ id }) => id === `set:${question}`)?.choices ?? null;
}

/**
 * The fault of the settings for a layout of `columns` columns, as a sentence; null when they are
 * valid.
 */
export function settingsFault(settings: Answers, columns: number): string | null {
  const taken = new Map<string, number>();
  for (const [id, value] of Object.entries(settings)) {
    const fault = findFault(id, value, columns);
    if (fault !== null) return fault;
    const column = settingColumn(id);
    if (column === null || !COLUMN_ROLES.some((role) => role.value === value && role.single))
      continue;
    const other = taken.get(value);
    if (other !== undefined)
      return `Columns ${other + 1} and ${column + 1} are both set as the ${labelRole(value)}; only one can be.`;
    taken.set(value, column);
  }
  return null;
}

function findFault(id: string, value: string, columns: number): string | null {
  const column = settingColumn(id);
  if (column !== null) {
    if (column >= columns) return `There is no column ${column + 1}; the layout has ${columns}.`;
    return columnRole(value) === null
      ? `"${value.slice(0, 40)}" is not a role that a column can have.`
      : null;
  }
  if (id === SET_CURRENCY)
    return parseCurrency(value) === null ? `"${value.slice(0, 40)}" is not a currency code.` : null;
  const setting = SETTINGS.find((one) => one.id === id);
  if (setting === undefined) return `There is no setting "${id.slice(0, 60)}".`;
  return setting.choices.some((choice) => choice.value === value)
    ? null
    : `"${value.slice(0, 40)}" is not an answer to "${id}".`;
}

function labelRole(role: string): string {
  return COLUMN_ROLES.find(({ value }) => value === role)?.label ?? role;
}
