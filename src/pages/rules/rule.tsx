// The page of one rule, stored or new: its form, and beside it what it would change.

import type { ShownChange, ShownCorrection } from "../../importer/changes/wire.ts";
import { ConfirmButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Names } from "../transactions/read-names.ts";
import { DryRunSection } from "./dry-run.tsx";
import { RULE_FORM, RuleEditor } from "./editor.tsx";
import type { RuleFields } from "./form.ts";
import { describeRule } from "./sentence.ts";
import { UndoBar } from "./undo-bar.tsx";
import type { DryRun, Rule, RuleBody } from "./wire.ts";

export interface RulePageProps {
  /** Null for a new one. */
  readonly rule: Rule | null;
  readonly rules: readonly Rule[];
  readonly fields: RuleFields;
  /** The rule that the fields describe. */
  readonly body: RuleBody;
  readonly errors: ReadonlyMap<string, string>;
  /** The result of trying the rule out; null if it cannot be tried out as it is. */
  readonly run: DryRun | null;
  readonly names: Names;
  readonly corrections: readonly ShownCorrection[];
  readonly isFirst: boolean;
  /** The transaction that the rule is made from; null for none. */
  readonly from: { readonly id: number; readonly payee: string } | null;
  readonly saved: ShownChange | null;
  readonly formKey: string;
  readonly alert: string | null;
}

/** The whole page. */
export function RulePage(props: RulePageProps) {
  const { rule, rules, run, names, alert, saved, formKey, from } = props;
  const title = describeTitle(props);
  return (
    <Shell title={title} current="/rules">
      <p class="origin">
        {from === null ? (
          <a href="/rules">← Rules</a>
        ) : (
          <a href={`/transactions/${from.id}`}>{`← ${from.payee}`}</a>
        )}
      </p>
      <h1 class="file">{title}</h1>
      <RuleSummary {...props} />
      <Alert message={alert} />
      {saved === null ? null : <UndoBar change={saved} formKey={formKey} />}
      <SaveButtons rule={rule} run={run} isAlways={from !== null} />
      <div class="rule-columns">
        <RuleEditor
          fields={props.fields}
          errors={props.errors}
          names={names}
          action={rule === null ? "/rules" : `/rules/${rule.id}`}
          formKey={formKey}
          isNew={rule === null}
          isFirst={props.isFirst}
        >
          {from === null ? null : <input type="hidden" name="from" value={String(from.id)} />}
        </RuleEditor>
        {run === null ? null : (
          <DryRunSection
            run={run}
            names={names}
            rules={rules}
            corrections={props.corrections}
            form={RULE_FORM}
          />
        )}
      </div>
      {rule === null ? null : <DeleteRule rule={rule} />}
    </Shell>
  );
}

function describeTitle({ rule, rules, from, body, names }: RulePageProps): string {
  if (rule !== null) return rule.name ?? `Rule ${rules.findIndex(({ id }) => id === rule.id) + 1}`;
  const category = names.categories.find(({ id }) => id === body.set.category_id);
  if (from === null) return "New rule";
  return category === undefined
    ? `A rule for “${from.payee}”`
    : `Always ${category.name} for “${from.payee}”?`;
}

function RuleSummary({ body, names, errors }: RulePageProps) {
  const { when, actions } = describeRule(body, names);
  return (
    <>
      {errors.size > 0 || when.length === 0 || actions.length === 0 ? null : (
        <p class="rule-sentence">
          {`If ${when.join(" and ")}: `}
          <strong>{actions.join(", ")}</strong>
        </p>
      )}
      <p class="hint">
        All conditions must hold. The first rule that sets something wins; tags add up.
      </p>
    </>
  );
}

/** The buttons are above the form, so that one click is enough if it is filled in already. */
function SaveButtons({
  rule,
  run,
  isAlways,
}: {
  readonly rule: Rule | null;
  readonly run: DryRun | null;
  readonly isAlways: boolean;
}) {
  const canRun = run !== null && run.transactions.length > 0;
  const isPlain = !canRun && !isAlways;
  return (
    <p class="actions" id="save-rule">
      {canRun || isAlways ? (
        <button
          id="save-and-run"
          class="primary"
          type="submit"
          form={RULE_FORM}
          name="do"
          value="run"
        >
          {isAlways ? "Always" : "Save and change what is ticked"}
        </button>
      ) : null}
      {isAlways && !canRun ? null : (
        <button
          id="save"
          class={isPlain ? "primary" : undefined}
          type="submit"
          form={RULE_FORM}
          name="do"
          value="save"
        >
          {isAlways ? "Only for new ones" : "Save"}
        </button>
      )}
      <a href="/rules">{rule === null ? "Cancel" : "Back to the rules"}</a>
    </p>
  );
}

function DeleteRule({ rule: { id } }: { readonly rule: Rule }) {
  return (
    <ConfirmButton
      label="Delete this rule…"
      ask="What it has set stays as it is. Only new transactions are no longer sorted by it."
      action={useTarget(`/rules/${id}/delete`)}
      confirm="Delete"
    />
  );
}
