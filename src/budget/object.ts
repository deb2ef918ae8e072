// The Budget object: one budget account, one SQLite database, named by its account id ("1"). It
// checks the caller's secret itself, so a revoked token is refused at once, and answers requests
// from one route table. An object that was never created as a budget writes nothing and answers
// 401.

import { DurableObject } from "cloudflare:workers";
import { readConfig } from "../config.ts";
import { ERASE_RETRY_MS, JOB_FAULT_DELAY_MS_MIN } from "../platform/limits.ts";
import { logFault } from "../platform/log.ts";
import { internetFetching } from "../sources/internet.ts";
import { assert, must } from "../platform/assert.ts";
import { hashSecret } from "../platform/credentials/credential.ts";
import { NOTHING_SEALED, type Resealed } from "../platform/sealing/resealed.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { Admission, type AccountView } from "./admission.ts";
import type { GrantProblem } from "./grants/rules.ts";
import { findCaller, type TokenListing } from "./tokens.ts";
import { DEMO_PROFILE, fillDemo } from "./demo.ts";
import { beginErasing, eraseStep, isErased } from "./erase.ts";
import * as grants from "./grants/api.ts";
import {
  getBudgetName,
  createProfile,
  firstUserId,
  hasProfile,
  readBudget,
  type Profile,
} from "./me/store.ts";
import { discardBody } from "../platform/api/json.ts";
import * as people from "./members.ts";
import type {
  InviteListing,
  InviteProblem,
  JoinProblem,
  Member,
  MemberProblem,
  Person,
  Standing,
} from "./members.ts";
import { Gate } from "./mock/gate.ts";
import { isFilled, fillMock, MOCK_BUDGET, mockAnswer } from "./mock/mock.ts";
import { nextDue } from "./jobs/queue.ts";
import { runDueJobs } from "./jobs/run.ts";
import { JOBS } from "./jobs.ts";
import { bankProvider } from "./banks/provider.ts";
import { BANK_SECRETS, COIN_SECRETS, SourceAccess } from "./source-access.ts";
import { sourceProvider } from "./crypto/sources.ts";
import { fedProviders, NO_PROVIDERS } from "./linked/feed-providers.ts";
import { r2Files, type Ports } from "./outside.ts";
import { fileLinks } from "./transactions/links.ts";
import {
  INVALID_TOKEN,
  problemResponse,
  UNAUTHORIZED,
  type Problem,
} from "../platform/api/problem.ts";
import { r2Rates } from "./rates/bucket.ts";
import { resealBudget } from "./reseal.ts";
import { answer, type Table } from "./answer.ts";
import { ENVELOPE, type Voice } from "./voice.ts";
import { OWN_ROUTES } from "./routes.ts";
import { isCreated, migrate } from "../platform/sql/migrate.ts";
import { Sql } from "../platform/sql/sql.ts";
import { baseline } from "./schema/baseline.ts";
import { STEPS } from "./schema/steps.ts";
import { ALL_SCOPES, type Caller, type Principal } from "./scope.ts";
import { isRestoring } from "./tables/state.ts";
import { findVersion } from "./versions.ts";

const LOCAL_LABEL = "Local token";
const OWN_LABEL = "Tributary";
const NO_ACCESS: Problem = {
  kind: "forbidden",
  errors: [{ errMsg: "You have no access to this budget account any more." }],
};

/** "demo": the demo budget would create itself again. */
export type EraseProblem = "not an owner" | "another name" | "demo";

