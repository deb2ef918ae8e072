// The settings of a Bitcoin wallet: an Esplora server, and an address or an account's extended
// public key. Such a key cannot spend, but reveals the account's whole history, so only its owner
// sees it.

import * as z from "zod";
import { bitcoinAddress } from "./address.ts";
import { extendedKey, isExtendedKey, SCRIPTS } from "./extended-key.ts";

const ACCOUNT_CHARS_MAX = 120;

export const BITCOIN_SETTINGS = z
  .strictObject({
    /** The server's base address; below it are /address/{address} and /blocks/tip/hash. */
    url: z
      .string()
      .min(1)
      .max(2_000)
      .transform((text) => (text.endsWith("/") ? text.slice(0, -1) : text)),
    account: z.string().trim().max(ACCOUNT_CHARS_MAX),
    /** The kind of addresses that an xpub has, if it is not that of BIP 44. */
    script: z.enum(SCRIPTS).optional(),
  })
  .check(({ value, issues }) => {
    const { account, script } = value;
    const checked = isExtendedKey(account)
      ? extendedKey(account, script ?? null)
      : bitcoinAddress(account);
    if (!checked.ok)
      issues.push({ code: "custom", input: undefined, path: ["account"], message: checked.error });
    if (script !== undefined && !isExtendedKey(account))
      issues.push({
        code: "custom",
        input: script,
        path: ["script"],
        message: "is only for an xpub",
      });
  });

export const BITCOIN_SECRETS = z.strictObject({});

export type BitcoinSettings = z.output<typeof BITCOIN_SETTINGS>;
export type BitcoinSecrets = z.output<typeof BITCOIN_SECRETS>;
