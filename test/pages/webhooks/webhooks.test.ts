// The pages about webhooks over the whole Worker, by their forms.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { coffee, send } from "../../importer/webhooks/receiving/caller.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";

const bindings: Env = env;

beforeEach(() => reset());
afterEach(() => reset());

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  return visitor;
}

test("a hook is created, shown once, used and revoked by forms", async () => {
  const visitor = await signedIn();
  expect((await visitor.get("/webhooks")).text).toContain("You have no incoming webhooks.");
  const made = (
    await visitor.post("/webhooks/hooks", {
      label: "<till>",
      check: "address",
      key: "",
      account_id: "1",
    })
  ).text;
  const address = /http[^"<\s]*\/hooks\/hook_1_[a-z2-7]{52}/.exec(made)?.[0] ?? "";
  expect(address).not.toBe("");
  expect(made).toContain("&lt;till&gt;");

  expect(
    (
      await send(
        address,
        JSON.stringify({ items: [coffee({ external_id: "A-1", currency: "usd" })] }),
      )
    ).status,
  ).toBe(202);
  expect((await send(address, "{}")).status).toBe(400);
  const shown = (await visitor.get("/webhooks")).text;
  expect(shown).not.toContain(address);
  expect(shown).toContain("The body is {items: [...]} or {balance: {...}}, one of both.");
  expect((await visitor.get("/webhooks/hooks/1")).text).toContain("see the import</a>");

  expect((await visitor.post("/webhooks/hooks/1/revoke", {})).status).toBe(303);
  expect((await send(address, "{}")).status).toBe(404);
});

test("an endpoint is created, switched off and removed by forms, and a forbidden address is refused", async () => {
  const visitor = await signedIn();
  const refused = await visitor.post("/webhooks/endpoints", {
    label: "x",
    url: "https://10.0.0.1/",
    events: "import.ended",
  });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("10.0.0.1 is")]);
  const made = (
    await visitor.post("/webhooks/endpoints", {
      label: "script",
      url: "https://example.com/x?token=planted-token",
      events: "import.ended",
    })
  ).text;
  expect(made).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const shown = (await visitor.get("/webhooks")).text;
  expect(shown).toContain("https://example.com/x");
  for (const secret of [
    "planted-token",
    "whsec_A",
    /whsec_[A-Za-z0-9+/]{43}=/.exec(made)?.[0] ?? "none",
  ])
    expect(shown).not.toContain(secret);
  expect((await visitor.get("/webhooks/endpoints/1")).text).toContain("Nothing has been sent yet.");
  expect((await visitor.post("/webhooks/endpoints/1/disable", {})).status).toBe(303);
  expect((await visitor.get("/webhooks")).text).toContain("You switched it off.");
  expect((await visitor.post("/webhooks/endpoints/1/remove", {})).status).toBe(303);
  expect((await visitor.get("/webhooks/endpoints/1")).status).toBe(404);
});

