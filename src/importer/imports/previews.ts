// Imports that are not confirmed yet: the marks of their rows, leaving out rows, files that were
// uploaded together, and reading a file again with other settings.

import { UPLOAD_IMPORTS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Answers } from "../../statements/statement.ts";
import { isSettable, isSetting } from "../../statements/settings.ts";
import type { Core } from "../core.ts";
import { checkSettings } from "../layouts/layout-check.ts";
import { shown } from "../posting/next-import.ts";
import type { ImportProblem } from "../problem.ts";
import type { Imports } from "./feature.ts";
import {
  countMarks,
  leaveOut,
  listMarked,
  listOthers,
  markElsewhere,
  type Mark,
  type Marked,
  type MarkedRow,
} from "./marks.ts";
import { readAgain } from "./read-again.ts";
import type { Import, Run } from "./runs.ts";

/** An earlier import of the same document. */
export interface ImportedBefore {
  readonly id: string;
  readonly name: string;
  readonly finished_at: string;
}

/** An import with the marks of its rows. */
export interface Previewed {
  readonly import: Import;
  readonly marked: Marked;
  readonly imported_before: ImportedBefore | null;
}

/** An import that could not be confirmed with the others, and why. */
interface NotConfirmed {
  readonly id: string;
  readonly message: string;
}

/** The previews of one connection's imports. */
export class Previews {
  readonly #core: Core;
  readonly #imports: Imports;
  /** The state at which the marks of each run were counted. */
  readonly #counted = new Map<number, { readonly of: string; readonly marked: Marked }>();

  constructor(core: Core, imports: Imports) {
    this.#core = core;
    this.#imports = imports;
  }

  /** The imports that were uploaded together; null if there is no such upload. */
  upload(id: string): Previewed[] | null {
    const runs = this.#core.runs.ofUpload(id, UPLOAD_IMPORTS_MAX);
    return runs.length === 0 ? null : this.#previewed(runs);
  }

  /** The ids of the imports of an upload; null if there is no such upload. */
  idsOf(upload: string): string[] | null {
    const runs = this.#core.runs.ofUpload(upload, UPLOAD_IMPORTS_MAX);
    return runs.length === 0 ? null : runs.map(({ id }) => id);
  }

  /** One import. */
  one(id: string): Previewed | null {
    const run = this.#core.runs.byId(id);
    return run === null ? null : (this.#previewed([run])[0] ?? null);
  }

  /** The rows with these marks. */
  rows(
    id: string,
    marks: readonly Mark[],
    limit: number,
    offset: number,
  ): { rows: MarkedRow[]; has_more: boolean; applies_rules: boolean } | null {
    const run = this.#core.runs.byId(id);
    if (run === null) return null;
    this.#mark(run);
    const listed = listMarked(this.#core.sql, run.seq, marks, limit, offset);
    return { ...listed, applies_rules: run.options.apply_rules };
  }

  /** Confirms each of these imports separately. One that cannot be confirmed is left as it is. */
  async confirm(
    ids: readonly string[],
  ): Promise<{ confirmed: number; left: readonly NotConfirmed[] }> {
    const left: NotConfirmed[] = [];
    for (const id of ids) {
      const confirmed = await this.#imports.confirm(id);
      if (confirmed.ok) continue;
      const { error } = confirmed;
      const message =
        error.kind === "wrong state" ? `It is ${error.state}.` : "It could not be confirmed.";
      left.push({ id, message });
    }
    return { confirmed: ids.length - left.length, left };
  }

  /** Leaves a row out of an import that is not confirmed, or takes it in again. */
  leaveOut(id: string, n: number, leaves: boolean): Result<{ left_out: boolean }, ImportProblem> {
    const run = this.#core.runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    if (run.state !== "preview")
      return err({ kind: "wrong state", state: run.state, action: "changed", allowed: "preview" });
    this.#core.sql.transaction(() => {
      if (leaveOut(this.#core.sql, run.seq, n, leaves))
        this.#core.runs.count(run.seq, { skipped: leaves ? 1 : -1 });
    });
    this.#core.announce(run.seq);
    return ok({ left_out: leaves });
  }

  /** Reads the stored document again with these settings. */
  async readAgain(id: string, settings: Answers): Promise<Result<Import, ImportProblem>> {
    const run = this.#core.runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    const fault = settingsProblem(run, settings);
    if (fault !== null) return err(fault);
    const again = readAgain(this.#core.sql, this.#core.runs, run, settings, Date.now());
    if (!again)
      return err({
        kind: "wrong state",
        state: run.state,
        action: "read again",
        allowed: "question, preview",
      });
    await this.#core.arm();
    this.#core.announce(run.seq);
    return ok(this.#core.show(this.#core.runs.bySeq(run.seq) ?? run));
  }

  #previewed(runs: readonly Run[]): Previewed[] {
    const imports = shown(this.#core.runs, runs);
    return imports.flatMap((one, index) => {
      const run = runs[index];
      return run === undefined
        ? []
        : [{ import: one, marked: this.#mark(run), imported_before: this.#before(run) }];
    });
  }

  /** The marks of a run, which are counted again only when it or another import has changed. */
  #mark(run: Run): Marked {
    const { sql } = this.#core;
    const others = run.state === "preview" ? listOthers(sql, run) : [];
    const { state, read, inserted, duplicate, rejected, skipped } = run;
    const of = JSON.stringify([state, read, inserted, duplicate, rejected, skipped, others]);
    const before = this.#counted.get(run.seq);
    if (before?.of === of) return before.marked;
    if (run.state === "preview") markElsewhere(sql, run, others);
    const marked = countMarks(sql, run.seq);
    if (this.#counted.size >= UPLOAD_IMPORTS_MAX) this.#counted.clear();
    this.#counted.set(run.seq, { of, marked });
    return marked;
  }

  #before({ seq, document }: Run): ImportedBefore | null {
    const found = this.#core.sql.first<{ id: string; name: string; at: number }>(
      `SELECT id, document ->> '$.name' AS name, COALESCE(finished_at, created_at) AS at FROM runs INDEXED BY runs_by_document
       WHERE document ->> '$.sha256' = ? AND seq < ? AND state IN ('posting','waiting','done') ORDER BY seq DESC LIMIT 1`,
      document.sha256,
      seq,
    );
    return found === null
      ? null
      : { id: found.id, name: found.name, finished_at: new Date(found.at).toISOString() };
  }
}

function settingsProblem({ layout }: Run, settings: Answers): ImportProblem | null {
  const field = "/body/settings";
  const ids = Object.keys(settings);
  const other = ids.find((id) => !isSetting(id));
  if (other !== undefined)
    return { kind: "invalid", field, message: `"${other.slice(0, 60)}" is no setting.` };
  if (layout === null || !isSettable(layout.format))
    return { kind: "invalid", field, message: "How this format is read cannot be set." };
  const wanted = ids.map((question) => ({
    question,
    choice: settings[question] ?? "",
    for_account: null,
  }));
  const fault = checkSettings(wanted, layout);
  return fault === null ? null : { kind: "invalid", field, message: fault };
}
