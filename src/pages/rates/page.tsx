// The page of currency rates: the missing ones and what is not counted because of them, the newest
// of the others, and two forms to add rates, from the bank's file or by hand. It needs no script.

import { CurrencyOptions, Field, InputField } from "../ui/fields.tsx";
import { RATES_GAP_DAYS_MAX, RATES_UPLOAD_BYTES_MAX } from "../../platform/limits.ts";
import { CURRENCIES, CURRENT_CURRENCIES } from "../../money/currency.ts";
import { dayNumber, parseDay, type Day } from "../../money/day.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural, printCount, printDay } from "../ui/print.ts";
import { namePair } from "./pair.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { AddedRates, MissingRates, Rate } from "../ui/wire.ts";

/** The outcome of a form, in a sentence. */
export interface Outcome {
  readonly done: boolean;
  readonly sentence: string;
}

/** One rate as a person typed it. */
export interface TypedRate {
  readonly currency: string;
  readonly date: string;
  readonly per_euro: string;
}

export interface RatesProps {
  readonly missing: MissingRates;
  readonly newest: readonly Rate[];
  readonly today: Day;
  /** The outcome of the form that was just sent. */
  readonly file?: Outcome;
  readonly byHand?: Outcome;
  /** The refused input, which stays in the form. */
  readonly typed?: TypedRate;
}

const BANK_PAGE =
  "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html";
/** The limit that the form states; the real one is a little higher. */
export const FILE_MEGABYTES_MAX = Math.floor(RATES_UPLOAD_BYTES_MAX / 1_000_000);

/** The missing rates, the newest rates, and the forms. */
export function Rates(props: RatesProps) {
  return (
    <Shell title="Currency rates" current="/rates">
      <h1>Currency rates</h1>
      <p class="lead">
        Amounts in other currencies are converted with the exchange rate of their day, or the
        nearest one.
      </p>
      <Missing {...props.missing} />
      <Newest {...props} />
      <FileForm outcome={props.file} />
      <HandForm {...props} />
    </Shell>
  );
}

/** Shown if our API of rates does not answer. */
export function NoRates({ message }: { readonly message: string }) {
  return (
    <Shell title="Currency rates" current="/rates">
      <h1>Currency rates</h1>
      <p>{message}</p>
    </Shell>
  );
}

function Missing({ missing, primary_currency: primary, converting }: MissingRates) {
  return (
    <>
      {converting ? (
        <p class="warning">
          Amounts are still being converted. Until then, totals may be wrong. Reload the page in a
          moment.
        </p>
      ) : null}
      {missing.length === 0 ? null : (
        <section class="made" aria-labelledby="missing">
          <h2 id="missing">{`Missing: ${plural(missing.length, "exchange rate")}`}</h2>
          <ul class="why">
            {missing.map(({ currency, transactions }) => (
              <li>
                <strong>{namePair(currency, primary)}</strong>
                {transactions === 0
                  ? ": no transaction needs it yet."
                  : `: ${notCounted(transactions, currency === primary ? "in other currencies" : `in ${currency.toUpperCase()}`)}.`}
              </li>
            ))}
          </ul>
          <p class="hint">
            Amounts are converted through the euro. They count as soon as you add the rates: from
            the European Central Bank’s file, or by hand for a currency that it does not publish.
          </p>
        </section>
      )}
    </>
  );
}

function notCounted(transactions: number, which: string): string {
  return `${plural(transactions, "transaction")} ${which} ${transactions === 1 ? "is" : "are"} not counted`;
}

