// The source for JSON over HTTPS: an RFC 9535 path leads to the one value that is the balance, or
// to all values of a list, each with its time next to it. A value is a number or a plain decimal
// text, whose digits are kept; anything else is a fault that says what was found.

import * as z from "zod";
import { err, ok, type Result } from "../../platform/result.ts";
import { parseExactBytes, readQuantity, printJson, type ExactJson } from "../exact-json.ts";
import {
  ADDRESS,
  askGiven,
  parseInstant,
  malformedAnswer,
  UNIT,
  agreeOnUnit,
  type GivenSecrets,
} from "../settings-by-hand.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";
import {
  selectAll,
  compilePath,
  selectOne,
  toSearchable,
  type Searchable,
  type Selected,
} from "./path.ts";

const PATH_CHARS_SHOWN = 80;

/** A path that compiles. */
export const PATH = z.string().superRefine((text, context) => {
  const path = compilePath(text);
  if (!path.ok) context.addIssue({ code: "custom", message: path.error });
});

/** The paths of a reading's parts; the currency has no default. */
export const PLACES = {
  path: PATH,
  currency: UNIT.optional(),
  currency_path: PATH.optional(),
  as_of_path: PATH.optional(),
};
export const HAS_CURRENCY = "give the currency, or the path of the currency in the answer";

export const JSON_SETTINGS = z
  .strictObject({
    url: ADDRESS,
    ...PLACES,
    values: z.enum(["one", "all"]).optional(),
    debts: z.enum(["positive", "negative"]).optional(),
  })
  .refine(saysCurrency, { path: ["currency"], message: HAS_CURRENCY })
  .refine(({ values, as_of_path }) => values !== "all" || as_of_path !== undefined, {
    path: ["as_of_path"],
    message: "reading all values needs the path of their time",
  });
export type JsonSettings = z.output<typeof JSON_SETTINGS>;

export function saysCurrency({
  currency,
  currency_path,
}: {
  readonly currency?: string | undefined;
  readonly currency_path?: string | undefined;
}): boolean {
  return currency !== undefined || currency_path !== undefined;
}

export const readJson: SourceReader<
  JsonSettings,
  GivenSecrets,
  readonly BalanceReading[]
> = async ({ settings, secrets, fetching, now }) => {
  const answer = await askGiven(settings.url, secrets, fetching, "application/json");
  if (!answer.ok) return answer;
  const { as_of_path: times } = settings;
  const read =
    settings.values === "all" && times !== undefined
      ? readEach(answer.value.body, settings, times, now)
      : one(readPlaces(answer.value.body, settings, now));
  return read.ok
    ? ok(
        read.value.map(({ amount, unit, asOf }) => ({
          account: null,
          name: null,
          amount,
          unit,
          asOf,
        })),
      )
    : malformedAnswer(settings.url, read.error);
};

function one(read: Result<Read, string>): Result<readonly Read[], string> {
  return read.ok ? ok([read.value]) : read;
}

/**
 * A balance for each value, with the time in the same object or list. Pairing them by their order
 * would shift all later ones if a single time is missing.
 */
function readEach(
  body: Uint8Array,
  settings: JsonSettings,
  times: string,
  now: number,
): Result<readonly Read[], string> {
  const document = parseExactBytes(body);
  if (!document.ok) return document;
  const within = toSearchable(document.value);
  const unit = unitWithin(within, settings);
  if (!unit.ok) return unit;
  const [amounts, instants] = [valuesAt(within, settings.path), valuesAt(within, times)];
  if (!amounts.ok) return amounts;
  if (!instants.ok) return instants;
  const timeIn = new Map(
    instants.value.map(({ within: holder, value }) => [holder, value] as const),
  );
  if (timeIn.size < instants.value.length)
    return err(
      `the path ${times.slice(0, PATH_CHARS_SHOWN)} selects two times in the same object or list`,
    );
  if (new Set(amounts.value.map(({ within: holder }) => holder)).size < amounts.value.length)
    return err(
      `the path ${settings.path.slice(0, PATH_CHARS_SHOWN)} selects two values in the same object or list`,
    );
  const readings: Read[] = [];
  for (const { value, within: holder } of amounts.value) {
    const amount = readQuantity(value);
    if (!amount.ok) return amount;
    const time = timeIn.get(holder);
    if (time === undefined)
      return err(
        `there is no time next to ${printJson(value)}: value and time must be in the same object or list`,
      );
    const asOf = parseInstant(time, now);
    if (!asOf.ok) return asOf;
    readings.push({ amount: amount.value, unit: unit.value, asOf: asOf.value });
  }
  return ok(readings);
}

function valuesAt(within: Searchable, text: string): Result<readonly Selected[], string> {
  const path = compilePath(text);
  return path.ok ? selectAll(within, path.value) : path;
}

type Places = Omit<JsonSettings, "url" | "values">;
type Read = Pick<BalanceReading, "amount" | "unit" | "asOf">;

/** The amount, unit and time at the paths, or half a sentence about the path that fails. */
export function readPlaces(body: Uint8Array, places: Places, now: number): Result<Read, string> {
  const document = parseExactBytes(body);
  if (!document.ok) return document;
  const within = toSearchable(document.value);
  const at = (text: string) => valueAt(within, text);
  const found = at(places.path);
  if (!found.ok) return found;
  const amount = readQuantity(found.value);
  if (!amount.ok) return amount;
  const unit = unitWithin(within, places);
  if (!unit.ok) return unit;
  const when = places.as_of_path === undefined ? ok(null) : at(places.as_of_path);
  if (!when.ok) return when;
  const asOf = places.as_of_path === undefined ? ok(null) : parseInstant(when.value, now);
  return asOf.ok ? ok({ amount: amount.value, unit: unit.value, asOf: asOf.value }) : asOf;
}

function valueAt(within: Searchable, text: string): Result<ExactJson, string> {
  const path = compilePath(text);
  return path.ok ? selectOne(within, path.value) : path;
}

/** The currency of the settings or of the answer, which must agree if both name one. */
function unitWithin(
  within: Searchable,
  { currency, currency_path: path }: Pick<Places, "currency" | "currency_path">,
): Result<string, string> {
  const printed = path === undefined ? ok(undefined) : valueAt(within, path);
  return printed.ok ? agreeOnUnit(currency, printed.value) : printed;
}
