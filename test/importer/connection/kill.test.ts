// Connecting is three writes in two objects: recorded at the person, made by the Importer, settled
// at the person. Killed after any of them, the next look at the list tells the truth; giving a
// connection up likewise.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { deriveConnectionId } from "../../../src/importer/connection/identity.ts";
import { lookAtConnections } from "../../../src/importer/connection/connecting.ts";
import { CONNECTING_MS_MAX } from "../../../src/platform/limits.ts";
import { must } from "../../../src/platform/assert.ts";
import { connectedPerson } from "./tab.ts";

const NOBODYS = { userId: 990_001, accountId: 990_002 };

test("killed after it was recorded, a connection is never shown, and forgotten when it is too old to be under way", async () => {
  const { user, connection } = await connectedPerson();
  const person = env.USER.getByName(user);
  const id = await deriveConnectionId({ budgetApiUrl: null }, NOBODYS);
  await person.beginConnection({ id, service: "embedded", ...NOBODYS, name: "Begun" }, null);

  const soon = await lookAtConnections(env, user, Date.now());
  const kept = (await person.connections()).map((record) => record.id);
  const later = await lookAtConnections(env, user, Date.now() + CONNECTING_MS_MAX);

  expect(soon.map((one) => one.id)).toEqual([connection]);
  expect(kept.toSorted()).toEqual([connection, id].toSorted());
  expect(later.map((one) => one.id)).toEqual([connection]);
  expect((await person.connections()).map((record) => record.id)).toEqual([connection]);
});

test("killed after the Importer took it, a connection is settled by the next look", async () => {
  const { tab, user, connection } = await connectedPerson();
  await inPerson(user, "UPDATE connections SET state = 'connecting'");

  const page = await tab.open("/imports");

  expect([page.status, page.path]).toEqual([200, "/imports"]);
  expect(must((await env.USER.getByName(user).connections())[0], "it is recorded")).toMatchObject({
    id: connection,
    state: "connected",
    name: "Household",
  });
});

test("killed after the Importer gave it up, a connection is ended by the next look, and nobody is sent in circles", async () => {
  const { tab, user, connection } = await connectedPerson();
  await env.IMPORTER.getByName(connection).disconnect();

  const connections = await tab.open("/connections");
  const home = await tab.open("/");

  expect(connections.text).toContain("You have not connected a budget yet.");
  expect(home.path).toBe("/connections");
  expect(await env.USER.getByName(user).connections()).toMatchObject([
    { id: connection, state: "disconnected" },
  ]);
});

async function inPerson(user: string, statement: string): Promise<void> {
  await runInDurableObject(env.USER.getByName(user), (_, state) => {
    state.storage.sql.exec(statement);
  });
}
