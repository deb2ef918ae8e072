// OAuth clients in the portal, over the real Client object: registration, secrets, deletion and
// ownership.

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { CLIENTS_A_PERSON_MAX, JOINING_MS_MAX } from "../../src/platform/limits.ts";
import { inUser, someone, textOf, type Visitor } from "./visitor.ts";

const FORM = {
  name: "Charts",
  redirect_uris: "https://charts.example/callback\r\nhttps://charts.example/other",
  kind: "confidential",
};

describe("OAuth clients in the portal", () => {
  test("a client is registered with its exact addresses and scopes, and its secret is shown once", async () => {
    const { visitor } = await someone();

    const page = await register(visitor, FORM, ["me:read", "transactions:read"]);
    const id = idIn(page.text);
    const secret = textOf(page.text, "secret");
    const again = await visitor.get(`/portal/clients/${id}`);

    expect(page.status).toBe(200);
    expect(await env.CLIENT.getByName(id).describe()).toMatchObject({
      name: "Charts",
      kind: "confidential",
      redirectUris: ["https://charts.example/callback", "https://charts.example/other"],
      scopes: ["me:read", "transactions:read"],
    });
    expect(secret).toMatch(new RegExp(`^cs_${id}_[a-z2-7]{52}$`));
    expect(await env.CLIENT.getByName(id).checkSecret(secret)).toBe(true);
    expect(again.text).not.toContain(secret);
    expect(again.headers.get("cache-control")).toBe("no-store");
    expect((await visitor.get("/portal/clients")).text).toContain(
      `<a href="/portal/clients/${id}">Charts</a>`,
    );
  });

  test("a public client has no secret, and none can be made", async () => {
    const { visitor } = await someone();
    const page = await register(
      visitor,
      { ...FORM, kind: "public", redirect_uris: "http://127.0.0.1/callback" },
      ["me:read"],
    );
    const id = idIn(page.text);

    const rotated = await visitor.post(`/portal/clients/${id}/rotate`);

    expect(textOf(page.text, "secret")).toBe("");
    expect(page.text).not.toContain("New secret");
    expect(textOf(rotated.text, "secret")).toBe("");
  });

  test("a client gets a new secret, and the old one is refused from then on", async () => {
    const { visitor } = await someone();
    const page = await register(visitor, FORM, ["me:read"]);
    const id = idIn(page.text);
    const old = textOf(page.text, "secret");

    const rotated = textOf((await visitor.post(`/portal/clients/${id}/rotate`)).text, "secret");

    expect(rotated).not.toBe(old);
    expect([
      await env.CLIENT.getByName(id).checkSecret(old),
      await env.CLIENT.getByName(id).checkSecret(rotated),
    ]).toEqual([false, true]);
  });

  test("a deleted client disappears, from the list too", async () => {
    const { visitor } = await someone();
    const id = idIn((await register(visitor, FORM, ["me:read"])).text);

    const deleted = await visitor.post(`/portal/clients/${id}/delete`);

    expect([deleted.status, deleted.headers.get("location")]).toEqual([303, "/portal/clients"]);
    expect(await env.CLIENT.getByName(id).describe()).toBeNull();
    expect((await visitor.get("/portal/clients")).text).not.toContain(id);
    expect((await visitor.get(`/portal/clients/${id}`)).status).toBe(404);
  });

  test("nobody else can see, rotate or delete a client", async () => {
    const { visitor } = await someone();
    const page = await register(visitor, FORM, ["me:read"]);
    const id = idIn(page.text);
    const other = (await someone()).visitor;

    const statuses = [
      (await other.get(`/portal/clients/${id}`)).status,
      (await other.post(`/portal/clients/${id}/rotate`)).status,
      (await other.post(`/portal/clients/${id}/delete`)).status,
      (await other.get("/portal/clients/not-an-id")).status,
    ];

    expect(statuses).toEqual([404, 404, 404, 404]);
    expect(await env.CLIENT.getByName(id).checkSecret(textOf(page.text, "secret"))).toBe(true);
  });

  test.each([
    [{ ...FORM, name: "" }, ["me:read"], "A client has a name"],
    [{ ...FORM, redirect_uris: "" }, ["me:read"], "redirect addresses"],
    [{ ...FORM, redirect_uris: "http://charts.example/callback" }, ["me:read"], "is https"],
    [{ ...FORM, redirect_uris: "https://charts.example/#a" }, ["me:read"], "no fragment"],
    [FORM, [], "Choose at least one scope"],
    [FORM, ["everything"], "There is no scope “everything”"],
    [{ ...FORM, kind: "secret" }, ["me:read"], "confidential or public"],
  ])(
    "a client with %o and scopes %o is refused with a sentence, and the form keeps its values",
    async (form, scopes, words) => {
      const { visitor } = await someone();

      const page = await register(visitor, form, scopes);

      expect(page.status).toBe(400);
      expect(page.text).toContain(words);
      expect(page.text).toContain(form.redirect_uris.replaceAll("\r\n", "\n"));
    },
  );
});

test("a person registers at most fifty clients", async () => {
  const { visitor, email } = await someone();
  await inUser(email, (sql) => {
    for (let count = 0; count < CLIENTS_A_PERSON_MAX; count += 1) {
      sql.run(
        "INSERT INTO clients (client_id, created_at) VALUES (?, ?)",
        `${count}`.padStart(24, "x"),
        Date.now(),
      );
    }
  });

  const page = await register(visitor, FORM, ["me:read"]);

  expect(page.status).toBe(400);
  expect(page.text).toContain("at most 50 clients");
});

test("a client id whose registration was interrupted is hidden at first and forgotten later", async () => {
  const { visitor, email } = await someone();
  const ids = async () => inUser(email, (sql) => sql.all("SELECT client_id FROM clients").length);
  await inUser(email, (sql) => {
    sql.run(
      "INSERT INTO clients (client_id, created_at) VALUES (?, ?)",
      "y".repeat(24),
      Date.now(),
    );
    sql.run(
      "INSERT INTO clients (client_id, created_at) VALUES (?, ?)",
      "z".repeat(24),
      Date.now() - JOINING_MS_MAX,
    );
  });

  const page = await visitor.get("/portal/clients");

  expect(page.status).toBe(200);
  expect(page.text).not.toContain("yyyy");
  expect(await ids()).toBe(1);
});

async function register(
  visitor: Visitor,
  form: Readonly<Record<string, string>>,
  scopes: readonly string[],
) {
  const fields = new URLSearchParams(form);
  for (const scope of scopes) fields.append("scopes", scope);
  return visitor.post("/portal/clients", fields);
}

function idIn(html: string): string {
  return /<code>([a-z0-9]{24})<\/code>/.exec(html)?.[1] ?? "";
}
