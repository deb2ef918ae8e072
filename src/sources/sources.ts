// The sources that a schedule can read: one row each, with the settings it takes, the secrets that are sealed for it, and its
// reader. Adding a source is adding a row. Settings are checked when they are set and again whenever they are used.

import type * as z from "zod";
import { err, type Result } from "../platform/result.ts";
import type { Fetching } from "./fetching.ts";
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
import { FORMULA_SETTINGS, readFormula } from "./formula/formula.ts";
import { JSON_SETTINGS, readJson } from "./json/json.ts";
import { PRICES_SETTINGS, readPrices } from "./prices/prices.ts";
import {
  claimedToken,
  PENDING,
  pinOfAccount,
  readSimplefinAccount,
  SIMPLEFIN_SETTINGS,
} from "./simplefin/schedule.ts";
import { readPasted } from "./simplefin/token.ts";
import { redactSecrets } from "./redact-credentials.ts";
import type {
  AccountReading,
  Asked,
  BalanceReading,
  Once,
  Pins,
  Rising,
  SourceReader,
} from "./reading.ts";
import type { SourceFault } from "./source-fault.ts";

/** A field of a form; `name` is the setting's or the secret's, "choice" has the values it can take. */
export interface SourceField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly kind:
    "text" | "url" | "decimal" | "whole number" | "day" | "currency" | "choice" | "lines";
  readonly choices?: readonly string[];
  /** Only where another field has one of these values. */
  readonly onlyIf?: { readonly field: string; readonly values: readonly string[] };
  readonly optional?: boolean;
}

/** The texts that were sealed for a source, by their names. */
export type Secrets = Readonly<Record<string, string>>;

/** What a reader is asked with, before its settings are checked. */
export interface SourceAsked {
  readonly settings: unknown;
  readonly secrets: Secrets;
  readonly fetching: Fetching;
  readonly now: number;
  readonly rising: Rising;
  /** What it answered as pins when it was read before; left out: it never was. */
  readonly pins?: Pins;
}

/** An address, and where it stands: "/url" or "/secrets/token". */
export interface NamedAddress {
  readonly at: string;
  readonly url: string;
}

/** What a source tells of: balances alone, or accounts with their transactions. */
export type SourceRead = {
  /** To be kept where the reading is used, and told when it is read again. */ readonly pins?: Pins;
} & (
  | { readonly kind: "balances"; readonly balances: readonly BalanceReading[] }
  | {
      readonly kind: "accounts";
      readonly accounts: readonly AccountReading[];
      /** Whether what is pending is wanted too, as a transaction that may still change. */
      readonly withPending: boolean;
      readonly messages: readonly string[];
    }
);

/** How a source prints what is owed on a debt; "unsaid" where a positive figure is what is owed, and a negative one may be. */
export type DebtSign = "positive" | "negative" | "unsaid";

export interface Source {
  readonly type: string;
  readonly label: string;
  readonly fields: readonly SourceField[];
  /** What is sealed; never shown again. */
  readonly secrets: readonly SourceField[];
  /** Whether it tells of transactions too, so that it can be a statement. */
  readonly statements: boolean;
  /** Whether its balances are worked out (a price times a quantity): they are rounded to what an account holds. */
  readonly worth: boolean;
  /** Whether it can tell of any instant, past ones too, without a network. */
  readonly computed: boolean;
  /** How it prints what is owed, with these settings. */
  readonly debts: (settings: unknown) => DebtSign;
  /** The settings as they are kept, or what is wrong with them. */
  readonly check: (settings: unknown) => Result<unknown, readonly z.core.$ZodIssue[]>;
  /** Makes of the secrets that a person brings those that are kept (a token that works once); null where they are the same. */
  readonly prepare:
    | ((
        secrets: Secrets,
        asked: { readonly fetching: Fetching; readonly once: Once },
      ) => Promise<Result<Secrets, SourceFault>>)
    | null;
  /** The addresses that it will ask because a person named them, each with the setting or secret that holds it. */
  readonly addresses: (settings: unknown, secrets: Secrets) => readonly NamedAddress[];
  readonly read: (asked: SourceAsked) => Promise<Result<SourceRead, SourceFault>>;
}

