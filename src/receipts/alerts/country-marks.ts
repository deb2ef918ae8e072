// Facts: what only one country's banks write of (its deposit insurance, its payment network, its kinds of account), by the
// currency they keep accounts in. It settles a sign that several currencies share, where all marks agree.

import { isCurrency, parseCurrency, type Currency } from "../../money/currency.ts";
import { currenciesOf } from "../totals/money/currency-symbols.ts";
import { BANKS } from "./banks.ts";
import type { Telling } from "./movements.ts";
import { Words, type WordHit } from "./words.ts";

const MARKS = new Words<Currency>([
  [
    "usd",
    "fdic|ncua|zelle|equal housing lender|equal housing opportunity|routing number|venmo|checking account|regulation e|member sipc",
  ],
  ["cad", "interac|cdic|chequing|chequing account|cad"],
  ["mxn", "spei|clabe|condusef|banxico|ipab|mn|m.n.|mxn"],
  ["aud", "bsb|payid|osko|afsl|bpay"],
  ["nzd", "aotearoa|nzd"],
  ["sgd", "paynow|posb|sgd"],
  ["hkd", "hkma|hkd|fps id"],
  ["cop", "pse|nequi|daviplata|fogafin|superintendencia financiera de colombia|bancolombia"],
  ["clp", "webpay|cuenta rut|cuentarut|cmf chile|redcompra"],
  ["ars", "cbu|cvu|bcra|debin"],
  ["dop", "superintendencia de bancos de la republica dominicana|rd"],
  ["inr", "upi|neft|imps|rtgs|rrn|vpa|nach|ifsc"],
  ["uyu", "bcu uruguay"],
  ["jpy", "円|当行"],
  ["cny", "人民币|元"],
  ["twd", "新台幣|新臺幣|末四碼"],
]);

/** These letters are also a state or a road. They show a country only next to money ("63.37 MN", "RD 9112.00"). */
const BESIDE_MONEY: ReadonlyMap<string, { readonly before: RegExp; readonly behind: RegExp }> =
  new Map([
    ["mn", { before: /\d ?$/, behind: /(?:)/ }],
    ["m.n.", { before: /\d ?$/, behind: /(?:)/ }],
    ["rd", { before: /(?:)/, behind: /^ ?\$? ?\d{1,3}(?:[\d,]{1,9}\.\d{2}|\d{0,4}(?:\s|$))/ }],
  ]);

function isBesideMoney(folded: string, { phrase, start, end }: WordHit<Currency>): boolean {
  const sides = BESIDE_MONEY.get(phrase);
  return (
    sides === undefined ||
    (sides.before.test(folded.slice(Math.max(0, start - 2), start)) &&
      sides.behind.test(folded.slice(end, end + 16)))
  );
}

/** The currency that a notice's country keeps accounts in, of those possible; null where nothing, or too much, says so. */
export function currencyByMarks(folded: string, candidates: readonly Currency[]): Currency | null {
  const banks = BANKS.find(folded).flatMap(({ tag }) =>
    tag === "several" || tag === "method" ? [] : [tag],
  );
  const named = new Set([
    ...MARKS.find(folded)
      .filter((hit) => isBesideMoney(folded, hit))
      .map(({ tag }) => tag),
    ...banks,
  ]);
  const [only, ...more] = [...named].filter(
    (currency) => candidates.length === 0 || candidates.includes(currency),
  );
  return only !== undefined && more.length === 0 ? only : null;
}

const CURRENCY_LABEL =
  /(?<!\p{L})(?:currency|moneda|moeda|devise|monnaie|wahrung|valuta|waluta|mena|penznem|para birimi|doviz|валюта|νομισμα|mata uang|loai tien|通貨|币种|幣別|통화|العملة|מטבע)[\s:：]{1,3}(?<code>[a-z]{3})(?!\p{L})/gu;

/** "จำนวนเงิน (บาท): 1,250.00", "Amount (USD)": the currency that an amount's own label names in brackets, of those possible. */
export function currencyInLabel(
  { text, segments }: Telling,
  { start, end }: { readonly start: number; readonly end: number },
  candidates: readonly Currency[],
): Currency | null {
  const row = segments.find(
    (segment) => segment.row !== null && start >= segment.row.start && end <= segment.row.end,
  );
  const label = row?.row == null ? "" : text.slice(row.start, row.row.start);
  const [only, ...more] = [...label.matchAll(/[(（[]([^()（）[\]]{1,10})[)）\]]/gu)].flatMap(
    ([, name = ""]) => {
      const code = parseCurrency(name);
      return code === null ? currenciesOf(name.trim()) : [code];
    },
  );
  return only !== undefined &&
    more.length === 0 &&
    (candidates.length === 0 || candidates.includes(only))
    ? only
    : null;
}

/** "Moneda: PEN": the currency that a row of its own names, of those possible; null where none or several do. */
export function currencyInRow(
  { folded }: Telling,
  candidates: readonly Currency[],
): Currency | null {
  const codes = new Set(
    [...folded.matchAll(CURRENCY_LABEL)].flatMap((match) => {
      const code = match.groups?.["code"] ?? "";
      return isCurrency(code) && (candidates.length === 0 || candidates.includes(code))
        ? [code]
        : [];
    }),
  );
  const [only, ...more] = codes;
  return only !== undefined && more.length === 0 ? only : null;
}
