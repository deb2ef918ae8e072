// A connection's hooks: made, listed, given another secret, revoked, called. A call is checked here, where the
// hook's secrets are, before anything of its body is looked at; what was let in is done by accept-call.ts.

import { HOOK_ROTATION_MS, HOOKS_MAX } from "../../../platform/limits.ts";
import type { Resealed } from "../../../platform/sealing/resealed.ts";
import { resealRows } from "../../../platform/sealing/reseal-rows.ts";
import { hashSecret, mint } from "../../../platform/credentials/credential.ts";
import { hex, sha256 } from "../../../platform/digest.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import { rotated, secretsAt } from "../../../platform/sealing/rotation.ts";
import { createSealer, type Sealer } from "../../../platform/sealing/seal.ts";
import {
  isWebhookId,
  newWebhookSecret,
  parseWebhookKey,
  verifyWebhook,
  webhookFaultWords,
  type WebhookHeaders,
} from "../../../platform/webhook-signature.ts";
import { storeDocument } from "../../imports/documents.ts";
import { itemsDocument } from "../../../statements/items/document.ts";
import type { Core } from "../../core.ts";
import type { Feature } from "../../feature.ts";
import type { ImportProblem } from "../../problem.ts";
import { Runs, type DocumentRef } from "../../imports/runs.ts";
import { readHookBody, type FieldFault, type HookItem } from "./body.ts";
import { BALANCES, hurryBalances } from "./balances.ts";
import { parseHookKeys, keptHookKeys } from "./keys.ts";
import {
  addHook,
  hookByHash,
  hookById,
  hookRefused,
  listHooks,
  moveHook,
  pageOfCalls,
  removeHook,
  removeHooks,
  resealHook,
  type Hook,
  type HookCall,
  type HookRow,
} from "./store.ts";
import {
  doneBefore,
  takeCall,
  toldItems,
  type Call,
  type HookProblem,
  type Said,
} from "./accept-call.ts";

const HOOK_PURPOSE = "hook keys";

/** A hook as it is wanted; `key` is the sender's own secret or public key, null where one is to be made. */
export interface WantedHook {
  readonly label: string;
  readonly check: Hook["check"];
  readonly key: string | null;
  readonly account: number | null;
}

/** A hook that was just made. */
export interface NewHook {
  readonly hook: Hook;
  readonly address: string;
  /** Null where it is the sender's own, or there is none. */
  readonly secret: string | null;
}

/** How a hook's secret is to be changed. */
export interface WantedRotation {
  /** The sender's new key; null where one is to be made. */
  readonly key: string | null;
  /** Whether the one before ends now, as when somebody else has it. */
  readonly atOnce: boolean;
}

/** What is known of a changed secret this once. */
export interface RotatedHook {
  /** Null where the address stays. */
  readonly address: string | null;
  /** Null where it is the sender's own. */
  readonly secret: string | null;
}

export type RotationRefusal = "no such hook" | "has no key" | "changed meanwhile";

/** A connection's hooks. */
export class Hooks implements Feature {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  list(): Hook[] {
    return listHooks(this.#core.sql);
  }

