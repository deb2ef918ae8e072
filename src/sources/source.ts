// A source that a schedule can read: its settings, the secrets that are stored encrypted for it,
// and its reader. Settings are checked when they are saved and again whenever they are used.

import type * as z from "zod";
import type { Quantity } from "../money/quantity.ts";
import { err, type Result } from "../platform/result.ts";
import type { Fetching } from "./fetching.ts";
import type {
  AccountReading,
  Asked,
  BalanceReading,
  Once,
  Pins,
  Rising,
  SourceReader,
} from "./reading.ts";
import { redactSecrets } from "./redact-credentials.ts";
import type { SourceFault } from "./source-fault.ts";

/** A form field for the setting or secret `name`; a "choice" has `choices`. */
export interface SourceField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly kind:
    "text" | "url" | "decimal" | "whole number" | "day" | "currency" | "choice" | "lines";
  readonly choices?: readonly string[];
  /** Shown only if another field has one of these values. */
  readonly onlyIf?: { readonly field: string; readonly values: readonly string[] };
  readonly optional?: boolean;
}

/** The secrets of a source by their names. */
export type Secrets = Readonly<Record<string, string>>;

/** What a source's target holds now, for a source that changes it. */
export interface Held {
  readonly amount: Quantity;
  /** Its currency, or a coin's symbol, in lower case. */
  readonly unit: string;
  /** The time that the changed balance is of, in milliseconds since 1970. */
  readonly asOf: number;
  /** How many due times the reading is for. */
  readonly times: number;
}

/** A reader's input before its settings are checked. */
export interface SourceAsked {
  readonly settings: unknown;
  readonly secrets: Secrets;
  readonly fetching: Fetching;
  readonly now: number;
  readonly rising: Rising;
  /** The pins of earlier readings; left out before the first. */
  readonly pins?: Pins;
  /** The target's currency or coin, for settings that name none. */
  readonly unit?: string;
  readonly held?: Held;
}

/** An address and the field that holds it: "/url" or "/secrets/token". */
export interface NamedAddress {
  readonly at: string;
  readonly url: string;
}

/** A source's reading: only balances, or accounts with their transactions. */
export type SourceRead = {
  /** Stored if the reading is used, and passed to the next reading. */
  readonly pins?: Pins;
} & (
  | { readonly kind: "balances"; readonly balances: readonly BalanceReading[] }
  | {
      readonly kind: "accounts";
      readonly accounts: readonly AccountReading[];
      /** Whether pending transactions are wanted too, which may still change. */
      readonly withPending: boolean;
      readonly messages: readonly string[];
    }
);

/**
 * The sign of a debt in a source. With "unsaid", a positive figure is a debt, and a negative one
 * may be a debt or not.
 */
export type DebtSign = "positive" | "negative" | "unsaid";

export interface Source {
  readonly type: string;
  readonly label: string;
  readonly fields: readonly SourceField[];
  /** Stored encrypted and never shown again. */
  readonly secrets: readonly SourceField[];
  /** Whether it has transactions too, so that it can be a statement. */
  readonly statements: boolean;
  /** Whether its balances are a price times a quantity, which are rounded for the account. */
  readonly worth: boolean;
  /** Whether it computes the balance of any time, past or future, without a network. */
  readonly computed: boolean;
  /** Whether it changes the balance that its target holds, instead of stating one. */
  readonly relative: boolean;
  /** The sign of debts under these settings. */
  readonly debts: (settings: unknown) => DebtSign;
  /** The settings in the form that is stored, or their faults. */
  readonly check: (settings: unknown) => Result<unknown, readonly z.core.$ZodIssue[]>;
  /** Turns the entered secrets into the stored ones (a token that works once); null: no change. */
  readonly prepare:
    | ((
        secrets: Secrets,
        asked: { readonly fetching: Fetching; readonly once: Once },
      ) => Promise<Result<Secrets, SourceFault>>)
    | null;
  /** The addresses that a person entered. */
  readonly addresses: (settings: unknown, secrets: Secrets) => readonly NamedAddress[];
  readonly read: (asked: SourceAsked) => Promise<Result<SourceRead, SourceFault>>;
}

