// A connection's layouts: shown, corrected, forgotten, exported and imported. None of this changes
// imports that were already read.

import { LAYOUTS_MAX } from "../../platform/limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { hasDocument, openDocument } from "../imports/documents.ts";
import type { ImportProblem } from "../problem.ts";
import { readPreview, type LayoutPreview } from "../imports/preview.ts";
import type { AccountListed } from "../posting/client.ts";
import type { Core } from "../core.ts";
import { checkWanted } from "./layout-check.ts";
import type { NamedAccount } from "./layout-words.ts";
import {
  adopt,
  forgetLayout,
  findLayout,
  listLayouts,
  recallAnswers,
  saveAnswers,
  type LearnedLayout,
  type WantedAnswer,
} from "./layouts.ts";
import {
  writeLayoutsFile,
  planImport,
  type LayoutChange,
  type LayoutsFile,
  type Mode,
} from "./layouts-file.ts";

/** The layouts of a connection. */
export class Layouts {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The most recently used first. */
  list(limit: number, offset: number): { layouts: LearnedLayout[]; has_more: boolean } {
    const found = listLayouts(this.#core.sql, limit + 1, offset);
    return { layouts: found.slice(0, limit), has_more: found.length > limit };
  }

  get(fingerprint: string): LearnedLayout | null {
    return findLayout(this.#core.sql, fingerprint);
  }

  /** Replaces the answers remembered for a layout. */
  async save(
    fingerprint: string,
    wanted: readonly WantedAnswer[],
  ): Promise<Result<LearnedLayout, ImportProblem>> {
    const accounts = await this.#named(wanted);
    const found = findLayout(this.#core.sql, fingerprint);
    if (found === null) return err({ kind: "no such layout", fingerprint });
    const checked = checkWanted(wanted, { layout: found.layout, answers: found.answers, accounts });
    if (!checked.ok) return checked;
    this.#core.sql.transaction(() => {
      if (!found.kept) adopt(this.#core.sql, found.layout, Date.now());
      saveAnswers(this.#core.sql, fingerprint, checked.value, Date.now());
    });
    return ok(findLayout(this.#core.sql, fingerprint) ?? found);
  }

  /** Whether there was anything to forget. */
  forget(fingerprint: string): boolean {
    const found = findLayout(this.#core.sql, fingerprint);
    if (found === null || (!found.kept && found.answers.length === 0)) return false;
    this.#core.sql.transaction(() => forgetLayout(this.#core.sql, fingerprint));
    return true;
  }

  /**
   * Reads a document of the layout, its last or that of the given import, under these answers;
   * null: as remembered.
   */
  async preview(
    fingerprint: string,
    wanted: readonly WantedAnswer[] | null,
    importId: string | null,
  ): Promise<Result<LayoutPreview, ImportProblem>> {
    const accounts = wanted === null ? null : await this.#named(wanted);
    const found = findLayout(this.#core.sql, fingerprint);
    if (found === null) return err({ kind: "no such layout", fingerprint });
    const checked =
      wanted === null
        ? ok(found.answers)
        : checkWanted(wanted, { layout: found.layout, answers: found.answers, accounts });
    if (!checked.ok) return checked;
    const id = importId ?? found.last_import;
    const run = id === null ? null : this.#core.runs.byId(id);
    if (run === null || run.layout?.fingerprint !== fingerprint)
      return err({ kind: "no such import", id: id ?? "of this layout" });
    const { sha256, name, bytes } = run.document;
    if (!(await hasDocument(this.#core.bucket, sha256)))
      return err({ kind: "document missing", id: run.id, name });
    const source = openDocument(this.#core.bucket, sha256, name, bytes);
    const preview = await readPreview(
      source,
      run,
      recallAnswers(checked.value, run.options.account),
      dayOfInstant(Date.now()),
    );
    return preview.ok
      ? preview
      : err({ kind: "unreadable", message: preview.error, import_id: run.id });
  }

  /** All layouts, as a file. */
  async export(): Promise<Result<LayoutsFile, ImportProblem>> {
    const listed = await this.#core.accounts();
    if (listed.kind !== "accounts")
      return err({
        kind: "no answer",
        message: `The accounts cannot be listed just now: ${listed.message}`,
      });
    return ok(
      writeLayoutsFile(listLayouts(this.#core.sql, LAYOUTS_MAX, 0), listed.accounts.map(named)),
    );
  }

  /** Imports a checked file, or only reports what that would change. */
  async import(
    file: LayoutsFile,
    mode: Mode,
    preview: boolean,
  ): Promise<Result<readonly LayoutChange[], ImportProblem>> {
    const listed = await this.#core.accounts();
    if (listed.kind !== "accounts")
      return err({
        kind: "no answer",
        message: `The accounts cannot be listed just now: ${listed.message}`,
      });
    // From here on nothing waits for a request: the changes reported are those made.
    const plan = planImport(
      file,
      listLayouts(this.#core.sql, LAYOUTS_MAX, 0),
      listed.accounts.filter(({ closed }) => !closed).map(named),
      mode,
    );
    if (!plan.ok) return err({ kind: "invalid", field: "/body", message: plan.error });
    const { changes, writes, removes } = plan.value;
    if (!preview) {
      this.#core.sql.transaction(() => {
        for (const fingerprint of removes) forgetLayout(this.#core.sql, fingerprint);
        for (const { layout, answers } of writes) {
          adopt(this.#core.sql, layout, Date.now());
          saveAnswers(this.#core.sql, layout.fingerprint, answers, Date.now());
        }
      });
    }
    return ok(changes);
  }

  /** The accounts, if an answer needs them; null if they cannot be listed. */
  async #named(wanted: readonly WantedAnswer[]): Promise<readonly NamedAccount[] | null> {
    if (
      !wanted.some(
        ({ question, for_account }) => for_account !== null || question.startsWith("account"),
      )
    )
      return [];
    const listed = await this.#core.accounts();
    return listed.kind === "accounts" ? listed.accounts.map(named) : null;
  }
}

function named({ id, display_name: name }: AccountListed): NamedAccount {
  return { id, name };
}
