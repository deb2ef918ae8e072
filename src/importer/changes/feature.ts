// The journal of changes: each change that a person makes to the budget is an entry in it. So it
// can be undone as one step, also later or from another tab.
//
// A change is carried out within the request that makes it. If it has to wait, or if the object was
// killed, the alarm continues it. One entry is carried out at a time, so that no two write to one
// transaction.

import { capitalize } from "../../platform/text.ts";
import { CHANGE_LEASE_MS, CHANGE_WAIT_MS_MAX } from "../../platform/limits.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { attempt, earliest } from "../../platform/outbox/runner.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Core } from "../core.ts";
import type { Tools } from "../tools.ts";
import type { Feature } from "../feature.ts";
import { queueService } from "../posting/paced-service.ts";
import type { ImportProblem } from "../problem.ts";
import type { Principal } from "../route.ts";
import { CHANGES, type ChangeTools } from "./apply.ts";
import { listAccepting, markAccepting, type AcceptedTransfer } from "./decisions/transfers.ts";
import { expandDecisions } from "./decisions/note.ts";
import { addKept, claimFiles, deleteKept, findKeptDue, nameKept } from "./files/kept.ts";
import { makeFileRoom } from "./files/room.ts";
import type { NewAttachment } from "./files/upload.ts";
import { describeWantedRecords } from "./records/sentence.ts";
import { makeRecordService } from "./records/service.ts";
import { currentIds, nameCurrent } from "./records/store.ts";
import { makeRecordUndo } from "./records/undo.ts";
import { toNewRecords } from "./records/wire.ts";
import { refuseForbidden } from "./permission.ts";
import { listCorrections } from "./corrections.ts";
import { describeUndo, describeWanted } from "./sentence.ts";
import { makeService } from "./service.ts";
import { listEntriesOf } from "./of-transaction.ts";
import { showAnswer, showDetail, showEntry } from "./show.ts";
import {
  addEntry,
  findByKey,
  findDeciding,
  findCurrentId,
  findEntry,
  findUndo,
  freeLeases,
  listEntries,
  WAITING_ENTRIES,
  type Entry,
  type NewEntry,
  type NewItem,
  type NewParts,
  type Who,
} from "./store.ts";
import { makeUndo } from "./undo.ts";
import type { ChangeBody, ShownAnswer, ShownChange, ShownCorrection, ShownDetail } from "./wire.ts";

const BY_API = "the API";
const FROM_TRANSACTIONS = "the transactions page";

/** The storage, clock and service of the journal. */
export interface ChangesCore extends Pick<Core, "sql" | "arm" | "connection" | "bucket"> {
  readonly tools: () => Pick<Tools, "sql" | "chance" | "upstream" | "pace">;
  readonly credentials: {
    readonly connection: () => Promise<{
      readonly userId: number;
      readonly personName: string;
    } | null>;
  };
}

/** Undoes an import by its id. */
type UndoImport = (run: string) => Promise<Result<unknown, ImportProblem>>;

/** The journal of a connection. */
export class Changes implements Feature {
  readonly #core: ChangesCore;
  readonly #undoImport: UndoImport;
  /** Entries are carried out one after the other. */
  #line: Promise<void> = Promise.resolve();
  #isBusy = false;
  /** Whether the entries of an earlier instance, which was killed, are due again. */
  #isResumed = false;

  constructor(core: ChangesCore, undoImport: UndoImport = async (id) => err(notFound(id))) {
    this.#core = core;
    this.#undoImport = undoImport;
  }

