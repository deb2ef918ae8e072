// What is told to others, over the whole Worker: when, signed how, how often, and what becomes of a
// receiver that is out of order. The receiver stands where the network would be, and checks each
// message by itself.

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  claimDeliveries,
  settleDelivery,
  type Delivery,
} from "../../../../src/importer/webhooks/sending/deliveries.ts";
import type { Endpoint } from "../../../../src/importer/webhooks/sending/endpoints.ts";
import { notify } from "../../../../src/importer/webhooks/sending/notify.ts";
import {
  ENDPOINTS_MAX,
  NOTICE_DELAYS_MS,
  NOTICE_LEASE_MS,
  NOTICES_AT_ONCE_MAX,
} from "../../../../src/platform/limits.ts";
import { Sql } from "../../../../src/platform/sql/sql.ts";
import { must } from "../../../../src/platform/assert.ts";
import { checked, type Behaviour, type Received } from "../../../sources/fakes/receiver.ts";
import { api, csv, HEADERS, importer, send, service } from "../../posting/driver.ts";
import { abortAllDurableObjects, reset } from "../../../reset.ts";
import { callsTo } from "../../../importer-calls.ts";

const bindings: Env = env;
const URL_OF_RECEIVER = "http://127.0.0.1:8799/webhooks?token=planted-receiver-token";

let received: Received[] = [];
let secrets: string[] = [];
let behave: Behaviour = () => ({ status: 204 });

beforeEach(async () => {
  await reset();
  received = [];
  secrets = [];
  behave = () => ({ status: 204 });
  const others = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).port !== "8799") return others(input, init);
    const message = checked((name) => request.headers.get(name), await request.text(), secrets);
    received.push(message);
    const { status, headers = {} } = behave(message, received.length);
    return new Response(null, { status, headers });
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

type Made = Endpoint & { readonly secret: string };

async function endpoint(events?: readonly string[], url = URL_OF_RECEIVER): Promise<Made> {
  const made = await api<Made>("/webhooks", "POST", {
    label: "my script",
    url,
    ...(events !== undefined && { events }),
  });
  secrets.push(made.secret);
  return made;
}

const deliveries = async (id: number) =>
  (await api<{ deliveries: Delivery[] }>(`/webhooks/${id}/deliveries`)).deliveries;
const listed = async () => (await api<{ endpoints: Endpoint[] }>("/webhooks")).endpoints;

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 4_000; round += 1) {
    if (await done()) return;
    await scheduler.wait(10);
  }
  throw new Error("it does not come to that");
}

/** Something happens that is told of. */
async function happen(subject = "s1"): Promise<void> {
  await runInDurableObject(await importer(), (_, state) =>
    notify(new Sql(state.storage), {
      type: "schedule.failed",
      subject,
      data: { schedule: subject, failures: 3 },
    }),
  );
  await wake();
}

async function wake(): Promise<void> {
  await callsTo(await importer()).resend(0, 0);
  await runDurableObjectAlarm(await importer());
}

/** From now on it is `ms` later than it is. */
function later(ms: number): void {
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + ms);
}

