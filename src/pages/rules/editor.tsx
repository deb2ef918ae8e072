// The form of one rule: its conditions and actions, and beside them what it would change.

import type { Child } from "hono/jsx";
import { RULE_PARTS_MAX, RULE_TEXT_CHARS_MAX } from "../../platform/limits.ts";
import { CategoryOptions } from "../transactions/category-options.tsx";
import type { Names } from "../transactions/read-names.ts";
import { DescribedField, DescribedInput } from "../ui/fields.tsx";
import { parseId } from "../ui/form.ts";
import { useTarget } from "../ui/frame.tsx";
import { TEXT_FIELDS, readControl, type RuleFields } from "./form.ts";
import { HOW_WORDS, TEXT_WORDS } from "./sentence.ts";

/** The id of the form; ticks elsewhere on the page belong to it. */
export const RULE_FORM = "rule-form";

interface EditorProps {
  readonly fields: RuleFields;
  readonly errors: ReadonlyMap<string, string>;
  readonly names: Names;
  /** The address of the form. */
  readonly action: string;
  readonly formKey: string;
  /** Whether the rule is not stored yet, so that its place has to be chosen. */
  readonly isNew: boolean;
  readonly isFirst: boolean;
  readonly children?: Child;
}

/** The form; the children are its buttons. */
export function RuleEditor(props: EditorProps) {
  const { fields, errors, action, formKey, isNew, isFirst } = props;
  return (
    <form id={RULE_FORM} class="rule-form" method="post" action={useTarget(action)}>
      {/* Enter in a field tries the rule out; it saves nothing. */}
      <button class="hidden" type="submit" name="do" value="try" tabindex={-1} aria-hidden="true">
        Show what it would change
      </button>
      <input type="hidden" name="key" value={formKey} />
      <Conditions {...props} />
      <Actions {...props} />
      <details open={readControl(fields, "rule.name") !== ""}>
        <summary>{isNew ? "Name and order" : "Name"}</summary>
        <DescribedInput
          id="rule-name"
          label="Name (optional)"
          name="rule.name"
          maxlength={100}
          value={readControl(fields, "rule.name")}
          error={errors.get("rule.name") ?? null}
        />
        {isNew ? (
          <DescribedField
            id="rule-place"
            label="When it runs"
            error={null}
            control={(described) => (
              <select id="rule-place" name="place" {...described}>
                <option value="first" selected={isFirst}>
                  Before all other rules
                </option>
                <option value="last" selected={!isFirst}>
                  After all other rules
                </option>
              </select>
            )}
          />
        ) : null}
      </details>
      <p class="actions">
        <button id="rule-try" type="submit" name="do" value="try">
          Show what it would change
        </button>
      </p>
      {props.children}
    </form>
  );
}

function Conditions({ fields, errors, names }: EditorProps) {
  const error = errors.get("if") ?? null;
  return (
    <fieldset class="stack" id="rule-if" aria-describedby={error === null ? undefined : "if-error"}>
      <legend>If all of this holds</legend>
      {error === null ? null : (
        <p class="refused" id="if-error" role="alert">
          {error}
        </p>
      )}
      {TEXT_FIELDS.map((field) => (
        <TextCondition field={field} fields={fields} />
      ))}
      <div class="two">
        <AmountInput
          id="if-min"
          name="if.min"
          label="Amount from"
          fields={fields}
          errors={errors}
        />
        <AmountInput id="if-max" name="if.max" label="Amount to" fields={fields} errors={errors} />
      </div>
      <div class="two">
        <Select id="if-sign" name="if.sign" label="Direction" fields={fields}>
          {[
            ["", "Money in or out"],
            ["debit", "Money out"],
            ["credit", "Money in"],
          ]}
        </Select>
        <Select id="if-account" name="if.account" label="Account" fields={fields}>
          {[
            ["", "Any account"],
            ...names.accounts.map(({ key, name }): [string, string] => [key, name]),
          ]}
        </Select>
      </div>
    </fieldset>
  );
}

