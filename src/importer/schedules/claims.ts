// Claims a setup token, which can be claimed only once, for a schedule. Order of writes: the claim
// is stored, then the request is sent, then the secret it returned is sealed and stored, and only
// then the schedule is stored. After a kill in between, or a lost answer, a person can save again
// with the same token: the stored secret is used, or a message says that the answer was lost.

import { CLAIM_KEEP_MS, SCHEDULES_MAX } from "../../platform/limits.ts";
import type { Once } from "../../sources/reading.ts";
import type { SourceFault } from "../../sources/source-fault.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Sealer } from "../../platform/sealing/seal.ts";
import { keepSecrets, openSecrets, sealSecrets } from "./secrets.ts";

interface ClaimRow {
  readonly hash: string;
  readonly reason: string | null;
}

interface Parts {
  readonly sql: Sql;
  readonly sealer: () => Promise<Sealer>;
  readonly connection: string;
}

type Claimed = Result<string, SourceFault>;

/** What passes by itself, so that claiming may be tried again. */
const PASSING: readonly SourceFault["kind"][] = ["unreachable", "slow", "limited"];

/** The claims of one connection. */
export class Claims {
  readonly #parts: Parts;
  readonly #underWay = new Map<string, Promise<Claimed>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Claims for this schedule; two who bring the same at once wait for one claim. */
  once(schedule: string): Once {
    return async (what, ask) => {
      const hash = hex(await sha256(what));
      const claiming =
        this.#underWay.get(hash) ??
        this.#claim(hash, schedule, ask).finally(() => this.#underWay.delete(hash));
      this.#underWay.set(hash, claiming);
      return claiming;
    };
  }

  async #claim(hash: string, schedule: string, ask: Parameters<Once>[1]): Promise<Claimed> {
    const { sql, sealer, connection } = this.#parts;
    forgetClaims(sql, Date.now());
    const before = sql.first<ClaimRow>(
      "SELECT hash, reason FROM schedule_claims WHERE hash = ?",
      hash,
    );
    if (before?.reason != null)
      return err({ kind: "refused", message: before.reason, retryAfter: null });
    sql.run(
      "INSERT INTO schedule_claims (hash, schedule, created_at) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET schedule = excluded.schedule",
      hash,
      schedule,
      Date.now(),
    );
    const kept = await openSecrets(sql, sealer, connection, sealingContext(hash));
    const given = kept.ok ? kept.value["access"] : undefined;
    if (given !== undefined) return ok(given);
    const asked = await ask(before !== null);
    if (asked.ok) {
      const sealed = await sealSecrets(await sealer(), connection, sealingContext(hash), {
        access: asked.value,
      });
      // Forgotten meanwhile, with its connection: then nothing is kept that nobody would ever forget.
      sql.transaction(() => {
        if (sql.first("SELECT 1 FROM schedule_claims WHERE hash = ?", hash) !== null)
          keepSecrets(sql, sealingContext(hash), sealed);
      });
    } else if (!PASSING.includes(asked.error.kind))
      sql.run("UPDATE schedule_claims SET reason = ? WHERE hash = ?", asked.error.message, hash);
    return asked;
  }
}

/** Forgets the claims of a schedule that is removed, with what they gave. */
export function forgetScheduleClaims(sql: Sql, schedule: string): void {
  forget(sql, "SELECT hash FROM schedule_claims WHERE schedule = ?", schedule);
}

/** Forgets what was claimed long ago: whoever wanted it has a schedule by now. */
export function forgetClaims(sql: Sql, now: number): void {
  forget(
    sql,
    "SELECT hash FROM schedule_claims WHERE created_at < ? OR hash NOT IN (SELECT hash FROM schedule_claims ORDER BY created_at DESC LIMIT ?)",
    now - CLAIM_KEEP_MS,
    SCHEDULES_MAX,
  );
}

function forget(sql: Sql, which: string, ...parameters: (string | number)[]): void {
  for (const { hash } of sql.all<ClaimRow>(which, ...parameters)) {
    sql.transaction(() => {
      sql.run("DELETE FROM schedule_secrets WHERE schedule = ?", sealingContext(hash));
      sql.run("DELETE FROM schedule_claims WHERE hash = ?", hash);
    });
  }
}

/** Beside the schedules' own secrets, and sealed again with them; no schedule is called so. */
function sealingContext(hash: string): string {
  return `claim/${hash}`;
}