function Newest({
  missing: { missing },
  newest,
  today,
}: Pick<RatesProps, "missing" | "newest" | "today">) {
  const none =
    missing.length === 0
      ? "No amount has needed a rate yet."
      : "There are no rates for the currencies in use.";
  return (
    <section aria-labelledby="newest">
      <h2 id="newest">Newest rates</h2>
      {newest.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul class="newest">
          {oldestFirst(newest, today).map(({ currency, date, per_euro, age }) => (
            <li>
              <span>
                {`1 EUR = ${per_euro} ${currency.toUpperCase()}, `}{" "}
                <time datetime={date}>{printDay(date)}</time>
              </span>
              {isOld(age) ? <span class="old">{`${printCount(age)} days old`}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The old ones first, the oldest of them at the top; the others by currency, as they came. */
function oldestFirst(
  rates: readonly Rate[],
  today: Day,
): readonly (Rate & { readonly age: number })[] {
  const aged = rates.map((rate) => ({ ...rate, age: countDays(rate, today) }));
  const rank = ({ age }: { readonly age: number }) => (isOld(age) ? age : 0);
  return aged.sort((a, b) => rank(b) - rank(a));
}

/**
 * Days since the rate's date. Weekends and holidays alone leave no more than RATES_GAP_DAYS_MAX.
 */
function countDays({ date }: Rate, today: Day): number {
  const day = parseDay(date);
  return day === null ? 0 : dayNumber(today) - dayNumber(day);
}

function isOld(age: number): boolean {
  return age > RATES_GAP_DAYS_MAX;
}

function Said({ outcome }: { readonly outcome: Outcome | undefined }) {
  if (outcome === undefined) return null;
  return outcome.done ? (
    <p class="read" role="status">
      {outcome.sentence}
    </p>
  ) : (
    <Alert message={outcome.sentence} />
  );
}

function FileForm({ outcome }: { readonly outcome: Outcome | undefined }) {
  return (
    <section aria-labelledby="file">
      <h2 id="file">Add rates from a file</h2>
      <p class="hint" id="file-hint">
        {"The European Central Bank’s "}
        <a href={BANK_PAGE}>reference rates</a>
        {` as published: XML or CSV, for one day, 90 days or all years. ZIP files too. Up to ${FILE_MEGABYTES_MAX} MB.`}
      </p>
      <form
        class="row-form"
        method="post"
        action={useTarget("/rates/file#file")}
        enctype="multipart/form-data"
      >
        <InputField
          label="Rates file"
          name="file"
          type="file"
          required
          aria-describedby="file-hint"
          accept=".xml,.csv,.zip,text/xml,application/xml,text/csv,application/zip"
        />
        <button type="submit">Add rates</button>
      </form>
      <Said outcome={outcome} />
    </section>
  );
}

function HandForm({ missing: { missing }, today, typed, byHand }: RatesProps) {
  const lacking = missing.map(({ currency }) => currency);
  const { currency = lacking[0] ?? "", date = today, per_euro = "" } = typed ?? {};
  // An old amount needs the rate of its day, also in a currency that is no longer in use.
  const isOther = (code: string) => code !== "eur" && !lacking.includes(code);
  const others = CURRENT_CURRENCIES.filter(isOther);
  const retired = CURRENCIES.filter((code) => !CURRENT_CURRENCIES.includes(code) && isOther(code));
  return (
    <section aria-labelledby="by-hand">
      <h2 id="by-hand">Add a rate by hand</h2>
      <p class="hint">
        A rate says how much one euro buys. If you know the rate to another currency instead,
        multiply it by that currency’s own euro rate. An existing rate of the same day is replaced.
      </p>
      <form class="row-form" method="post" action={useTarget("/rates#by-hand")}>
        <Field label="Currency">
          <select name="currency" required>
            <option value="">Choose one</option>
            {lacking.length === 0 ? null : (
              <optgroup label="Missing a rate">
                <CurrencyOptions codes={lacking} chosen={currency} />
              </optgroup>
            )}
            <optgroup label="Other currencies">
              <CurrencyOptions codes={others} chosen={currency} />
            </optgroup>
            <optgroup label="No longer in use">
              <CurrencyOptions codes={retired} chosen={currency} />
            </optgroup>
          </select>
        </Field>
        <InputField label="Date" name="date" type="date" required value={date} />
        <InputField
          label="Units for one euro"
          name="per_euro"
          required
          inputmode="decimal"
          pattern="[0-9]{1,15}([.][0-9]{1,15})?"
          title="A number such as 655.957"
          autocomplete="off"
          value={per_euro}
        />
        <button type="submit">Add rate</button>
      </form>
      <Said outcome={byHand} />
    </section>
  );
}

/** What was read from the file, in one sentence. */
export function sentenceOfFile(
  name: string,
  { days, currencies, rates, stored }: AddedRates,
): string {
  const whose = name === "" ? "the file" : `“${name}”`;
  if (rates === 0)
    return `Read ${whose}: ${plural(days, "day")}, but no rate of a currency that Tributary knows.`;
  const held = `${plural(days, "day")}, ${plural(currencies, "currency", "currencies")}, ${plural(rates, "rate")}`;
  return `Read ${whose}: ${held}. ${storedWords(stored, rates)}`;
}

function storedWords(stored: number, rates: number): string {
  if (stored === 0) return "All of them were already stored.";
  return stored === rates
    ? "All were stored."
    : `${printCount(stored)} were stored; the others were stored already.`;
}

/** What became of one rate, in one sentence. */
export function sentenceOfRate(
  { currency, date, per_euro }: TypedRate,
  { stored }: AddedRates,
): string {
  const rate = `1 EUR = ${per_euro} ${currency.toUpperCase()}, ${printDay(date)}`;
  return stored === 0 ? `Already stored: ${rate}.` : `Stored: ${rate}.`;
}
