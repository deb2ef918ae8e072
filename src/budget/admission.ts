// Access to a budget account: members, invitations, developer tokens, and the grants of OAuth
// clients. Only hashes of issued secrets are stored.
//
// Invariant: nothing is awaited between a check of access and the write that relies on it.

import { TOKENS_A_PERSON_MAX } from "../platform/limits.ts";
import type { Sql } from "../platform/sql/sql.ts";
import { must } from "../platform/assert.ts";
import { hashSecret, mint } from "../platform/credentials/credential.ts";
import type { Currency } from "../money/currency.ts";
import { err, ok, type Result } from "../platform/result.ts";
import * as grants from "./grants/api.ts";
import type { GrantProblem } from "./grants/rules.ts";
import { getBudgetName, readBudget, renameBudget } from "./me/store.ts";
import * as people from "./members.ts";
import type {
  InviteListing,
  InviteProblem,
  JoinProblem,
  Member,
  MemberProblem,
  Person,
  Role,
  Standing,
} from "./members.ts";
import { addToken, countTokens, removeToken, listTokens, type TokenListing } from "./tokens.ts";

/** A budget account as a person with access sees it. */
export interface AccountView {
  readonly accountId: number;
  readonly name: string;
  readonly currency: Currency;
  readonly role: Role;
}

/**
 * The part of a Budget object that answers for access; `isOpen` says whether the object is a
 * budget.
 */
export class Admission {
  readonly #sql: Sql;
  /** The account id, as the object and its credentials name it. */
  readonly #name: string;
  readonly #isOpen: () => Promise<boolean>;

  constructor(sql: Sql, name: string, isOpen: () => Promise<boolean>) {
    this.#sql = sql;
    this.#name = name;
    this.#isOpen = isOpen;
  }