/** A row as it is written below: the settings' schema says what its reader is given. */
export interface SourceRow<Settings> {
  readonly type: string;
  readonly label: string;
  readonly fields: readonly SourceField[];
  readonly secrets: readonly SourceField[];
  readonly statements?: boolean;
  readonly worth?: boolean;
  readonly computed?: boolean;
  /** Left out: "positive". */
  readonly debts?: DebtSign | ((settings: Settings) => DebtSign);
  readonly settings: z.ZodType<Settings>;
  readonly prepare?: Source["prepare"];
  /** Those among the secrets; left out: there are none. */
  readonly sealedAddresses?: (secrets: Secrets) => readonly NamedAddress[];
  readonly read: (
    asked: Asked<Settings, Secrets> & { readonly rising: Rising; readonly pins: Pins },
  ) => Promise<Result<SourceRead, SourceFault>>;
}

/** A source from its row. */
export function toSource<Settings>(row: SourceRow<Settings>): Source {
  const {
    type,
    label,
    fields,
    secrets,
    settings: schema,
    statements = false,
    worth = false,
    computed = false,
    debts = "positive",
    prepare = null,
    sealedAddresses = () => [],
  } = row;
  return {
    type,
    label,
    fields,
    secrets,
    statements,
    worth,
    computed,
    debts: (settings) => {
      if (typeof debts === "string") return debts;
      const read = schema.safeParse(settings);
      return read.success ? debts(read.data) : "unsaid";
    },
    prepare,
    addresses: (settings, secrets) => [
      ...shownAddresses(fields, settings),
      ...sealedAddresses(secrets),
    ],
    check: (settings) => {
      const read = schema.safeParse(settings);
      return read.success ? { ok: true, value: read.data } : err(read.error.issues);
    },
    read: async ({ settings, pins = {}, ...rest }) => {
      const read = schema.safeParse(settings);
      if (!read.success)
        return err({
          kind: "malformed",
          message: `The settings of this ${label} are no longer valid; save them again.`,
          retryAfter: null,
        });
      return redactAnswer(await row.read({ ...rest, pins, settings: read.data }), rest.secrets);
    },
  };
}

function shownAddresses(fields: readonly SourceField[], settings: unknown): NamedAddress[] {
  const set = new Map(Object.entries(Object(settings)));
  return fields.flatMap(({ name, kind }) => {
    const url = set.get(name);
    return kind === "url" && typeof url === "string" && url !== "" ? [{ at: `/${name}`, url }] : [];
  });
}

/** The same, with nothing of the secrets in a sentence. */
function redactAnswer(
  read: Result<SourceRead, SourceFault>,
  secrets: Secrets,
): Result<SourceRead, SourceFault> {
  if (!read.ok) return err({ ...read.error, message: redactSecrets(read.error.message, secrets) });
  return read.value.kind === "balances"
    ? read
    : {
        ok: true,
        value: {
          ...read.value,
          messages: read.value.messages.map((text) => redactSecrets(text, secrets)),
        },
      };
}

/** A reader of balances as a row has it. */
export function balancesReader<Settings, Known>(
  reader: SourceReader<Settings, Known, readonly BalanceReading[]>,
  known: (secrets: Secrets) => Known,
): SourceReader<Settings, Secrets, SourceRead> {
  return async ({ secrets, ...asked }) => {
    const read = await reader({ ...asked, secrets: known(secrets) });
    return read.ok ? { ok: true, value: { kind: "balances", balances: read.value } } : read;
  };
}