describe("an event", () => {
  test("is told once, signed, with ids and counts and the page to look at, and with no amount", async () => {
    const made = await endpoint();
    const { id } = await service<{ id: number }>("/manual_accounts", "POST", {
      name: "My account",
      type: "cash",
      currency: "eur",
    });
    const run = await send(csv(["2026-11-02", "Secret Shop", "-123.45"]), String(id));
    await until(() => received.length > 0);
    await until(async () => (await deliveries(made.id))[0]?.state === "delivered");
    const [message] = received;
    expect([received.length, message?.signedBy, message?.id]).toEqual([
      1,
      [made.secret],
      (await deliveries(made.id))[0]?.webhook_id,
    ]);
    expect(Math.abs((message?.seconds ?? 0) * 1000 - Date.now())).toBeLessThan(60_000);
    expect(message?.body).toMatchObject({
      type: "import.ended",
      data: { import: run.id, state: "done", door: "upload", counts: { read: 1, inserted: 1 } },
      page: `https://tributary.test/imports/${run.id}`,
    });
    for (const secret of ["123", "Secret Shop", "My account", "planted"])
      expect(message?.text).not.toContain(secret);
  });

  test("of another kind is not told, nor what was before the endpoint, nor after it is gone", async () => {
    const { id } = await service<{ id: number }>("/manual_accounts", "POST", {
      name: "My account",
      type: "cash",
      currency: "eur",
    });
    await send(csv(["2026-11-01", "Shop", "-1.00"]), String(id));
    const made = await endpoint(["mail.review"]);
    await send(csv(["2026-11-02", "Shop", "-1.00"]), String(id));
    await exports.default.fetch(
      new Request(`https://tributary.test/api/webhooks/${made.id}`, {
        method: "DELETE",
        headers: HEADERS,
      }),
    );
    await happen();
    const stored = await runInDurableObject(await importer(), (_, state) =>
      state.storage.sql
        .exec("SELECT type FROM notices UNION ALL SELECT state FROM deliveries")
        .toArray(),
    );
    expect([received, stored]).toEqual([[], []]);
  });

  test("of a connection or a mail is written by the change itself, once", async () => {
    await endpoint();
    const told = await runInDurableObject(await importer(), (_, state) => {
      const { sql } = state.storage;
      sql.exec(`INSERT INTO connection (id, owner, service, user_id, account_id, budget_name, person_name, email, currency, kind, state, generation, refreshable, renewed, written_at, created_at)
        VALUES (1, 'o', 'embedded', 1, 1, '', '', '', '', 'token', 'connected', 1, 0, 0, 0, 0)`);
      for (let time = 0; time < 2; time += 1)
        sql.exec("UPDATE connection SET state = 'authorize again'");
      sql.exec(
        `INSERT INTO inbox (id, state, door, sha256, bytes, same_bytes, received_at) VALUES ('m1', 'received', 'email', '${"0".repeat(64)}', 1, 0, 0)`,
      );
      for (const stateOfMail of ["review", "ignored", "review"])
        sql.exec("UPDATE inbox SET state = ?, reason = 'parse_error' WHERE id = 'm1'", stateOfMail);
      const rows = sql.exec("SELECT type, subject FROM notices ORDER BY seq").toArray();
      sql.exec("DELETE FROM connection; DELETE FROM inbox");
      return rows;
    });
    expect(told).toEqual([
      { type: "connection.authorize", subject: "" },
      { type: "mail.review", subject: "m1" },
    ]);
  });

  test("that is rolled back was never told", async () => {
    await endpoint();
    await runInDurableObject(await importer(), (_, state) =>
      new Sql(state.storage).rehearse(() =>
        notify(new Sql(state.storage), { type: "schedule.failed", subject: "s1", data: {} }),
      ),
    );
    await wake();
    expect(received).toEqual([]);
  });
});

