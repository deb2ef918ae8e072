// Sends each new backup to an address as well, as one PUT of the ZIP. It goes through the one fetch
// that checks addresses first, follows no redirect, and reads nothing but the status. A receiver may
// be slow: the alarm begins an attempt and waits for none.

import { BACKUP_SEND_MS_MAX } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import type { Result } from "../../platform/result.ts";
import { resealRows } from "../../platform/sealing/reseal-rows.ts";
import type { Resealed } from "../../platform/sealing/resealed.ts";
import { createSealer, type Sealer } from "../../platform/sealing/seal.ts";
import { parseReceiver } from "../../sources/address.ts";
import type { Fetching } from "../../sources/fetching.ts";
import { internetFetching } from "../../sources/internet.ts";
import type { Core } from "../core.ts";
import { shownAddress } from "../webhooks/sending/endpoints.ts";
import {
  claimSend,
  dropTarget,
  parseTarget,
  readTarget,
  setTarget,
  settleSend,
  type ClaimedSend,
  type Target,
} from "./target.ts";

const TARGET_PURPOSE = "backup address";
const LOST = "Its address and what lets us in there cannot be read any more: enter them once more.";

/** Where the backups of a connection are also sent to. */
export class Sending {
  readonly #core: Core;
  readonly #fetching: Fetching;
  #isBusy = false;

  constructor(core: Core) {
    this.#core = core;
    this.#fetching = internetFetching(core.config, BACKUP_SEND_MS_MAX);
  }

  /** The address as it may be used, for a deployment that was asked at `origin`; or why not. */
  check(url: string, origin: string): Result<URL, string> {
    const { local, ownIssuer } = this.#core.config;
    return parseReceiver(url, local, [origin, ownIssuer]);
  }

  /** Sends backups to a checked address from now on. */
  async set(url: URL, { token, person }: Omit<Target, "url">): Promise<void> {
    const target: Target = { url: url.href, token, person };
    const sealed = await (await this.#sealer()).seal(this.#place(), JSON.stringify(target));
    const has_token = token === null ? 0 : 1;
    const has_password = person === null ? 0 : 1;
    const row = { shown: shownAddress(url), sealed, has_token, has_password } as const;
    setTarget(this.#core.sql, row, Date.now());
    await this.#core.arm();
  }

  /** When the next attempt is due; null if none is, or one is under way, which sets the alarm. */
  dueAt(): number | null {
    return this.#isBusy ? null : (readTarget(this.#core.sql)?.due_at ?? null);
  }

  /** Begins an attempt that is due; false if none is. */
  begin(): boolean {
    const claimed = this.#isBusy ? null : claimSend(this.#core.sql, Date.now());
    if (claimed === null) return false;
    this.#isBusy = true;
    void this.#send(claimed);
    return true;
  }

  /** Forgets the address; what is under way there ends by itself. */
  drop(): boolean {
    return dropTarget(this.#core.sql);
  }

  async reseal(): Promise<Resealed> {
    const row = readTarget(this.#core.sql);
    const rows = row === null ? [] : [{ place: this.#place(), sealed: row.sealed }];
    const put = ({ sealed }: { sealed: string }, fresh: string) =>
      this.#core.sql.run("UPDATE backup_target SET sealed = ? WHERE sealed = ?", fresh, sealed);
    return resealRows(
      await this.#sealer(),
      rows,
      put,
      () => "the address of backups opens with neither key: none is sent there",
    );
  }

  async #send(claimed: ClaimedSend): Promise<void> {
    try {
      settleSend(this.#core.sql, claimed, await this.#attempt(claimed), Date.now());
    } catch (error) {
      // Its lease ends, and it is sent again.
      logFault({ event: "backup not sent", error: String(error) });
    } finally {
      this.#isBusy = false;
      await this.#core
        .arm()
        .catch((error: unknown) =>
          logFault({ event: "alarm not set after a backup was sent", error: String(error) }),
        );
    }
  }

  /** Why the backup was not taken, as a sentence; null if it was. */
  async #attempt({ sealed, key, made_at: madeAt }: ClaimedSend): Promise<string | null> {
    const opened = await (await this.#sealer()).open(this.#place(), sealed);
    const target = opened.ok ? parseTarget(opened.value.plain) : null;
    if (target === null) return LOST;
    const stored = await this.#core.bucket.get(key);
    if (stored === null) return "The stored backup is gone.";
    // With its length, which many receivers ask for.
    const { readable: body, writable } = new FixedLengthStream(stored.size);
    // If it breaks off, the request fails as well, and says so.
    stored.body.pipeTo(writable).catch(() => undefined);
    const asked = await this.#fetching({
      url: addressOf(target.url, new Date(madeAt)),
      method: "PUT",
      headers: { "content-type": "application/zip", ...authorizationOf(target) },
      body,
      statusAlone: true,
    });
    await body.cancel().catch(() => undefined);
    return asked.ok ? explainStatus(asked.value.status, target) : asked.error.message;
  }

  #sealer(): Promise<Sealer> {
    return createSealer(this.#core.config, TARGET_PURPOSE);
  }

  #place(): string {
    return `backup address/${this.#core.connection}`;
  }
}

/** Into a folder, which ends in "/", goes a file with the day in its name. */
export function addressOf(address: string, madeAt: Date): string {
  const url = new URL(address);
  if (url.pathname.endsWith("/"))
    url.pathname += `tributary-${madeAt.toISOString().slice(0, 10)}.zip`;
  return url.href;
}

/** The header that lets us in; user name and password in UTF-8 (RFC 7617). */
function authorizationOf({ token, person }: Target): { readonly authorization?: string } {
  if (token !== null) return { authorization: `Bearer ${token}` };
  if (person === null) return {};
  const words = new TextEncoder().encode(`${person.user}:${person.password}`);
  return { authorization: `Basic ${words.toBase64()}` };
}

function explainStatus(status: number, target: Target): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The address answered ${status}; redirects are not followed.`;
  if (status === 401 || status === 403)
    return `The address answered ${status}: ${explainRefusal(status, target)}`;
  if (status === 404 || status === 405 || status === 409)
    return `The address answered ${status}: no file can be put there.`;
  if (status === 413) return "The address answered 413: the backup is too large for it.";
  return `The address answered ${status}.`;
}

function explainRefusal(status: 401 | 403, { token, person }: Target): string {
  if (token !== null) return "the token does not allow this, or is no longer valid.";
  if (person === null) return "it wants a user name and a password, or a token.";
  return status === 401
    ? "the user name or the password is wrong. Many services want an app password here."
    : "the user name and password are known there, but no file may be put there with them.";
}
