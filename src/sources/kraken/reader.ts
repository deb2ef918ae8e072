// Reads the balances of a Kraken account. The only private call is Balance, for which the key needs
// no other permission than querying funds; nothing here can trade or withdraw.
//
// The nonce of each call must be above all earlier ones of the key, also after a restart or when
// the clock is set back. It is the time in microseconds or one more than the last nonce, which is
// stored (`rising`). A call that another one overtakes is repeated once. Other programs need their
// own keys.

import * as z from "zod";
import { CRYPTO_SYMBOL_CHARS_MAX, EXCHANGE_LOCKOUT_MS } from "../../platform/limits.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { ok, type Result } from "../../platform/result.ts";
import { sumOfQuantities, type Quantity } from "../../money/quantity.ts";
import { requestJson, sourceFault, quoteServer } from "../json-answer.ts";
import { isObject, findMember, readQuantity, printJson, type ExactJson } from "../exact-json.ts";
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
/** Microseconds in a millisecond; the nonce is a safe integer until the year 2255. */
const MICROSECONDS = 1_000;

/** A reading for each symbol, staking and other products included; zero for a former holding. */
export async function readKraken({
  settings,
  secrets,
  fetching,
  now,
  rising,
}: Asked<KrakenSettings, KrakenSecrets> & { readonly rising: Rising }): Promise<
  Result<readonly BalanceReading[], SourceFault>
> {
  // The key itself is stored only encrypted, so its hash names the counter.
  const counted = `kraken ${hex(await sha256(secrets.api_key))}`;
  for (let attempt = 1; ; attempt += 1) {
    const nonce = String(rising(counted, now * MICROSECONDS));
    const body = `nonce=${nonce}`;
    const signature = await krakenSignature(secrets.private_key, PATH, nonce, body);
    if (signature === null)
      return sourceFault(
        "refused",
        "The private key is not base64: copy it again from where Kraken showed it.",
      );
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      "API-Key": secrets.api_key,
      "API-Sign": signature,
    };
    const answer = await requestJson(
      fetching,
      { url: `${settings.url}${PATH}`, method: "POST", headers, body },
      "Kraken",
    );
    if (!answer.ok) return answer;
    const errors = listErrors(answer.value);
    if (errors === null)
      return sourceFault(
        "malformed",
        `Kraken answered ${printJson(answer.value)}, expected an object with error and result.`,
      );
    const [first] = errors;
    if (first === undefined) return toReadings(findMember(answer.value, "result"), now);
    if (!first.startsWith(STALE) || attempt >= TRIES) return explainError(first, secrets);
  }
}

/** The errors without warnings, which begin with W; null if the answer is not Kraken's. */
function listErrors(answer: ExactJson): string[] | null {
  const errors = findMember(answer, "error");
  if (!Array.isArray(errors)) return null;
  return errors
    .map((error) => (typeof error === "string" ? error : printJson(error)))
    .filter((error) => !error.startsWith("W"));
}

const STALE = "EAPI:Invalid nonce";

interface Meaning {
  readonly error: string;
  readonly kind: SourceFault["kind"];
  readonly message: string;
}

/** The first row whose `error` begins Kraken's error applies. */
// prettier-ignore
const MEANINGS: readonly Meaning[] = [
  { error: "EAPI:Invalid key", kind: "refused", message: "Kraken does not know this API key, or no longer accepts it." },
  { error: "EAPI:Invalid signature", kind: "refused", message: "The private key does not belong to this API key." },
  { error: STALE, kind: "refused", message: "Another program uses this key with greater nonces: make a key only for Tributary." },
  { error: "EGeneral:Permission denied", kind: "refused", message: "The key may not query funds: give it that permission and no other." },
  { error: "EAPI:Rate limit", kind: "limited", message: "Kraken received too many requests with this key." },
  { error: "EGeneral:Temporary lockout", kind: "limited", message: "Kraken has locked this key out for a while, after wrong calls with it." },
  { error: "EGeneral:Too many requests", kind: "limited", message: "Kraken received too many requests." },
  { error: "EService: Throttled", kind: "limited", message: "Kraken received too many requests." },
  { error: "EService:Throttled", kind: "limited", message: "Kraken received too many requests." },
  { error: "EService:", kind: "unreachable", message: "Kraken is out of service at the moment." },
  { error: "EGeneral:Internal error", kind: "unreachable", message: "Kraken reports an internal error." },
];

function explainError(
  error: string,
  { api_key, private_key }: KrakenSecrets,
): Result<never, SourceFault> {
  const meaning = MEANINGS.find((row) => error.startsWith(row.error));
  if (meaning === undefined)
    return sourceFault(
      "malformed",
      `Kraken answered with the error ${quoteServer(error, [api_key, private_key])}.`,
    );
  return sourceFault(
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
    return sourceFault(
      "malformed",
      `Kraken answered ${printJson(result)} for the balances, expected an object.`,
    );
  const bySymbol = new Map<string, Quantity[]>();
  for (const [asset, value] of Object.entries(result)) {
    const symbol = krakenSymbol(asset);
    if (symbol.length < 1 || symbol.length > CRYPTO_SYMBOL_CHARS_MAX)
      return sourceFault(
        "malformed",
        `Kraken names an asset ${printJson(asset)}, which is not a symbol.`,
      );
    const amount = readQuantity(value);
    if (!amount.ok)
      return sourceFault(
        "malformed",
        `Kraken's balance of ${asset} cannot be read: ${amount.error}.`,
      );
    const amounts = bySymbol.get(symbol);
    if (amounts === undefined) bySymbol.set(symbol, [amount.value]);
    else amounts.push(amount.value);
  }
  const readings: BalanceReading[] = [];
  for (const [symbol, amounts] of bySymbol) {
    const sum = sumOfQuantities(amounts);
    if (!sum.ok)
      return sourceFault("malformed", `Kraken's balances of ${symbol} have ${sum.error} together.`);
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
