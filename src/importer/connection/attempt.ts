// One attempt to authorize: what must be remembered between sending a browser away and its coming back. It is an object
// of its own with a random name; the browser holds its only key, and using the key takes everything out: an answer that
// comes a second time, from another browser or too late finds nothing. Nothing in it opens an account by itself.

import { DurableObject } from "cloudflare:workers";
import { ATTEMPT_LIFETIME_MS } from "../../platform/limits.ts";
import {
  credentialText,
  hashSecret,
  newSecret,
  parseCredential,
} from "../../platform/credentials/credential.ts";
import { base32, sameSecret } from "../../platform/digest.ts";

/** What an attempt remembers. */
export interface AttemptFacts {
  /** The PKCE verifier of this authorization alone. */
  readonly verifier: string;
  readonly state: string;
  readonly issuer: string;
  /** As it was sent: the token endpoint compares it. */
  readonly redirectUri: string;
  /** What the browser's session was when it left, however the caller names it; null where there was none. */
  readonly session: string | null;
  /** The connection that is to be authorized again; null where any will do. */
  readonly connection: string | null;
  /** The path to go on to. */
  readonly next: string;
}

interface Kept {
  readonly hash: string;
  readonly until: number;
  readonly facts: AttemptFacts;
}

const KEY = "attempt";
const NAME_BYTES = 16;
const NAME = /^[a-z2-7]{26}$/;

/** Remembers the facts for ten minutes: the credential `try_<object>_<secret>` that gives them back, once. */
export async function beginAttempt(env: Env, facts: AttemptFacts): Promise<string> {
  const name = base32(crypto.getRandomValues(new Uint8Array(NAME_BYTES)));
  const secret = newSecret();
  await env.ATTEMPT.getByName(name).begin(await hashSecret(secret), facts);
  return credentialText("try", name, secret);
}

/** What was remembered under this credential, which is used up by it; null for one that is unknown, used or too old. */
export async function takeAttempt(env: Env, credential: string): Promise<AttemptFacts | null> {
  const found = parseCredential(credential);
  if (found?.kind !== "try" || !NAME.test(found.object)) return null;
  return env.ATTEMPT.getByName(found.object).take(found.secret);
}

/** One authorization attempt. An object that no attempt was begun in writes nothing. */
export class Attempt extends DurableObject<Env> {
  async begin(hash: string, facts: AttemptFacts): Promise<void> {
    const kept: Kept = { hash, until: Date.now() + ATTEMPT_LIFETIME_MS, facts };
    this.ctx.storage.kv.put(KEY, kept);
    await this.ctx.storage.setAlarm(kept.until);
  }

  /** The facts, once, for whoever has the secret; a wrong one changes nothing. */
  async take(secret: string): Promise<AttemptFacts | null> {
    const hash = await hashSecret(secret);
    const before = this.ctx.storage.kv.get<Kept>(KEY);
    if (before === undefined || !(await sameSecret(hash, before.hash))) return null;
    // Read again and deleted without a pause between: of two who ask at once, one gets it.
    const kept = this.ctx.storage.kv.get<Kept>(KEY);
    this.ctx.storage.kv.delete(KEY);
    await this.ctx.storage.deleteAll();
    return kept === undefined || kept.until <= Date.now() ? null : kept.facts;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
