// One person, in the object that their e-mail address names: identity and sign-in (belongings.ts
// has their accounts, connections and clients). Only hashes of secrets are stored, so a copy of
// this database signs nobody in.
//
// Invariants: a one-time link makes at most one session. An attempt to sign in is counted before
// its password is checked. An object without a person does the same work, stores only the count of
// attempts, and its alarm deletes that: from outside it looks like a person's object.

import { readConfig } from "../../config.ts";
import { ERASE_RETRY_MS } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { must } from "../../platform/assert.ts";
import { hashSecret, mint, newSecret } from "../../platform/credentials/credential.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { beginMaking } from "./accounts.ts";
import {
  Attempts,
  checkedPassword,
  type Counted,
  type PasswordRefusal,
} from "../sign-in/attempts.ts";
import { Belongings } from "./belongings.ts";
import { readConnections } from "../clients/connections.ts";
import {
  beginDeleting,
  isDeleting,
  planDeletion,
  tellDeletion,
  type DeletionPlan,
} from "./deletion.ts";
import { DIRECTORY } from "./directory.ts";
import * as browsers from "../sign-in/known-browsers.ts";
import { hashPassword, type PasswordHash, type PasswordKeys } from "../sign-in/password.ts";
import { isOfService } from "./person.ts";
import { deletePasskey, listPasskeys, type PasskeyListing } from "../passkeys/store.ts";
import * as passkeys from "../passkeys/passkeys.ts";
import type { Assertion, Descriptor, NewPasskeyAnswer } from "../passkeys/wire.ts";
import { prove, type Proof, type ProofRefusal } from "../sign-in/proof.ts";
import { sessionFacts, type SessionFacts } from "../sign-in/session-facts.ts";
import type { SignedIn, SignUp } from "../sign-in/sign-in.ts";
import * as store from "./store.ts";
import type { SessionRow } from "./store.ts";
import type { Expected } from "../passkeys/webauthn.ts";

