// The sources that a schedule can read, a row for each. Adding a source is adding a row.

import { BITCOIN_SETTINGS } from "./bitcoin/settings.ts";
import { readBitcoin } from "./bitcoin/reader.ts";
import { SCRIPTS } from "./bitcoin/extended-key.ts";
import { COINBASE_SECRETS, COINBASE_SETTINGS, readCoinbase } from "./coinbase/reader.ts";
import { pinsOfTokens, readEthereum } from "./ethereum/reader.ts";
import {
  ETHEREUM_SECRETS,
  ETHEREUM_SETTINGS,
  type EthereumSecrets,
  type EthereumSettings,
} from "./ethereum/settings.ts";
import {
  KRAKEN_SECRETS,
  KRAKEN_SETTINGS,
  readKraken,
  type KrakenSecrets,
  type KrakenSettings,
} from "./kraken/reader.ts";
import { CSV_SETTINGS, readCsv } from "./csv/csv.ts";
import { ECB_SETTINGS, readEcb } from "./ecb/ecb.ts";
import { addFixed, FIXED_SETTINGS } from "./fixed/fixed.ts";
import { FORMULA_SETTINGS, readFormula } from "./formula/formula.ts";
import { JSON_SETTINGS, readJson } from "./json/json.ts";
import { PRICES_SETTINGS, readPrices } from "./prices/prices.ts";
import {
  claimToken,
  PENDING,
  pinOfAccount,
  readSimplefinAccount,
  SIMPLEFIN_SETTINGS,
} from "./simplefin/schedule.ts";
import { readPasted } from "./simplefin/token.ts";
import type { Asked } from "./reading.ts";
import {
  balancesReader,
  sealedBalancesReader,
  toSource,
  type DebtSign,
  type Source,
  type SourceField,
} from "./source.ts";

const FORMULA_RULES = ["straight_line", "declining", "appreciation", "loan"] as const;
const rules = (...values: readonly (typeof FORMULA_RULES)[number][]) => ({
  onlyIf: { field: "rule", values },
});

// prettier-ignore
const formula = toSource({
  type: "formula",
  label: "formula",
  fields: [
    { name: "rule", label: "Rule", kind: "choice", choices: FORMULA_RULES, help: "How the value changes with time." },
    { name: "currency", label: "Currency", kind: "currency", help: "The currency of these amounts." },
    { name: "from", label: "Bought on", kind: "day", help: "The first day; until then the value is the cost.", ...rules("straight_line", "declining", "appreciation") },
    { name: "cost", label: "Cost", kind: "decimal", help: "The value on that day.", ...rules("straight_line", "declining", "appreciation") },
    { name: "residual", label: "Residual value", kind: "decimal", help: "The value never falls below this.", ...rules("straight_line", "declining") },
    { name: "principal", label: "Principal", kind: "decimal", help: "The amount borrowed.", ...rules("loan") },
    { name: "yearly_percent", label: "Percent a year", kind: "decimal", help: "The loss, gain or interest in a year.", ...rules("declining", "appreciation", "loan") },
    { name: "compounded", label: "Compounded", kind: "choice", choices: ["daily", "monthly"], help: "How often the gain is added.", ...rules("appreciation") },
    { name: "months", label: "Months", kind: "whole number", help: "How long it lasts, or the loan's term.", ...rules("straight_line", "loan") },
    { name: "first_payment", label: "First payment", kind: "day", help: "The others follow on the same day of each month.", ...rules("loan") },
  ],
  secrets: [],
  computed: true,
  unit: "currency",
  settings: FORMULA_SETTINGS,
  read: balancesReader(readFormula, () => null),
});

// prettier-ignore
const fixed = toSource({
  type: "fixed",
  label: "fixed amount",
  fields: [
    { name: "amount", label: "Amount", kind: "decimal", help: "Added to the balance at each due time: 400.00. With a minus it is subtracted: -25.50. For a card or loan the balance is what you owe." },
  ],
  secrets: [],
  relative: true,
  settings: FIXED_SETTINGS,
  read: async ({ settings, held }) => {
    const read = addFixed(settings, held);
    return read.ok ? { ok: true, value: { kind: "balances", balances: read.value } } : read;
  },
});

// prettier-ignore
const secretFields: readonly SourceField[] = [
  { name: "headers", label: "Headers", kind: "lines", help: "One per line: a name, a colon and a value, like Authorization: Bearer ... They are stored encrypted.", optional: true },
  { name: "query", label: "Secret parameters", kind: "lines", help: "One per line: a name, an equals sign and a value. They are added to the address and stored encrypted.", optional: true },
];
// prettier-ignore
const address: SourceField = { name: "url", label: "Address", kind: "url", help: "https, of a server on the public internet. It is shown, so put keys into headers or secret parameters." };
// prettier-ignore
const unit: SourceField = { name: "currency", label: "Currency", kind: "text", help: "Its code (eur) or a coin's symbol (btc). If the answer names one too, they must agree.", optional: true };
// prettier-ignore
const places: readonly SourceField[] = [
  { name: "path", label: "Path", kind: "text", help: "An RFC 9535 path to exactly one number: $.accounts[?@.id == 'A1'].balance" },
  unit,
  { name: "currency_path", label: "Path of the currency", kind: "text", help: "The path of the currency in the answer, if it has one.", optional: true },
  { name: "as_of_path", label: "Path of the time", kind: "text", help: "The path of the balance's time in the answer: a date, a date and time with its zone, or seconds or milliseconds since 1970.", optional: true },
];
function readDebtSign(settings: {
  readonly debts?: Exclude<DebtSign, "unsaid"> | undefined;
}): DebtSign {
  return settings.debts ?? "unsaid";
}