/** The same where secrets are needed, or may not be too long: those that are missing are a fault, which a person mends. */
function sealedBalancesReader<Settings, Known>(
  reader: SourceReader<Settings, Known, readonly BalanceReading[]>,
  schema: z.ZodType<Known>,
): SourceReader<Settings, Secrets, SourceRead> {
  return async ({ secrets, ...asked }) => {
    const known = schema.safeParse(secrets);
    if (known.success) return balancesReader(reader, () => known.data)({ ...asked, secrets });
    const names = [...new Set(known.error.issues.map(({ path }) => path.join(".")))];
    return err({
      kind: "refused",
      message: `The credentials are incomplete: ${names.join(" and ")} is missing or too long.`,
      retryAfter: null,
    });
  };
}

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
    { name: "currency", label: "Currency", kind: "currency", help: "The account's currency." },
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
  settings: FORMULA_SETTINGS,
  read: balancesReader(readFormula, () => null),
});

const asked: readonly SourceField[] = [
  {
    name: "headers",
    label: "Headers",
    kind: "lines",
    help: "One per line: a name, a colon and a value, like Authorization: Bearer ... They are stored encrypted.",
    optional: true,
  },
  {
    name: "query",
    label: "Secret parameters",
    kind: "lines",
    help: "One per line: a name, an equals sign and a value. They are added to the address and stored encrypted.",
    optional: true,
  },
];
const address: SourceField = {
  name: "url",
  label: "Address",
  kind: "url",
  help: "https, of a server on the public internet. It is shown, so put keys into headers or secret parameters.",
};
const unit: SourceField = {
  name: "currency",
  label: "Currency",
  kind: "text",
  help: "Its code (eur) or a coin's symbol (btc). If the answer names one too, they must agree.",
  optional: true,
};
const places: readonly SourceField[] = [
  {
    name: "path",
    label: "Path",
    kind: "text",
    help: "An RFC 9535 path to exactly one number: $.accounts[?@.id == 'A1'].balance",
  },
  unit,
  {
    name: "currency_path",
    label: "Path of the currency",
    kind: "text",
    help: "The path of the currency in the answer, if it has one.",
    optional: true,
  },
  {
    name: "as_of_path",
    label: "Path of the time",
    kind: "text",
    help: "The path of the balance's time in the answer: a date, a date and time with its zone, or seconds or milliseconds since 1970.",
    optional: true,
  },
];
/** As the settings say it. */
function debtsSet({
  debts: set,
}: {
  readonly debts?: Exclude<DebtSign, "unsaid"> | undefined;
}): DebtSign {
  return set ?? "unsaid";
}

const quantity: SourceField = {
  name: "quantity",
  label: "Quantity",
  kind: "decimal",
  help: "How much you hold; up to 18 decimals.",
};

const debts: SourceField = {
  name: "debts",
  label: "What is owed is printed",
  kind: "choice",
  choices: ["positive", "negative"],
  help: "Only for a card, a loan or another debt: how the source prints what is owed.",
  optional: true,
};

const values: SourceField = {
  name: "values",
  label: "How many values",
  kind: "choice",
  choices: ["one", "all"],
  help: "Empty means one. All: a balance for each value, with the time in the same object or list, for a history of several months.",
  optional: true,
};

const json = toSource({
  type: "json",
  label: "JSON",
  fields: [address, ...places, values, debts],
  secrets: asked,
  debts: debtsSet,
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
  secrets: asked,
  debts: debtsSet,
  settings: CSV_SETTINGS,
  read: balancesReader(readCsv, (secrets) => secrets),
});

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
  secrets: asked,
  worth: true,
  settings: PRICES_SETTINGS,
  read: balancesReader(readPrices, (secrets) => secrets),
});

const rates = toSource({
  type: "rates",
  label: "reference rate",
  fields: [
    quantity,
    { name: "from", label: "Of", kind: "currency", help: "The currency that you hold." },
    { name: "to", label: "In", kind: "currency", help: "The account's currency." },
    {
      ...address,
      label: "Address of the rates",
      help: "Only to read the European Central Bank's file from another address.",
      optional: true,
    },
  ],
  secrets: [],
  worth: true,
  settings: ECB_SETTINGS,
  read: balancesReader(readEcb, () => ({})),
});

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
    {
      name: "chain_id",
      label: "Chain",
      kind: "whole number",
      help: "The chain's number: 1 is Ethereum, 10 Optimism, 137 Polygon, 8453 Base, 42161 Arbitrum.",
    },
    {
      name: "address",
      label: "Address",
      kind: "text",
      help: "0x and 40 hexadecimal digits; its capitals are a checksum.",
    },
    {
      name: "symbol",
      label: "Coin",
      kind: "text",
      help: "The chain's own coin, needed only for a chain that is not known here.",
      optional: true,
    },
    {
      name: "tokens",
      label: "Tokens",
      kind: "lines",
      help: "ERC-20 contracts, one per line, each optionally followed by a blank and another symbol.",
      optional: true,
    },
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

