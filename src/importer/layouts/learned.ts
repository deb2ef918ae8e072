// What an Importer object knows about layouts, as it answers for it: looked at, corrected, forgotten, taken elsewhere and
// brought back. Imports that were read already are never changed by any of this.

import { LAYOUTS_MAX } from "../../platform/limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { hasDocument, openDocument } from "../imports/documents.ts";
import type { ImportProblem } from "../problem.ts";
import { previewOf, type LayoutPreview } from "../imports/preview.ts";
import type { AccountListed, NoAnswer, Refused } from "../posting/client.ts";
import { Connected } from "../connection/connected.ts";
import { checkWanted } from "./layout-check.ts";
import type { NamedAccount } from "./layout-words.ts";
import {
  adopt,
  forgetLayout,
  layoutOf,
  listLayouts,
  recalledOf,
  saveAnswers,
  type LearnedLayout,
  type WantedAnswer,
} from "./layouts.ts";
import {
  fileOf,
  planImport,
  type LayoutChange,
  type LayoutsFile,
  type Mode,
} from "./layouts-file.ts";
import { Runs } from "../imports/runs.ts";

/** The object of one connection, with what it learned. */
export abstract class Learned extends Connected {
  /** The last used first. */
  async layouts(
    limit: number,
    offset: number,
  ): Promise<{ layouts: LearnedLayout[]; has_more: boolean }> {
    await this.open();
    const found = listLayouts(this.sql, limit + 1, offset);
    return { layouts: found.slice(0, limit), has_more: found.length > limit };
  }

  async layout(fingerprint: string): Promise<LearnedLayout | null> {
    await this.open();
    return layoutOf(this.sql, fingerprint);
  }

  /** Makes what is remembered for a layout just these answers. */
  async saveLayout(
    fingerprint: string,
    wanted: readonly WantedAnswer[],
  ): Promise<Result<LearnedLayout, ImportProblem>> {
    await this.open();
    const accounts = await this.#named(wanted);
    const found = layoutOf(this.sql, fingerprint);
    if (found === null) return err({ kind: "no such layout", fingerprint });
    const checked = checkWanted(wanted, { layout: found.layout, answers: found.answers, accounts });
    if (!checked.ok) return checked;
    this.sql.transaction(() => {
      if (!found.kept) adopt(this.sql, found.layout, Date.now());
      saveAnswers(this.sql, fingerprint, checked.value, Date.now());
    });
    return ok(layoutOf(this.sql, fingerprint) ?? found);
  }

  /** Whether there was anything to forget. */
  async forgetLayout(fingerprint: string): Promise<boolean> {
    await this.open();
    const found = layoutOf(this.sql, fingerprint);
    if (found === null || (!found.kept && found.answers.length === 0)) return false;
    this.sql.transaction(() => forgetLayout(this.sql, fingerprint));
    return true;
  }

  /** A document of the layout, its last or the one of the import named, read under these answers; null: as remembered. */
  async previewLayout(
    fingerprint: string,
    wanted: readonly WantedAnswer[] | null,
    importId: string | null,
  ): Promise<Result<LayoutPreview, ImportProblem>> {
    await this.open();
    const accounts = wanted === null ? null : await this.#named(wanted);
    const found = layoutOf(this.sql, fingerprint);
    if (found === null) return err({ kind: "no such layout", fingerprint });
    const checked =
      wanted === null
        ? ok(found.answers)
        : checkWanted(wanted, { layout: found.layout, answers: found.answers, accounts });
    if (!checked.ok) return checked;
    const id = importId ?? found.last_import;
    const run = id === null ? null : new Runs(this.sql).byId(id);
    if (run === null || run.layout?.fingerprint !== fingerprint)
      return err({ kind: "no such import", id: id ?? "of this layout" });
    const { sha256, name, bytes } = run.document;
    if (!(await hasDocument(this.env.DOCUMENTS, sha256)))
      return err({ kind: "document missing", id: run.id, name });
    const source = openDocument(this.env.DOCUMENTS, sha256, name, bytes);
    const preview = await previewOf(
      source,
      run,
      recalledOf(checked.value, run.options.account),
      dayOfInstant(Date.now()),
    );
    return preview.ok
      ? preview
      : err({ kind: "unreadable", message: preview.error, import_id: run.id });
  }

  /** Every layout, as a file. */
  async exportLayouts(): Promise<Result<LayoutsFile, ImportProblem>> {
    await this.open();
    const listed = await this.accounts();
    if (listed.kind !== "accounts")
      return err({
        kind: "no answer",
        message: `The accounts cannot be named just now: ${listed.message}`,
      });
    return ok(fileOf(listLayouts(this.sql, LAYOUTS_MAX, 0), listed.accounts.map(named)));
  }

  /** Brings in a file that was checked, or only says what that would change. */
  async importLayouts(
    file: LayoutsFile,
    mode: Mode,
    preview: boolean,
  ): Promise<Result<readonly LayoutChange[], ImportProblem>> {
    await this.open();
    const listed = await this.accounts();
    if (listed.kind !== "accounts")
      return err({
        kind: "no answer",
        message: `The accounts cannot be told apart just now: ${listed.message}`,
      });
    // From here on nothing waits: what is said is what is done.
    const plan = planImport(
      file,
      listLayouts(this.sql, LAYOUTS_MAX, 0),
      listed.accounts.filter(({ closed }) => !closed).map(named),
      mode,
    );
    if (!plan.ok) return err({ kind: "invalid", field: "/body", message: plan.error });
    const { changes, writes, removes } = plan.value;
    if (!preview) {
      this.sql.transaction(() => {
        for (const fingerprint of removes) forgetLayout(this.sql, fingerprint);
        for (const { layout, answers } of writes) {
          adopt(this.sql, layout, Date.now());
          saveAnswers(this.sql, layout.fingerprint, answers, Date.now());
        }
      });
    }
    return ok(changes);
  }

  abstract accounts(): Promise<
    { kind: "accounts"; accounts: AccountListed[] } | Refused | NoAnswer
  >;

  /** The accounts, where any answer needs them; null where they cannot be had. */
  async #named(wanted: readonly WantedAnswer[]): Promise<readonly NamedAccount[] | null> {
    if (
      !wanted.some(
        ({ question, for_account }) => for_account !== null || question.startsWith("account"),
      )
    )
      return [];
    const listed = await this.accounts();
    return listed.kind === "accounts" ? listed.accounts.map(named) : null;
  }
}

function named({ id, display_name: name }: AccountListed): NamedAccount {
  return { id, name };
}
