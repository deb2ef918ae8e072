// Reads the balances of all accounts at Coinbase, page by page, including amounts on hold for
// orders. The only call is the list of accounts, so a view-only key is enough; nothing here trades
// or sends.

import * as z from "zod";
import {
  CRYPTO_SYMBOL_CHARS_MAX,
  EXCHANGE_PAGE_ROWS,
  EXCHANGE_PAGES_MAX,
} from "../../platform/limits.ts";
import { hex } from "../../platform/digest.ts";
import { ok, type Result } from "../../platform/result.ts";
import { sumOfQuantities, type Quantity } from "../../money/quantity.ts";
import { requestJson, sourceFault } from "../json-answer.ts";
import { findMember, readQuantity, printJson, type ExactJson } from "../exact-json.ts";
import type { Fetching } from "../fetching.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";
import type { SourceFault } from "../source-fault.ts";
import { requestToken } from "./jwt.ts";
import { importSigningKey, type SigningKey } from "./key.ts";

export const COINBASE_SETTINGS = z.strictObject({
  /** Left out: Coinbase's own. */
  url: z
    .string()
    .min(1)
    .max(2_000)
    .transform((text) => (text.endsWith("/") ? text.slice(0, -1) : text))
    .default("https://api.coinbase.com"),
});
/** The key's name ("organizations/.../apiKeys/...", or an id) and its private half. */
export const COINBASE_SECRETS = z.object({
  key_name: z.string().trim().min(1).max(500),
  private_key: z.string().trim().min(1).max(2_000),
});

export type CoinbaseSettings = z.output<typeof COINBASE_SETTINGS>;
export type CoinbaseSecrets = z.output<typeof COINBASE_SECRETS>;

const PATH = "/api/v3/brokerage/accounts";
const NONCE_BYTES = 16;

interface Account {
  readonly uuid: string;
  readonly currency: string;
  readonly held: Quantity;
}

interface Page {
  readonly accounts: readonly Account[];
  /** Null on the last page. */
  readonly next: string | null;
}

interface Asking {
  readonly url: string;
  readonly key: SigningKey;
  readonly keyName: string;
  readonly fetching: Fetching;
  readonly now: number;
}

/** A reading for each currency or coin over all accounts; zero for an empty account. */
export const readCoinbase: SourceReader<
  CoinbaseSettings,
  CoinbaseSecrets,
  readonly BalanceReading[]
> = async ({ settings: { url }, secrets, fetching, now }) => {
  const key = await importSigningKey(secrets.private_key);
  if (!key.ok) return sourceFault("refused", `The private key ${key.error}.`);
  const asking = { url, key: key.value, keyName: secrets.key_name, fetching, now };
  // By id: an account that is on two pages, because the list moved meanwhile, counts once.
  const accounts = new Map<string, Account>();
  let cursor: string | null = "";
  for (let page = 0; cursor !== null; page += 1) {
    if (page >= EXCHANGE_PAGES_MAX)
      return sourceFault(
        "too large",
        `Coinbase lists more than ${EXCHANGE_PAGES_MAX * EXCHANGE_PAGE_ROWS} accounts.`,
      );
    const answer: Result<Page, SourceFault> = await askPage(asking, cursor);
    if (!answer.ok) return answer;
    for (const account of answer.value.accounts) accounts.set(account.uuid, account);
    if (answer.value.next === cursor)
      return sourceFault(
        "malformed",
        "A page of Coinbase's list of accounts leads back to itself.",
      );
    cursor = answer.value.next;
  }
  return toReadings([...accounts.values()], now);
};

async function askPage(
  { url, key, keyName, fetching, now }: Asking,
  cursor: string,
): Promise<Result<Page, SourceFault>> {
  if (!URL.canParse(url))
    return sourceFault("forbidden address", "The address in the settings is not a valid URL.");
  const target = new URL(`${url}${PATH}`);
  const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const token = await requestToken(key, {
    keyName,
    uri: `GET ${target.host}${target.pathname}`,
    nonce,
    now,
  });
  target.searchParams.set("limit", String(EXCHANGE_PAGE_ROWS));
  if (cursor !== "") target.searchParams.set("cursor", cursor);
  const answer = await requestJson(
    fetching,
    { url: target.href, headers: { authorization: `Bearer ${token}`, accept: "application/json" } },
    "Coinbase",
  );
  return answer.ok ? readPage(answer.value) : answer;
}

function readPage(answer: ExactJson): Result<Page, SourceFault> {
  const [list, more, cursor] = [
    findMember(answer, "accounts"),
    findMember(answer, "has_next"),
    findMember(answer, "cursor"),
  ];
  if (!Array.isArray(list))
    return sourceFault(
      "malformed",
      `Coinbase answered ${printJson(list)} for the accounts, expected a list.`,
    );
  if (typeof more !== "boolean")
    return sourceFault(
      "malformed",
      `Coinbase answered ${printJson(more)} for has_next, so it is not known whether there are more accounts.`,
    );
  if (more && (typeof cursor !== "string" || cursor === ""))
    return sourceFault(
      "malformed",
      "Coinbase says that there are more accounts, but gives no cursor for them.",
    );
  const accounts: Account[] = [];
  for (const value of list) {
    const account = readAccount(value);
    if (!account.ok) return account;
    accounts.push(account.value);
  }
  return ok({ accounts, next: more && typeof cursor === "string" ? cursor : null });
}

function readAccount(value: ExactJson): Result<Account, SourceFault> {
  const [uuid, currency] = [findMember(value, "uuid"), findMember(value, "currency")];
  if (typeof uuid !== "string" || uuid === "")
    return sourceFault("malformed", "Coinbase lists an account without its uuid.");
  if (
    typeof currency !== "string" ||
    currency === "" ||
    currency.toLowerCase().length > CRYPTO_SYMBOL_CHARS_MAX
  )
    return sourceFault(
      "malformed",
      `Coinbase answered ${printJson(currency)} for the currency of an account.`,
    );
  const amounts: Quantity[] = [];
  for (const part of ["available_balance", "hold"]) {
    const money = findMember(value, part);
    // Only the amount on hold may be missing.
    if (money === undefined && part === "hold") continue;
    const unit = findMember(money, "currency");
    if (unit !== undefined && unit !== currency)
      return sourceFault(
        "malformed",
        `Coinbase's account of ${currency} has its ${part} in ${printJson(unit)}.`,
      );
    const amount = readQuantity(findMember(money, "value"));
    if (!amount.ok)
      return sourceFault(
        "malformed",
        `Coinbase's ${part} of ${currency} cannot be read: ${amount.error}.`,
      );
    amounts.push(amount.value);
  }
  const held = sumOfQuantities(amounts);
  return held.ok
    ? ok({ uuid, currency, held: held.value })
    : sourceFault("malformed", `Coinbase's balance of ${currency} has ${held.error}.`);
}

function toReadings(
  accounts: readonly Account[],
  now: number,
): Result<readonly BalanceReading[], SourceFault> {
  const readings: BalanceReading[] = [];
  for (const [unit, own] of Map.groupBy(accounts, ({ currency }) => currency.toLowerCase())) {
    const sum = sumOfQuantities(own.map(({ held }) => held));
    if (!sum.ok)
      return sourceFault("malformed", `Coinbase's balances of ${unit} have ${sum.error} together.`);
    readings.push({ account: unit, name: unit.toUpperCase(), amount: sum.value, unit, asOf: now });
  }
  return ok(readings);
}
