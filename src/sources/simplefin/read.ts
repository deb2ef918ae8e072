// Reads the accounts of a SimpleFIN server with the transactions of a range of days. The range is
// read in windows, oldest first, and joined into one answer with the balances of the last window;
// one failed window fails the whole reading. A message says which days were not requested. Nothing
// is stored.

import {
  SIMPLEFIN_ANSWER_BYTES_MAX,
  SIMPLEFIN_MESSAGES_READ_MAX,
  SIMPLEFIN_WINDOW_DAYS,
  SIMPLEFIN_WINDOWS_MAX,
} from "../../platform/limits.ts";
import { addDays, dayNumber, type Day } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Fetching } from "../fetching.ts";
import type { SourceFault } from "../source-fault.ts";
import {
  readAccountSet,
  UNASKED,
  type AccountSet,
  type LeftOut,
  type Message,
  type SimplefinAccount,
} from "./account-set.ts";
import { readAccess, type Access } from "./token.ts";
import { withoutRepeats } from "./transactions.ts";

/** Posting days in UTC, both included. */
export interface DayRange {
  readonly start: Day;
  readonly end: Day;
}

export interface Asking {
  readonly accessUrl: string;
  /** Null: only balances. */
  readonly range: DayRange | null;
  /** The server's id of the only account to read; null for all. */
  readonly account: string | null;
  readonly fetching: Fetching;
}

/** The joined answers, or the fault of the first request that failed. */
export async function readSimplefin({
  accessUrl,
  range,
  account,
  fetching,
}: Asking): Promise<Result<AccountSet, SourceFault>> {
  const access = readAccess(accessUrl);
  if (!access.ok)
    return err({
      kind: "refused",
      message: `The access URL ${access.error}: connect again with a new setup token.`,
      retryAfter: null,
    });
  const windows = range === null ? [] : splitWindows(range);
  const queries = range === null ? ["balances-only=1"] : windows.map(writeQuery);
  const sets: AccountSet[] = [];
  for (const query of queries) {
    const only = account === null ? "" : `&account=${encodeURIComponent(account)}`;
    const set = await ask(access.value, `${query}${only}&version=2`, fetching);
    if (!set.ok) return set;
    sets.push(set.value);
  }
  const set = joinAnswers(sets);
  return ok({ ...set, messages: [...messageOfUnrequested(range, windows), ...set.messages] });
}

/** A message if the windows do not reach back to the beginning of the range. */
function messageOfUnrequested(range: DayRange | null, [oldest]: readonly DayRange[]): Message[] {
  if (range === null || oldest === undefined || oldest.start <= range.start) return [];
  const text = `Transactions before ${oldest.start} were not requested: at most ${SIMPLEFIN_WINDOWS_MAX * SIMPLEFIN_WINDOW_DAYS} days are requested at once.`;
  return [{ code: UNASKED, text, connection: null, account: null }];
}

/** Windows of at most SIMPLEFIN_WINDOW_DAYS, at most SIMPLEFIN_WINDOWS_MAX; the newest ones. */
export function splitWindows({ start, end }: DayRange): DayRange[] {
  const windows: DayRange[] = [];
  for (let last = end; last >= start && windows.length < SIMPLEFIN_WINDOWS_MAX;) {
    const first =
      dayNumber(last) - dayNumber(start) < SIMPLEFIN_WINDOW_DAYS
        ? start
        : addDays(last, 1 - SIMPLEFIN_WINDOW_DAYS);
    windows.unshift({ start: first, end: last });
    last = addDays(first, -1);
  }
  return windows;
}

const DAY_SECONDS = 86_400;

/** The protocol excludes the end of the range, so it is the next day. */
function writeQuery({ start, end }: DayRange): string {
  return `start-date=${dayNumber(start) * DAY_SECONDS}&end-date=${(dayNumber(end) + 1) * DAY_SECONDS}&pending=1`;
}

async function ask(
  { root, host, authorization }: Access,
  query: string,
  fetching: Fetching,
): Promise<Result<AccountSet, SourceFault>> {
  const headers = { authorization, accept: "application/json" };
  const answer = await fetching({
    url: `${root}/accounts?${query}`,
    headers,
    bytesMax: SIMPLEFIN_ANSWER_BYTES_MAX,
    answers: [402],
  });
  if (!answer.ok) return answer.error.kind === "refused" ? err(revoked(host)) : answer;
  const { status, body } = answer.value;
  if (status === 402)
    return fault("gone", `${host} answers only after payment: check the subscription there.`);
  const set = readAccountSet(new TextDecoder().decode(body));
  return set.ok
    ? set
    : fault("malformed", `${host} did not answer as SimpleFIN requires: ${set.error}.`);
}

function revoked(host: string): SourceFault {
  return {
    kind: "refused",
    message: `${host} does not accept the access any more: it was revoked or has ended. Connect again with a new setup token.`,
    retryAfter: null,
  };
}

function fault(
  kind: SourceFault["kind"],
  message: string,
): { readonly ok: false; readonly error: SourceFault } {
  return err({ kind, message, retryAfter: null });
}

/**
 * The accounts of the last answer, each with its transactions from all answers. An account that an
 * earlier answer lacks is not complete.
 */
function joinAnswers(sets: readonly AccountSet[]): AccountSet {
  const last = sets.at(-1);
  if (last === undefined || sets.length === 1)
    return last ?? { accounts: [], leftOut: [], messages: [] };
  const accounts: SimplefinAccount[] = [];
  const leftOut = new Map(last.leftOut.map((one) => [one.id ?? one.reason, one]));
  for (const account of last.accounts) {
    const answers = sets.map((set) => set.accounts.find(({ id }) => id === account.id));
    const refused = sets.flatMap((set) => set.leftOut).find(({ id }) => id === account.id);
    const transactions = withoutRepeats(answers.flatMap((one) => one?.transactions ?? []));
    if (refused !== undefined) leftOut.set(account.id, refused);
    else if (transactions.ok)
      accounts.push({
        ...account,
        transactions: transactions.value,
        complete: answers.every((one) => one?.complete === true),
      });
    else
      leftOut.set(account.id, {
        id: account.id,
        reason: `account "${account.name.slice(0, 60)}": ${transactions.error}`,
      });
  }
  return {
    accounts,
    leftOut: [...leftOut.values()] satisfies LeftOut[],
    messages: dropRepeated(sets.flatMap(({ messages }) => messages)),
  };
}

function dropRepeated(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((one) => [JSON.stringify(one), one])).values()].slice(
    0,
    SIMPLEFIN_MESSAGES_READ_MAX,
  );
}
