// The mail of a connection, as its Importer object answers for it: taken in, shown, decided about, deleted. Reading and matching
// are the alarm's (job.ts). A message that was accepted is a row before its sender is answered; raw bytes are in R2 before that.

import { readConfig } from "../../config.ts";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { authenticateMail } from "../../receipts/authenticity/authenticate.ts";
import type { ResolveTxt } from "../../receipts/authenticity/resolver.ts";
import { readMail } from "../../receipts/read-mail.ts";
import type { Tools } from "../tools.ts";
import { newRunId } from "../imports/arrival.ts";
import { Learned } from "../layouts/learned.ts";
import type { ImportProblem } from "../problem.ts";
import { ignore, importByPerson, onItsWay, reread, rereadAll, type ImportWish } from "./decide.ts";
import { forgetMessage, forgettingDueAt } from "./forget.ts";
import { workOnInbox } from "./job.ts";
import { resolverOf } from "./key-resolver.ts";
import { rawKey } from "./mail-store.ts";
import type { HistoryEntry, InboxMessage } from "./message.ts";
import type { MessageRow, MessageState } from "./rows.ts";
import {
  inboxAsking,
  inboxCounts,
  receiptsOfRun,
  unmatchedReceipts,
  type InboxCounts,
  type ListedReceipt,
} from "./overview.ts";
import { readingOf } from "./reading-store.ts";
import {
  historyOf,
  inboxDueAt,
  messageById,
  pageOfMessages,
  shown,
  take,
  type Delivery,
} from "./store.ts";
import {
  chooseTransactions,
  lookAgain,
  rejectTransactions,
  splitByItems,
  takeBack,
} from "./applying/choose.ts";
import { splitsDueAt } from "./applying/split.ts";
import { takingBackDueAt } from "./applying/take-back.ts";
import { forgetMerchant, remembered, type MemoryField, type RememberedFor } from "./memory.ts";
import { rivalsDueAt } from "./match/competing-match.ts";
import type { InboxTools } from "./job-tools.ts";
import { distrust, trusted, type Trusted } from "./trust.ts";

/** One message with what led to its state; `reading` is its KeptReading as JSON, null where it was not read. */
export interface InboxDetail {
  readonly message: InboxMessage;
  readonly history: readonly HistoryEntry[];
  /** What was set right for its senders before. */
  readonly remembered: readonly RememberedFor[];
  readonly reading: string | null;
}

