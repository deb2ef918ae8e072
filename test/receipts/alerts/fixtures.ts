// The fixtures of bank alerts: test/fixtures/alerts has alerts with the facts that each must give,
// test/fixtures/no-movement has messages about money that did not move.

import * as z from "zod";

const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join("\n"))]);
const alertSchema = z.strictObject({
  name: z.string(),
  subject: z.string(),
  from: z.string().optional(),
  /** A tab separates two cells of a table's row. */
  text,
  facts: z.strictObject({
    total: z.string(),
    currency: z.string(),
    incoming: z.literal(true).optional(),
    date: z.string().optional(),
    time: z.string().optional(),
    card: z.string().optional(),
    reference: z.string().optional(),
    /** Null where the alert names nobody. */
    merchant: z.string().nullable().optional(),
    /** Nothing shows which country's dollar it is, so a person must be asked. */
    asked: z.literal(true).optional(),
  }),
});
const messageSchema = z.strictObject({
  name: z.string(),
  subject: z.string(),
  from: z.string().transform(toSender),
  text,
});

/** "Example Bank <alerts@examplebank.example>" as the name and the address. */
function toSender(from: string): readonly [name: string, address: string] {
  const [, name = "", address = from] = /^(.*) <(.*)>$/.exec(from) ?? [];
  return [name, address];
}

export type AlertFixture = z.infer<typeof alertSchema>;

/** The day on which all fixtures were sent. */
export const SENT = "2025-11-20";

export const ALERTS: readonly AlertFixture[] = Object.values(
  import.meta.glob("../../fixtures/alerts/*.json", { eager: true, import: "default" }),
).flatMap((file) => z.array(alertSchema).parse(file));

export const WITHOUT_MOVEMENT = Object.values(
  import.meta.glob("../../fixtures/no-movement/*.json", { eager: true, import: "default" }),
).flatMap((file) => z.array(messageSchema).parse(file));
