// The mail of a connection: received, shown, decided about, deleted. The alarm reads and matches it
// (job.ts). An accepted message is a row before its sender is answered, and its raw bytes are in R2
// before that.

import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ResolveTxt } from "../../receipts/authenticity/resolver.ts";
import { matchReceipt, type Matching } from "../changes/decisions/note.ts";
import type { Changes } from "../changes/feature.ts";
import { newRunId } from "../imports/arrival.ts";
import type { Core } from "../core.ts";
import type { Feature } from "../feature.ts";
import type { ImportProblem } from "../problem.ts";
import type { Principal } from "../route.ts";
import {
  ignore,
  importByPerson,
  onItsWay,
  reread,
  rereadAll,
  type ImportRequest,
} from "./decide.ts";
import { forgetMessage } from "./forget.ts";
import { INBOX } from "./job.ts";
import { createResolver } from "./key-resolver.ts";
import { rawKey } from "./mail-store.ts";
import type { HistoryEntry, InboxMessage } from "./message.ts";
import type { MessageRow } from "./rows.ts";
import type { MessageState } from "./states.ts";
import {
  inboxAsking,
  inboxCounts,
  receiptsOfRun,
  unmatchedReceipts,
  type InboxCounts,
  type ListedReceipt,
} from "./overview.ts";
import type { KeptReading } from "./reading.ts";
import { loadReading } from "./reading-store.ts";
import {
  listHistory,
  retryReceiptsNow,
  messageById,
  pageOfMessages,
  toApi,
  storeDelivery,
  type Delivery,
} from "./store.ts";
import { lookAgain, splitByItems, takeBack } from "./applying/choose.ts";
import { forgetMerchant, remembered, type MemoryField, type RememberedFor } from "./memory.ts";
import type { InboxTools } from "./job-tools.ts";
import { distrust, trusted, type Trusted } from "./trust.ts";

/** One message with the history of its state. */
export interface InboxDetail {
  readonly message: InboxMessage;
  readonly history: readonly HistoryEntry[];
  /** Earlier corrections for its senders. */
  readonly remembered: readonly RememberedFor[];
  /** Null if it was not read. */
  readonly reading: KeptReading | null;
}

/** A connection's mail. */
export class Inbox implements Feature {
  readonly #core: Core;
  readonly #changes: Pick<Changes, "nameBy">;
  readonly #resolve: ResolveTxt;
  readonly #forgetting = new Map<string, Promise<void>>();

  constructor(core: Core, changes: Pick<Changes, "nameBy">) {
    this.#core = core;
    this.#changes = changes;
    this.#resolve = createResolver(core.config);
  }

