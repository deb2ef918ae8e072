// The names of the recurring items that a transaction can belong to.

import * as z from "zod";
import { readService } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";

export interface RecurringName {
  readonly id: number;
  readonly name: string;
}

const recurringSchema = z.object({
  recurring_items: z.array(
    z.object({
      id: z.int(),
      description: z.string().nullish(),
      overrides: z.object({ payee: z.string().nullish() }).nullish(),
      transaction_criteria: z.object({ payee: z.string().nullish() }).nullish(),
    }),
  ),
});

/** The names of all recurring items; none if they cannot be read. */
export async function readRecurring(
  service: Variables["service"],
): Promise<readonly RecurringName[]> {
  const found = await readService(service, "/recurring_items", recurringSchema);
  if (!found.ok) return [];
  return found.value.recurring_items.map(
    ({ id, description, overrides, transaction_criteria }) => ({
      id,
      name:
        overrides?.payee ||
        description ||
        transaction_criteria?.payee ||
        `Recurring item without a name (${id})`,
    }),
  );
}