/** A row of sources.ts: the schema of its settings types its reader. */
export interface SourceRow<Settings> {
  readonly type: string;
  readonly label: string;
  readonly fields: readonly SourceField[];
  readonly secrets: readonly SourceField[];
  readonly statements?: boolean;
  readonly worth?: boolean;
  readonly computed?: boolean;
  readonly relative?: boolean;
  /** The field of its currency or coin, which may stay empty: then it is the target's. */
  readonly unit?: string;
  /** Left out: "positive". */
  readonly debts?: DebtSign | ((settings: Settings) => DebtSign);
  readonly settings: z.ZodType<Settings>;
  readonly prepare?: Source["prepare"];
  /** The addresses among the secrets; left out: none. */
  readonly sealedAddresses?: (secrets: Secrets) => readonly NamedAddress[];
  readonly read: (
    asked: Asked<Settings, Secrets> & {
      readonly rising: Rising;
      readonly pins: Pins;
      readonly held?: Held;
    },
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
    relative = false,
    unit = null,
    debts = "positive",
    prepare = null,
    sealedAddresses = () => [],
  } = row;
  const parse = (settings: unknown, targetUnit: string) =>
    parseWithUnit(schema, settings, unit, targetUnit);
  return {
    type,
    label,
    fields: fields.map((field) => (field.name === unit ? withTargetUnit(field) : field)),
    secrets,
    statements,
    worth,
    computed,
    relative,
    debts: (settings) => {
      if (typeof debts === "string") return debts;
      const { read } = parse(settings, ANY_UNIT);
      return read.success ? debts(read.data) : "unsaid";
    },
    prepare,
    addresses: (settings, secrets) => [
      ...shownAddresses(fields, settings),
      ...sealedAddresses(secrets),
    ],
    check: (settings) => {
      const { read, isFilled } = parse(settings, ANY_UNIT);
      if (!read.success) return err(read.error.issues);
      return { ok: true, value: isFilled ? withoutSetting(read.data, unit) : read.data };
    },
    read: async ({ settings, pins = {}, unit: targetUnit = "", ...rest }) => {
      const { read } = parse(settings, targetUnit);
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

/** Stands for the target's unit while settings are checked; it is never stored. */
const ANY_UNIT = "usd";

/** Reads settings that name no unit with that of the target, unless they do not need one. */
function parseWithUnit<Settings>(
  schema: z.ZodType<Settings>,
  settings: unknown,
  name: string | null,
  targetUnit: string,
): { readonly read: z.ZodSafeParseResult<Settings>; readonly isFilled: boolean } {
  const read = schema.safeParse(settings);
  const isNamed = name === null || new Map(Object.entries(Object(settings))).has(name);
  return read.success || isNamed
    ? { read, isFilled: false }
    : { read: schema.safeParse({ ...Object(settings), [name]: targetUnit }), isFilled: true };
}

function withoutSetting(settings: unknown, name: string | null): unknown {
  return Object.fromEntries(Object.entries(Object(settings)).filter(([each]) => each !== name));
}

function withTargetUnit(field: SourceField): SourceField {
  return { ...field, optional: true, help: `${field.help} If empty, it is the account's.` };
}

function shownAddresses(fields: readonly SourceField[], settings: unknown): NamedAddress[] {
  const set = new Map(Object.entries(Object(settings)));
  return fields.flatMap(({ name, kind }) => {
    const url = set.get(name);
    return kind === "url" && typeof url === "string" && url !== "" ? [{ at: `/${name}`, url }] : [];
  });
}

/** The reading without secrets in its messages. */
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

/** A row's reader, from a reader of balances. */
export function balancesReader<Settings, Known>(
  reader: SourceReader<Settings, Known, readonly BalanceReading[]>,
  known: (secrets: Secrets) => Known,
): SourceReader<Settings, Secrets, SourceRead> {
  return async ({ secrets, ...asked }) => {
    const read = await reader({ ...asked, secrets: known(secrets) });
    return read.ok ? { ok: true, value: { kind: "balances", balances: read.value } } : read;
  };
}

/** The same for a source that needs secrets; invalid secrets are a fault that a person mends. */
export function sealedBalancesReader<Settings, Known>(
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