/** The object of one connection, with its mail. */
export abstract class Inboxed extends Learned {
  readonly #bucket: R2Bucket;
  readonly #resolve: ResolveTxt;
  readonly #forgetting = new Map<string, Promise<void>>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#bucket = env.DOCUMENTS;
    this.#resolve = resolverOf(readConfig(env));
  }

  /** Takes in a message that is stored in R2; throws where it is not (its sender tries again). `fresh`: its bytes are new here. */
  async receiveMail(delivery: Delivery): Promise<{ message: InboxMessage; fresh: boolean }> {
    await this.open();
    const key = rawKey(this.name, delivery.sha256);
    // The same mail may just be deleted: its bytes are gone then, and must come again.
    await this.#forgetting.get(key)?.catch(() => undefined);
    const now = Date.now();
    const { row, fresh } = take(this.sql, delivery, newRunId(now), now);
    if ((await this.#bucket.head(key)) === null) {
      if (fresh) forgetMessage(this.sql, this.name, row);
      throw new Error("The message is not stored");
    }
    await this.arm();
    return { message: shown(this.sql, row), fresh };
  }

  /** Newest first. */
  async mail(
    state: MessageState | null,
    limit: number,
    offset: number,
  ): Promise<{ messages: InboxMessage[]; has_more: boolean }> {
    await this.open();
    const rows = pageOfMessages(this.sql, state, limit + 1, offset);
    return {
      messages: rows.slice(0, limit).map((row) => shown(this.sql, row)),
      has_more: rows.length > limit,
    };
  }

  /** How many messages there are of each state. */
  async mailCounts(): Promise<InboxCounts> {
    await this.open();
    return inboxCounts(this.sql);
  }

  /** How many messages ask for a person. */
  async mailAsking(): Promise<number> {
    await this.open();
    return inboxAsking(this.sql);
  }

  /** Receipts that have met no transaction; or, of one import, those that met one of its rows. */
  async receipts(
    which: "unmatched" | { readonly run: string },
    limit: number,
    offset: number,
  ): Promise<{ receipts: ListedReceipt[]; has_more: boolean }> {
    await this.open();
    const found =
      which === "unmatched"
        ? unmatchedReceipts(this.sql, limit + 1, offset)
        : receiptsOfRun(this.sql, which.run, limit + 1, offset);
    return { receipts: found.slice(0, limit), has_more: found.length > limit };
  }

  async mailDetail(id: string): Promise<InboxDetail | null> {
    await this.open();
    const row = messageById(this.sql, id);
    if (row === null) return null;
    const reading = await readingOf(this.#bucket, row);
    return {
      message: shown(this.sql, row),
      history: historyOf(this.sql, row.seq),
      remembered: remembered(this.sql, row.seq),
      reading: reading === null ? null : JSON.stringify(reading),
    };
  }

  /** Where the raw message is in R2. */
  async mailKey(id: string): Promise<string | null> {
    await this.open();
    const row = messageById(this.sql, id);
    return row === null ? null : rawKey(this.name, row.sha256);
  }

  /** A person says that it is to become a transaction, or meet the one that is there, with what they set right. */
  async importMail(id: string, wish: ImportWish): Promise<Result<InboxMessage, ImportProblem>> {
    const { account_id: account, cash } = wish.corrections;
    if (account === undefined && cash !== true)
      return this.#decide(id, (row) => importByPerson(this.sql, row, wish, Date.now()));
    const found = await this.#account(account ?? null, cash === true);
    if (!found.ok) return found;
    const said = {
      ...wish,
      mode: cash === true ? "insert" : wish.mode,
      corrections: { ...wish.corrections, account_id: found.value },
    } as const;
    return this.#decide(id, (row) => importByPerson(this.sql, row, said, Date.now()));
  }

  /** A person says that it is nothing for the budget; of one receipt, or all of them. */
  async ignoreMail(
    id: string,
    receipt: number | null,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => ignore(this.sql, row, receipt, Date.now()));
  }

  /** A person says which transaction a charge is, or is not, or which ones together; what it did for another is not touched. */
  async matchMail(
    id: string,
    receipt: number | null,
    transactions: readonly number[],
    isIt: boolean,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) =>
      (isIt ? chooseTransactions : rejectTransactions)(
        this.sql,
        row,
        receipt,
        transactions,
        Date.now(),
      ),
    );
  }

  /** Has a charge's transaction looked for once more, also what a person said no to. */
  async lookAgain(
    id: string,
    receipt: number | null,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => lookAgain(this.sql, row, receipt, Date.now()));
  }

  /** Splits a charge's transaction by its items, or makes it one again. */
  async splitMail(
    id: string,
    receipt: number | null,
    apart: boolean,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => splitByItems(this.sql, row, receipt, apart, Date.now()));
  }

  /** Takes back what a charge, or all of a message, did in the budget. */
  async takeBackMail(
    id: string,
    receipt: number | null,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => takeBack(this.sql, row, receipt, Date.now()));
  }

  /** Reads a message again; what was decided or settled stays. */
  async rereadMail(id: string): Promise<Result<InboxMessage, ImportProblem>> {
    return this.#decide(id, (row) => reread(this.sql, row, Date.now()));
  }

  /** Reads again what an earlier version read, or none could; all of it where asked. How many messages those are. */
  async rereadAll(everything: boolean): Promise<number> {
    await this.open();
    const count = rereadAll(this.sql, everything, Date.now());
    await this.arm();
    return count;
  }

  /** Forgets a message with its raw bytes. What is in the budget stays there. */
  async deleteMail(id: string): Promise<Result<null, ImportProblem>> {
    await this.open();
    const row = messageById(this.sql, id);
    if (row === null) return err({ kind: "no such message", id });
    if (!forgetMessage(this.sql, this.name, row)) return err(onItsWay("deleted"));
    await this.arm();
    return ok(null);
  }

  /** Whom a person has accepted, newest first. */
  async trusted(): Promise<Trusted[]> {
    await this.open();
    return trusted(this.sql);
  }

  /** Takes it back, and has what waits by it decided again; false where there is none. */
  async distrust(id: number): Promise<boolean> {
    await this.open();
    const gone = distrust(this.sql, id, Date.now());
    if (gone) await this.arm();
    return gone;
  }

  /** What a person corrected, as it is remembered by sender. */
  async corrections(): Promise<RememberedFor[]> {
    await this.open();
    return remembered(this.sql, null);
  }

  /** Forgets what is remembered of a sender, or one field of it; false where nothing is. */
  async forgetCorrections(domain: string, field: MemoryField | null): Promise<boolean> {
    await this.open();
    return forgetMerchant(this.sql, domain, field);
  }

  /** One step of what mail there is; false where nothing is due. */
  protected workOnInbox(tools: Tools): Promise<boolean> {
    return workOnInbox(this.#tools(tools));
  }

  protected inboxDueAt(): number | null {
    const due = [
      inboxDueAt(this.sql),
      takingBackDueAt(this.sql),
      splitsDueAt(this.sql),
      rivalsDueAt(this.sql),
      forgettingDueAt(this.sql),
    ].filter((at) => at !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  #tools(tools: Tools): InboxTools {
    return {
      ...tools,
      connection: this.name,
      bucket: this.#bucket,
      read: readMail,
      authenticate: (raw, carried) => authenticateMail(raw, carried, this.#resolve, Date.now()),
      sync: () => this.ctx.storage.sync(),
      forgetting: this.#forgetting,
    };
  }

  async #decide(
    id: string,
    decide: (row: MessageRow) => Result<null, ImportProblem>,
  ): Promise<Result<InboxMessage, ImportProblem>> {
    await this.open();
    const decided = this.sql.atomically((): Result<null, ImportProblem> => {
      const row = messageById(this.sql, id);
      return row === null ? err({ kind: "no such message", id }) : decide(row);
    });
    if (!decided.ok) return decided;
    await this.arm();
    return ok(shown(this.sql, must(messageById(this.sql, id), "the message is there")));
  }

  /** The account that is named, or the only one for cash. */
  async #account(named: number | null, cash: boolean): Promise<Result<number, ImportProblem>> {
    const listed = await this.accounts();
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
