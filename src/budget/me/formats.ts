// The date formats of the user settings (service-v2.md, User settings object), made from the
// document's own orders and separators so that none of the hundred is mistyped.

const SEPARATORS = [" ", "-", ".", "/"] as const;

/** Each order with each separator in the place of its question marks. */
function listSeparated(orders: readonly string[]): string[] {
  return SEPARATORS.flatMap((separator) => orders.map((order) => order.replaceAll("?", separator)));
}

export const WEEK_STARTS = ["sunday", "monday"] as const;

export const MONTH_YEAR_FORMATS: readonly string[] = [
  "MMMM YYYY",
  "MMM YYYY",
  "YYYY MMM",
  ...listSeparated(["MM?YYYY", "M?YYYY", "YYYY?M", "YYYY?MM"]),
];

export const MONTH_DAY_YEAR_FORMATS: readonly string[] = [
  "MMM D, YYYY",
  "D MMM YYYY",
  ...listSeparated([
    "YYYY?MM?DD",
    "YYYY?M?DD",
    "YYYY?MM?D",
    "YYYY?M?D",
    "DD?MM?YYYY",
    "DD?M?YYYY",
    "D?MM?YYYY",
    "D?M?YYYY",
    "M?D?YYYY",
    "MM?D?YYYY",
    "MM?DD?YYYY",
    "M?DD?YYYY",
  ]),
];

export const MONTH_DAY_FORMATS: readonly string[] = [
  "MMM D",
  "MMM DD",
  "D MMM",
  "DD MMM",
  ...listSeparated(["MM?D", "MM?DD", "M?D", "M?DD", "D?MM", "DD?MM", "D?M", "DD?M"]),
];
