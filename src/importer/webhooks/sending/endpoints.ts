// Who is told: the endpoints of one connection. An address may hold a secret of its receiver, so the whole of it is
// sealed together with what is signed with; shown is what stands before the query, its long parts cut.

import * as z from "zod";
import { ENDPOINTS_MAX } from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { must } from "../../../platform/assert.ts";
import type { Rotation } from "../../../platform/sealing/rotation.ts";
import { disable } from "./deliveries.ts";
import type { EventType } from "./notify.ts";

/** An endpoint as it is shown. */
export interface Endpoint {
  readonly id: number;
  readonly label: string;
  /** Its address without what may be secret in it. */
  readonly url: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  /** Why it was switched off. */
  readonly said: string | null;
  /** Since when nothing has been taken there. */
  readonly failing_since: string | null;
  readonly delivered_at: string | null;
  readonly created_at: string;
}

/** What is kept sealed: the address, and what is signed with; secrets before sign along until their time is over. */
export interface Target extends Rotation {
  readonly url: string;
}

export interface EndpointRow {
  readonly id: number;
  readonly label: string;
  readonly shown: string;
  readonly sealed: string;
  readonly events: string;
  readonly state: "enabled" | "disabled";
  readonly said: string | null;
  readonly failing_since: number | null;
  readonly created_at: number;
  readonly delivered_at: number | null;
}

const previous = z.object({ secret: z.string(), until: z.number() });
// At first there was room for one before.
const target = z.object({
  url: z.string(),
  secret: z.string(),
  previous: z.union([
    z.array(previous),
    previous.nullable().transform((one) => (one === null ? [] : [one])),
  ]),
});
const SECRET_CHARS_MIN = 16;
const SHOWN_CHARS = 4;
const eventsText = z.array(z.string());

/** What was sealed for an endpoint; null for any other text. */
export function parseTarget(plain: string): Target | null {
  try {
    return target.parse(JSON.parse(plain));
  } catch {
    return null;
  }
}

/** What is shown of an address, by which a person knows it. Many a receiver is known by a secret in its path. */
export function shownAddress({ origin, pathname }: URL): string {
  return (
    origin +
    pathname
      .split("/")
      .map((part) => (part.length < SECRET_CHARS_MIN ? part : `${part.slice(0, SHOWN_CHARS)}…`))
      .join("/")
  );
}

/** All of them, the oldest first. */
export function listEndpoints(sql: Sql): Endpoint[] {
  return sql.all<EndpointRow>("SELECT * FROM endpoints ORDER BY id").map(toEndpoint);
}

export function endpointById(sql: Sql, id: number): EndpointRow | null {
  return sql.first<EndpointRow>("SELECT * FROM endpoints WHERE id = ?", id);
}

/** A new one, for which `seal` is called with its id; null where there are as many as there may be. */
export async function addEndpoint(
  sql: Sql,
  wanted: { label: string; url: URL; events: readonly EventType[]; origin: string },
  seal: (id: number) => Promise<string>,
  now: number,
): Promise<Endpoint | null> {
  const made = sql.transaction(() => {
    if ((sql.first<{ n: number }>("SELECT COUNT(*) AS n FROM endpoints")?.n ?? 0) >= ENDPOINTS_MAX)
      return null;
    // Disabled until it can be signed for: killed before that, it is there to be seen and removed,
    // and nothing is sent to it.
    return sql.all<{ id: number }>(
      "INSERT INTO endpoints (label, shown, sealed, events, origin, state, said, created_at) VALUES (?, ?, '', ?, ?, 'disabled', 'it was not made whole: make it again', ?) RETURNING id",
      wanted.label,
      shownAddress(wanted.url),
      JSON.stringify([...new Set(wanted.events)]),
      wanted.origin,
      now,
    )[0];
  });
  if (made === null || made === undefined) return null;
  const sealed = await seal(made.id);
  sql.run(
    "UPDATE endpoints SET sealed = ?, state = 'enabled', said = NULL WHERE id = ?",
    sealed,
    made.id,
  );
  return toEndpoint(must(endpointById(sql, made.id), "the endpoint was just made"));
}

/** Changes what is given; switched on again, it begins without a past. False where there is none. */
export function changeEndpoint(
  sql: Sql,
  id: number,
  change: {
    label?: string | undefined;
    events?: readonly EventType[] | undefined;
    enabled?: boolean | undefined;
  },
): boolean {
  return sql.transaction(() => {
    const row = endpointById(sql, id);
    if (row === null) return false;
    const { label = row.label, events, enabled } = change;
    sql.run(
      "UPDATE endpoints SET label = ?, events = ? WHERE id = ?",
      label,
      events === undefined ? row.events : JSON.stringify([...new Set(events)]),
      id,
    );
    if (enabled === true && row.sealed !== "")
      sql.run(
        "UPDATE endpoints SET state = 'enabled', said = NULL, failing_since = NULL, quiet_until = 0 WHERE id = ?",
        id,
      );
    if (enabled === false) disable(sql, id, "You switched it off.");
    return true;
  });
}

export function removeEndpoint(sql: Sql, id: number): boolean {
  return sql.transaction(() => {
    sql.run("DELETE FROM deliveries WHERE endpoint = ?", id);
    return sql.run("DELETE FROM endpoints WHERE id = ?", id) > 0;
  });
}

/** For a connection that ends. */
export function removeEndpoints(sql: Sql): void {
  sql.run("DELETE FROM deliveries; DELETE FROM notices; DELETE FROM endpoints");
}

export function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    label: row.label,
    url: row.shown,
    events: eventsText.parse(JSON.parse(row.events)),
    enabled: row.state === "enabled",
    said: row.said,
    failing_since: instant(row.failing_since),
    delivered_at: instant(row.delivered_at),
    created_at: new Date(row.created_at).toISOString(),
  };
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