const bitcoin = toSource({
  type: "bitcoin",
  label: "Bitcoin wallet",
  fields: [
    {
      name: "url",
      label: "Server",
      kind: "url",
      help: "The base address of an Esplora server, such as your own.",
    },
    {
      name: "account",
      label: "Address or public key",
      kind: "text",
      help: "An address, or the xpub, ypub or zpub of an account. Never a private key.",
    },
    {
      name: "script",
      label: "Kind of addresses",
      kind: "choice",
      choices: SCRIPTS,
      help: "The kind of addresses that an xpub has, if it is not p2pkh.",
      optional: true,
    },
  ],
  secrets: [],
  debts: "negative",
  settings: BITCOIN_SETTINGS,
  read: balancesReader(readBitcoin, () => ({})),
});

const kraken = toSource({
  type: "kraken",
  label: "Kraken account",
  fields: [
    {
      name: "url",
      label: "Address",
      kind: "url",
      help: "Leave it empty for Kraken's own.",
      optional: true,
    },
  ],
  secrets: [
    {
      name: "api_key",
      label: "API key",
      kind: "text",
      help: "Of a key made only for Tributary, which may query funds and nothing else.",
    },
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

const coinbase = toSource({
  type: "coinbase",
  label: "Coinbase account",
  fields: [
    {
      name: "url",
      label: "Address",
      kind: "url",
      help: "Leave it empty for Coinbase's own.",
      optional: true,
    },
  ],
  secrets: [
    {
      name: "key_name",
      label: "Key name",
      kind: "text",
      help: "Of a developer platform key that may only view.",
    },
    {
      name: "private_key",
      label: "Private key",
      kind: "text",
      help: "With its first and last line; ECDSA or Ed25519.",
    },
  ],
  debts: "negative",
  settings: COINBASE_SETTINGS,
  read: sealedBalancesReader(readCoinbase, COINBASE_SECRETS),
});

const simplefin = toSource({
  type: "simplefin",
  label: "SimpleFIN",
  fields: [
    {
      name: "account",
      label: "Account",
      kind: "text",
      help: "The server's id of the account, or its full name. Leave it empty if the server has only one account; otherwise the first run lists them.",
      optional: true,
    },
    {
      name: "days",
      label: "Days back",
      kind: "whole number",
      help: "How many days of transactions each run asks for; transactions that already exist are not inserted again.",
      optional: true,
    },
    {
      name: "pending",
      label: "Pending transactions",
      kind: "choice",
      choices: PENDING,
      help: "If taken, a pending transaction later becomes the booked one; otherwise it is inserted once it is booked.",
      optional: true,
    },
  ],
  secrets: [
    {
      name: "token",
      label: "Setup token",
      kind: "text",
      help: "The SimpleFIN server shows it once. Saving the schedule uses it up.",
    },
  ],
  statements: true,
  debts: "negative",
  settings: SIMPLEFIN_SETTINGS,
  prepare: async ({ token = "" }, { fetching, once }) => {
    const access = await claimedToken(token, fetching, once);
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

/** Every source, in the order they are offered. */
export const SOURCES: readonly Source[] = [
  json,
  csv,
  simplefin,
  prices,
  rates,
  formula,
  ethereum,
  bitcoin,
  kraken,
  coinbase,
];

/** The source of a type; null where there is none. */
export function sourceNamed(type: string): Source | null {
  return SOURCES.find((source) => source.type === type) ?? null;
}
