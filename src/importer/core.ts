// The parts that the features of an Importer object share: the connection's database, credentials, tools and
// clock.

import { readConfig, type Config } from "../config.ts";
import type { Sql } from "../platform/sql/sql.ts";
import { must } from "../platform/assert.ts";
import { createSealer, type Sealer } from "../platform/sealing/seal.ts";
import { findConfiguredToken } from "./connection/configured.ts";
import { Credentials } from "./connection/credentials.ts";
import { deriveConnectionId } from "./connection/identity.ts";
import { KeptNames } from "./connection/names.ts";
import { serviceAccess } from "./connection/service.ts";
import { createUpstream } from "./connection/upstream.ts";
import { TOKENS_PURPOSE } from "./connection/vault.ts";
import { hasDocument, openDocument } from "./imports/documents.ts";
import { Events } from "./imports/events.ts";
import { Runs, type Import, type Run } from "./imports/runs.ts";
import { POSTING } from "./imports/states.ts";
import { listAccounts, type AccountListed, type Refused } from "./posting/client.ts";
import type { NoAnswer } from "../platform/outbox/effect.ts";
import { shown } from "./posting/next-import.ts";
import { reporting } from "./posting/pace.ts";
import { CLOCK, type Tools } from "./tools.ts";

/** The accounts that statements can go to, as the budget lists them now; or why it does not. */
export type AccountsAnswer =
  { readonly kind: "accounts"; readonly accounts: AccountListed[] } | Refused | NoAnswer;

/** The shared tools of the features. */
export interface Core {
  /** The connection's name. */
  readonly connection: string;
  readonly config: Config;
  /** The bucket of documents and mail. */
  readonly bucket: R2Bucket;
  readonly sql: Sql;
  readonly runs: Runs;
  readonly credentials: Credentials;
  /** The open event streams. */
  readonly events: Events;
  readonly tools: () => Tools;
  /** The names of the remote budget that were read a short time ago. */
  readonly names: KeptNames;
  readonly accounts: () => Promise<AccountsAnswer>;
  /** Sets the alarm for the next due step; must be the caller's last write. */
  readonly arm: () => Promise<void>;
  /** Notifies those who watch that an import has changed. */
  readonly announce: (seq: number) => void;
  readonly show: (run: Run) => Import;
  /** Resolves when everything written so far is durable. */
  readonly sync: () => Promise<void>;
}

/** What the object itself does for the core. */
export interface CoreParts {
  readonly ctx: DurableObjectState;
  readonly env: Env;
  /** The connection's name. */
  readonly connection: string;
  readonly sql: Sql;
  readonly arm: () => Promise<void>;
  /** The connection has tokens again: waiting work continues. */
  readonly resume: () => Promise<void>;
  /** Ends all keys and addresses; runs inside the transaction that disconnects. */
  readonly end: () => void;
}

/** The core of one object. */
export function makeCore(parts: CoreParts): Core {
  const { ctx, env, connection, sql, arm } = parts;
  const runs = new Runs(sql);
  const events = new Events();
  const credentials = makeCredentials(parts);
  const names = new KeptNames();
  const tools = () => makeTools(parts, runs, credentials, names);
  return {
    connection,
    get config() {
      return readConfig(env);
    },
    bucket: env.DOCUMENTS,
    sql,
    runs,
    credentials,
    events,
    tools,
    names,
    accounts: () => accountsBy(tools()),
    arm,
    announce: (seq) => announce(runs, events, seq),
    show: (run) => must(shown(runs, [run])[0], "a run is shown"),
    sync: () => ctx.storage.sync(),
  };
}

function makeCredentials({ ctx, env, connection, sql, arm, resume, end }: CoreParts): Credentials {
  const config = readConfig(env);
  let sealer: Promise<Sealer> | null = null;
  return new Credentials({
    id: connection,
    sql,
    kv: env.TOKENS,
    sealer: () => (sealer ??= createSealer(config, TOKENS_PURPOSE)),
    service: serviceAccess(config, ctx),
    configuredToken: findConfiguredToken(connection, config),
    isNamedFor: async (identity) => (await deriveConnectionId(config, identity)) === connection,
    clock: CLOCK,
    arm,
    resume,
    forget: end,
  });
}

function makeTools(
  { ctx, env, connection, sql }: CoreParts,
  runs: Runs,
  credentials: Credentials,
  names: KeptNames,
): Tools {
  const asked = createUpstream(readConfig(env), ctx, credentials);
  const upstream = { ...asked, fetch: names.watching(asked.fetch) };
  const pace = upstream.paced ? env.PACE.getByName(new URL(upstream.base).host) : null;
  return {
    sql,
    runs,
    upstream:
      pace === null
        ? upstream
        : { ...upstream, fetch: reporting(upstream.fetch, (until) => pace.close(until)) },
    chance: CLOCK,
    pace: async () => (pace === null ? 0 : pace.ask(connection)),
    document: (sha256, fileName, bytes) => openDocument(env.DOCUMENTS, sha256, fileName, bytes),
    isStored: (sha256) => hasDocument(env.DOCUMENTS, sha256),
  };
}

async function accountsBy({ upstream, pace }: Tools): Promise<AccountsAnswer> {
  if ((await pace()) > 0)
    return { kind: "unknown", message: "the service's quota for this minute is used up" };
  return listAccounts(upstream);
}

function announce(runs: Runs, events: Events, seq: number): void {
  const run = runs.bySeq(seq);
  if (run === null) return;
  // Waiting runs show why, and until when.
  const behind = runs
    .active()
    .filter((other) => other.seq !== seq && POSTING.includes(other.state));
  for (const one of shown(runs, [run, ...behind])) events.send(one);
}