// prettier-ignore
const quantity: SourceField = { name: "quantity", label: "Quantity", kind: "decimal", help: "How much you hold; up to 18 decimals." };

// prettier-ignore
const debts: SourceField = { name: "debts", label: "What is owed is printed", kind: "choice", choices: ["positive", "negative"], help: "Only for a card, a loan or another debt: how the source prints what is owed.", optional: true };

// prettier-ignore
const values: SourceField = { name: "values", label: "How many values", kind: "choice", choices: ["one", "all"], help: "Empty means one. All: a balance for each value, with the time in the same object or list, for a history of several months.", optional: true };

// prettier-ignore
const json = toSource({
  type: "json",
  label: "JSON",
  fields: [address, ...places, values, debts],
  secrets: secretFields,
  debts: readDebtSign,
  unit: "currency",
  settings: JSON_SETTINGS,
  read: balancesReader(readJson, (secrets) => secrets),
});

// prettier-ignore
const csv = toSource({
  type: "csv",
  label: "CSV",
  fields: [
    address,
    { name: "column", label: "Column", kind: "text", help: "The column of the balance, as the header line names it." },
    { name: "row", label: "Row", kind: "choice", choices: ["first", "last", "where", "all"], help: "Below the header line. Where: the one row with a value. All: a balance for each row, each with its time, for a history of several months." },
    { name: "where_column", label: "Column of that value", kind: "text", help: "As the header line names it.", onlyIf: { field: "row", values: ["where"] } },
    { name: "where_value", label: "That value", kind: "text", help: "The whole text of the cell.", onlyIf: { field: "row", values: ["where"] } },
    unit,
    { name: "currency_column", label: "Column of the currency", kind: "text", help: "The column of the currency, if the table has one.", optional: true },
    { name: "as_of_column", label: "Column of the time", kind: "text", help: "The column of the balance's time.", optional: true },
    { name: "delimiter", label: "Between cells", kind: "choice", choices: ["comma", "semicolon", "tab", "bar"], help: "The character between two cells." },
    { name: "decimal", label: "Decimal mark", kind: "choice", choices: ["point", "comma"], help: "Thousands separators are not read." },
    debts,
  ],
  secrets: secretFields,
  debts: readDebtSign,
  unit: "currency",
  settings: CSV_SETTINGS,
  read: balancesReader(readCsv, (secrets) => secrets),
});

// prettier-ignore
const prices = toSource({
  type: "prices",
  label: "market price",
  fields: [
    { ...address, help: `${address.help} {symbol} is replaced by the symbol.` },
    {
      name: "symbol",
      label: "Symbol",
      kind: "text",
      help: "Replaces {symbol} in the address and the paths.",
      optional: true,
    },
    quantity,
    ...places,
  ],
  secrets: secretFields,
  worth: true,
  unit: "currency",
  settings: PRICES_SETTINGS,
  read: balancesReader(readPrices, (secrets) => secrets),
});

// prettier-ignore
const rates = toSource({
  type: "rates",
  label: "reference rate",
  fields: [
    quantity,
    { name: "from", label: "Of", kind: "currency", help: "The currency that you hold." },
    { name: "to", label: "In", kind: "currency", help: "The currency that it is converted to." },
    {
      ...address,
      label: "Address of the rates",
      help: "Only to read the European Central Bank's file from another address.",
      optional: true,
    },
  ],
  secrets: [],
  worth: true,
  unit: "to",
  settings: ECB_SETTINGS,
  read: balancesReader(readEcb, () => ({})),
});

// prettier-ignore
const ethereum = toSource({
  type: "ethereum",
  label: "Ethereum wallet",
  fields: [
    {
      name: "url",
      label: "Node",
      kind: "url",
      help: "The JSON-RPC address of a node of the chain; if a key is part of it, write {key} in its place.",
    },
    { name: "chain_id", label: "Chain", kind: "whole number", help: "The chain's number: 1 is Ethereum, 10 Optimism, 137 Polygon, 8453 Base, 42161 Arbitrum." },
    { name: "address", label: "Address", kind: "text", help: "0x and 40 hexadecimal digits; its capitals are a checksum." },
    { name: "symbol", label: "Coin", kind: "text", help: "The chain's own coin, needed only for a chain that is not known here.", optional: true },
    { name: "tokens", label: "Tokens", kind: "lines", help: "ERC-20 contracts, one per line, each optionally followed by a blank and another symbol.", optional: true },
  ],
  secrets: [
    {
      name: "key",
      label: "Key of the node",
      kind: "text",
      help: "Replaces {key} in the node's address.",
      optional: true,
    },
  ],
  debts: "negative",
  settings: ETHEREUM_SETTINGS,
  read: async ({ pins, ...rest }) => {
    const read = await sealedBalancesReader(
      (more: Asked<EthereumSettings, EthereumSecrets>) => readEthereum({ ...more, pins }),
      ETHEREUM_SECRETS,
    )(rest);
    return read.ok && read.value.kind === "balances"
      ? {
          ok: true,
          value: { ...read.value, pins: pinsOfTokens(rest.settings, read.value.balances) },
        }
      : read;
  },
});