/** The object's name is the person's (person.ts, getUserObjectName). */
export class User extends Belongings {
  readonly #attempts: Attempts;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#attempts = new Attempts(context.storage);
    void context.blockConcurrencyWhile(async () => {
      await this.#attempts.load();
      const owes = isDeleting(context.storage) && (await context.storage.getAlarm()) === null;
      if (owes) await context.storage.setAlarm(Date.now() + 1);
    });
  }

  /** A new one-time link's credential; it works once, for LINK_LIFETIME_MS. */
  async mintLink(): Promise<string> {
    const link = await mint("link", this.name);
    must(await this.open(), "only the local person signs in by link");
    this.sql.transaction(() => {
      store.addLink(this.sql, link.hash, Date.now());
    });
    return link.text;
  }

  /**
   * Exchanges a link's secret for a new session's credential, once; null if it is unknown, used or
   * expired.
   */
  async redeemLink(secret: string, agent: string): Promise<string | null> {
    const hash = await hashSecret(secret);
    const session = await mint("ses", this.name);
    if ((await this.open()) === null) return null;
    const now = Date.now();
    const redeemed = this.sql.transaction(() => {
      if (!store.useLink(this.sql, hash, now)) return false;
      store.addSession(this.sql, { hash: session.hash, agent }, now);
      return true;
    });
    return redeemed ? session.text : null;
  }

  /** Makes the person with a first budget account and a session. The input has been checked. */
  async signUp(wanted: SignUp): Promise<Result<SignedIn, "taken">> {
    if ((await this.open()) !== null) return err("taken");
    const directory = this.env.DIRECTORY.getByName(DIRECTORY);
    const [password, session, browser, id, accountId] = await Promise.all([
      hashPassword(wanted.password, this.#keys()),
      mint("ses", this.name),
      newBrowser(),
      directory.next("user"),
      directory.next("account"),
    ]);
    await this.create();
    const now = Date.now();
    const made = this.sql.transaction(() => {
      if (store.readPerson(this.sql) !== null) return false;
      store.addPerson(this.sql, { id, email: wanted.email, name: wanted.name }, now);
      store.writePassword(this.sql, password, now);
      store.addSession(this.sql, { hash: session.hash, agent: wanted.agent, accountId }, now);
      browsers.rememberBrowser(this.sql, browser.hash, null, now);
      beginMaking(this.sql, accountId, wanted.budgetName, wanted.currency, now);
      return true;
    });
    if (!made) return err("taken");
    await this.accounts();
    await this.list();
    return ok({ session: session.text, browser: browser.text });
  }

  /** A new session for the right password, from the browser that is known by `known`, if it is. */
  async signIn(
    password: string,
    agent: string,
    known: string | null,
  ): Promise<Result<SignedIn, PasswordRefusal>> {
    const [session, browser, before] = await Promise.all([
      mint("ses", this.name),
      newBrowser(),
      hashOrNull(known),
    ]);
    const checked = await this.#checkPassword(password, before);
    if (!checked.ok) return checked;
    const now = Date.now();
    const kept = this.sql.transaction(() => {
      if (!store.addSessionFor(this.sql, checked.value, session.hash, agent, now)) return false;
      browsers.rememberBrowser(this.sql, browser.hash, before, now);
      return true;
    });
    if (kept) await this.list();
    return kept ? ok({ session: session.text, browser: browser.text }) : err({ kind: "wrong" });
  }

  /** Replaces the password, every session and every known browser by one of each. */
  async changePassword(
    sessionId: number,
    current: string,
    next: string,
    known: string | null,
  ): Promise<Result<SignedIn, PasswordRefusal>> {
    const checked = await this.#checkPassword(current, await hashOrNull(known));
    if (!checked.ok) return checked;
    const [password, session, browser] = await Promise.all([
      hashPassword(next, this.#keys()),
      mint("ses", this.name),
      newBrowser(),
    ]);
    const now = Date.now();
    const changed = this.sql.transaction(() => {
      if (!store.replacePassword(this.sql, checked.value, password, now)) return false;
      store.replaceSessions(this.sql, sessionId, session.hash, now);
      browsers.forgetBrowsers(this.sql);
      browsers.rememberBrowser(this.sql, browser.hash, null, now);
      return true;
    });
    return changed ? ok({ session: session.text, browser: browser.text }) : err({ kind: "wrong" });
  }

  /**
   * The person of this session; null if the secret is unknown, expired or revoked, or belongs to an
   * earlier service.
   */
  async session(secret: string): Promise<SessionFacts | null> {
    const hash = await hashSecret(secret);
    const person = await this.open();
    const found = person === null ? null : store.findSession(this.sql, hash, Date.now());
    const config = readConfig(this.env);
    if (
      person === null ||
      found === null ||
      !(await isOfService(this.name, person, config.budgetApiUrl))
    )
      return null;
    return sessionFacts(person, found, readConnections(this.sql, this.name, config));
  }

  /** The sessions that are valid. */
  async sessions(): Promise<SessionRow[]> {
    return (await this.open()) === null ? [] : store.listSessions(this.sql, Date.now());
  }

  /** Revokes a session by its secret, at once and for good; unknown ones are left unknown. */
  async revokeSession(secret: string): Promise<void> {
    const hash = await hashSecret(secret);
    if ((await this.open()) !== null) this.sql.run("DELETE FROM sessions WHERE hash = ?", hash);
  }

  /** Revokes one session by its number; all but the one with number `kept` where none is given. */
  async endSessions(id: number | null, kept: number): Promise<void> {
    if ((await this.open()) === null) return;
    if (id === null) this.sql.run("DELETE FROM sessions WHERE id <> ?", kept);
    else this.sql.run("DELETE FROM sessions WHERE id = ?", id);
  }

  /**
   * A new session's credential for a person who has just proved their identity at their service.
   */
  async startSession(session: {
    agent: string;
    connection: string;
    lifetimeMs: number;
  }): Promise<string> {
    await this.someone();
    const { text, hash } = await mint("ses", this.name);
    store.addSession(this.sql, { ...session, hash }, Date.now());
    return text;
  }

  /** The person's passkeys. */
  async passkeys(): Promise<PasskeyListing[]> {
    return (await this.open()) === null ? [] : listPasskeys(this.sql);
  }

  async removePasskey(id: number): Promise<void> {
    if ((await this.open()) !== null) deletePasskey(this.sql, id);
  }

  /**
   * The passkeys that a browser may look for to sign in as this person; without a person, an answer
   * of the same form.
   */
  async passkeyHints(rpId: string): Promise<Descriptor[]> {
    const sql = (await this.open()) === null ? null : this.sql;
    return passkeys.listHints(sql, this.name, rpId, readConfig(this.env).tokenKey);
  }

  /**
   * Whether a passkey may be added in this session: soon after its sign-in, later with the
   * password.
   */
  async mayAddPasskey(
    sessionId: number,
    password: string | null,
    known: string | null,
  ): Promise<Result<null, passkeys.PasskeyRefusal>> {
    const person = await this.someone();
    if (passkeys.isFull(this.sql)) return err({ kind: "too many passkeys" });
    if (store.isFresh(this.sql, sessionId, Date.now())) return ok(null);
    if (password === null || store.readPassword(person) === null) return err({ kind: "not fresh" });
    const checked = await this.#checkPassword(password, await hashOrNull(known));
    return checked.ok ? ok(null) : checked;
  }

  /** Adds the passkey of an answer, if the session that requested it still exists. */
  async addPasskey(
    sessionId: number,
    answer: NewPasskeyAnswer,
    expected: Expected,
    label: string,
  ): Promise<Result<null, passkeys.AddRefusal>> {
    await this.someone();
    const mayStill = () =>
      store.listSessions(this.sql, Date.now()).some(({ id }) => id === sessionId);
    return passkeys.addPasskey(this.sql, { answer, expected, label }, mayStill);
  }

  /** A new session for a passkey's answer; null if the answer proves nothing. */
  async signInByPasskey(
    answer: Assertion,
    expected: Expected,
    agent: string,
    known: string | null,
  ): Promise<SignedIn | null> {
    const [session, browser, before] = await Promise.all([
      mint("ses", this.name),
      newBrowser(),
      hashOrNull(known),
    ]);
    const sql = (await this.open()) === null ? null : this.sql;
    const taken = await passkeys.takeAssertion(sql, answer, expected, (own, now) => {
      store.addSession(own, { hash: session.hash, agent }, now);
      browsers.rememberBrowser(own, browser.hash, before, now);
    });
    return taken ? { session: session.text, browser: browser.text } : null;
  }

  /** Whether what somebody shows is this person's, before something that cannot be undone. */
  async prove(sessionId: number, proof: Proof): Promise<Result<null, ProofRefusal>> {
    const check = async (password: string, known: string | null) =>
      this.#checkPassword(password, await hashOrNull(known));
    return prove(this.sql, await this.someone(), sessionId, proof, check);
  }

  /** The effect that deleting the person would have on their budget accounts. */
  async deletionPlan(): Promise<DeletionPlan> {
    const person = await this.someone();
    await this.accounts();
    return planDeletion(this.sql, this.env, person);
  }

  /**
   * Deletes the person: sign-in ends now, and the rest follows, in the alarm if it cannot be done
   * at once.
   */
  async deletePerson(): Promise<void> {
    await this.someone();
    beginDeleting(this.ctx.storage, this.sql, Date.now());
    await this.alarm();
  }

  /**
   * Continues the person's deletion; otherwise forgets the failed attempts, and without a person
   * everything. Never throws.
   */
  override async alarm(): Promise<void> {
    if (!isDeleting(this.ctx.storage)) return this.#attempts.expire(!this.created);
    // The alarm is set first: whatever ends this run early, another run follows.
    await this.ctx.storage.setAlarm(Date.now() + ERASE_RETRY_MS);
    try {
      await tellDeletion(this.sql, this.env, this.name);
      await this.forgetPerson();
      await this.#attempts.load();
    } catch (thrown) {
      logFault({ event: "deletion of a person", error: String(thrown) });
    }
  }

  async #checkPassword(
    password: string,
    browserHash: string | null,
  ): Promise<Result<PasswordHash, PasswordRefusal>> {
    const person = await this.open();
    const checked = await checkedPassword(
      this.#attemptsFrom(person === null ? null : browserHash),
      this.sql,
      person,
      password,
      this.#keys(),
    );
    // Counting has set the alarm for later than a deletion that goes on.
    if (isDeleting(this.ctx.storage)) await this.ctx.storage.setAlarm(Date.now() + ERASE_RETRY_MS);
    return checked;
  }

  /** The counter of an attempt: that of the browser known by this hash, or everybody else's. */
  #attemptsFrom(browserHash: string | null): Counted {
    const id =
      browserHash === null ? null : browsers.findBrowser(this.sql, browserHash, Date.now());
    return id === null ? this.#attempts : browsers.readAttempts(this.sql, id);
  }

  #keys(): PasswordKeys {
    const { tokenKey, previousTokenKey } = readConfig(this.env);
    return previousTokenKey === null ? [tokenKey] : [tokenKey, previousTokenKey];
  }
}

async function newBrowser(): Promise<{ text: string; hash: string }> {
  const text = newSecret();
  return { text, hash: await hashSecret(text) };
}

async function hashOrNull(secret: string | null): Promise<string | null> {
  return secret === null ? null : hashSecret(secret);
}
