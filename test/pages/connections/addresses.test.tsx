// The sections about receipt addresses and accepted senders, and the effect of their forms over the
// whole Worker.

import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { http } from "../../../src/http/app.ts";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { AddressesSection } from "../../../src/pages/connections/addresses.tsx";
import { AcceptedSection, RememberedPanel } from "../../../src/pages/inbox/remembered.tsx";
import type { AddressList } from "../../../src/pages/ui/wire.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

const LIST: AddressList = {
  offered: true,
  message: null,
  addresses: [
    {
      id: 3,
      label: "<the grocer>",
      address: "receipts+1-aaaaaaaaaaaaaaaa@example.com",
      created_at: "2026-11-20T10:00:00.000Z",
      last_used_at: null,
      mode: "wait",
      account_id: null,
      cash: false,
      earlier: [
        { address: "receipts+1-bbbbbbbbbbbbbbbb@example.com", ends_at: "2026-11-29T10:00:00.000Z" },
      ],
    },
    {
      id: 4,
      label: "bank",
      address: null,
      created_at: "2026-11-20T10:00:00.000Z",
      last_used_at: "2026-11-21T09:30:00.000Z",
      mode: "insert",
      account_id: 1,
      cash: false,
      earlier: [],
    },
  ],
};

async function html(list: AddressList): Promise<string> {
  const page = new Hono().get("/", (c) =>
    c.html(
      <AddressesSection
        connection="abc"
        list={list}
        accounts={[{ id: "1", name: "Checking", currency: "usd" }]}
        origin="https://tributary.test"
        local={false}
      />,
    ),
  );
  return (await page.request("/")).text();
}

describe("the section about receipt addresses", () => {
  test("the section shows each address, its previous ones with their end, and the handling of receipts", async () => {
    const shown = await html(LIST);
    expect(shown).toContain("wait for the bank transaction</summary>");
    expect(shown).toContain("insert right away, into Checking</summary>");
    expect(shown).toContain("receipts+1-aaaaaaaaaaaaaaaa@example.com");
    expect(shown).toContain("Also receipts+1-bbbbbbbbbbbbbbbb@example.com");
    expect(shown).toContain("2026-11-29");
    expect(shown).toContain("&lt;the grocer&gt;");
    expect(shown).toContain("This address can no longer be shown.");
  });

  test("the section has a form for each action, which names the connection it was shown for", async () => {
    const shown = await html(LIST);
    expect([...shown.matchAll(/action="([^"]+)"/g)].map((match) => match[1])).toEqual([
      "/addresses/3/options",
      "/addresses/3/rotate",
      "/addresses/3/revoke",
      "/addresses/4/options",
      "/addresses/4/rotate",
      "/addresses/4/revoke",
      "/addresses",
    ]);
    expect(shown.match(/name="connection" value="abc"/g)).toHaveLength(7);
    expect(shown).toMatch(/<option value="7" selected(="")?>for seven days/);
  });

  test("the section without a mailbox says what to set, and has no form for another address", async () => {
    const shown = await html({ addresses: [], offered: false, message: "Set RECEIPT_ADDRESS." });
    expect(shown).toContain("Set RECEIPT_ADDRESS.");
    expect(shown).not.toContain("<form");
  });
});

