// What an account at Kraken holds. The one private call made here is Balance, which needs a key that may query funds and
// nothing else; nothing here can trade or withdraw.
//
// Each call's nonce must be greater than any before it with the same key, over restarts and clocks that were set back too: it
// is the time in microseconds, or one more than the last, which is kept (`rising`). A call that was overtaken on its way is made
// once more. Other programs need keys of their own.

import * as z from "zod";
import { CRYPTO_SYMBOL_CHARS_MAX, EXCHANGE_LOCKOUT_MS } from "../../platform/limits.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { ok, type Result } from "../../platform/result.ts";
import { sumOfQuantities, type Quantity } from "../../money/quantity.ts";
import { askedJson, faulted, saying } from "../json-answer.ts";
import { isObject, findMember, readQuantity, shown, type ExactJson } from "../exact-json.ts";
import type { Asked, BalanceReading, Rising } from "../reading.ts";
import type { SourceFault } from "../source-fault.ts";
import { krakenSymbol } from "./assets.ts";
import { krakenSignature } from "./sign.ts";

export const KRAKEN_SETTINGS = z.strictObject({
  /** Left out: Kraken's own. */
  url: z
    .string()
    .min(1)
    .max(2_000)
    .transform((text) => (text.endsWith("/") ? text.slice(0, -1) : text))
    .default("https://api.kraken.com"),
});
export const KRAKEN_SECRETS = z.object({
  api_key: z.string().trim().min(1).max(500),
  private_key: z.string().trim().min(1).max(500),
});

export type KrakenSettings = z.output<typeof KRAKEN_SETTINGS>;
export type KrakenSecrets = z.output<typeof KRAKEN_SECRETS>;

const PATH = "/0/private/Balance";
const TRIES = 2;
/** In a millisecond; together a safe integer until the year 2255. */
const MICROSECONDS = 1_000;

/** One reading a symbol, staked and other products included; nought where the account once held it. */
export async function readKraken({
  settings,
  secrets,
  fetching,
  now,
  rising,
}: Asked<KrakenSettings, KrakenSecrets> & { readonly rising: Rising }): Promise<
  Result<readonly BalanceReading[], SourceFault>
> {
  // The key itself is nowhere but sealed.
  const counted = `kraken ${hex(await sha256(secrets.api_key))}`;
  for (let attempt = 1; ; attempt += 1) {
    const nonce = String(rising(counted, now * MICROSECONDS));
    const body = `nonce=${nonce}`;
    const signature = await krakenSignature(secrets.private_key, PATH, nonce, body);
    if (signature === null)
      return faulted(
        "refused",
        "The private key is not base64: copy it anew from where Kraken showed it.",
      );
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      "API-Key": secrets.api_key,
      "API-Sign": signature,
    };
    const answer = await askedJson(
      fetching,
      { url: `${settings.url}${PATH}`, method: "POST", headers, body },
      "Kraken",
    );
    if (!answer.ok) return answer;
    const errors = listErrors(answer.value);
    if (errors === null)
      return faulted(
        "malformed",
        `Kraken answered ${shown(answer.value)}, expected an object with error and result.`,
      );
    const [first] = errors;
    if (first === undefined) return toReadings(findMember(answer.value, "result"), now);
    if (!first.startsWith(STALE) || attempt >= TRIES) return explainError(first, secrets);
  }
}

/** Warnings are none (they begin with W); null where the answer is not one of Kraken's. */
function listErrors(answer: ExactJson): string[] | null {
  const errors = findMember(answer, "error");
  if (!Array.isArray(errors)) return null;
  return errors
    .map((error) => (typeof error === "string" ? error : shown(error)))
    .filter((error) => !error.startsWith("W"));
}

const STALE = "EAPI:Invalid nonce";

interface Meaning {
  readonly error: string;
  readonly kind: SourceFault["kind"];
  readonly message: string;
}

/** By what an error begins with. */
// prettier-ignore
const MEANINGS: readonly Meaning[] = [
  { error: "EAPI:Invalid key", kind: "refused", message: "Kraken does not know this API key, or no longer." },
  { error: "EAPI:Invalid signature", kind: "refused", message: "The private key is not the one of this API key." },
  { error: STALE, kind: "refused", message: "Another program uses this key with greater nonces: make a key for Tributary alone." },
  { error: "EGeneral:Permission denied", kind: "refused", message: "The key may not query funds: give it that permission, and no other." },
  { error: "EAPI:Rate limit", kind: "limited", message: "Kraken was asked too often with this key." },
  { error: "EGeneral:Temporary lockout", kind: "limited", message: "Kraken has locked this key out for a while, after wrong calls with it." },
  { error: "EGeneral:Too many requests", kind: "limited", message: "Kraken was asked too often." },
  { error: "EService: Throttled", kind: "limited", message: "Kraken was asked too often." },
  { error: "EService:Throttled", kind: "limited", message: "Kraken was asked too often." },
  { error: "EService:", kind: "unreachable", message: "Kraken is out of service for the moment." },
  { error: "EGeneral:Internal error", kind: "unreachable", message: "Kraken met a fault of its own." },
];

function explainError(
  error: string,
  { api_key, private_key }: KrakenSecrets,
): Result<never, SourceFault> {
  const meaning = MEANINGS.find((row) => error.startsWith(row.error));
  if (meaning === undefined)
    return faulted(
      "malformed",
      `Kraken answered with the error ${saying(error, [api_key, private_key])}.`,
    );
  return faulted(
    meaning.kind,
    meaning.message,
    meaning.kind === "limited" ? EXCHANGE_LOCKOUT_MS : null,
  );
}

function toReadings(
  result: ExactJson | undefined,
  now: number,
): Result<readonly BalanceReading[], SourceFault> {
  if (!isObject(result))
    return faulted(
      "malformed",
      `Kraken has ${shown(result)} for the balances, expected an object.`,
    );
  const bySymbol = new Map<string, Quantity[]>();
  for (const [asset, value] of Object.entries(result)) {
    const symbol = krakenSymbol(asset);
    if (symbol.length < 1 || symbol.length > CRYPTO_SYMBOL_CHARS_MAX)
      return faulted("malformed", `Kraken names an asset ${shown(asset)}, which is no symbol.`);
    const amount = readQuantity(value);
    if (!amount.ok)
      return faulted("malformed", `Kraken's balance of ${asset} cannot be read: ${amount.error}.`);
    const amounts = bySymbol.get(symbol);
    if (amounts === undefined) bySymbol.set(symbol, [amount.value]);
    else amounts.push(amount.value);
  }
  const readings: BalanceReading[] = [];
  for (const [symbol, amounts] of bySymbol) {
    const sum = sumOfQuantities(amounts);
    if (!sum.ok)
      return faulted("malformed", `Kraken's balances of ${symbol} have ${sum.error} together.`);
    readings.push({
      account: symbol,
      name: symbol.toUpperCase(),
      amount: sum.value,
      unit: symbol,
      asOf: now,
    });
  }
  return ok(readings);
}
