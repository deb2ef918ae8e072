// SimpleFIN as the source of a schedule: one account with its balance and the transactions of the
// last days. The person's setup token is claimed when the schedule is saved; only the access URL is
// kept.

import * as z from "zod";
import {
  SIMPLEFIN_MESSAGES_TOLD_MAX,
  SIMPLEFIN_SCHEDULE_DAYS_DEFAULT,
  SIMPLEFIN_SCHEDULE_DAYS_MAX,
} from "../../platform/limits.ts";
import { addDays, dayOfInstant } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Fetching } from "../fetching.ts";
import type { AccountReading, Asked, Once, Pins } from "../reading.ts";
import type { SourceFault } from "../source-fault.ts";
import { claim, type ClaimFault } from "./claim.ts";
import { readSimplefin } from "./read.ts";
import { readPasted } from "./token.ts";

export const PENDING = ["leave", "take"] as const;

export const SIMPLEFIN_SETTINGS = z.strictObject({
  /** The server's id of the account, or its full name; optional if the server has only one. */
  account: z.string().trim().min(1).max(255).optional(),
  /** How many days of transactions each run requests. */
  days: z.int().min(1).max(SIMPLEFIN_SCHEDULE_DAYS_MAX).default(SIMPLEFIN_SCHEDULE_DAYS_DEFAULT),
  /** Pending transactions may still change, so by default only booked ones are taken. */
  pending: z.enum(PENDING).optional(),
});
export type SimplefinSettings = z.infer<typeof SIMPLEFIN_SETTINGS>;

/** The stored secret: the access URL of the token that a person pasted. */
export interface SimplefinSecrets {
  readonly token: string;
}

/** The access URL of the pasted text; claims a setup token once. */
export async function claimToken(
  token: string,
  fetching: Fetching,
  once: Once,
): Promise<Result<string, SourceFault>> {
  const pasted = readPasted(token);
  if (!pasted.ok) return err({ kind: "refused", message: pasted.error, retryAfter: null });
  const { kind, url, host } = pasted.value;
  if (kind === "access") return ok(url);
  return once(url, async (again) => {
    const claimed = await claim(url, fetching);
    return claimed.ok ? claimed : err(explainClaim(claimed.error, host, again));
  });
}

/** `again`: we claimed it before, and the answer was lost. */
function explainClaim(
  { kind, message, retryAfter }: ClaimFault,
  host: string,
  again: boolean,
): SourceFault {
  const remedy = `Disable it at ${host}, and make a new one.`;
  if (kind === "no answer")
    return {
      kind: "unreachable",
      message: `${message} Save it again with the same token.`,
      retryAfter,
    };
  if (kind === "unusable") return { kind: "refused", message, retryAfter };
  const lost = `${host} says that the setup token was used: its answer was lost on its way here, unless somebody else has the token. ${remedy}`;
  return {
    kind: "refused",
    message: again
      ? lost
      : `${message} Unless it was you, somebody else can read these accounts. ${remedy}`,
    retryAfter,
  };
}

const PIN = "simplefin account";

/** Fixes the account of the first reading for a schedule whose settings name none. */
export function pinOfAccount({ id }: AccountReading): Pins {
  return { [PIN]: id };
}

type ReadAccount = { readonly account: AccountReading; readonly messages: readonly string[] };

/** The account of the settings or of the first reading, with its transactions. */
export async function readSimplefinAccount({
  settings,
  secrets,
  fetching,
  now,
  pins = {},
}: Asked<SimplefinSettings, SimplefinSecrets> & { readonly pins?: Pins }): Promise<
  Result<ReadAccount, SourceFault>
> {
  const today = dayOfInstant(now);
  // East of Greenwich the next day may have begun.
  const range = { start: addDays(today, -settings.days), end: addDays(today, 1) };
  const read = await readSimplefin({ accessUrl: secrets.token, range, account: null, fetching });
  if (!read.ok) return read;
  const { accounts, leftOut, messages } = read.value;
  const { account: wanted } = settings;
  const pinned = wanted === undefined ? pins[PIN] : undefined;
  const named = accounts.filter(({ id, name }) =>
    wanted === undefined ? pinned === undefined || id === pinned : id === wanted || name === wanted,
  );
  const [one, ...others] = named;
  // An account that cannot be read now may be the one that the schedule means.
  const certain = wanted !== undefined || pinned !== undefined || leftOut.length === 0;
  if (one !== undefined && others.length === 0 && certain)
    return ok({
      account: one,
      messages: messages.slice(0, SIMPLEFIN_MESSAGES_TOLD_MAX).map(({ text }) => text),
    });
  const unusable = leftOut.find(({ id }) => id !== null && id === (wanted ?? pinned));
  if (unusable !== undefined)
    return err({ kind: "malformed", message: `${unusable.reason}.`, retryAfter: null });
  const authMessage = messages.find(({ code }) => code.endsWith(".auth"));
  if (authMessage !== undefined)
    return err({
      kind: "refused",
      message: authMessage.text || "The server asks for a new authorisation.",
      retryAfter: null,
    });
  const listed = accounts
    .slice(0, LISTED_MAX)
    .map(({ id, name }) => `"${name.slice(0, 60)}" (${id.slice(0, 60)})`)
    .join(", ");
  const what = explainMissing({
    wanted,
    pinned,
    named: named.length,
    all: accounts.length + leftOut.length,
  });
  return err({
    kind: "gone",
    message: `${what}. There ${accounts.length === 1 ? "is" : "are"}: ${listed || "none"}.`,
    retryAfter: null,
  });
}

function explainMissing({
  wanted,
  pinned,
  named,
  all,
}: {
  readonly wanted: string | undefined;
  readonly pinned: string | undefined;
  readonly named: number;
  readonly all: number;
}): string {
  if (pinned !== undefined)
    return `The server no longer lists the account that the schedule has read so far, ${pinned.slice(0, 60)}; no other account is read until the schedule names it`;
  if (wanted === undefined)
    return `The server lists ${all} accounts, and the schedule does not say which one`;
  return named > 1
    ? `Several accounts are named "${wanted.slice(0, 60)}"`
    : `The server lists no account "${wanted.slice(0, 60)}"`;
}

const LISTED_MAX = 20;
