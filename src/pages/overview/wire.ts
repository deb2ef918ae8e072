// The parts of the service's answers that the overview reads, of the embedded service or a remote
// one. A status or a type is text, so that a service with more of them is still shown.

import * as z from "zod";

const id = z.int();
const text = z.string().nullish();
const decimal = z.union([z.string(), z.number()]).transform(String);

export const manualSchema = z.object({
  manual_accounts: z.array(
    z.object({
      id,
      name: z.string(),
      display_name: text,
      type: z.string(),
      balance: decimal,
      currency: z.string(),
      to_base: z.number().nullish(),
      balance_as_of: text,
      status: text,
    }),
  ),
});

export const linkedSchema = z.object({
  linked_accounts: z.array(
    z.object({
      id,
      linked_item_id: text,
      name: z.string(),
      display_name: text,
      institution_name: text,
      type: z.string(),
      status: z.string(),
      balance: decimal,
      currency: z.string(),
      to_base: z.number().nullish(),
      balance_last_update: text,
      last_import: text,
      last_fetch: text,
    }),
  ),
});

const held = z.object({
  name: z.string(),
  display_name: text,
  balance: decimal,
  symbol: z.string(),
  to_base: z.number().nullable(),
  balance_as_of: text,
});

export const cryptoManualSchema = z.object({
  crypto_manual: z.array(held.extend({ id, institution_name: text })),
});

export const cryptoSyncedSchema = z.object({
  crypto_synced: z.array(
    z.object({
      id,
      provider: z.string(),
      status: z.string(),
      display_name: text,
      last_import: text,
      balances: z.array(held),
    }),
  ),
});

const symbol = z.string().nullish();

const source = z.discriminatedUnion("type", [
  z.object({ type: z.literal("manual"), manual_account_id: id }),
  z.object({ type: z.literal("linked"), linked_account_id: id }),
  z.object({ type: z.literal("crypto_manual"), crypto_manual_id: id }),
  z.object({ type: z.literal("crypto_synced"), crypto_synced_id: id, symbol: z.string() }),
  z.object({
    type: z.literal("deleted"),
    deleted_account_id: id,
    name: text,
    display_name: text,
    institution_name: text,
    account_type: text,
    symbol,
  }),
]);

const entry = z.object({
  type: z.enum(["historical", "current"]),
  month: z.string(),
  balance: decimal,
  currency: z.string(),
  to_base: z.number().nullish(),
  crypto_balance: text,
});

export const historySchema = z.object({
  balance_history: z.array(z.object({ source, balances: z.array(entry) })),
});

export type ManualAccount = z.infer<typeof manualSchema>["manual_accounts"][number];
export type LinkedAccount = z.infer<typeof linkedSchema>["linked_accounts"][number];
export type CryptoManual = z.infer<typeof cryptoManualSchema>["crypto_manual"][number];
export type CryptoSynced = z.infer<typeof cryptoSyncedSchema>["crypto_synced"][number];
export type HistorySource = z.infer<typeof source>;
export type HistoryEntry = z.infer<typeof entry>;
export type History = z.infer<typeof historySchema>["balance_history"];
