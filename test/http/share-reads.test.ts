// What one request of a browser asks the budgeting service: equal reads once, until something is written.

import { expect, test } from "vitest";
import { shareReads } from "../../src/http/share-reads.ts";

function listen() {
  const asked: string[] = [];
  const call = async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? "GET"} ${path}`);
    return path === "/gone"
      ? new Response(null, { status: 204 })
      : Response.json({ nr: asked.length }, { status: path === "/no" ? 404 : 200 });
  };
  return { asked, ...shareReads({ api: call, service: call }) };
}

test("equal reads of a list share one answer, also at the same time, and each can be read", async () => {
  const { asked, service } = listen();

  const answers = await Promise.all([service("/me"), service("/tags"), service("/me")]);
  const again = await service("/me");
  const bodies = await Promise.all([...answers, again].map((one) => one.json()));

  expect(asked).toEqual(["GET /me", "GET /tags"]);
  expect(bodies).toEqual([{ nr: 1 }, { nr: 2 }, { nr: 1 }, { nr: 1 }]);
  expect([(await service("/no")).status, (await service("/no")).status]).toEqual([404, 404]);
  expect((await service("/gone")).status).toBe(204);
});

test("a write of either way makes the next read ask again; transactions are never kept", async () => {
  const { asked, api, service } = listen();

  await service("/me");
  await api("/api/changes");
  await service("/me");
  await api("/api/changes", { method: "POST" });
  await service("/me");
  await service("/me", { method: "PUT" });
  await service("/me");
  await service("/transactions?limit=1");
  await service("/transactions?limit=1");

  expect(asked).toEqual([
    "GET /me",
    "GET /api/changes",
    "POST /api/changes",
    "GET /me",
    "PUT /me",
    "GET /me",
    "GET /transactions?limit=1",
    "GET /transactions?limit=1",
  ]);
});
