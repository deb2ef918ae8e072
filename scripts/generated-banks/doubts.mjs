// What a layout leaves open: where nobody could tell the truth from the file, a question is the
// right answer; where a person could and a program may ask, both are.

import { printDay, printSize } from "./values.mjs";

/** `open`: nobody can tell it from the file. `askable`: a question is no fault. */
export function doubtsOf(plan, rows) {
  const open = [];
  const askable = [];
  const dates = otherOrders(plan, rows);
  if (dates.length > 0) (plan.language.code === "en" ? open : askable).push("date order");
  const signed = plan.money === "card" || !plan.header;
  const purchases = rows.filter(({ kind }) => kind === "cardpay").length;
  if (signed && !plan.balance)
    (plan.money === "card" && purchases < 3 ? open : askable).push("sign");
  if (!plan.header) askable.push("columns");
  if (rows.every(({ amount }) => threeDigits(amount, plan))) askable.push("decimal mark");
  if (rows.some(({ state }) => state !== "booked") && plan.status) askable.push("status");
  return { open, askable };
}

/** Orders of day, month and year, other than the true one, in which every date is a day. */
function otherOrders({ pattern, language }, rows) {
  const numbers = /^\D*(?:[DdMm][./-]){2}[Yy]\D*$|^y[./-]M[./-]D$/.exec(pattern);
  if (numbers === null) return [];
  const parts = rows.map(({ day }) =>
    printDay(day, pattern, language.words)
      .split(/\D+/)
      .filter((part) => part !== "")
      .map(Number),
  );
  const order = pattern.replace(/[^A-Za-z]/g, "").toUpperCase();
  return ["DMY", "MDY", "YMD"].filter(
    (other) =>
      other !== order &&
      (other === "YMD" || order === "YMD" ? /y/.test(pattern) : true) &&
      parts.every((three) => isDay(three, other)) &&
      sameDirection(parts, order, other),
  );
}

function isDay(parts, order) {
  const month = parts[order.indexOf("M")];
  const year = parts[order.indexOf("Y")];
  if (year < 100 && (year < 20 || year > 26)) return false;
  const day = parts[order.indexOf("D")];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Whether both orders run through time without turning, so that neither betrays itself. */
function sameDirection(parts, one, other) {
  const keys = (order) =>
    parts.map((three) =>
      ["Y", "M", "D"].map((part) => String(three[order.indexOf(part)]).padStart(4, "0")).join(),
    );
  const turns = (list) => {
    const up = list.every((key, index) => index === 0 || list[index - 1] <= key);
    const down = list.every((key, index) => index === 0 || list[index - 1] >= key);
    return !up && !down;
  };
  return turns(keys(other)) === turns(keys(one));
}

function threeDigits(amount, plan) {
  return (
    /^\d{1,3}[.,]\d{3}$/.test(printSize(amount, plan.style)) &&
    plan.style.prefix === undefined &&
    plan.style.suffix === undefined
  );
}