/** One budget account. */
export class Budget extends DurableObject<Env> {
  readonly #sql: Sql;
  readonly #admission: Admission;
  readonly #ports: Ports;
  /** Secrets that no answer may contain. */
  readonly #secrets: readonly (string | null)[];
  #created = false;
  #mockFilled = false;
  readonly #mockGate = new Gate();
  /** When the alarm is set for; null when it is not. */
  #alarmAt: number | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = new Sql(ctx.storage);
    const name = ctx.id.name ?? ctx.id.toString();
    this.#admission = new Admission(this.#sql, name, async () => this.#open());
    const config = readConfig(env);
    const providers = config.local ? fedProviders(this.#sql) : NO_PROVIDERS;
    const fetching = internetFetching(config);
    this.#secrets = [config.tokenKey, config.localToken, config.budgetApiToken];
    const banks = new SourceAccess(BANK_SECRETS, config, name, fetching);
    const coins = new SourceAccess(COIN_SECRETS, config, name, fetching);
    this.#ports = {
      files: r2Files(env.DOCUMENTS, name),
      links: fileLinks(env.TOKEN_KEY, name),
      rates: r2Rates(env.DOCUMENTS),
      providers: {
        ...providers,
        banks,
        coins,
        linked: bankProvider(this.#sql, banks, providers.linked),
        crypto: sourceProvider(this.#sql, coins, providers.crypto),
      },
    };
    void ctx.blockConcurrencyWhile(async () => {
      if (isErased(ctx.storage)) return;
      // The mock is filled again when its data or the schema changes: it never migrates.
      if (this.#isMock() || !isCreated(this.#sql)) return;
      await migrate(this.#sql, STEPS, Date.now());
      // Tables alone are a budget whose making was cut off.
      this.#created = hasProfile(this.#sql);
      if (this.#created) await this.#arm();
    });
  }

  /** The bytes of the database and of the attachments, for the administrator. */
  async bytes(): Promise<number> {
    if (!this.#created) return 0;
    const files = this.#sql.first<{ bytes: number }>(
      "SELECT coalesce(sum(bytes), 0) AS bytes FROM attachments",
    );
    return this.#sql.bytes() + (files?.bytes ?? 0);
  }

  /** Answers one request under /v2 or /v1 for a principal that the service read from it. */
  async handle(request: Request, principal: Principal): Promise<Response> {
    const { routes, base, voice: createVoice } = findVersion(request.url);
    const voice = createVoice(this.#secrets);
    return this.#guarded(
      request,
      async () => {
        const caller = await this.#findCaller(principal);
        if (caller === null)
          return voice.refusal(principal.kind === "access" ? INVALID_TOKEN : UNAUTHORIZED, null);
        return this.#answer({ routes, base, voice }, request, caller);
      },
      voice,
    );
  }

  /**
   * Answers one request of a person to our own interface under /api; the caller has checked who
   * they are.
   */
  async handleOwn(request: Request, userId: number): Promise<Response> {
    return this.#guarded(request, async () => {
      if (!(await this.#open())) return problemResponse(UNAUTHORIZED);
      if (people.findRole(this.#sql, userId) === null) return problemResponse(NO_ACCESS);
      const caller = { userId, label: OWN_LABEL, scopes: ALL_SCOPES };
      return this.#answer({ routes: OWN_ROUTES, base: "/api" }, request, caller);
    });
  }

  /** The member whose token this is; null for one that is unknown, expired or ended. */
  async findHolder(principal: Principal): Promise<number | null> {
    return (await this.#findCaller(principal))?.userId ?? null;
  }

  /**
   * Answers one request to the static mock, of which nothing is stored. Only the mock's own object
   * does this.
   */
  async handleMock(request: Request): Promise<Response> {
    return this.#guarded(request, async () => {
      assert(this.#isMock(), "only the mock's object answers as a mock");
      await this.#fillMock();
      return this.#mockGate.pass(request, async () => mockAnswer(this.#sql, request));
    });
  }

  /** Makes this object a budget account; does nothing if it already is one. */
  async create(profile: Profile): Promise<void> {
    assert(
      String(profile.accountId) === this.ctx.id.name,
      "a budget's object is named by its account id",
    );
    await this.#create(profile, () => undefined);
  }

  /** Deletes this budget account for an owner who confirms its name; all access ends now. */
  async erase(userId: number, name: string): Promise<Result<null, EraseProblem>> {
    if ((await this.#admission.findRole(userId)) !== "owner") return err("not an owner");
    if (this.#isDemo()) return err("demo");
    if (getBudgetName(readBudget(this.#sql)).trim() !== name.trim()) return err("another name");
    await this.#beginErasing();
    return ok(null);
  }

  /**
   * Removes a person who is being deleted, and deletes the budget if nobody else has access.
   * Repeating it is harmless.
   */
  async depart(userId: number): Promise<void> {
    if (!(await this.#open())) return;
    const fate = this.#sql.transaction(() => people.departDeleted(this.#sql, userId));
    if (fate === "alone") await this.#beginErasing();
  }

  /** Seals its secrets again after TOKEN_KEY was changed; for the operator's request alone. */
  async reseal(): Promise<Resealed> {
    return this.#created ? resealBudget(this.#sql, this.#ports.providers) : NOTHING_SEALED;
  }

  // Access (admission.ts). The platform calls only methods of the object itself.

  async authorize(consent: grants.Consent): Promise<string | null> {
    return this.#admission.authorize(consent);
  }

  async redeem(use: grants.Redemption): Promise<Result<grants.Tokens, GrantProblem>> {
    return this.#admission.redeem(use);
  }

  async refresh(use: {
    clientId: string;
    secret: string;
  }): Promise<Result<grants.Tokens, GrantProblem>> {
    return this.#admission.refresh(use);
  }

  async revoke(use: { clientId: string; kind: "at" | "rt"; secret: string }): Promise<void> {
    return this.#admission.revoke(use);
  }

  async endClient(clientId: string): Promise<void> {
    return this.#admission.endClient(clientId);
  }

  async listGrants(userId: number): Promise<grants.GrantListing[]> {
    return this.#admission.listGrants(userId);
  }

  async endGrant(userId: number, id: number): Promise<boolean> {
    return this.#admission.endGrant(userId, id);
  }

  async view(userId: number): Promise<AccountView | null> {
    return this.#admission.view(userId);
  }

  async rename(userId: number, name: string): Promise<boolean> {
    return this.#admission.rename(userId, name);
  }

  async issueMemberToken(
    userId: number,
    label: string | null,
  ): Promise<Result<string, "not a member" | "too many tokens">> {
    return this.#admission.issueMemberToken(userId, label);
  }

  async listMemberTokens(userId: number): Promise<TokenListing[]> {
    return this.#admission.listMemberTokens(userId);
  }

  async revokeMemberToken(userId: number, id: number): Promise<boolean> {
    return this.#admission.revokeMemberToken(userId, id);
  }

  async members(userId: number): Promise<Member[]> {
    return this.#admission.members(userId);
  }

  async invite(userId: number): Promise<Result<string, InviteProblem>> {
    return this.#admission.invite(userId);
  }

  async invites(userId: number): Promise<InviteListing[]> {
    return this.#admission.invites(userId);
  }

  async revokeInvite(userId: number, id: number): Promise<boolean> {
    return this.#admission.revokeInvite(userId, id);
  }

  async invitation(secret: string): Promise<{ budget: string; invitedBy: string } | null> {
    return this.#admission.invitation(secret);
  }

  async admit(secret: string, user: string): Promise<boolean> {
    return this.#admission.admit(secret, user);
  }

  async addMember(person: Person, secret: string): Promise<Result<AccountView, JoinProblem>> {
    return this.#admission.addMember(person, secret);
  }

  async removeMember(by: number, userId: number): Promise<Result<null, MemberProblem>> {
    return this.#admission.removeMember(by, userId);
  }

  async makeOwner(by: number, userId: number): Promise<Result<null, MemberProblem>> {
    return this.#admission.makeOwner(by, userId);
  }

  async standing(userId: number): Promise<Standing | null> {
    return this.#admission.standing(userId);
  }

  /**
   * Runs due jobs. Sets the next alarm last, and never throws: the platform would drop the alarm.
   */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    if (isErased(this.ctx.storage)) return this.#erase();
    if (!this.#created || isRestoring(this.#sql)) return;
    try {
      await runDueJobs(JOBS, this.#sql, this.#ports, Date.now);
      await this.#arm();
    } catch (thrown) {
      this.#logFault(thrown);
      this.#alarmAt = Date.now() + JOB_FAULT_DELAY_MS_MIN;
      await this.ctx.storage.setAlarm(this.#alarmAt);
    }
  }

  async #beginErasing(): Promise<void> {
    this.#created = false;
    await this.ctx.storage.setAlarm(beginErasing(this.ctx.storage, this.#sql, Date.now()));
  }

  async #erase(): Promise<void> {
    const { storage } = this.ctx;
    try {
      const next = await eraseStep(
        storage,
        this.env.DOCUMENTS,
        must(this.ctx.id.name, "a budget's object has a name"),
        Date.now(),
      );
      if (next !== null) await storage.setAlarm(next);
    } catch (thrown) {
      this.#logFault(thrown);
      await storage.setAlarm(Date.now() + ERASE_RETRY_MS);
    }
  }

  /** Sets the alarm to the first job that waits, if there is one. */
  async #arm(): Promise<void> {
    const due = this.#created && !isRestoring(this.#sql) ? nextDue(this.#sql) : null;
    if (due === null || (this.#alarmAt !== null && this.#alarmAt <= due)) return;
    this.#alarmAt = due;
    await this.ctx.storage.setAlarm(due);
  }

  async #answer(table: Table, request: Request, caller: Caller): Promise<Response> {
    const outside = { sql: this.#sql, caller, ports: this.#ports };
    const response = await answer(table, request, outside, Date.now);
    if (request.method !== "GET") await this.#arm();
    return response;
  }

  async #findCaller(principal: Principal): Promise<Caller | null> {
    if (!(await this.#open())) return null;
    if (principal.kind === "local") return this.#localCaller();
    const hash = await hashSecret(principal.secret);
    return principal.kind === "access"
      ? grants.findAccessCaller(this.#sql, hash, Date.now())
      : findCaller(this.#sql, hash, Date.now());
  }

  #localCaller(): Caller {
    return { userId: firstUserId(this.#sql), label: LOCAL_LABEL, scopes: ALL_SCOPES };
  }

  /**
   * Whether this is a budget; on a developer's machine the first request creates the first budget.
   */
  async #open(): Promise<boolean> {
    if (this.#created) return true;
    if (!this.#isDemo()) return false;
    await this.#create(DEMO_PROFILE, (now) => fillDemo(this.#sql, now));
    return true;
  }

  async #create(profile: Profile, fill: (now: number) => void): Promise<void> {
    await this.ctx.blockConcurrencyWhile(async () => {
      if (this.#created || isErased(this.ctx.storage)) return;
      const now = Date.now();
      await migrate(this.#sql, STEPS, now, baseline);
      this.#sql.transaction(() => {
        if (hasProfile(this.#sql)) return;
        createProfile(this.#sql, profile, now);
        people.addOwner(this.#sql, profile.user.id, now);
        fill(now);
      });
      this.#created = true;
    });
  }

  #isDemo(): boolean {
    return this.env.ENVIRONMENT === "local" && this.ctx.id.name === String(DEMO_PROFILE.accountId);
  }

  #isMock(): boolean {
    return this.ctx.id.name === MOCK_BUDGET;
  }

  /** On the first use, and where another edition of the data is stored. */
  async #fillMock(): Promise<void> {
    if (this.#mockFilled) return;
    await this.ctx.blockConcurrencyWhile(async () => {
      if (this.#mockFilled) return;
      if (!(await isFilled(this.#sql))) {
        await this.ctx.storage.deleteAll();
        await fillMock(this.#sql);
      }
      this.#mockFilled = true;
    });
  }

  /** A broken invariant is logged once and answered 500 without detail. */
  async #guarded(
    request: Request,
    work: () => Promise<Response>,
    voice: Voice = ENVELOPE,
  ): Promise<Response> {
    try {
      const response = await work();
      await discardBody(request);
      return response;
    } catch (thrown) {
      this.#logFault(thrown);
      const errMsg = "The service met a fault of its own; nothing was changed.";
      return voice.refusal({ kind: "internal", errors: [{ errMsg }] }, null);
    }
  }

  #logFault(thrown: unknown): void {
    const stack = thrown instanceof Error ? thrown.stack : null;
    const fault = { event: "budget fault", budget: this.ctx.id.name, error: String(thrown), stack };
    logFault(fault);
  }
}
