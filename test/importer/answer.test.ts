// What is answered where no row is: the importer's interface tells nobody more than it has to, in
// the order that it always had.

import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsTo } from "../importer-calls.ts";
import { reset } from "../reset.ts";

const LOCAL = "local-token-for-tests";
let key: string;

beforeAll(async () => {
  key = (await callsTo(env.IMPORTER.getByName("1")).createKey("script"))?.token ?? "";
});

afterAll(() => reset());

async function ask(token: string, method: string, path: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await exports.default.fetch(
    new Request(`https://tributary.test/api${path}`, { method, headers }),
  );
  const store = response.headers.get("cache-control");
  const text = await response.text();
  return { status: response.status, store, text };
}

test("a method that a path does not have is answered like a path that is not there", async () => {
  for (const [method, path] of [
    ["PATCH", "/imports"],
    ["DELETE", "/imports/x/rows"],
    ["GET", "/nothing"],
    ["GET", "/imports/"],
  ] as const) {
    const { status, text } = await ask(LOCAL, method, path);
    expect([status, JSON.parse(text)]).toEqual([
      404,
      { message: "Not Found", errors: [{ errMsg: `There is no ${method} /api${path}.` }] },
    ]);
  }
});

test("a path that is named like a row of another method is an id", async () => {
  const layout = await ask(LOCAL, "GET", "/layouts/import");
  const message = await ask(LOCAL, "DELETE", "/inbox/counts");

  expect([layout.status, layout.text]).toEqual([
    404,
    expect.stringContaining("There is no layout import."),
  ]);
  expect([message.status, message.text]).toEqual([
    404,
    expect.stringContaining("There is no message counts in the inbox."),
  ]);
});

test("an import key learns nothing of what is for people by trying, and what is mail's is stored by nobody", async () => {
  for (const [method, path] of [
    ["GET", "/keys/none/such"],
    ["PATCH", "/schedules"],
    ["PATCH", "/hooks/1"],
    ["GET", "/inbox/1/nothing"],
    ["HEAD", "/inbox/1"],
  ] as const)
    expect((await ask(key, method, path)).status, `${method} ${path}`).toBe(403);

  expect(await ask(key, "PATCH", "/inbox")).toMatchObject({ status: 404, store: "no-store" });
  expect(await ask(key, "GET", "/hooks/1/nothing")).toMatchObject({ status: 404, store: null });
  expect(await ask(LOCAL, "GET", "/trusted/nothing/here")).toMatchObject({
    status: 404,
    store: "no-store",
  });
});

test("HEAD has the status and headers of GET, and a parameter given twice is the first", async () => {
  const head = await ask(LOCAL, "HEAD", "/imports?limit=1&limit=x");
  const get = await ask(LOCAL, "GET", "/imports?limit=1&limit=x");

  expect([head.status, head.text]).toEqual([200, ""]);
  expect(get).toMatchObject({ status: 200, text: '{"imports":[],"has_more":false}' });
});
