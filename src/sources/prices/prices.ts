// The source for a holding with a price in JSON: the quantity in the settings times the price at a
// path. "{symbol}" in the address and the paths is replaced, so that one template serves many
// holdings.

import * as z from "zod";
import { parseQuantity, type Quantity } from "../../money/quantity.ts";
import { err, ok } from "../../platform/result.ts";
import {
  ADDRESS,
  askGiven,
  malformedAnswer,
  UNIT,
  type GivenSecrets,
} from "../settings-by-hand.ts";
import { HAS_CURRENCY, readPlaces, saysCurrency } from "../json/json.ts";
import { compilePath } from "../json/path.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";
import { toPrice, multiplyPrice } from "../value-of-quantity.ts";
import { ONE } from "../../money/decimal.ts";

/** A plain decimal with up to 18 decimals; negative if it is owed. */
export const QUANTITY = z.string().transform((text, context): Quantity => {
  const quantity = parseQuantity(text.trim());
  if (quantity.ok) return quantity.value;
  context.addIssue({
    code: "custom",
    message: "must be a plain decimal of at most 18 places, as text",
  });
  return z.NEVER;
});

const SYMBOL = z
  .string()
  .regex(/^[A-Za-z0-9._:=^/-]{1,40}$/, "may only have letters, digits and . _ : = ^ / -");
const MARK = "{symbol}";
const PLACE = z.string().superRefine((text, context) => {
  const path = compilePath(text.replaceAll(MARK, "symbol"));
  if (!path.ok) context.addIssue({ code: "custom", message: path.error });
});

export const PRICES_SETTINGS = z
  .strictObject({
    url: ADDRESS,
    path: PLACE,
    symbol: SYMBOL.optional(),
    quantity: QUANTITY,
    currency: UNIT.optional(),
    currency_path: PLACE.optional(),
    as_of_path: PLACE.optional(),
  })
  .refine(saysCurrency, { path: ["currency"], message: HAS_CURRENCY })
  .refine(
    ({ symbol, url, path }) =>
      (symbol !== undefined) === (url.includes(MARK) || path.includes(MARK)),
    { path: ["symbol"], message: `is needed exactly when "${MARK}" is in the address or the path` },
  );
export type PricesSettings = z.output<typeof PRICES_SETTINGS>;

export const readPrices: SourceReader<
  PricesSettings,
  GivenSecrets,
  readonly BalanceReading[]
> = async ({ settings, secrets, fetching, now }) => {
  const { symbol = "", quantity, url, path, currency, currency_path, as_of_path } = settings;
  const address = url.replaceAll(MARK, encodeURIComponent(symbol));
  const filled = (text: string | undefined) => text?.replaceAll(MARK, symbol);
  const answer = await askGiven(address, secrets, fetching, "application/json");
  if (!answer.ok) return answer;
  const places = {
    path: filled(path) ?? path,
    currency,
    currency_path: filled(currency_path),
    as_of_path: filled(as_of_path),
  };
  const read = readPlaces(answer.value.body, places, now);
  if (!read.ok) return malformedAnswer(address, read.error);
  const price = toPrice(read.value.amount);
  const value =
    price === null
      ? err(`${read.value.amount} is not a price above zero`)
      : multiplyPrice(quantity, price, ONE);
  if (!value.ok) return malformedAnswer(address, value.error);
  const { unit, asOf } = read.value;
  return ok([{ account: null, name: null, amount: value.value, unit, asOf }]);
};
