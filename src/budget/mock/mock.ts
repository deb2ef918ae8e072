// The static mock at /mock/v2: the real route table over its own budget, each request in a
// transaction that is rolled back. Its clock stands still, so the same request always has the same
// answer. Nothing it receives is stored, no job runs, and no provider is asked.

import type { Sql } from "../../platform/sql/sql.ts";
import { hashStep, isCreated, migrate } from "../../platform/sql/migrate.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { ok } from "../../platform/result.ts";
import { closeMonths } from "../history/close.ts";
import { fedProviders } from "../linked/feed-providers.ts";
import { createProfile, type Profile } from "../me/store.ts";
import type { Ports } from "../outside.ts";
import { answer, type Perform } from "../answer.ts";
import { ROUTES } from "../routes.ts";
import { baseline } from "../schema/baseline.ts";
import { STEPS } from "../schema/steps.ts";
import { ALL_SCOPES, type Caller } from "../scope.ts";
import { MOCK_EDITION, PEOPLE, TODAY } from "./data.ts";
import { live } from "./life.ts";
import { World } from "./world.ts";

/**
 * The name of the mock's object. No credential can contain it, because of its colon
 * (platform/credentials/credential.ts).
 */
export const MOCK_BUDGET = "mock:v2";

const BASE = "/mock/v2";
/** Later in the day than anything that has happened. */
const NOW = Date.parse(`${TODAY}T18:00:00Z`);

const PROFILE: Profile = {
  accountId: 1,
  budgetName: PEOPLE.budget,
  primaryCurrency: "usd",
  user: { id: 1, name: PEOPLE.user, email: PEOPLE.email },
};

const CALLER: Caller = { userId: PROFILE.user.id, label: "Static mock", scopes: ALL_SCOPES };

/** Answers one request below /mock/v2 from a filled database, which stays as it is. */
export async function mockAnswer(sql: Sql, request: Request): Promise<Response> {
  const outside = { sql, caller: CALLER, ports: buildPorts(sql) };
  const table = { routes: ROUTES, base: BASE, perform: rehearsed };
  return answer(table, request, outside, () => NOW);
}

/** Takes all three steps, and rolls back the writes of the middle one before the last. */
const rehearsed: Perform = async (_, work, outside) => {
  if (work.prepare !== null) {
    const prepared = await work.prepare(outside);
    if (!prepared.ok) return prepared;
  }
  const result = outside.sql.rehearse(() => {
    closeMonths(outside.sql, outside.now);
    return work.handle(outside);
  });
  if (!result.ok || work.finish === null) return result;
  return ok(await work.finish(outside));
};

/** Whether this edition of the data is in the database, whole. */
export async function isFilled(sql: Sql): Promise<boolean> {
  if (!isCreated(sql)) return false;
  const made = sql.first(
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'mock_edition'",
  );
  if (made === null) return false;
  const stored = sql.first<{ edition: string }>("SELECT edition FROM mock_edition");
  return stored?.edition === (await computeEdition());
}

/**
 * Fills an empty database. The edition is written last, so that an interrupted fill is not taken
 * for complete.
 */
export async function fillMock(sql: Sql): Promise<void> {
  await migrate(sql, STEPS, NOW, baseline);
  const world = new World(sql, CALLER, buildPorts(sql));
  createProfile(sql, PROFILE, world.now);
  await live(world);
  closeMonths(sql, NOW);
  sql.run("CREATE TABLE mock_edition (edition TEXT NOT NULL) STRICT");
  sql.run("INSERT INTO mock_edition (edition) VALUES (?)", await computeEdition());
}

/** Changes with the data and with the schema it is stored in. */
async function computeEdition(): Promise<string> {
  const steps = await Promise.all(STEPS.map(hashStep));
  return hex(await sha256([MOCK_EDITION, ...steps].join(" ")));
}

/** Files are accepted and dropped; no rates are loaded; the providers read the feed in the data. */
function buildPorts(sql: Sql): Ports {
  return {
    providers: fedProviders(sql),
    files: { put: async () => undefined, delete: async () => undefined },
    // Every link leads to the same receipt, one of the static assets.
    links: { path: async () => "/mock/receipt.pdf" },
    rates: { read: async () => null },
  };
}