describe("a receiver", () => {
  test("that fails is tried again later under the same id, signed anew, until it takes it", async () => {
    const made = await endpoint();
    behave = (_, count) => ({ status: count < 3 ? 500 : 204 });
    await happen();
    await until(async () => (await deliveries(made.id))[0]?.status === 500);
    expect((await listed())[0]?.failing_since).not.toBeNull();
    for (const ms of [7_000, NOTICE_DELAYS_MS[1] * 1.3]) {
      later(ms);
      const before = received.length;
      await wake();
      await until(
        async () =>
          received.length > before && (await deliveries(made.id))[0]?.attempts === received.length,
      );
    }
    await until(async () => (await deliveries(made.id))[0]?.state === "delivered");
    expect([
      new Set(received.map(({ id }) => id)).size,
      new Set(received.map(({ seconds }) => seconds)).size,
      received.every(({ signedBy }) => signedBy.length === 1),
    ]).toEqual([1, 3, true]);
    expect((await listed())[0]?.failing_since).toBeNull();
  });

  test("that answers 410 is told nothing more; switched on and sent again by hand, it is", async () => {
    const made = await endpoint();
    behave = () => ({ status: 410 });
    await happen();
    await until(async () => (await listed())[0]?.enabled === false);
    expect((await listed())[0]?.said).toContain("410");
    await happen("s2");
    expect(received).toHaveLength(1);
    const [one] = await deliveries(made.id);
    const resend = () =>
      exports.default.fetch(
        new Request(`https://tributary.test/api/webhooks/${made.id}/deliveries/${one?.id}/resend`, {
          method: "POST",
          headers: HEADERS,
        }),
      );
    expect((await resend()).status).toBe(409);

    behave = () => ({ status: 200 });
    await api(`/webhooks/${made.id}`, "PUT", { enabled: true });
    expect((await resend()).status).toBe(202);
    await until(async () => (await deliveries(made.id))[0]?.state === "delivered");
    expect(received.map(({ id }) => id)).toEqual([one?.webhook_id, one?.webhook_id]);
  });

  test("that has too much gets nothing else before the time it asks for", async () => {
    const made = await endpoint();
    behave = () => ({ status: 429, headers: { "retry-after": "600" } });
    await happen("s1");
    await until(async () => (await deliveries(made.id))[0]?.status === 429);
    await happen("s2");
    expect(received).toHaveLength(1);
    behave = () => ({ status: 204 });
    later(601_000);
    await until(async () => {
      await wake();
      return (await deliveries(made.id)).every(({ state }) => state === "delivered");
    });
  });

  for (const location of ["https://169.254.169.254/latest", "/elsewhere"]) {
    test(`that leads to ${location} is not followed there`, async () => {
      const made = await endpoint();
      behave = () => ({ status: 307, headers: { location } });
      await happen();
      await until(async () => (await deliveries(made.id))[0]?.status === 307);
      expect([(await deliveries(made.id))[0]?.said, received.length]).toEqual([
        "It answered 307; redirects are not followed.",
        1,
      ]);
    });
  }

  test("that says yes has taken it, whatever else it says and however long", async () => {
    const made = await endpoint();
    let cancelled = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (sink) => sink.enqueue(new Uint8Array(65_536)),
        cancel: () => void (cancelled += 1),
      });
    const silent = () => new ReadableStream<Uint8Array>({ cancel: () => void (cancelled += 1) });
    vi.spyOn(globalThis, "fetch")
      .mockImplementationOnce(async () => new Response(endless()))
      .mockImplementationOnce(async () => new Response(silent()));
    await happen("s1");
    await happen("s2");
    await until(async () =>
      (await deliveries(made.id)).every(({ state }) => state === "delivered"),
    );
    expect(cancelled).toBe(2);
  });

  test("that is slow holds up no other receiver, and is sent one message at a time", async () => {
    const [slow, other] = [await endpoint(undefined, "http://127.0.0.1:8798/"), await endpoint()];
    const held = Promise.withResolvers<null>();
    let begun = 0;
    const others = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
      if (new URL(new Request(input, init).url).port !== "8798")
        return (await others?.(input, init)) ?? Response.error();
      begun += 1;
      return new Response(await held.promise, { status: 204 });
    });
    for (let count = 0; count <= NOTICES_AT_ONCE_MAX; count += 1) await happen(`s${count}`);
    await until(async () =>
      (await deliveries(other.id)).every(({ state }) => state === "delivered"),
    );
    expect([received.length, begun]).toEqual([NOTICES_AT_ONCE_MAX + 1, 1]);
    held.resolve(null);
    await until(async () =>
      (await deliveries(slow.id)).every(({ state }) => state === "delivered"),
    );
    expect(begun).toBe(NOTICES_AT_ONCE_MAX + 1);
  });

  test("that is heard of no more, since the object was killed, is tried again", async () => {
    const made = await endpoint();
    const late = Promise.withResolvers<Response>();
    vi.spyOn(globalThis, "fetch").mockImplementationOnce(() => late.promise);
    await happen();
    await until(async () => (await deliveries(made.id))[0]?.attempts === 1);
    await abortAllDurableObjects();
    later(NOTICE_LEASE_MS + 1);
    await wake();
    await until(async () => (await deliveries(made.id))[0]?.state === "delivered");
    late.resolve(new Response(null, { status: 500 }));
    await scheduler.wait(0);
    expect([(await deliveries(made.id))[0]?.attempts, received.length]).toEqual([2, 1]);
  });

  test("whose answer comes after its next attempt has begun is heard of that one alone", async () => {
    await endpoint();
    await runInDurableObject(await importer(), (_, { storage }) => {
      const sql = new Sql(storage);
      // Nothing rings: the attempts are begun here.
      notify(sql, { type: "schedule.failed", subject: "s1", data: {} });
      const at =
        sql.first<{ at: number }>("SELECT MAX(next_attempt_at) AS at FROM deliveries")?.at ?? 0;
      const [first] = claimDeliveries(sql, new Set(), 1, at);
      const [second] = claimDeliveries(sql, new Set(), 1, at + NOTICE_LEASE_MS);
      const state = () =>
        sql.first(
          "SELECT d.state, d.attempts, d.status, e.delivered_at, e.failing_since FROM deliveries d JOIN endpoints e ON e.id = d.endpoint",
        );
      const begun = {
        state: "waiting",
        attempts: 2,
        status: null,
        delivered_at: null,
        failing_since: null,
      };

      settleDelivery(
        sql,
        must(first, "it was due"),
        { kind: "delivered" },
        { status: 204, said: "taken" },
        at + 1,
      );
      expect(state()).toEqual(begun);
      settleDelivery(
        sql,
        must(first, "it was due"),
        { kind: "failed" },
        { status: 500, said: "no" },
        at + 1,
      );
      expect(state()).toEqual(begun);
      settleDelivery(
        sql,
        must(second, "its lease was over"),
        { kind: "delivered" },
        { status: 204, said: "taken" },
        at + 2,
      );
      expect(state()).toEqual({ ...begun, state: "delivered", status: 204, delivered_at: at + 2 });
    });
  });

  test("that is slow holds up no import", async () => {
    const made = await endpoint();
    const held = Promise.withResolvers<null>();
    vi.spyOn(globalThis, "fetch").mockImplementation(
      async () => new Response(await held.promise, { status: 204 }),
    );
    await happen();
    const { id } = await service<{ id: number }>("/manual_accounts", "POST", {
      name: "My account",
      type: "cash",
      currency: "eur",
    });
    expect((await send(csv(["2026-11-02", "Shop", "-1.00"]), String(id))).state).toBe("done");
    expect((await deliveries(made.id)).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    held.resolve(null);
    await until(async () =>
      (await deliveries(made.id)).every(({ state }) => state === "delivered"),
    );
  });
});