test("a form gives a hook another address: the previous one still works for a time, or ends at once", async () => {
  const visitor = await signedIn();
  const addressIn = (html: string) =>
    /http[^"<\s]*\/hooks\/hook_1_[a-z2-7]{52}/.exec(html)?.[0] ?? "none";
  const first = addressIn(
    (
      await visitor.post("/webhooks/hooks", {
        label: "till",
        check: "address",
        key: "",
        account_id: "1",
      })
    ).text,
  );
  const second = addressIn((await visitor.post("/webhooks/hooks/1/rotate", {})).text);
  const still = (await send(first, "{}")).status;
  const third = addressIn(
    (await visitor.post("/webhooks/hooks/1/rotate", { at_once: "yes" })).text,
  );
  const statuses = await Promise.all(
    [first, second, third].map(async (address) => (await send(address, "{}")).status),
  );

  expect(new Set([first, second, third]).size).toBe(3);
  expect(still).toBe(400);
  expect(statuses).toEqual([404, 404, 400]);
  expect((await visitor.get("/webhooks")).text).not.toContain(third);
  const refused = await visitor.post("/webhooks/hooks/1/rotate", { key: "whsec_short" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("A key is whsec_")]);
});

describe("refused webhook forms", () => {
  /** What is said beside controls, by their ids. */
  const beside = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<p class="refused" id="([^"]+)-error" role="alert">([^<]*)</g)].map(
        ([, id = "", said = ""]) => [id, said],
      ),
    );

  test("a refused form keeps a new hook's values except its key, with the reason next to them", async () => {
    const visitor = await signedIn();
    const refused = await visitor.post("/webhooks/hooks", {
      label: "<till>",
      check: "address",
      key: "whsec_planted-key",
      account_id: "1",
    });

    expect([refused.status, beside(refused.text)]).toEqual([
      400,
      { "hook-key": "A hook that is known by its address has no key." },
    ]);
    expect(refused.text).toMatch(/<details open=""><summary>Create an incoming webhook/);
    expect(refused.text).toMatch(/id="hook-label"[^>]* value="&lt;till&gt;"/);
    expect(refused.text).toMatch(/<option value="address" selected="">/);
    expect(refused.text).toMatch(/<option value="1" selected="">/);
    expect(refused.text).not.toContain("planted-key");

    const nameless = await visitor.post("/webhooks/hooks", {
      label: " ",
      check: "address",
      key: "",
      account_id: "",
    });
    expect(beside(nameless.text)).toEqual({ "hook-label": "Name must have 1 to 100 characters." });
  });

  test("a refused form keeps a hook's other secret, only in that hook's form", async () => {
    const visitor = await signedIn();
    for (const label of ["one", "two"])
      await visitor.post("/webhooks/hooks", { label, check: "signature", key: "", account_id: "" });
    const refused = await visitor.post("/webhooks/hooks/2/rotate", {
      key: "whsec_planted-short",
      at_once: "yes",
    });

    expect(beside(refused.text)).toEqual({
      "hook-2-key": expect.stringContaining("A key is whsec_"),
    });
    expect(refused.text.match(/<details class="ask-once" open=""/g)).toHaveLength(1);
    expect(refused.text.match(/name="at_once" value="yes" checked=""/g)).toHaveLength(1);
    expect(refused.text).not.toContain("planted-short");
    expect((await visitor.post("/webhooks/hooks/9/rotate", { key: "" })).text).toContain(
      "There is no hook 9.",
    );
  });

  test("a refused form keeps an endpoint's values, and its address only if that can hold no secret", async () => {
    const visitor = await signedIn();
    const open = await visitor.post("/webhooks/endpoints", {
      label: "<script>",
      url: "https://10.0.0.1/in",
      events: "mail.review",
    });
    expect(beside(open.text)).toEqual({ "endpoint-url": expect.stringContaining("10.0.0.1 is") });
    expect(open.text).toMatch(/id="endpoint-label"[^>]* value="&lt;script&gt;"/);
    expect(open.text).toMatch(/id="endpoint-url"[^>]* value="https:\/\/10\.0\.0\.1\/in"/);
    expect(
      [...open.text.matchAll(/name="events" value="([^"]+)" checked=""/g)].map(
        ([, event]) => event,
      ),
    ).toEqual(["mail.review"]);

    for (const url of [
      "https://10.0.0.1/in?token=planted-a",
      "https://planted-a:b@10.0.0.1/",
      "https://10.0.0.1/planted-address-of-one-receiver-alone",
      "planted-a",
    ]) {
      const closed = await visitor.post("/webhooks/endpoints", {
        label: "script",
        url,
        events: "mail.review",
      });
      expect([closed.status, beside(closed.text)["endpoint-url"]]).toEqual([
        400,
        expect.stringContaining("Enter it again"),
      ]);
      expect(closed.text).not.toContain("planted");
    }
    const none = await visitor.post("/webhooks/endpoints", {
      label: "script",
      url: "https://example.com/in",
    });
    expect(beside(none.text)).toEqual({
      "endpoint-events": expect.stringMatching(/^Events must be one or more of/),
    });
    expect(none.text).not.toMatch(/name="events" value="[^"]+" checked/);
  });
});