function TextCondition({
  field,
  fields,
}: {
  readonly field: (typeof TEXT_FIELDS)[number];
  readonly fields: RuleFields;
}) {
  const label = TEXT_WORDS[field];
  const how = readControl(fields, `if.${field}.how`);
  return (
    <div class="field">
      <label for={`if-${field}`}>{label}</label>
      <div class="text-condition">
        <select name={`if.${field}.how`} aria-label={`How the text compares: ${label}`}>
          {Object.entries(HOW_WORDS).map(([value, words]) => (
            <option value={value} selected={value === how}>
              {words}
            </option>
          ))}
        </select>
        <input
          id={`if-${field}`}
          name={`if.${field}`}
          value={readControl(fields, `if.${field}`)}
          maxlength={RULE_TEXT_CHARS_MAX}
          autocomplete="off"
        />
      </div>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly fields: RuleFields;
}

function AmountInput({
  id,
  name,
  label,
  fields,
  errors,
}: ControlProps & Pick<EditorProps, "errors">) {
  return (
    <DescribedInput
      id={id}
      label={label}
      name={name}
      inputmode="decimal"
      value={readControl(fields, name)}
      error={errors.get(name) ?? null}
    />
  );
}

function Select({
  id,
  name,
  label,
  fields,
  children,
}: ControlProps & { readonly children: readonly (readonly string[])[] }) {
  const chosen = readControl(fields, name);
  const isKnown = children.some(([value]) => value === chosen);
  return (
    <DescribedField
      id={id}
      label={label}
      error={null}
      control={(described) => (
        <select id={id} name={name} {...described}>
          {isKnown ? null : (
            <option value={chosen} selected>
              As it is
            </option>
          )}
          {children.map(([value = "", words = ""]) => (
            <option value={value} selected={value === chosen}>
              {words}
            </option>
          ))}
        </select>
      )}
    />
  );
}

function Actions(props: EditorProps) {
  const { fields, errors, names } = props;
  const error = errors.get("then") ?? null;
  return (
    <fieldset
      class="stack"
      id="rule-then"
      aria-describedby={error === null ? undefined : "then-error"}
    >
      <legend>Then</legend>
      {error === null ? null : (
        <p class="refused" id="then-error" role="alert">
          {error}
        </p>
      )}
      <CategorySelect
        id="then-category"
        name="then.category"
        label="Set the category"
        fields={fields}
        names={names}
      />
      <DescribedInput
        id="then-payee"
        label="Set the payee"
        name="then.payee"
        value={readControl(fields, "then.payee")}
        error={null}
      />
      <DescribedInput
        id="then-notes"
        label="Set the notes"
        name="then.notes"
        value={readControl(fields, "then.notes")}
        error={null}
      />
      <TagTicks fields={fields} names={names} />
      <label class="tick">
        <input
          type="checkbox"
          name="then.reviewed"
          value="yes"
          checked={readControl(fields, "then.reviewed") !== ""}
        />
        <span>Mark it as reviewed</span>
      </label>
      <SplitParts fields={fields} errors={errors} names={names} />
    </fieldset>
  );
}

function CategorySelect({
  id,
  name,
  label,
  fields,
  names,
}: ControlProps & { readonly names: Names }) {
  return (
    <DescribedField
      id={id}
      label={label}
      error={null}
      control={(described) => (
        <select id={id} name={name} {...described}>
          <option value="">Leave as it is</option>
          <CategoryOptions
            categories={names.categories}
            chosen={parseId(readControl(fields, name)) || null}
          />
        </select>
      )}
    />
  );
}

function TagTicks({ fields, names }: Pick<EditorProps, "fields" | "names">) {
  const chosen = (fields.get("then.tag") ?? []).map(parseId);
  const shown = names.tags.filter(({ id, isArchived }) => !isArchived || chosen.includes(id));
  if (shown.length === 0) return null;
  return (
    <fieldset class="tag-choices">
      <legend>Add tags</legend>
      {shown.map(({ id, name }) => (
        <label class="tick">
          <input type="checkbox" name="then.tag" value={String(id)} checked={chosen.includes(id)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

function SplitParts({ fields, errors, names }: Pick<EditorProps, "fields" | "errors" | "names">) {
  const all = Array.from({ length: RULE_PARTS_MAX }, (_, index) => index);
  const used = all.filter((index) => readControl(fields, `part.${index}.size`) !== "").length;
  const isWrong = [...errors.keys()].some((name) => name.startsWith("part."));
  return (
    <details open={used > 0 || isWrong}>
      <summary>Split new transactions into parts</summary>
      <p class="hint">
        Write how much each part takes: 30%, or 12.50 with one part for the rest. Empty fields are
        filled from the whole transaction.
      </p>
      {all.slice(0, Math.min(RULE_PARTS_MAX, used + 2)).map((index) => (
        <div class="part">
          <DescribedInput
            id={`part-${index}-size`}
            label={`Part ${index + 1}`}
            name={`part.${index}.size`}
            value={readControl(fields, `part.${index}.size`)}
            placeholder={index === 0 ? "30%" : "rest"}
            error={errors.get(`part.${index}.size`) ?? null}
          />
          <CategorySelect
            id={`part-${index}-category`}
            name={`part.${index}.category`}
            label="Category"
            fields={fields}
            names={names}
          />
          <DescribedInput
            id={`part-${index}-notes`}
            label="Notes"
            name={`part.${index}.notes`}
            value={readControl(fields, `part.${index}.notes`)}
            error={null}
          />
          {["payee", "tags"].map((name) => (
            <input
              type="hidden"
              name={`part.${index}.${name}`}
              value={readControl(fields, `part.${index}.${name}`)}
            />
          ))}
        </div>
      ))}
    </details>
  );
}