  /** The address, and a secret that was made here, are known this once. */
  async create({
    label,
    check,
    key,
    account,
  }: WantedHook): Promise<Result<NewHook, ImportProblem>> {
    const missing = account === null ? null : await this.#missingAccount(account);
    if (missing !== null) return err(missing);
    const { text, hash } = await mint("hook", this.#core.connection);
    const made = check === "signature" && key === null ? newWebhookSecret() : null;
    const kept = check === "signature" ? (key ?? made) : null;
    const sealed =
      kept === null
        ? null
        : await (
            await this.#sealer()
          ).seal(this.#place(hash), keptHookKeys({ secret: kept, previous: [] }));
    const hook = addHook(this.#core.sql, { label, hash, sealed, account }, Date.now());
    if (hook === null)
      return err({ kind: "too many", message: `A connection has at most ${HOOKS_MAX} hooks.` });
    return ok({ hook, address: text, secret: made });
  }

  /**
   * Gives a hook another secret, made here or the sender's new key; of one that is known by its
   * address, another address. What was taken before is taken for a day, or from now on no more.
   */
  async rotate(
    id: number,
    { key, atOnce }: WantedRotation,
  ): Promise<Result<RotatedHook, RotationRefusal>> {
    const hook = hookById(this.#core.sql, id);
    if (hook === null) return err("no such hook");
    if (hook.sealed !== null) return this.#rotateKey(hook, hook.sealed, { key, atOnce });
    if (key !== null) return err("has no key");
    const { text, hash } = await mint("hook", this.#core.connection);
    const now = Date.now();
    return moveHook(this.#core.sql, hook, hash, atOnce ? now : now + HOOK_ROTATION_MS, now)
      ? ok({ address: text, secret: null })
      : err("changed meanwhile");
  }

  remove(id: number): boolean {
    return removeHook(this.#core.sql, id);
  }

  /** What was called by a hook, the newest first. */
  calls(id: number, limit: number, offset: number): { calls: HookCall[]; has_more: boolean } {
    const calls = pageOfCalls(this.#core.sql, id, limit + 1, offset);
    return { calls: calls.slice(0, limit), has_more: calls.length > limit };
  }

  /** Somebody calls the hook of this secret. What is answered is stored; the same call again is answered the same. */
  async call(
    secret: string,
    headers: WebhookHeaders,
    body: Uint8Array,
  ): Promise<Result<HookCall, HookProblem>> {
    const hash = await hashSecret(secret);
    const hook = hookByHash(this.#core.sql, hash, Date.now());
    if (hook === null) return err({ kind: "no such hook" });
    const done = await this.#checked(hook, headers, body);
    if (!done.ok) hookRefused(this.#core.sql, hook.id, describeProblem(done.error), Date.now());
    else await this.#core.arm();
    return done;
  }

  async reseal(): Promise<Resealed> {
    const rows = listedSealed(
      this.#core.sql.all<{ hash: string; sealed: string }>(
        "SELECT hash, sealed FROM hooks WHERE sealed IS NOT NULL",
      ),
      (hash) => this.#place(hash),
    );
    const put = ({ hash, sealed }: { hash: string; sealed: string }, fresh: string) =>
      this.#core.sql.run(
        "UPDATE hooks SET sealed = ? WHERE hash = ? AND sealed = ?",
        fresh,
        hash,
        sealed,
      );
    return await resealRows(
      await this.#sealer(),
      rows,
      put,
      (count) =>
        `the keys of ${count} hooks open with neither key: what is sent to them is refused`,
    );
  }

  /** The balances that came by a hook. */
  work(): Promise<boolean> {
    return BALANCES.work(this.#core.tools());
  }

  dueAt(): number | null {
    return BALANCES.dueAt(this.#core.sql);
  }

  hurry(): void {
    hurryBalances(this.#core.sql);
  }

  end(): void {
    removeHooks(this.#core.sql);
  }

  /** Why nothing can go to the account; null where it can. */
  async #missingAccount(account: number): Promise<ImportProblem | null> {
    const listed = await this.#core.accounts();
    if (listed.kind !== "accounts")
      return {
        kind: "no answer",
        message: "The service cannot be asked for its accounts just now; nothing was changed.",
      };
    return listed.accounts.some(({ id, closed }) => id === account && !closed)
      ? null
      : {
          kind: "invalid",
          field: "/body/account_id",
          message: `There is no open account ${account}.`,
        };
  }

  async #rotateKey(
    hook: HookRow,
    sealed: string,
    { key, atOnce }: WantedRotation,
  ): Promise<Result<RotatedHook, RotationRefusal>> {
    const sealer = await this.#sealer();
    const place = this.#place(hook.hash);
    const opened = await sealer.open(place, sealed);
    const before = opened.ok ? parseHookKeys(opened.value.plain) : null;
    const secret = key ?? newWebhookSecret();
    const now = Date.now();
    // Where what was before cannot be read any more, nothing was taken by it either.
    const keys =
      before === null || atOnce
        ? { secret, previous: [] }
        : rotated(before, secret, now + HOOK_ROTATION_MS, now);
    const fresh = await sealer.seal(place, keptHookKeys(keys));
    return resealHook(this.#core.sql, hook, fresh)
      ? ok({ address: null, secret: key === null ? secret : null })
      : err("changed meanwhile");
  }

  async #checked(
    hook: HookRow,
    headers: WebhookHeaders,
    body: Uint8Array,
  ): Promise<Result<HookCall, HookProblem>> {
    const now = Date.now();
    const id = await this.#readWebhookId(hook, headers, body, now);
    if (!id.ok) return id;
    const digest = hex(await sha256(body));
    const call: Call = { hook: hook.id, key: id.value ?? `body ${digest}`, body: digest };
    const before = doneBefore(this.#core.sql, call);
    if (before !== null) return before;
    const read = readHookBody(body, { account: hook.account, hasId: id.value !== null, now });
    if (!read.ok) return err({ kind: "invalid", faults: read.error });
    const said: Said =
      read.value.kind === "balance"
        ? read.value
        : {
            ...read.value,
            document: await this.#stored(hook, call, read.value.account, read.value.items),
          };
    return takeCall(this.#core.sql, new Runs(this.#core.sql), call, said, now);
  }

  /** The webhook-id, by a good signature or under a secret address; null where the latter came without one. */
  async #readWebhookId(
    hook: HookRow,
    headers: WebhookHeaders,
    body: Uint8Array,
    now: number,
  ): Promise<Result<string | null, HookProblem>> {
    if (hook.sealed === null) {
      if (headers.id === null || isWebhookId(headers.id)) return ok(headers.id);
      return err({
        kind: "not signed",
        message: webhookFaultWords({ kind: "malformed header", header: "webhook-id" }),
      });
    }
    const opened = await (await this.#sealer()).open(this.#place(hook.hash), hook.sealed);
    const kept = opened.ok ? parseHookKeys(opened.value.plain) : null;
    if (kept === null)
      return err({
        kind: "not signed",
        message: "This hook's key cannot be read any more. Give it another one.",
      });
    const keys = secretsAt(kept, now).flatMap((secret) => parseWebhookKey(secret) ?? []);
    const verified = await verifyWebhook(keys, headers, body, now);
    return verified.ok
      ? verified
      : err({ kind: "not signed", message: webhookFaultWords(verified.error) });
  }

  async #stored(
    hook: HookRow,
    call: Call,
    account: number,
    items: readonly HookItem[],
  ): Promise<DocumentRef> {
    const bytes = new TextEncoder().encode(
      itemsDocument(`account number ${account}`, toldItems(items, hook.id, call.key)),
    );
    const stored = await storeDocument(this.#core.bucket, once(bytes));
    if (!stored.ok)
      throw new Error(`Invariant broken: a call of ${bytes.length} bytes is ${stored.error}`);
    return { name: `${hook.label}.json`, ...stored.value, media_type: "application/json" };
  }

  #sealer(): Promise<Sealer> {
    return createSealer(this.#core.config, HOOK_PURPOSE);
  }

  #place(hash: string): string {
    return `hook/${this.#core.connection}/${hash}`;
  }
}

function listedSealed(
  rows: readonly { hash: string; sealed: string }[],
  place: (hash: string) => string,
) {
  return rows.map((row) => ({ ...row, place: place(row.hash) }));
}

function describeProblem(problem: HookProblem): string {
  switch (problem.kind) {
    case "no such hook":
      return "The hook was revoked.";
    case "not signed":
    case "id reused":
      return problem.message;
    case "invalid":
    case "known otherwise":
      return problem.faults
        .map(({ field, message }: FieldFault) => `${field}: ${message}`)
        .join(" ");
    case "too many":
      return "It was called too often within a day.";
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
