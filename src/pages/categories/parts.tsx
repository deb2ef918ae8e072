// Parts of the forms of categories and tags: what a form shows after a refusal, the fields that
// several forms share, and the checkbox with its words.

import { DescribedField, DescribedInput } from "../ui/fields.tsx";
import { describeKind, listGroups, isSameName } from "./arrange.ts";
import type { NamedRefusal } from "./calls.ts";
import { editPath, type Noun } from "./nouns.ts";
import type { Category } from "./wire.ts";

/** The most characters of a name and of a description in the documents. */
export const NAME_CHARS_MAX = 100;
const DESCRIPTION_CHARS_MAX = 200;

/** A refused form: which one, what was typed, and the reason at each field. */
export interface RefusedForm {
  /** "new", "group", "tag", or the id of a row. */
  readonly form: string;
  readonly typed: (name: string) => string;
  /** By the field's name, a sentence each. */
  readonly errors: ReadonlyMap<string, string>;
  /** A refusal that belongs to no field. */
  readonly message: string | null;
}

/** The properties of the service by the fields of the forms. */
const FIELDS: Readonly<Record<string, string>> = {
  name: "name",
  description: "description",
  group_id: "group",
  is_income: "kind",
  background_color: "colour",
};

/** Sorts a refusal to the fields of the form it is about. */
export function sortRefusal(
  form: string,
  typed: RefusedForm["typed"],
  { errors }: NamedRefusal,
): RefusedForm {
  const beside = new Map<string, string>();
  const rest: string[] = [];
  for (const { property, sentence } of errors) {
    const field = FIELDS[property];
    if (field === undefined || beside.has(field)) rest.push(sentence);
    else beside.set(field, sayPlainly(sentence, property));
  }
  return { form, typed, errors: beside, message: rest.length === 0 ? null : rest.join(" ") };
}

const LABELS: Readonly<Record<string, string>> = {
  name: "The name",
  description: "The description",
  group_id: "The group",
};

/** "name must have 1 to 100 characters" as "The name must have 1 to 100 characters". */
function sayPlainly(sentence: string, property: string): string {
  const label = LABELS[property];
  if (label === undefined || !sentence.startsWith(property)) return sentence;
  return label + sentence.slice(property.length).replace(/^:/, "");
}

/** What a row's form has at first: nothing typed, nothing refused. */
export function blankForm(form: string): RefusedForm {
  return { form, typed: () => "", errors: new Map(), message: null };
}

interface NameFieldProps {
  readonly noun: Noun;
  readonly form: RefusedForm;
  readonly value: string;
  /** What has a name already. */
  readonly all: readonly { readonly id: number; readonly name: string }[];
}

/** The one-time key of a form, so that a form that is sent twice is carried out once. */
export function KeyField() {
  return <input type="hidden" name="key" value={crypto.randomUUID()} />;
}

/** The name; a taken one leads to what has it. */
export function NameField({ noun, form, value, all }: NameFieldProps) {
  const error = form.errors.get("name") ?? null;
  const same = error === null ? undefined : all.find(({ name }) => isSameName(name, value));
  return (
    <DescribedInput
      id={`${form.form}-name`}
      label="Name"
      name="name"
      value={value}
      required
      maxlength={NAME_CHARS_MAX}
      error={error}
      {...(same !== undefined && {
        help: <a href={editPath(noun, same.id)}>{`Go to “${same.name}”`}</a>,
      })}
    />
  );
}

/** The description. */
export function DescriptionField({
  form,
  value,
}: {
  readonly form: RefusedForm;
  readonly value: string;
}) {
  return (
    <DescribedInput
      id={`${form.form}-description`}
      label="Description (optional)"
      name="description"
      value={value}
      maxlength={DESCRIPTION_CHARS_MAX}
      error={form.errors.get("description") ?? null}
    />
  );
}

/** The group that a category belongs to. */
export function GroupField({
  form,
  all,
  chosen,
}: {
  readonly form: RefusedForm;
  readonly all: readonly Category[];
  readonly chosen: number | null;
}) {
  const id = `${form.form}-group`;
  return (
    <DescribedField
      id={id}
      label="Group"
      error={form.errors.get("group") ?? null}
      control={(described) => (
        <select id={id} name="group" {...described}>
          <option value="">No group</option>
          {listGroups(all, chosen).map((group) => (
            <option value={String(group.id)} selected={group.id === chosen}>
              {`${group.name} (${describeKind(group)})`}
            </option>
          ))}
        </select>
      )}
    />
  );
}

type Flags = Pick<Category, "is_income" | "exclude_from_budget" | "exclude_from_totals">;

/** Spending or income, and where it is left out. */
export function KindFields({
  form,
  flags,
  hint = null,
}: {
  readonly form: RefusedForm;
  readonly flags: Flags;
  readonly hint?: string | null;
}) {
  const id = `${form.form}-kind`;
  return (
    <>
      <DescribedField
        id={id}
        label="Kind"
        error={form.errors.get("kind") ?? null}
        {...(hint !== null && { help: hint })}
        control={(described) => (
          <select id={id} name="kind" {...described}>
            <option value="spending">Spending</option>
            <option value="income" selected={flags.is_income}>
              Income
            </option>
          </select>
        )}
      />
      <div class="ticks">
        <Tick name="no_budget" label="Not in the budget" checked={flags.exclude_from_budget} />
        <Tick name="no_totals" label="Not in the totals" checked={flags.exclude_from_totals} />
      </div>
    </>
  );
}

/** A checkbox with its words. */
export function Tick({
  name,
  label,
  checked,
  value = "yes",
  disabled = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly value?: string;
  readonly disabled?: boolean;
}) {
  return (
    <label class="tick">
      <input type="checkbox" name={name} value={value} checked={checked} disabled={disabled} />{" "}
      <span>{label}</span>
    </label>
  );
}

/** The flags as the fields of the form say them. */
export function readFlags(field: (name: string) => string): Flags {
  return {
    is_income: field("kind") === "income",
    exclude_from_budget: field("no_budget") !== "",
    exclude_from_totals: field("no_totals") !== "",
  };
}
