// What a connection tells others: endpoints, their deliveries, and the sending. Receivers
// may be slow: nothing waits for them, neither the alarm that begins an attempt nor an import.

import type { Resealed } from "../../../platform/sealing/resealed.ts";
import { resealRows } from "../../../platform/sealing/reseal-rows.ts";
import { ENDPOINT_ROTATION_MS, NOTICES_AT_ONCE_MAX } from "../../../platform/limits.ts";
import { logFault } from "../../../platform/log.ts";
import { parseReceiver } from "../../../sources/address.ts";
import type { Result } from "../../../platform/result.ts";
import type { Fetching } from "../../../sources/fetching.ts";
import { internetFetching } from "../../../sources/internet.ts";
import { must } from "../../../platform/assert.ts";
import { rotated } from "../../../platform/sealing/rotation.ts";
import { createSealer, type Sealer } from "../../../platform/sealing/seal.ts";
import { newWebhookSecret } from "../../../platform/webhook-signature.ts";
import type { Core } from "../../core.ts";
import type { Feature } from "../../feature.ts";
import {
  claimDeliveries,
  deliveriesDueAt,
  forgetDeliveries,
  pageOfDeliveries,
  resend,
  settleDelivery,
  type Claimed,
  type Delivery,
} from "./deliveries.ts";
import {
  addEndpoint,
  changeEndpoint,
  endpointById,
  toEndpoint,
  listEndpoints,
  removeEndpoint,
  removeEndpoints,
  parseTarget,
  type Endpoint,
  type Target,
} from "./endpoints.ts";
import type { EventType } from "./notify.ts";
import { planAfter, type Attempt } from "./next-attempt.ts";
import { attempt } from "./send.ts";

const ENDPOINT_PURPOSE = "webhook endpoints";

/** An endpoint as it is wanted; its address was looked at. */
export interface WantedEndpoint {
  readonly label: string;
  readonly url: string;
  readonly events: readonly EventType[];
  /** Where this deployment was asked at: what links begin with. */
  readonly origin: string;
}

/** Whom a connection tells. */
export class Endpoints implements Feature {
  readonly #core: Core;
  readonly #fetching: Fetching;
  /** The endpoints that are sent something at this moment: one message each. */
  readonly #busy = new Set<number>();

  constructor(core: Core) {
    this.#core = core;
    this.#fetching = internetFetching(core.config);
  }

