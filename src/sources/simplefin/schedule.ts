// SimpleFIN as the source of a schedule: one account of a server, its balance and what was booked in the last days. The token
// that a person brings is claimed when the schedule is saved; what is kept is the access URL.

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
  /** The server's id of the account, or its whole name; left out where the server tells of one alone. */
  account: z.string().trim().min(1).max(255).optional(),
  /** How many days back transactions are asked for, each time. */
  days: z.int().min(1).max(SIMPLEFIN_SCHEDULE_DAYS_MAX).default(SIMPLEFIN_SCHEDULE_DAYS_DEFAULT),
  /** What is pending may still change: it is left until it is booked, unless it is wanted. */
  pending: z.enum(PENDING).optional(),
});
export type SimplefinSettings = z.infer<typeof SIMPLEFIN_SETTINGS>;

/** What is sealed: what a person pasted, made into an access URL before it is kept. */
export interface SimplefinSecrets {
  readonly token: string;
}

/** The access URL of what was pasted; claims a setup token, once. */
export async function claimedToken(
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

/** `again`: it was claimed before, and no answer was heard. */
function explainClaim(
  { kind, message, retryAfter }: ClaimFault,
  host: string,
  again: boolean,
): SourceFault {
  const anew = `Disable it at ${host}, and make a new one.`;
  if (kind === "no answer")
    return {
      kind: "unreachable",
      message: `${message} Save it again with the same token.`,
      retryAfter,
    };
  if (kind === "unusable") return { kind: "refused", message, retryAfter };
  const lost = `${host} says that the setup token was used: its answer was lost on its way here, unless somebody else has the token. ${anew}`;
  return {
    kind: "refused",
    message: again
      ? lost
      : `${message} Unless it was you, somebody else can read these accounts. ${anew}`,
    retryAfter,
  };
}

const PIN = "simplefin account";

/** From the first reading on it is this account, where the settings name none. */
export function pinOfAccount({ id }: AccountReading): Pins {
  return { [PIN]: id };
}

type ReadAccount = { readonly account: AccountReading; readonly messages: readonly string[] };

/** The one account that the settings mean, or that was read before, with its transactions. */
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
  // East of Greenwich tomorrow has begun.
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
  // One that cannot be read just now may be the one that was meant.
  const certain = wanted !== undefined || pinned !== undefined || leftOut.length === 0;
  if (one !== undefined && others.length === 0 && certain)
    return ok({
      account: one,
      messages: messages.slice(0, SIMPLEFIN_MESSAGES_TOLD_MAX).map(({ text }) => text),
    });
  const unusable = leftOut.find(({ id }) => id !== null && id === (wanted ?? pinned));
  if (unusable !== undefined)
    return err({ kind: "malformed", message: `${unusable.reason}.`, retryAfter: null });
  const said = messages.find(({ code }) => code.endsWith(".auth"));
  if (said !== undefined)
    return err({
      kind: "refused",
      message: said.text || "The server asks for a new authorisation.",
      retryAfter: null,
    });
  const listed = accounts
    .slice(0, LISTED_MAX)
    .map(({ id, name }) => `"${name.slice(0, 60)}" (${id.slice(0, 60)})`)
    .join(", ");
  const what = whyNone({
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

function whyNone({
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
    return `The server no longer tells of the account that the schedule has read so far, ${pinned.slice(0, 60)}: no other is taken for it until the schedule names one`;
  if (wanted === undefined)
    return `The server tells of ${all} accounts, and the schedule names none`;
  return named > 1
    ? `Several accounts are named "${wanted.slice(0, 60)}"`
    : `The server tells of no account "${wanted.slice(0, 60)}"`;
}

const LISTED_MAX = 20;