describe("the section about accepted senders", () => {
  const section = async (trusted: Parameters<typeof AcceptedSection>[0]["trusted"]) =>
    (
      await new Hono()
        .get("/", (c) => c.html(<AcceptedSection connection="abc" trusted={trusted} />))
        .request("/")
    ).text();

  test("an accepted sender is shown with its date, its message, and a way back; or that there are none", async () => {
    const shown = await section([
      {
        id: 7,
        kind: "sender",
        who: "squareup.com: <blue cup>",
        since: "2026-11-20T10:00:00.000Z",
        message: "m1",
      },
      {
        id: 8,
        kind: "forwarder",
        who: "ada@mail.example",
        since: "2026-11-21T10:00:00.000Z",
        message: null,
      },
      {
        id: 9,
        kind: "recipient",
        who: "ada@other.example",
        since: "2026-11-22T10:00:00.000Z",
        message: null,
      },
    ]);

    for (const text of [
      "squareup.com: &lt;blue cup&gt;",
      "sends receipts",
      "forwards receipts",
      "is your own address",
      "You will be asked about receipts made out to ada@other.example again",
      'href="/inbox/m1"',
      "2026-11-20",
      'action="/trusted/7/remove"',
      'value="abc"',
    ])
      expect(shown).toContain(text);
    expect(shown.match(/href="\/inbox\//g)).toHaveLength(1);
    expect(await section([])).toContain("You have no trusted senders yet.");
  });

  test("the facts remembered of a sender are shown in words, each with a way to forget it", async () => {
    const remembered = [
      {
        domain: "corner.example",
        fields: [
          { field: "account", value: "1" },
          { field: "currency", value: "cad" },
          { field: "merchant", value: "<b>" },
        ],
      },
    ] as const;
    const at = "2026-11-20T10:00:00.000Z";
    const panel = (
      <RememberedPanel
        message="m1"
        remembered={remembered.map(({ domain, fields }) => ({
          domain,
          fields: fields.map((one) => ({ ...one, at })),
        }))}
        accounts={[{ id: "1", name: "Checking", currency: "usd" }]}
      />
    );
    const shown = await (await new Hono().get("/", (c) => c.html(panel)).request("/")).text();

    for (const text of [
      "Account: “Checking”",
      "is given: CAD",
      "Merchant: “&lt;b&gt;”",
      'action="/inbox/m1/forget"',
      "Forget the currency of corner.example",
    ])
      expect(shown).toContain(text);
  });
});

describe("forms about receipt addresses", () => {
  let visitor = new Visitor();
  afterEach(() => reset());
  beforeEach(async () => {
    await reset();
    visitor = new Visitor();
    await visitor.post("/sign-in", { link: await mintSignInLink(env) });
  });

  const listed = () => callsTo(env.IMPORTER.getByName("1")).listAddresses();

  test("a form creates, changes and revokes an address, and leads back to the page", async () => {
    const made = await visitor.post("/addresses", { connection: "1", label: " the grocer " });
    expect([made.status, made.headers.get("location")]).toEqual([303, "/connections#addresses"]);
    const [first] = (await listed()).addresses;
    expect(first?.label).toBe("the grocer");

    expect(
      (await visitor.post("/addresses/1/rotate", { connection: "1", grace_days: "0" })).status,
    ).toBe(303);
    const [second] = (await listed()).addresses;
    expect(second?.address).not.toBe(first?.address);
    expect(second?.earlier).toEqual([]);

    expect((await visitor.post("/addresses/1/revoke", { connection: "1" })).status).toBe(303);
    expect((await listed()).addresses).toEqual([]);
  });

  test("a refusal of the API is shown on a page", async () => {
    const refused = await visitor.post("/addresses", { connection: "1", label: "" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("The body is {label: &lt;1 to 100 characters&gt;}.");
    expect((await visitor.post("/addresses/9/revoke", { connection: "1" })).status).toBe(404);
  });

  test("a form withdraws an accepted sender, once, and only for the connection it was shown for", async () => {
    const importer = env.IMPORTER.getByName("1");
    await callsTo(importer).trusted();
    await runInDurableObject(importer, (_, state) =>
      state.storage.sql.exec(
        "INSERT INTO trusted (kind, who, at) VALUES ('sender', 'corner.example', 1)",
      ),
    );

    expect(
      (await visitor.post("/trusted/1/remove", { connection: "abcdefghijklmnopqrstuvwx27" }))
        .status,
    ).toBe(409);
    expect(await callsTo(importer).trusted()).toHaveLength(1);
    const taken = await visitor.post("/trusted/1/remove", { connection: "1" });
    expect([taken.status, taken.headers.get("location")]).toEqual([303, "/connections#accepted"]);
    expect(await callsTo(importer).trusted()).toEqual([]);
    expect((await visitor.post("/trusted/1/remove", { connection: "1" })).status).toBe(404);
  });

  test("a form of another connection than the session's changes nothing", async () => {
    for (const fields of [
      { connection: "abcdefghijklmnopqrstuvwx27", label: "x" },
      { label: "x" },
    ]) {
      const refused = await visitor.post("/addresses", fields);
      expect(refused.status).toBe(409);
      expect(refused.text).toContain("You have switched to another budget");
    }
    expect((await listed()).addresses).toEqual([]);
  });

  test("a form from another site, or without a session, changes nothing", async () => {
    expect(
      (
        await visitor.post(
          "/addresses",
          { connection: "1", label: "x" },
          { "sec-fetch-site": "cross-site" },
        )
      ).status,
    ).toBe(403);
    expect((await new Visitor().post("/addresses", { connection: "1", label: "x" })).status).toBe(
      401,
    );
    expect((await listed()).addresses).toEqual([]);
  });

  test("the forms' addresses have no pages", async () => {
    const request = new Request("http://localhost/addresses", {
      headers: { cookie: visitor.cookie },
    });
    expect((await http.fetch(request, env, createExecutionContext())).status).toBe(404);
  });
});
