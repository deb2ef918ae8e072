// A tool in a terminal that asks to be let in (the flow of RFC 8628). One object for each, named by
// the code that the tool shows. A person who is signed in types the code and decides; the tool then
// gets its key, once. The object keeps no key: it is made when the tool fetches it. After ten
// minutes everything is deleted.

import { DurableObject } from "cloudflare:workers";
import { hashSecret } from "../../platform/credentials/credential.ts";
import { sameSecret } from "../../platform/digest.ts";
import { TOOL_LOGIN_LIFETIME_MS } from "../../platform/limits.ts";

/** The tool, as it says itself, and where it asks from. */
export interface ToolFacts {
  readonly tool: string;
  readonly network: string;
}

/** What a person let the tool do. */
export interface ToolGrant {
  readonly connection: string;
  /** Whether it may read transactions. */
  readonly reads: boolean;
}

export interface AskingTool extends ToolFacts {
  readonly askedAt: number;
}

/** The answer to the tool. */
export type Outcome =
  | { readonly kind: "waiting" | "denied" | "gone" }
  | { readonly kind: "allowed"; readonly tool: string; readonly grant: ToolGrant };

interface Kept extends AskingTool {
  readonly hash: string;
  readonly until: number;
  readonly decision: ToolGrant | "denied" | null;
}

const KEY = "login";
const GONE: Outcome = { kind: "gone" };

/** One tool that asks. An object that no tool asked by writes nothing. */
export class ToolLogin extends DurableObject<Env> {
  /** Begins; false if another tool waits under this code. */
  async begin(hash: string, facts: ToolFacts): Promise<boolean> {
    const now = Date.now();
    if (this.#read(now) !== null) return false;
    const until = now + TOOL_LOGIN_LIFETIME_MS;
    const kept: Kept = { ...facts, hash, askedAt: now, until, decision: null };
    this.ctx.storage.kv.put(KEY, kept);
    await this.ctx.storage.setAlarm(until);
    return true;
  }

  /** The tool that waits for a decision; null if there is none. */
  async asking(): Promise<AskingTool | null> {
    const kept = this.#read(Date.now());
    if (kept === null || kept.decision !== null) return null;
    const { tool, network, askedAt } = kept;
    return { tool, network, askedAt };
  }

  /** Decides, once; false if nothing waits for it any more. */
  async decide(decision: ToolGrant | "denied"): Promise<boolean> {
    const kept = this.#read(Date.now());
    if (kept === null || kept.decision !== null) return false;
    this.ctx.storage.kv.put(KEY, { ...kept, decision });
    return true;
  }

  /** The decision, for whoever has the secret. A decision is given out once. */
  async take(secret: string): Promise<Outcome> {
    const hash = await hashSecret(secret);
    const before = this.#read(Date.now());
    if (before === null || !(await sameSecret(hash, before.hash))) return GONE;
    // Read again and deleted without a pause between: of two who ask at once, one gets it.
    const kept = this.#read(Date.now());
    if (kept === null || kept.hash !== before.hash) return GONE;
    if (kept.decision === null) return { kind: "waiting" };
    this.ctx.storage.kv.delete(KEY);
    await this.ctx.storage.deleteAll();
    if (kept.decision === "denied") return { kind: "denied" };
    return { kind: "allowed", tool: kept.tool, grant: kept.decision };
  }

  override async alarm(): Promise<void> {
    // A tool may have begun under the same code since this alarm was set.
    const kept = this.#read(Date.now());
    if (kept === null) await this.ctx.storage.deleteAll();
    else await this.ctx.storage.setAlarm(kept.until);
  }

  #read(now: number): Kept | null {
    const kept = this.ctx.storage.kv.get<Kept>(KEY);
    return kept === undefined || kept.until <= now ? null : kept;
  }
}
