// Days and amounts as a bank prints them.

const digits = (value, count) => String(value).padStart(count, "0");

/** "2024-03-05" in a pattern of the language's `dates` line: D and M have two digits, d and m one
 * or two, Y four, y two; B and b are Buddhist years, R the year of the Republic of China. */
export function printDay(day, pattern, words) {
  const [year, month, date] = day.split("-").map(Number);
  return pattern.replace(/Month|Mon|[DdMmYyBbR]/g, (part) => {
    switch (part) {
      case "Month":
        return words.long[month - 1];
      case "Mon":
        return words.months[month - 1];
      case "D":
        return digits(date, 2);
      case "d":
        return String(date);
      case "M":
        return digits(month, 2);
      case "m":
        return String(month);
      case "Y":
        return String(year);
      case "y":
        return digits(year % 100, 2);
      case "B":
        return String(year + 543);
      case "b":
        return digits((year + 543) % 100, 2);
      default:
        return String(year - 1911);
    }
  });
}

/** A style from a sample of the language's `number` line: marks, grouping and whether decimals. */
export function numberStyle(sample, currency) {
  const [, whole, , tail = ""] = /^(.*?)(([.,])\d\d)?$/.exec(sample);
  const separator = /\D/.exec(whole)?.[0] ?? "";
  const printed = tail === "" ? 0 : 2;
  const decimals = printed === 2 && /^(KWD|JOD)$/.test(currency) ? 3 : printed;
  return { decimal: tail, group: separator, indian: /\d,\d\d,/.test(sample), decimals };
}

function grouped(whole, { group, indian }) {
  if (group === "") return whole;
  if (!indian) return whole.replace(/\B(?=(\d{3})+$)/g, group);
  return whole.replace(/\B(?=(\d\d)*\d{3}$)/g, group);
}

/** The digits of an amount in 1/10,000, without a sign. */
export function printSize(amount, style) {
  const size = Math.abs(amount);
  const whole = grouped(String(Math.floor(size / 10_000)), style);
  if (style.decimals === 0) return whole;
  const part = digits(size % 10_000, 4).slice(0, style.decimals);
  const short = style.short ? part.replace(/0+$/, "") : part;
  return short === "" ? whole : `${whole}${style.decimal}${short}`;
}

const SIGNS = {
  minus: (text) => `-${text}`,
  "unicode minus": (text) => `\u2212${text}`,
  trailing: (text) => `${text}-`,
  parentheses: (text) => `(${text})`,
};

/** The amount with its sign and its currency as the bank prints them. */
export function printAmount(amount, style) {
  const { prefix = "", suffix = "" } = style;
  const size = `${prefix}${printSize(amount, style)}${suffix}`;
  if (amount < 0) return SIGNS[style.sign](size);
  return style.plus && amount > 0 ? `+${size}` : size;
}
