// The answers of /api/keys and /api/addresses.

import * as z from "zod";
import { ADDRESS_MODES } from "../connection/addresses.ts";
import { TEXT_OR_NULL, TIME, TIME_OR_NULL } from "../api-values.ts";

const key = z
  .object({
    id: z.int(),
    label: z.string(),
    reads: z.boolean(),
    created_at: TIME,
    last_used_at: TIME_OR_NULL,
  })
  .meta({ id: "ImportKey" });

export const KEYS = z.object({ keys: z.array(key) });
/** The key that a request was made with; null for a person. */
export const OWN_KEY = z.object({ key: key.nullable() });
export const NEW_KEY = key.extend({ token: z.string() });

export const ADDRESS = z
  .object({
    id: z.int(),
    label: z.string(),
    address: TEXT_OR_NULL,
    mode: z.enum(ADDRESS_MODES),
    account_id: z.int().nullable(),
    cash: z.boolean(),
    created_at: TIME,
    last_used_at: TIME_OR_NULL,
    earlier: z.array(z.object({ address: TEXT_OR_NULL, ends_at: TIME })),
  })
  .meta({ id: "ReceiptAddress" });

export const ADDRESSES = z.object({
  addresses: z.array(ADDRESS),
  offered: z.boolean(),
  message: TEXT_OR_NULL,
});