// prettier-ignore
const bitcoin = toSource({
  type: "bitcoin",
  label: "Bitcoin wallet",
  fields: [
    { name: "url", label: "Server", kind: "url", help: "The base address of an Esplora server, such as your own." },
    { name: "account", label: "Address or public key", kind: "text", help: "An address, or the xpub, ypub or zpub of an account. Never a private key." },
    { name: "script", label: "Kind of addresses", kind: "choice", choices: SCRIPTS, help: "The kind of addresses that an xpub has, if it is not p2pkh.", optional: true },
  ],
  secrets: [],
  debts: "negative",
  settings: BITCOIN_SETTINGS,
  read: balancesReader(readBitcoin, () => ({})),
});

// prettier-ignore
const kraken = toSource({
  type: "kraken",
  label: "Kraken account",
  fields: [
    { name: "url", label: "Address", kind: "url", help: "Leave it empty for Kraken's own.", optional: true },
  ],
  secrets: [
    { name: "api_key", label: "API key", kind: "text", help: "Of a key made only for Tributary, which may query funds and nothing else." },
    { name: "private_key", label: "Private key", kind: "text", help: "As Kraken shows it once." },
  ],
  debts: "negative",
  settings: KRAKEN_SETTINGS,
  read: ({ rising, ...rest }) =>
    sealedBalancesReader(
      (more: Asked<KrakenSettings, KrakenSecrets>) => readKraken({ ...more, rising }),
      KRAKEN_SECRETS,
    )(rest),
});

// prettier-ignore
const coinbase = toSource({
  type: "coinbase",
  label: "Coinbase account",
  fields: [
    { name: "url", label: "Address", kind: "url", help: "Leave it empty for Coinbase's own.", optional: true },
  ],
  secrets: [
    { name: "key_name", label: "Key name", kind: "text", help: "Of a developer platform key that may only view." },
    { name: "private_key", label: "Private key", kind: "text", help: "With its first and last line; ECDSA or Ed25519." },
  ],
  debts: "negative",
  settings: COINBASE_SETTINGS,
  read: sealedBalancesReader(readCoinbase, COINBASE_SECRETS),
});

// prettier-ignore
const simplefin = toSource({
  type: "simplefin",
  label: "SimpleFIN",
  fields: [
    { name: "account", label: "Account", kind: "text", help: "The server's id of the account, or its full name. Leave it empty if the server has only one account; otherwise the first run lists them.", optional: true },
    { name: "days", label: "Days back", kind: "whole number", help: "How many days of transactions each run asks for; transactions that already exist are not inserted again.", optional: true },
    { name: "pending", label: "Pending transactions", kind: "choice", choices: PENDING, help: "If taken, a pending transaction later becomes the booked one; otherwise it is inserted once it is booked.", optional: true },
  ],
  secrets: [
    { name: "token", label: "Setup token", kind: "text", help: "The SimpleFIN server shows it once. Saving the schedule uses it up." },
  ],
  statements: true,
  debts: "negative",
  settings: SIMPLEFIN_SETTINGS,
  prepare: async ({ token = "" }, { fetching, once }) => {
    const access = await claimToken(token, fetching, once);
    return access.ok ? { ok: true, value: { token: access.value } } : access;
  },
  sealedAddresses: ({ token = "" }) => {
    const pasted = readPasted(token);
    return pasted.ok ? [{ at: "/secrets/token", url: new URL(pasted.value.url).origin }] : [];
  },
  read: async ({ secrets, ...rest }) => {
    const read = await readSimplefinAccount({
      ...rest,
      secrets: { token: secrets["token"] ?? "" },
    });
    return read.ok
      ? {
          ok: true,
          value: {
            kind: "accounts",
            accounts: [read.value.account],
            withPending: rest.settings.pending === "take",
            messages: read.value.messages,
            pins: pinOfAccount(read.value.account),
          },
        }
      : read;
  },
});

/** All sources in the order of the form. */
export const SOURCES: readonly Source[] = [
  json,
  csv,
  simplefin,
  prices,
  rates,
  fixed,
  formula,
  ethereum,
  bitcoin,
  kraken,
  coinbase,
];

/** The source of a type; null if there is none. */
export function findSourceByType(type: string): Source | null {
  return SOURCES.find((source) => source.type === type) ?? null;
}
