// A connection's credentials on a workbench: the real tables in an Importer object's database, a
// fake service, a KV that is late, empty or out of reach on demand, and a clock that stands until
// it is moved.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type {
  ConnectionView,
  NewCredential,
  NoToken,
} from "../../../src/importer/connection/connection.ts";
import { Credentials } from "../../../src/importer/connection/credentials.ts";
import { deriveConnectionId, type Identity } from "../../../src/importer/connection/identity.ts";
import { authorized } from "../../../src/importer/connection/upstream.ts";
import type { TokenStore } from "../../../src/importer/connection/vault.ts";
import { steps } from "../../../src/importer/schema.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { must } from "../../../src/platform/assert.ts";
import type { Result } from "../../../src/platform/result.ts";
import { createSealer, type Sealer } from "../../../src/platform/sealing/seal.ts";
import { CLIENT, FakeService, ISSUER, SERVICE } from "./fake-service.ts";

export const START = 1_800_000_000_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const OWNER = "0123456789abcdef0123456789abcdef";
export const ADA: Identity = {
  userId: 7,
  accountId: 41,
  name: "Ada Example",
  email: "ada@example.com",
  budgetName: "Household",
  currency: "eur",
};
export const KEY = "test-token-key-of-at-least-32-bytes";

export class FakeKv implements TokenStore {
  readonly values = new Map<string, string>();
  /** What is served instead of the truth: an older value or nothing. */
  readonly served = new Map<string, string | null>();
  readonly calls = { get: 0, put: 0, delete: 0 };
  fails: "get" | "put" | "delete" | "all" | null = null;

  async get(key: string): Promise<string | null> {
    this.#called("get");
    const served = this.served.get(key);
    return served === undefined ? (this.values.get(key) ?? null) : served;
  }

  async put(key: string, value: string): Promise<void> {
    this.#called("put");
    this.values.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#called("delete");
    this.values.delete(key);
  }

  #called(method: "get" | "put" | "delete"): void {
    this.calls[method] += 1;
    if (this.fails === method || this.fails === "all") throw new Error("KV is out of reach");
  }
}

export class Bench {
  readonly service = new FakeService();
  readonly kv: FakeKv;
  readonly sql: Sql;
  readonly id: string;
  now = START;
  resumed = 0;
  accessEnded = 0;
  /** What the deployment is told. */
  serviceName = SERVICE;
  knowsServer = true;
  tokenKeys = { tokenKey: KEY, previousTokenKey: null as string | null };
  /** Makes asking how the authorization server knows us fail. */
  setupFails = false;
  /** Makes the next sealing fail. */
  sealingFails = false;
  credentials: Credentials;

  constructor(id: string, sql: Sql, kv: FakeKv) {
    this.id = id;
    this.sql = sql;
    this.kv = kv;
    this.credentials = this.#made();
  }

  /** The object is built anew: everything that was only in memory is gone. */
  restart(): void {
    this.credentials = this.#made();
  }

  get place(): string {
    return `connection/${this.id}`;
  }

  /** Connects with the tokens of a new grant, or with what is given. */
  async connect(credential?: NewCredential, owner = OWNER, identity = ADA) {
    return this.credentials.connect({ owner, identity, credential: credential ?? this.granted() });
  }

  granted(expiresAt = this.now + HOUR): NewCredential {
    return {
      kind: "oauth",
      issuer: ISSUER,
      ...this.service.grant(),
      expiresAt,
      scope: "me:read transactions:write",
    };
  }

  /** Lets time pass, with the chores that the alarm would do meanwhile. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    for (let step = 0; step < 1_000; step += 1) {
      const due = this.credentials.dueAt();
      if (due === null || due > until) break;
      this.now = Math.max(this.now, due);
      await this.credentials.work();
    }
    this.now = until;
  }

  async token(): Promise<string> {
    return valueOf(await this.credentials.accessToken()).token;
  }

  async generation(): Promise<number> {
    return valueOf(await this.credentials.accessToken()).generation;
  }

  async view(): Promise<ConnectionView> {
    return must(await this.credentials.connection(), "it is connected");
  }

  /** GET /me as the connection. */
  async ask(): Promise<Response> {
    return authorized(this.service.fetch, this.credentials)(new Request(`${SERVICE}/me`));
  }

  row(): Record<string, unknown> | null {
    return this.sql.first("SELECT * FROM connection");
  }

  errands(): Record<string, unknown>[] {
    return this.sql.all("SELECT * FROM errands");
  }

  /** Everything that is stored anywhere. */
  stored(): string {
    return JSON.stringify([
      this.row(),
      this.errands(),
      this.sql.all("SELECT * FROM pen"),
      [...this.kv.values],
    ]);
  }

  #made(): Credentials {
    const { service } = this;
    const sealer = async (): Promise<Sealer> => {
      if (this.sealingFails) throw new Error("planted-sealing-error");
      return createSealer(this.tokenKeys, "connection tokens");
    };
    return new Credentials({
      id: this.id,
      sql: this.sql,
      kv: this.kv,
      sealer,
      service: {
        name: this.serviceName,
        base: SERVICE,
        fetch: service.fetch,
        paced: false,
        oauth: async (issuer) => {
          if (this.setupFails) throw new Error("planted-setup-error");
          return this.knowsServer && issuer === ISSUER
            ? { issuer, ...CLIENT, fetch: service.fetch }
            : null;
        },
      },
      configuredToken: null,
      isNamedFor: async (identity) =>
        (await deriveConnectionId({ budgetApiUrl: SERVICE }, identity)) === this.id,
      clock: { now: () => this.now, random: () => 0.5 },
      arm: async () => undefined,
      resume: async () => {
        this.resumed += 1;
      },
      forget: () => {
        this.accessEnded += 1;
      },
    });
  }
}

/** Works on a bench of Ada's connection (or of another identity's), in that connection's own database. */
export async function onBench(
  work: (bench: Bench) => Promise<void>,
  identity: Identity = ADA,
  kv = new FakeKv(),
): Promise<void> {
  const id = await deriveConnectionId({ budgetApiUrl: SERVICE }, identity);
  await runInDurableObject(env.IMPORTER.getByName(id), async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(sql, steps, START);
    await work(new Bench(id, sql, kv));
  });
}

export function valueOf<T>(result: Result<T, NoToken>): T {
  if (!result.ok) throw new Error(`no token: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** 50 times at once. */
export async function fifty<T>(work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 50 }, work));
}