describe("an endpoint", () => {
  test("shows neither its secret nor the query of its address, at rest least of all", async () => {
    const made = await endpoint();
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = JSON.stringify([await listed(), await deliveries(made.id)]);
    const rows = await runInDurableObject(await importer(), (_, state) =>
      JSON.stringify(state.storage.sql.exec("SELECT * FROM endpoints").toArray()),
    );
    for (const text of [shown, rows]) {
      expect(text).not.toContain(made.secret);
      expect(text).not.toContain("planted-receiver-token");
    }
    expect(shown).toContain("http://127.0.0.1:8799/webhooks");

    const inPath = await endpoint(
      undefined,
      "https://hooks.example.com/services/T01/planted-in-path-0123456789?x=1#y",
    );
    expect(inPath.url).toBe("https://hooks.example.com/services/T01/plan…");
    const kept = await runInDurableObject(await importer(), (_, state) =>
      JSON.stringify(state.storage.sql.exec("SELECT * FROM endpoints").toArray()),
    );
    expect(kept).not.toContain("planted-in-path");
  });

  test("of another network is refused, as is one without an event, and one too many", async () => {
    const tried = (body: object) =>
      exports.default.fetch(
        new Request("https://tributary.test/api/webhooks", {
          method: "POST",
          headers: HEADERS,
          body: JSON.stringify({ label: "x", ...body }),
        }),
      );
    for (const url of [
      "https://10.0.0.1/",
      "https://[fd00::1]/",
      "http://example.com/",
      "https://localhost.internal/",
      "https://tributary.test/hooks/x",
      "ftp://example.com",
      "x",
      "",
    ]) {
      expect((await tried({ url })).status, url).toBe(400);
    }
    for (const events of [[], ["import.begun"]])
      expect((await tried({ url: "https://example.com/", events })).status).toBe(400);
    for (let count = 0; count < ENDPOINTS_MAX; count += 1)
      expect((await tried({ url: "https://example.com/" })).status).toBe(201);
    expect((await tried({ url: "https://example.com/" })).status).toBe(409);
  });

  test("whose secret is changed is signed for by those before for a day", async () => {
    const made = await endpoint();
    // Its answer is lost: the receiver still has the secret before it.
    await api(`/webhooks/${made.id}/rotate`, "POST");
    const { secret } = await api<{ secret: string }>(`/webhooks/${made.id}/rotate`, "POST");
    secrets.push(secret);
    await api(`/webhooks/${made.id}/test`, "POST");
    await until(async () => (await deliveries(made.id))[0]?.state === "delivered");
    later(25 * 3_600_000);
    await api(`/webhooks/${made.id}/test`, "POST");
    await runDurableObjectAlarm(await importer());
    await until(
      async () => received.length === 2 && (await deliveries(made.id))[0]?.state === "delivered",
    );
    expect(received.map(({ signedBy }) => signedBy)).toEqual([[made.secret, secret], [secret]]);
    expect(received[0]?.body.type).toBe("webhook.test");
  });

  test("is kept from import keys, and sealed again with the others when TOKEN_KEY changes", async () => {
    await endpoint();
    const { token } = await api<{ token: string }>("/keys", "POST", { label: "script" });
    expect(
      (
        await exports.default.fetch(
          new Request("https://tributary.test/api/webhooks", {
            headers: { authorization: `Bearer ${token}` },
          }),
        )
      ).status,
    ).toBe(403);
    expect(await bindings.IMPORTER.getByName("1").reseal()).toMatchObject({
      current: 1,
      failed: [],
    });
  });
});