  /** Issues a code for an OAuth client that a person agreed to; null if that is not possible. */
  async authorize(consent: grants.Consent): Promise<string | null> {
    return (await this.#isOpen()) ? grants.authorize(this.#sql, consent, Date.now) : null;
  }

  /** Exchanges a code for tokens, once. */
  async redeem(use: grants.Redemption): Promise<Result<grants.Tokens, GrantProblem>> {
    return (await this.#isOpen()) ? grants.redeem(this.#sql, use, Date.now) : err("unknown");
  }

  /** Turns a refresh token into the next one. */
  async refresh(use: {
    clientId: string;
    secret: string;
  }): Promise<Result<grants.Tokens, GrantProblem>> {
    return (await this.#isOpen()) ? grants.refresh(this.#sql, use, Date.now) : err("unknown");
  }

  /** Ends a client's own access token, or grant by its refresh token; what is unknown stays so. */
  async revoke(use: { clientId: string; kind: "at" | "rt"; secret: string }): Promise<void> {
    if (await this.#isOpen()) await grants.revoke(this.#sql, use, Date.now());
  }

  /** Ends every grant of a removed client, for good. */
  async endClient(clientId: string): Promise<void> {
    if (await this.#isOpen()) grants.endClient(this.#sql, clientId, Date.now());
  }

  /** The OAuth clients that a user has authorized. */
  async listGrants(userId: number): Promise<grants.GrantListing[]> {
    return (await this.#isOpen()) ? grants.listGrants(this.#sql, userId, Date.now()) : [];
  }

  /** Ends one of a user's own grants; false if the user has no grant with that id. */
  async endGrant(userId: number, id: number): Promise<boolean> {
    return (await this.#isOpen()) && grants.endGrant(this.#sql, userId, id);
  }

  /** The budget account as the person sees it; null without access or without a budget. */
  async view(userId: number): Promise<AccountView | null> {
    const role = await this.findRole(userId);
    if (role === null) return null;
    const budget = readBudget(this.#sql);
    return {
      accountId: budget.account_id,
      name: getBudgetName(budget),
      currency: budget.primary_currency,
      role,
    };
  }

  /** Gives the account another name, as PUT /me/account/settings does; false without access. */
  async rename(userId: number, name: string): Promise<boolean> {
    if ((await this.findRole(userId)) === null) return false;
    renameBudget(this.#sql, name);
    return true;
  }

  /** A new developer token of one member, shown this once. */
  async issueMemberToken(
    userId: number,
    label: string | null,
  ): Promise<Result<string, "not a member" | "too many tokens">> {
    const { text, hash } = await mint("dev", this.#name);
    // No await between this check and the row: otherwise a member removed meanwhile could leave a
    // token behind.
    if (!(await this.#isOpen()) || people.findRole(this.#sql, userId) === null)
      return err("not a member");
    if (countTokens(this.#sql, userId) >= TOKENS_A_PERSON_MAX) return err("too many tokens");
    addToken(this.#sql, userId, hash, label, Date.now());
    return ok(text);
  }

  /** The developer tokens of one member, without their secrets. */
  async listMemberTokens(userId: number): Promise<TokenListing[]> {
    return (await this.findRole(userId)) === null ? [] : listTokens(this.#sql, userId);
  }

  /** Forgets a member's own token; the next request that carries it is refused. */
  async revokeMemberToken(userId: number, id: number): Promise<boolean> {
    return (await this.#isOpen()) && removeToken(this.#sql, userId, id);
  }

  /** The members; an empty list for a person without access. */
  async members(userId: number): Promise<Member[]> {
    return (await this.findRole(userId)) === null ? [] : people.listMembers(this.#sql);
  }

  /** A new invitation to this budget, shown this once. */
  async invite(userId: number): Promise<Result<string, InviteProblem>> {
    if (!(await this.#isOpen())) return err("not an owner");
    const { text, hash } = await mint("inv", this.#name);
    const added = people.addInvite(this.#sql, userId, hash, Date.now());
    return added.ok ? ok(text) : added;
  }

  /** The invitations that can still be accepted, for an owner. */
  async invites(userId: number): Promise<InviteListing[]> {
    return (await this.findRole(userId)) === "owner"
      ? people.listInvites(this.#sql, Date.now())
      : [];
  }

  async revokeInvite(userId: number, id: number): Promise<boolean> {
    return (await this.#isOpen()) && people.removeInvite(this.#sql, userId, id);
  }

  /** The budget's name and the person who invited; null if the invitation cannot be accepted. */
  async invitation(secret: string): Promise<{ budget: string; invitedBy: string } | null> {
    if (!(await this.#isOpen())) return null;
    const invitedBy = people.findInviter(this.#sql, await hashSecret(secret), Date.now());
    return invitedBy === null ? null : { budget: getBudgetName(readBudget(this.#sql)), invitedBy };
  }

  /**
   * Whether an invitation lets the person of this User object sign up. The invitation can still be
   * accepted afterwards.
   */
  async admit(secret: string, user: string): Promise<boolean> {
    const hash = await hashSecret(secret);
    return (await this.#isOpen()) && people.admit(this.#sql, hash, user, Date.now());
  }

  /** Lets a person in by an invitation's secret, once. Doing it again is harmless. */
  async addMember(person: Person, secret: string): Promise<Result<AccountView, JoinProblem>> {
    const hash = await hashSecret(secret);
    if (!(await this.#isOpen())) return err("invite is not valid");
    const joined = this.#sql.atomically(() => people.join(this.#sql, person, hash, Date.now()));
    return joined.ok ? ok(must(await this.view(person.id), "who has joined has access")) : joined;
  }

  /** Takes a person's access and everything that acts for them; see members.ts for who may. */
  async removeMember(by: number, userId: number): Promise<Result<null, MemberProblem>> {
    if (!(await this.#isOpen())) return err("not a member");
    return this.#sql.atomically(() => people.removeMember(this.#sql, by, userId));
  }

  async makeOwner(by: number, userId: number): Promise<Result<null, MemberProblem>> {
    return (await this.#isOpen()) ? people.makeOwner(this.#sql, by, userId) : err("not a member");
  }

  /**
   * The person's role here, and what would become of the budget without them; null without access.
   */
  async standing(userId: number): Promise<Standing | null> {
    const standing = (await this.#isOpen()) ? people.readStanding(this.#sql, userId) : null;
    return standing === null ? null : { ...standing, name: getBudgetName(readBudget(this.#sql)) };
  }

  /** The person's role; null without access or without a budget. */
  async findRole(userId: number): Promise<Role | null> {
    return (await this.#isOpen()) ? people.findRole(this.#sql, userId) : null;
  }
}
