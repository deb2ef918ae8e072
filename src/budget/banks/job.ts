// The job "ask banks": claims waiting tokens, and asks each connection once a day, one connection
// per step.
//
// Order of writes of a claim: the attempt is stored, the request is sent, the access is sealed and
// stored, and only then is the token forgotten. If the Worker dies in between, the token is claimed
// again. A server that then refuses has already given us the access and the answer is lost. Nobody
// else can have it, so the person is asked to make a new token.

import {
  BANK_ASK_INTERVAL_MS,
  BANK_CLAIM_RETRY_MS,
  BANK_CLAIMS_MAX,
  BANK_RETRY_MS,
} from "../../platform/limits.ts";
import { claim } from "../../sources/simplefin/claim.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { dayOfInstant } from "../../money/day.ts";
import { requestJob } from "../jobs/queue.ts";
import type { Job } from "../jobs/job.ts";
import { FETCHABLE } from "../linked/rules.ts";
import { askFetch } from "../linked/store.ts";
import type { BankSecret, SourceAccess } from "../source-access.ts";
import { toProviderAnswer, readBank } from "./provider.ts";
import {
  dueBank,
  failClaim,
  findBank,
  nextBankAt,
  noteClaim,
  noteReason,
  noteUnanswered,
  openBank,
  putOff,
  type Bank,
} from "./store.ts";
import { welcome } from "./add-accounts.ts";

export const askBanks: Job = async ({ sql, ports, now, clock }) => {
  const { banks } = ports.providers;
  const bank = banks === null ? null : dueBank(sql, now);
  if (banks !== null && bank !== null) {
    if (bank.state === "claiming") await claimBank(sql, banks, bank, clock);
    else await askBank(sql, banks, bank, clock);
  }
  const at = nextBankAt(sql);
  return banks === null || at === null ? null : { at, cursor: null };
};

async function claimBank(
  sql: Sql,
  access: SourceAccess<BankSecret>,
  bank: Bank,
  clock: () => number,
): Promise<void> {
  if (!noteClaim(sql, bank, clock() + BANK_CLAIM_RETRY_MS * 2 ** bank.claims)) return;
  const token =
    bank.sealed_token === null
      ? null
      : await access.open({ itemId: bank.item_id, what: "token" }, bank.sealed_token);
  if (token === null)
    return failClaim(
      sql,
      bank,
      "The setup token can no longer be opened: make a new one.",
      clock(),
    );
  const claimed = await claim(token.plain, access.fetching);
  if (claimed.ok) {
    const sealed = await access.seal({ itemId: bank.item_id, what: "access" }, claimed.value);
    return sql.transaction(() => openBank(sql, bank, sealed, clock()));
  }
  const { kind, message, retryAfter } = claimed.error;
  if (kind === "no answer" && bank.claims + 1 < BANK_CLAIMS_MAX) {
    return noteUnanswered(
      sql,
      bank,
      message,
      retryAfter === null ? null : clock() + Math.max(retryAfter, BANK_CLAIM_RETRY_MS),
    );
  }
  failClaim(sql, bank, explainProblem(kind, message, bank), clock());
}

/** `bank` is the row as it was before this claim was sent. */
function explainProblem(
  kind: "claimed" | "no answer" | "unusable",
  message: string,
  { claims, host }: Bank,
): string {
  if (kind === "unusable") return message;
  const anew = `Disable it at ${host} and connect with a new one.`;
  if (kind === "no answer")
    return `${message} Whether the setup token was taken is not known. ${anew}`;
  if (claims > 0)
    return `The answer of ${host} to the setup token was lost on its way; nobody else has it. ${anew}`;
  return `${message} If it was not you who used it, somebody else can read these accounts. ${anew}`;
}

/**
 * Requests a fetch of the connection's accounts; if it has no accounts yet, asks the server for
 * them.
 */
async function askBank(
  sql: Sql,
  access: SourceAccess<BankSecret>,
  bank: Bank,
  clock: () => number,
): Promise<void> {
  const accounts = sql.all<{ id: number }>(
    "SELECT id FROM linked_accounts WHERE linked_item_id = ? AND fetch_due_at IS NULL AND status IN (SELECT value FROM json_each(?))",
    bank.item_id,
    JSON.stringify(FETCHABLE),
  );
  if (accounts.length > 0) {
    const now = clock();
    return sql.transaction(() => {
      askFetch(
        sql,
        accounts.map(({ id }) => id),
        null,
        now,
      );
      requestJob(sql, "fetch linked accounts", now);
      putOff(sql, bank, now + BANK_ASK_INTERVAL_MS);
    });
  }
  putOff(sql, bank, clock() + BANK_RETRY_MS);
  const read = await readBank(sql, access, bank, null);
  const now = clock();
  if (findBank(sql, bank.item_id)?.token_hash !== bank.token_hash) return;
  sql.transaction(() => {
    if (!read.ok) {
      noteReason(sql, bank.item_id, read.error.message);
      return putOff(sql, bank, now + waitAfter(read.error));
    }
    const answer = toProviderAnswer(read.value, dayOfInstant(now));
    if (answer.kind === "accounts")
      welcome(sql, bank.item_id, answer.accounts, answer.messages ?? [], now);
    if (answer.kind === "failed") noteReason(sql, bank.item_id, answer.reason);
    putOff(sql, bank, now + BANK_ASK_INTERVAL_MS);
  });
}

/** A server out of reach is asked again soon, one that refuses tomorrow. */
function waitAfter({
  kind,
  retryAfter,
}: {
  readonly kind: string;
  readonly retryAfter: number | null;
}): number {
  if (retryAfter !== null) return Math.max(retryAfter, BANK_RETRY_MS);
  return kind === "unreachable" || kind === "slow" ? BANK_RETRY_MS : BANK_ASK_INTERVAL_MS;
}
