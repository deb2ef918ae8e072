// The source for the value of an amount in another currency, by the European Central Bank's newest
// reference rates. The bank publishes on working days in the afternoon; the reading has that day.

import * as z from "zod";
import { parseCurrency, type Currency } from "../../money/currency.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import { ONE, parseDecimal, type Decimal } from "../../money/decimal.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { ADDRESS, malformedAnswer, type GivenSecrets } from "../settings-by-hand.ts";
import { QUANTITY } from "../prices/prices.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";
import { multiplyPrice } from "../value-of-quantity.ts";
import { readBankFile } from "./bank-file.ts";
import type { Rate } from "./rate.ts";

const DAILY = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
const DAY_MS = 86_400_000;

const CURRENCY = z.string().transform((text, context): Currency => {
  const currency = parseCurrency(text);
  if (currency !== null) return currency;
  context.addIssue({ code: "custom", message: "must be one of the service's currency codes" });
  return z.NEVER;
});

export const ECB_SETTINGS = z.strictObject({
  /** The amount in the currency `from`. */
  quantity: QUANTITY,
  from: CURRENCY,
  to: CURRENCY,
  /** Another address of the bank's file. */
  url: ADDRESS.default(DAILY),
});
export type EcbSettings = z.output<typeof ECB_SETTINGS>;

export const readEcb: SourceReader<EcbSettings, GivenSecrets, readonly BalanceReading[]> = async ({
  settings: { quantity, from, to, url },
  fetching,
}) => {
  const answer = await fetching({
    url,
    headers: { accept: "application/xml, text/csv, application/zip" },
  });
  if (!answer.ok) return answer;
  const file = await readBankFile(answer.value.body);
  if (!file.ok) return malformedAnswer(url, file.error.replace(/\.$/, ""));
  const day = findNewestDay(file.value.rates);
  if (day === null) return malformedAnswer(url, "it has no rate of a known currency");
  const [fromPerEuro, toPerEuro] = [
    findRate(file.value.rates, from, day),
    findRate(file.value.rates, to, day),
  ];
  if (!fromPerEuro.ok) return err({ kind: "gone", message: fromPerEuro.error, retryAfter: null });
  if (!toPerEuro.ok) return err({ kind: "gone", message: toPerEuro.error, retryAfter: null });
  const value = multiplyPrice(quantity, toPerEuro.value, fromPerEuro.value);
  if (!value.ok) return malformedAnswer(url, value.error);
  return ok([
    { account: null, name: null, amount: value.value, unit: to, asOf: dayNumber(day) * DAY_MS },
  ]);
};

function findNewestDay(rates: readonly Rate[]): Day | null {
  return rates.reduce<Day | null>(
    (latest, [, day]) => (latest === null || day > latest ? day : latest),
    null,
  );
}

function findRate(rates: readonly Rate[], currency: Currency, day: Day): Result<Decimal, string> {
  if (currency === "eur") return ok(ONE);
  const rate = rates.find(([code, date]) => code === currency && date === day);
  const decimal = rate === undefined ? null : parseDecimal(rate[2]);
  return decimal === null ? err(`The bank has no rate of ${currency} on ${day}.`) : ok(decimal);
}
