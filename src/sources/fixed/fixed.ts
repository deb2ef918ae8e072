// A fixed amount that is added to what an account holds, once for each due time: "+400.00 every
// month". It asks no server.

import * as z from "zod";
import { parseQuantity, sumOfQuantities, type Quantity } from "../../money/quantity.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { BalanceReading } from "../reading.ts";
import type { SourceFault } from "../source-fault.ts";
import type { Held } from "../source.ts";

const AMOUNT = z.string("must be a decimal as text").transform((text, context): Quantity => {
  const parsed = parseQuantity(
    text
      .trim()
      .replace(/^\+/, "")
      .replace(/^\u2212/, "-"),
  );
  if (parsed.ok && parsed.value !== "0") return parsed.value;
  context.addIssue({
    code: "custom",
    message: 'must be a decimal other than 0, as text: "400" or "-25.50"',
  });
  return z.NEVER;
});

/** The amount of one due time; negative if it is subtracted. */
export const FIXED_SETTINGS = z.strictObject({ amount: AMOUNT });
type FixedSettings = z.output<typeof FIXED_SETTINGS>;

/** What the account holds, with the amount added for each due time. */
export function addFixed(
  { amount }: FixedSettings,
  held: Held | undefined,
): Result<readonly BalanceReading[], SourceFault> {
  if (held === undefined) return malformed("The balance that the amount is added to is not known.");
  const added = Array.from({ length: held.times }, () => amount);
  const sum = sumOfQuantities([held.amount, ...added]);
  if (!sum.ok) return malformed(`${held.amount} plus ${amount} is not an amount: ${sum.error}.`);
  const asOf = held.asOf;
  return ok([{ account: null, name: null, amount: sum.value, unit: held.unit, asOf }]);
}

function malformed(message: string): Result<never, SourceFault> {
  return err({ kind: "malformed", message, retryAfter: null });
}
