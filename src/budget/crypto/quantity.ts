// Quantities of crypto in requests and answers (service-v2.md); the numbers themselves are
// money/quantity.ts.

import * as z from "zod";
import {
  quantityOfNumber,
  parseQuantity,
  QUANTITY_WHOLE_DIGITS_MAX,
  type Quantity,
  type QuantityProblem,
} from "../../money/quantity.ts";
import { complaint } from "../wire.ts";

const RULE = "must be a number, or the same as text, with at most 18 decimals";
const COMPLAINTS: Readonly<Record<QuantityProblem, string>> = {
  "not a number": RULE,
  "too many decimals": "has more than 18 decimals",
  "out of range": `has more than ${QUANTITY_WHOLE_DIGITS_MAX} digits before the point`,
  inexact:
    "has more than 15 significant digits, which a number may not hold exactly: send it as text",
};

/** A balance in a request. */
export const quantity = z
  .union([z.number(), z.string()], RULE)
  .transform((value, context): Quantity => {
    const parsed = typeof value === "number" ? quantityOfNumber(value) : parseQuantity(value);
    if (parsed.ok) return parsed.value;
    context.issues.push(complaint(value, "format", COMPLAINTS[parsed.error]));
    return z.NEVER;
  })
  .meta({ description: "A decimal number or the same as text; at most 18 decimals." });

export const QUANTITY_OUT = z.string().regex(/^-?\d+(\.\d{1,18})?$/);
