// The source for whatever a server tells as JSON: an address, headers, and an RFC 9535 path to the one value that is the
// balance. The value is a number or a plain decimal as text, taken digit by digit; anything else is a fault that says what
// was found.

import * as z from "zod";
import { ok, type Result } from "../../value/result.ts";
import { parseExactBytes, quantityOf } from "../exact-json.ts";
import { ADDRESS, askGiven, instantOf, malformedAnswer, UNIT, unitOf, type GivenSecrets } from "../given.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";
import { compilePath, oneAt, searched } from "./path.ts";

/** A path that compiles. */
export const PATH = z.string().superRefine((text, context) => {
  const path = compilePath(text);
  if (!path.ok) context.addIssue({ code: "custom", message: path.error });
});

/** Where the parts of a reading stand; a currency has no default. */
export const PLACES = { path: PATH, currency: UNIT.optional(), currency_path: PATH.optional(), as_of_path: PATH.optional() };
export const HAS_CURRENCY = "give the currency, or the path at which the answer says it";

export const JSON_SETTINGS = z.strictObject({ url: ADDRESS, ...PLACES }).refine(saysCurrency, { path: ["currency"], message: HAS_CURRENCY });
export type JsonSettings = z.output<typeof JSON_SETTINGS>;

export function saysCurrency({ currency, currency_path }: { readonly currency?: string | undefined; readonly currency_path?: string | undefined }): boolean {
  return currency !== undefined || currency_path !== undefined;
}

export const readJson: SourceReader<JsonSettings, GivenSecrets, readonly BalanceReading[]> = async ({ settings, secrets, fetching, now }) => {
  const answer = await askGiven(settings.url, secrets, fetching, "application/json");
  if (!answer.ok) return answer;
  const read = readPlaces(answer.value.body, settings, now);
  if (!read.ok) return malformedAnswer(settings.url, read.error);
  const { amount, unit, asOf } = read.value;
  return ok([{ account: null, name: null, amount, unit, asOf }]);
};

type Places = Omit<JsonSettings, "url">;
type Read = Pick<BalanceReading, "amount" | "unit" | "asOf">;

/** What stands at the places, or in half a sentence what is wrong with one of them. */
export function readPlaces(body: Uint8Array, places: Places, now: number): Result<Read, string> {
  const document = parseExactBytes(body);
  if (!document.ok) return document;
  const within = searched(document.value);
  const at = (text: string) => {
    const path = compilePath(text);
    return path.ok ? oneAt(within, path.value) : path;
  };
  const found = at(places.path);
  if (!found.ok) return found;
  const amount = quantityOf(found.value);
  if (!amount.ok) return amount;
  const said = places.currency_path === undefined ? ok(undefined) : at(places.currency_path);
  if (!said.ok) return said;
  const unit = unitOf(places.currency, said.value);
  if (!unit.ok) return unit;
  const when = places.as_of_path === undefined ? ok(null) : at(places.as_of_path);
  if (!when.ok) return when;
  const asOf = places.as_of_path === undefined ? ok(null) : instantOf(when.value, now);
  return asOf.ok ? ok({ amount: amount.value, unit: unit.value, asOf: asOf.value }) : asOf;
}