  /**
   * Stores the row of a message that is in R2. It throws if the bytes are missing; the sender then
   * tries again. `fresh`: its bytes came for the first time.
   */
  async receive(delivery: Delivery): Promise<{ message: InboxMessage; fresh: boolean }> {
    const key = rawKey(this.#core.connection, delivery.sha256);
    // If the same mail is just being deleted, its bytes are gone, and must come again.
    await this.#forgetting.get(key)?.catch(() => undefined);
    const now = Date.now();
    const { row, fresh } = storeDelivery(this.#core.sql, delivery, newRunId(now), now);
    if ((await this.#core.bucket.head(key)) === null) {
      if (fresh) forgetMessage(this.#core.sql, this.#core.connection, row);
      throw new Error("The message is not stored");
    }
    await this.#core.arm();
    return { message: toApi(this.#core.sql, row), fresh };
  }

  /** Newest first. */
  list(
    state: MessageState | null,
    limit: number,
    offset: number,
  ): { messages: InboxMessage[]; has_more: boolean } {
    const rows = pageOfMessages(this.#core.sql, state, limit + 1, offset);
    return {
      messages: rows.slice(0, limit).map((row) => toApi(this.#core.sql, row)),
      has_more: rows.length > limit,
    };
  }

  /** How many messages there are of each state. */
  counts(): InboxCounts {
    return inboxCounts(this.#core.sql);
  }

  /** How many messages need the user. */
  asking(): number {
    return inboxAsking(this.#core.sql);
  }

  /** Receipts without a transaction; or, for one import, those matched to one of its rows. */
  receipts(
    which: "unmatched" | { readonly run: string },
    limit: number,
    offset: number,
  ): { receipts: ListedReceipt[]; has_more: boolean } {
    const found =
      which === "unmatched"
        ? unmatchedReceipts(this.#core.sql, limit + 1, offset)
        : receiptsOfRun(this.#core.sql, which.run, limit + 1, offset);
    return { receipts: found.slice(0, limit), has_more: found.length > limit };
  }

  async detail(id: string): Promise<InboxDetail | null> {
    const { sql, bucket } = this.#core;
    const row = messageById(sql, id);
    if (row === null) return null;
    const reading = await loadReading(bucket, row);
    return {
      message: toApi(sql, row),
      history: listHistory(sql, row.seq),
      remembered: remembered(sql, row.seq),
      reading,
    };
  }

  /** The reading of a message; null if there is no such message, or it was not read. */
  async reading(id: string): Promise<KeptReading | null> {
    const row = messageById(this.#core.sql, id);
    return row === null ? null : loadReading(this.#core.bucket, row);
  }

  /** The R2 key of the raw message. */
  rawKey(id: string): string | null {
    const row = messageById(this.#core.sql, id);
    return row === null ? null : rawKey(this.#core.connection, row.sha256);
  }

  /**
   * The user wants a charge in the budget, with these corrections: inserted, or matched to its
   * transaction.
   */
  async import(id: string, wish: ImportRequest): Promise<Result<InboxMessage, ImportProblem>> {
    const { account_id: account, cash } = wish.corrections;
    if (account === undefined && cash !== true)
      return this.#decide(id, (row) => importByPerson(this.#core.sql, row, wish, Date.now()));
    const found = await this.#account(account ?? null, cash === true);
    if (!found.ok) return found;
    const said = {
      ...wish,
      mode: cash === true ? "insert" : wish.mode,
      corrections: { ...wish.corrections, account_id: found.value },
    } as const;
    return this.#decide(id, (row) => importByPerson(this.#core.sql, row, said, Date.now()));
  }

  /** The user ignores one charge, or all of the message. */
  async ignore(id: string, receipt: number | null): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => ignore(this.#core.sql, row, receipt, Date.now()));
  }

  /**
   * The user says which transaction a charge is, is not, or which ones together. What it did for
   * another one is not touched. It is an entry of the journal.
   */
  async match(
    id: string,
    wish: Matching,
    principal: Principal | null = null,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    const by = await this.#changes.nameBy(principal);
    return this.#decide(id, (row) => matchReceipt(this.#core.sql, row, wish, by, Date.now()));
  }

  /** Looks for a charge's transaction again, including those that the user rejected. */
  async lookAgain(
    id: string,
    receipt: number | null,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => lookAgain(this.#core.sql, row, receipt, Date.now()));
  }

  /** Splits a charge's transaction by its items, or undoes the split. */
  async split(
    id: string,
    receipt: number | null,
    apart: boolean,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => splitByItems(this.#core.sql, row, receipt, apart, Date.now()));
  }

  /** Undoes in the budget what a charge, or all of a message, did there. */
  async takeBack(id: string, receipt: number | null): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => takeBack(this.#core.sql, row, receipt, Date.now()));
  }

  /** Reads a message again; decisions and settled receipts stay. */
  async reread(id: string): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => reread(this.#core.sql, row, Date.now()));
  }

  /**
   * Reads messages again that an earlier version read, or that could not be read; all messages if
   * `everything`. Returns their number.
   */
  async rereadAll(everything: boolean): Promise<number> {
    const count = rereadAll(this.#core.sql, everything, Date.now());
    await this.#core.arm();
    return count;
  }

  /** Deletes a message with its raw bytes. What is in the budget stays there. */
  async remove(id: string): Promise<Result<null, ImportProblem>> {
    const row = messageById(this.#core.sql, id);
    if (row === null) return err({ kind: "no such message", id });
    if (!forgetMessage(this.#core.sql, this.#core.connection, row)) return err(onItsWay("deleted"));
    await this.#core.arm();
    return ok(null);
  }

  /** The senders, forwarders and recipients that the user has accepted, newest first. */
  trusted(): Trusted[] {
    return trusted(this.#core.sql);
  }

  /**
   * Removes an accepted sender, forwarder or recipient, and decides its waiting receipts again;
   * false if it does not exist.
   */
  async distrust(id: number): Promise<boolean> {
    const gone = distrust(this.#core.sql, id, Date.now());
    if (gone) await this.#core.arm();
    return gone;
  }

  /** The user's corrections that are remembered, by sender. */
  corrections(): RememberedFor[] {
    return remembered(this.#core.sql, null);
  }

  /** Forgets what is remembered for a sender, or one field of it; false if nothing is. */
  forgetCorrections(domain: string, field: MemoryField | null): boolean {
    return forgetMerchant(this.#core.sql, domain, field);
  }

  /** One step of reading or matching; false if nothing is due. */
  work(): Promise<boolean> {
    return INBOX.work(this.#tools());
  }

  dueAt(): number | null {
    return INBOX.dueAt(this.#core.sql);
  }

  hurry(): void {
    retryReceiptsNow(this.#core.sql);
  }

  #tools(): InboxTools {
    const { connection, config, bucket, sync, tools } = this.#core;
    return {
      ...tools(),
      connection,
      mailbox: config.receiptMailbox,
      bucket,
      read: async (raw) => (await import("../../receipts/read-mail.ts")).readMail(raw),
      authenticate: async (raw, carried) => {
        const { authenticateMail } = await import("../../receipts/authenticity/authenticate.ts");
        return authenticateMail(raw, carried, this.#resolve, Date.now());
      },
      sync,
      forgetting: this.#forgetting,
    };
  }

  async #decide(
    id: string,
    decide: (row: MessageRow) => Result<null, ImportProblem>,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    const decided = this.#core.sql.atomically((): Result<null, ImportProblem> => {
      const row = messageById(this.#core.sql, id);
      return row === null ? err({ kind: "no such message", id }) : decide(row);
    });
    if (!decided.ok) return decided;
    await this.#core.arm();
    return ok(toApi(this.#core.sql, must(messageById(this.#core.sql, id), "the message is there")));
  }

  /** The account that is given, or the only one for cash. */
  async #account(named: number | null, cash: boolean): Promise<Result<number, ImportProblem>> {
    const listed = await this.#core.accounts();
    if (listed.kind !== "accounts")
      return err({
        kind: "no answer",
        message: "The service cannot be asked for its accounts just now; nothing was changed.",
      });
    const fits = listed.accounts.filter((account) => !cash || (account.cash && !account.closed));
    const [only, second] = named === null ? fits : fits.filter(({ id }) => id === named);
    if (only !== undefined && second === undefined) return ok(only.id);
    const message =
      named !== null
        ? `There is no account ${named}${cash ? " for cash" : ""}.`
        : `Name the account for cash: there ${fits.length === 0 ? "is none" : `are ${fits.length}`}.`;
    return err({ kind: "invalid", field: "/body/account_id", message });
  }
}
