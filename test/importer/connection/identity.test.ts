// Whose token it is, and the connection's name that follows.

import { describe, expect, test } from "vitest";
import {
  deriveConnectionId,
  identify,
  isConnectionId,
} from "../../../src/importer/connection/identity.ts";
import { TOKEN_CHARS_MAX } from "../../../src/platform/limits.ts";
import { FakeService, SERVICE, type Fault } from "./fake-service.ts";

const REMOTE = { budgetApiUrl: SERVICE };
const EMBEDDED = { budgetApiUrl: null };

describe("a connection's name", () => {
  test("is the first 26 characters of base32 of the SHA-256 over service, user and account", async () => {
    const digest = new Uint8Array(
      await crypto.subtle.digest(
        "SHA-256",
        new TextEncoder().encode(`tributary connection\n${SERVICE}\n7\n41`),
      ),
    );
    const bits = [...digest].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    const letters = Array.from(
      { length: 26 },
      (_, i) =>
        "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(bits.slice(5 * i, 5 * i + 5), 2)],
    );

    expect(await deriveConnectionId(REMOTE, { userId: 7, accountId: 41 })).toBe(letters.join(""));
  });

  test("is another for another service, user or account", async () => {
    const names = await Promise.all([
      deriveConnectionId(REMOTE, { userId: 7, accountId: 41 }),
      deriveConnectionId(REMOTE, { userId: 74, accountId: 1 }),
      deriveConnectionId(REMOTE, { userId: 41, accountId: 7 }),
      deriveConnectionId(EMBEDDED, { userId: 7, accountId: 41 }),
      deriveConnectionId(REMOTE, { userId: 1, accountId: 1 }),
    ]);

    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(/^[a-z2-7]{26}$/);
    expect(names.every(isConnectionId)).toBe(true);
  });

  test("is 1 for the embedded service's first account", async () => {
    expect(await deriveConnectionId(EMBEDDED, { userId: 1, accountId: 1 })).toBe("1");
  });

  test("has no other form", () => {
    expect(
      ["", "2", "A".repeat(26), "a".repeat(27), "a".repeat(25), "../1"].some(isConnectionId),
    ).toBe(false);
  });
});

describe("identify", () => {
  test("says who a token speaks for", async () => {
    const service = new FakeService();
    const { accessToken } = service.grant();

    expect(await identify(SERVICE, service.fetch, accessToken)).toEqual({
      ok: true,
      value: {
        userId: 7,
        accountId: 41,
        name: "Ada Example",
        email: "ada@example.com",
        budgetName: "Household",
        currency: "eur",
      },
    });
  });

  test("does not send what cannot be a token", async () => {
    const service = new FakeService();
    for (const text of ["", "a b", "a\nb", "tokén", "x".repeat(TOKEN_CHARS_MAX + 1)]) {
      expect(await identify(SERVICE, service.fetch, text)).toEqual({
        ok: false,
        error: { kind: "malformed" },
      });
    }
    expect(service.log).toEqual([]);
  });

  const on = "/v2/me" as const;
  const faults: readonly [string, Fault, object][] = [
    ["401", { on, status: 401 }, { kind: "unauthorized" }],
    ["403", { on, status: 403 }, { kind: "forbidden" }],
    [
      "429",
      { on, status: 429, headers: { "retry-after": "9" } },
      { kind: "throttled", retryAfter: "9" },
    ],
    ["500", { on, status: 500 }, { kind: "unreachable" }],
    ["a dropped connection", { on, drop: true }, { kind: "unreachable" }],
    ["HTML", { on, status: 200, body: "<html>" }, { kind: "unreadable", status: 200 }],
    [
      "a user without an id",
      { on, status: 200, body: '{"account_id":1}' },
      { kind: "unreadable", status: 200 },
    ],
    [
      "an id that is a text",
      { on, status: 200, body: '{"id":"7","account_id":1}' },
      { kind: "unreadable", status: 200 },
    ],
    [
      "a redirect",
      { on, status: 302, headers: { location: "https://evil.example.com" } },
      { kind: "unreadable", status: 302 },
    ],
    ["404", { on, status: 404, body: "{}" }, { kind: "unreadable", status: 404 }],
  ];
  for (const [name, fault, error] of faults) {
    test(`answered by ${name} is ${JSON.stringify(error)}`, async () => {
      const service = new FakeService();
      service.faults.push(fault);

      expect(await identify(SERVICE, service.fetch, "some-token")).toEqual({ ok: false, error });
    });
  }
});