  /** Carries a change out. If that takes long, the answer says that it continues. */
  async change(
    body: ChangeBody,
    principal: Principal | null,
  ): Promise<Result<ShownAnswer, ImportProblem>> {
    const { sql } = this.#core;
    const hash = await hashText(JSON.stringify(body));
    const by = await this.nameBy(principal, body.from);
    const known = findByKey(sql, body.key);
    if (known !== null && known.hash !== hash) return err(REUSED);
    if (known !== null) return ok(await this.#carryOut(known));
    const parts = this.#listParts(body);
    return ok(await this.#begin({ key: body.key, hash, undoes: null, ...by }, parts));
  }

  /** Stores that a file will be in the bucket under the name that is returned. */
  expectFile(bytes: number): string {
    const { sql, connection } = this.#core;
    const key = nameKept(connection, crypto.randomUUID());
    addKept(sql, { key, bytes, record: null }, this.#now());
    return key;
  }

  /** Attaches a file that is in the bucket to a transaction, as one entry. */
  async attachFile(
    { key, hash, kept, transaction, name, type, notes }: NewAttachment,
    principal: Principal | null,
  ): Promise<Result<ShownAnswer, ImportProblem>> {
    const { sql } = this.#core;
    const by = await this.nameBy(principal, FROM_TRANSACTIONS);
    const known = findByKey(sql, key);
    if (known !== null && known.hash !== hash) return err(REUSED);
    if (known !== null) return ok(await this.#carryOut(known));
    const wanted = { transaction_id: transaction, name, type, notes, key: kept };
    const record = { kind: "file", action: "create", record: "", undoes: null } as const;
    const parts = { items: [], records: [{ ...record, wanted, name }] };
    return ok(await this.#begin({ key, hash, undoes: null, ...by }, parts));
  }

  /** Accepts a suggested transfer, as one entry. If that is under way already, it is waited for. */
  async acceptTransfer(wanted: AcceptedTransfer, principal: Principal | null): Promise<void> {
    const { sql } = this.#core;
    const by = await this.nameBy(principal);
    const begun = findDeciding(sql, wanted.n);
    const parts = listAccepting(sql, [wanted]);
    if (begun !== null) await this.#carryOut(begun);
    else if (parts.records.length + parts.items.length > 1)
      await this.#begin({ key: null, hash: "", undoes: null, ...by }, parts);
  }

  /** Who makes a change, and where from. The holder of a token is the person of the connection. */
  async nameBy(
    principal: Principal | null,
    from?: string,
  ): Promise<{ readonly who: Who; readonly source: string | null }> {
    const who = await this.#nameWho(principal);
    return { who, source: from ?? (principal?.name == null ? BY_API : null) };
  }

  /** Stores an entry, and what it decides about transfers, and carries it out. */
  async #begin(entry: Omit<NewEntry, "sentence">, parts: NewParts): Promise<ShownAnswer> {
    const { sql } = this.#core;
    const now = this.#now();
    const made = sql.transaction(() => {
      const sentence = describeAll(parts);
      const added = addEntry(sql, { ...entry, sentence }, parts, { now, dueAt: now });
      markAccepting(sql, added);
      claimFiles(sql, added);
      return added;
    });
    return this.#carryOut(made);
  }

  /** Undoes a change. If it is being undone or was undone already, the answer is that undo. */
  async undo(
    id: number,
    key: string | null,
    principal: Principal | null,
  ): Promise<Result<ShownAnswer, ImportProblem>> {
    const { sql } = this.#core;
    const hash = await hashText(`undo ${id}`);
    const who = await this.#nameWho(principal);
    const known = key === null ? null : findByKey(sql, key);
    if (known !== null && known.hash !== hash) return err(REUSED);
    const entry = findEntry(sql, id);
    if (known !== null) return ok(await this.#carryOut(known));
    if (entry === null) return err(notFound(id));
    if (entry.cannot_undo !== null) return err({ kind: "not offered", message: entry.cannot_undo });
    if (entry.import !== null) return this.#undoOfImport(entry, entry.import);
    if (entry.state === "applying") return err(NOT_YET);
    const last = findUndo(sql, id);
    if (last !== null && (entry.state === "undoing" || entry.state === "undone"))
      return ok(await this.#carryOut(last));
    const parts = { items: makeUndo(sql, id), records: makeRecordUndo(sql, id) };
    if (parts.items.length + parts.records.length === 0) return err(NOTHING);
    const now = this.#now();
    const sentence = describeUndo(entry.sentence);
    const made = { key, hash, source: null, sentence, undoes: id, who };
    return ok(await this.#carryOut(addEntry(sql, made, parts, { now, dueAt: now })));
  }

  /** An import is undone by its own undo, which writes the journal. */
  async #undoOfImport({ id }: Entry, run: string): Promise<Result<ShownAnswer, ImportProblem>> {
    const { sql } = this.#core;
    const begun = await this.#undoImport(run);
    if (!begun.ok) return begun;
    const entry = findUndo(sql, id) ?? findEntry(sql, id);
    return entry === null ? err(notFound(id)) : ok(showAnswer(sql, entry));
  }

  /** The changes before an id, the newest first; only those of `transaction`, if it is given. */
  list(
    limit: number,
    before: number,
    transaction: number | null = null,
  ): { changes: ShownChange[]; has_more: boolean } {
    const { sql } = this.#core;
    const found =
      transaction === null
        ? listEntries(sql, limit + 1, before)
        : listEntriesOf(sql, transaction, limit + 1, before);
    const changes = found.slice(0, limit).map((entry) => showEntry(sql, entry));
    return { changes, has_more: found.length > limit };
  }

  /** The fields of transactions that people set by hand. */
  corrections(): ShownCorrection[] {
    return listCorrections(this.#core.sql);
  }

  /** A change with each transaction before and after; null if there is no such change. */
  get(id: number): ShownDetail | null {
    const entry = findEntry(this.#core.sql, id);
    return entry === null ? null : showDetail(this.#core.sql, entry);
  }

  /** Carries out one step of an entry that is due. */
  async work(): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#resume();
    const next = CHANGES.next(this.#tools());
    const { sql, bucket } = this.#core;
    if (next === null) return deleteKept(sql, bucket, this.#now());
    await this.#inLine(() => this.#attempt(next.id));
    return true;
  }

  dueAt(): number | null {
    this.#resume();
    const { sql } = this.#core;
    const due = earliest([CHANGES.dueAt(sql), findKeptDue(sql, this.#now())]);
    // The request that carries it out asks for the alarm when it ends.
    return due !== null && this.#isBusy ? Math.max(due, this.#now() + CHANGE_LEASE_MS) : due;
  }

  hurry(): void {
    WAITING_ENTRIES.hurry(this.#core.sql);
  }

  /** Works on an entry until it is done, has to wait, or takes too long for a request. */
  async #carryOut(entry: Entry): Promise<ShownAnswer> {
    const { sql, arm } = this.#core;
    const until = this.#now() + CHANGE_WAIT_MS_MAX;
    this.#resume();
    if (entry.state === "applying") {
      await arm();
      await this.#inLine(async () => {
        while (this.#now() < until && (await this.#attempt(entry.id)));
      });
      await arm();
    }
    return showAnswer(sql, findEntry(sql, entry.id) ?? entry);
  }

  /** One attempt; false if the entry is done or has to wait. */
  async #attempt(id: number): Promise<boolean> {
    const { sql } = this.#core;
    const entry = findEntry(sql, id);
    if (entry?.state !== "applying" || (entry.next_attempt_at ?? 0) > this.#now()) return false;
    await attempt(CHANGES, this.#tools(), entry);
    return true;
  }

  /** Entries that a killed instance was carrying out are due at once. */
  #resume(): void {
    if (this.#isResumed) return;
    this.#isResumed = true;
    freeLeases(this.#core.sql, this.#now());
  }

  #now(): number {
    return this.#core.tools().chance.now();
  }

  #inLine(work: () => Promise<unknown>): Promise<void> {
    const turn = this.#afterOthers(this.#line, work);
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  async #afterOthers(others: Promise<void>, work: () => Promise<unknown>): Promise<void> {
    await others;
    this.#isBusy = true;
    try {
      await work();
    } finally {
      this.#isBusy = false;
    }
  }

  #tools(): ChangeTools {
    const { sql, chance, upstream, pace } = this.#core.tools();
    const ask = refuseForbidden(queueService(upstream, pace).ask);
    const { own } = upstream;
    const askOwn =
      own === undefined
        ? null
        : refuseForbidden(queueService({ ...upstream, base: own }, pace).ask);
    const files = makeFileRoom(this.#core, upstream, pace, ask);
    const records = makeRecordService(ask, askOwn);
    return { sql, chance, service: makeService(ask), records, files };
  }

  /** A transaction or record that was deleted and restored is named by its new id. */
  #listParts(body: ChangeBody): NewParts {
    const { sql } = this.#core;
    const items = listWanted(body).map((item) => ({
      ...item,
      transaction: findCurrentId(sql, item.transaction),
    }));
    const records = toNewRecords(body.records ?? []).map((one) =>
      one.action === "create"
        ? one
        : { ...one, record: nameCurrent(one.kind, one.record, currentIds(sql, 0)) },
    );
    const expanded = expandDecisions(sql, records);
    return { items: [...items, ...expanded.items], records: expanded.records };
  }

  /** The holder of a developer token is the person of the connection. */
  async #nameWho(principal: Principal | null): Promise<Who> {
    if (principal?.name != null) return { id: principal.id, name: principal.name };
    const view = await this.#core.credentials.connection();
    return { id: principal?.id ?? view?.userId ?? null, name: view?.personName ?? "" };
  }
}

const REUSED: ImportProblem = {
  kind: "not offered",
  message: "This key was used before for another change.",
};
const NOT_YET: ImportProblem = {
  kind: "not offered",
  message: "The change is not done yet, so it cannot be undone.",
};
const NOTHING: ImportProblem = {
  kind: "not offered",
  message: "Nothing of this change is left to undo.",
};

/** The refusal of an id that no change has. */
export function notFound(id: number | string): ImportProblem {
  return { kind: "not learned", what: `change ${String(id).slice(0, 20)}` };
}

function describeAll({ items, records }: NewParts): string {
  const all = [describeWanted(items), ...describeWantedRecords(records)].filter(
    (one) => one !== "",
  );
  const sentence = all.join("; ");
  return capitalize(sentence);
}

function listWanted(body: ChangeBody): NewItem[] {
  return [
    ...body.transactions.map(({ id, was, set }) => ({
      kind: "edit" as const,
      transaction: id,
      undoes: null,
      wanted: { was, set },
      label: null,
    })),
    ...body.delete.map((id) => ({
      kind: "delete" as const,
      transaction: id,
      undoes: null,
      wanted: {},
      label: null,
    })),
  ];
}

async function hashText(text: string): Promise<string> {
  return hex(await sha256(text));
}