  list(): Endpoint[] {
    return listEndpoints(this.#core.sql);
  }

  /** The address that an endpoint may have, for a deployment that was asked at `origin`; or why it may not. */
  addressAt(url: string, origin: string): Result<URL, string> {
    const { local, ownIssuer } = this.#core.config;
    return parseReceiver(url, local, [origin, ownIssuer]);
  }

  /** With its secret, which is known this once; null where there are as many as there may be. */
  async create(wanted: WantedEndpoint): Promise<{ endpoint: Endpoint; secret: string } | null> {
    const secret = newWebhookSecret();
    const seal = async (id: number) => this.#seal(id, { url: wanted.url, secret, previous: [] });
    const endpoint = await addEndpoint(
      this.#core.sql,
      { ...wanted, url: new URL(wanted.url) },
      seal,
      Date.now(),
    );
    return endpoint === null ? null : { endpoint, secret };
  }

  /** Null where there is none. */
  change(
    id: number,
    change: {
      label?: string | undefined;
      events?: readonly EventType[] | undefined;
      enabled?: boolean | undefined;
    },
  ): Endpoint | null {
    if (!changeEndpoint(this.#core.sql, id, change)) return null;
    return toEndpoint(must(endpointById(this.#core.sql, id), "the endpoint was just changed"));
  }

  remove(id: number): boolean {
    return removeEndpoint(this.#core.sql, id);
  }

  /**
   * Another secret, beside which the one before signs for a day; null where there is no such
   * endpoint, or its secret is lost.
   */
  async rotate(id: number): Promise<string | null> {
    const row = endpointById(this.#core.sql, id);
    const target = row === null ? null : await this.#opened(id, row.sealed);
    if (row === null || target === null) return null;
    const secret = newWebhookSecret();
    const now = Date.now();
    const sealed = await this.#seal(id, {
      url: target.url,
      ...rotated(target, secret, now + ENDPOINT_ROTATION_MS, now),
    });
    const changed = this.#core.sql.all(
      "UPDATE endpoints SET sealed = ? WHERE id = ? AND sealed = ? RETURNING id",
      sealed,
      id,
      row.sealed,
    );
    return changed.length > 0 ? secret : null;
  }

  /** The newest first; null where there is no such endpoint. */
  deliveries(
    id: number,
    limit: number,
    offset: number,
  ): { deliveries: Delivery[]; has_more: boolean } | null {
    if (endpointById(this.#core.sql, id) === null) return null;
    const found = pageOfDeliveries(this.#core.sql, id, limit + 1, offset);
    return { deliveries: found.slice(0, limit), has_more: found.length > limit };
  }

  /** Has a delivery sent once more, also what was delivered. */
  async resend(id: number, delivery: number): Promise<"sent" | "disabled" | "unknown"> {
    const endpoint = endpointById(this.#core.sql, id);
    if (endpoint?.state === "disabled") return "disabled";
    const found = endpoint !== null && resend(this.#core.sql, id, delivery, Date.now());
    await this.#core.arm();
    return found ? "sent" : "unknown";
  }

  /** Sends an endpoint something that means nothing, to see whether it takes it. */
  async try(id: number): Promise<"sent" | "disabled" | "unknown"> {
    const endpoint = endpointById(this.#core.sql, id);
    if (endpoint === null) return "unknown";
    if (endpoint.state === "disabled") return "disabled";
    this.#core.sql.transaction(() => {
      const notice = this.#core.sql.all<{ seq: number }>(
        "INSERT INTO notices (type, subject, data) VALUES ('webhook.test', '', '{}') RETURNING seq",
      )[0];
      this.#core.sql.run(
        "INSERT INTO deliveries (notice, endpoint, state, next_attempt_at) VALUES (?, ?, 'waiting', ?)",
        must(notice, "the notice was stored").seq,
        id,
        Date.now(),
      );
    });
    await this.#core.arm();
    return "sent";
  }

  async reseal(): Promise<Resealed> {
    const rows = this.#core.sql
      .all<{ id: number; sealed: string }>("SELECT id, sealed FROM endpoints WHERE sealed <> ''")
      .map((row) => ({ ...row, place: this.#place(row.id) }));
    const put = ({ id, sealed }: { id: number; sealed: string }, fresh: string) =>
      this.#core.sql.run(
        "UPDATE endpoints SET sealed = ? WHERE id = ? AND sealed = ?",
        fresh,
        id,
        sealed,
      );
    return await resealRows(
      await this.#sealer(),
      rows,
      put,
      (count) => `${count} webhook endpoints open with neither key: nothing is sent to them`,
    );
  }

  /** Begins what is due to be sent, and waits for none of it; false where it could not. It never throws. */
  send(): boolean {
    try {
      const now = Date.now();
      forgetDeliveries(this.#core.sql, now);
      const claimed = claimDeliveries(
        this.#core.sql,
        this.#busy,
        NOTICES_AT_ONCE_MAX - this.#busy.size,
        now,
      );
      for (const { endpoint } of claimed) this.#busy.add(endpoint);
      for (const one of claimed) void this.#deliver(one);
      return true;
    } catch (error) {
      logFault({ event: "notices not sent", error: String(error) });
      return false;
    }
  }

  /**
   * When there is something to send; null where there is not, or as much is on its way as may be:
   * whatever ends sets the alarm.
   */
  dueAt(): number | null {
    return this.#busy.size >= NOTICES_AT_ONCE_MAX
      ? null
      : deliveriesDueAt(this.#core.sql, this.#busy);
  }

  end(): void {
    removeEndpoints(this.#core.sql);
  }

  async #deliver(claimed: Claimed): Promise<void> {
    try {
      const target = await this.#opened(claimed.endpoint, claimed.sealed);
      const heard: Attempt =
        target === null ? LOST : await attempt(claimed, target, this.#fetching, Date.now());
      const now = Date.now();
      const planned = planAfter(
        heard,
        { attempts: claimed.attempts, failingSince: claimed.failing_since },
        now,
        Math.random(),
      );
      settleDelivery(this.#core.sql, claimed, planned, heard, now);
    } catch (error) {
      // Its lease ends, and it is tried again.
      logFault({ event: "notice not delivered", error: String(error) });
    } finally {
      this.#busy.delete(claimed.endpoint);
      await this.#core
        .arm()
        .catch((error: unknown) =>
          logFault({ event: "alarm not set after a notice", error: String(error) }),
        );
    }
  }

  async #seal(id: number, target: Target): Promise<string> {
    return (await this.#sealer()).seal(this.#place(id), JSON.stringify(target));
  }

  async #opened(id: number, sealed: string): Promise<Target | null> {
    const opened = await (await this.#sealer()).open(this.#place(id), sealed);
    return opened.ok ? parseTarget(opened.value.plain) : null;
  }

  #sealer(): Promise<Sealer> {
    return createSealer(this.#core.config, ENDPOINT_PURPOSE);
  }

  #place(id: number): string {
    return `endpoint/${this.#core.connection}/${id}`;
  }
}

const LOST: Attempt = {
  status: null,
  said: "Its address and secret cannot be read any more: remove it, and make it again.",
  retryAfter: null,
};
