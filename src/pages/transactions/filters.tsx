// The filters of the list: a form that sends an address, the filters that are set as links that drop
// one each, and the views that the page offers.

import type { Child } from "hono/jsx";
import { printUnits, type Units } from "../../money/money.ts";
import { DescribedField, DescribedInput } from "../ui/fields.tsx";
import { printCount, printDay, printMonth } from "../ui/print.ts";
import { CategoryOptions } from "./category-options.tsx";
import {
  accountKey,
  DIRECTIONS,
  HAVING,
  LACKING,
  listPresets,
  STATUSES,
  viewAddress,
  type FilterName,
  type LedgerQuery,
  type View,
} from "./query.ts";
import { nameCategory, nameTag, type Names } from "./read-names.ts";
import type { Day } from "../../money/day.ts";

interface FiltersProps {
  readonly view: View;
  readonly names: Names;
  readonly today: Day;
  /** The amount from which a transaction is large; null if the filter would not be useful. */
  readonly large?: Units | null;
}

/** The search, the form of all filters, and the offered views. */
export function Filters({ view, names, today, large = null }: FiltersProps) {
  const inForm = [...view.typed.keys()].filter((name) => name !== "q");
  const isWrong = [...view.errors.keys()].some((name) => name !== "q");
  return (
    <form class="ledger-filters" method="get" action="/transactions" role="search">
      <div class="search-line">
        <DescribedInput
          id="q"
          label={<span class="hidden">Search payee, notes and the bank's text</span>}
          error={view.errors.get("q") ?? null}
          type="search"
          name="q"
          value={view.typed.get("q") ?? ""}
          placeholder="Search payee, notes, bank’s text"
        />
        <button type="submit">Search</button>
      </div>
      <Presets view={view} today={today} large={large} />
      <details open={isWrong}>
        <summary>{inForm.length === 0 ? "Filter" : `Filter (${inForm.length} set)`}</summary>
        <div class="filter-grid">
          <WhereFields view={view} names={names} />
          <WhenFields view={view} />
          <WhichFields view={view} />
        </div>
        <p class="actions">
          <button class="primary" type="submit">
            Show transactions
          </button>
          <a href="/transactions">Clear all</a>
        </p>
      </details>
    </form>
  );
}

function Presets({ view: { typed }, today, large = null }: Omit<FiltersProps, "names">) {
  const here = viewAddress(typed);
  return (
    <nav class="filters" aria-label="Views">
      {listPresets(today).map(({ name, href }) => (
        <a href={href} aria-current={href === here ? "true" : undefined}>
          {name}
        </a>
      ))}
      {large === null || typed.has("min") ? null : (
        <a href={viewAddress(typed, { min: printUnits(large, 0) })}>
          {`Large (from ${printCount(large / 10_000)})`}
        </a>
      )}
    </nav>
  );
}

function WhereFields({ view, names }: Pick<FiltersProps, "view" | "names">) {
  const account = view.query.account;
  const chosen = account === null ? "" : accountKey(account);
  const { tag } = view.query;
  return (
    <>
      <SelectField view={view} name="account" label="Account" any="Any account">
        {names.accounts.map(({ key, name, isClosed }) => (
          <option value={key} selected={key === chosen}>
            {isClosed ? `${name} (closed)` : name}
          </option>
        ))}
        <option value="cash" selected={chosen === "cash"}>
          No account
        </option>
      </SelectField>
      <SelectField view={view} name="category" label="Category" any="Any category">
        <option value="0" selected={view.query.category === 0}>
          No category
        </option>
        <CategoryOptions categories={names.categories} chosen={view.query.category} withGroups />
      </SelectField>
      <SelectField view={view} name="tag" label="Tag" any="Any tag">
        {names.tags
          .filter(({ id, isArchived }) => !isArchived || id === tag)
          .map(({ id, name }) => (
            <option value={String(id)} selected={id === tag}>
              {name}
            </option>
          ))}
      </SelectField>
    </>
  );
}

function WhenFields({ view }: { readonly view: View }) {
  return (
    <>
      <TextField view={view} name="month" label="Month" type="month" placeholder="2026-11" />
      <TextField view={view} name="from" label="First day" type="date" />
      <TextField view={view} name="to" label="Last day" type="date" />
    </>
  );
}

function WhichFields({ view }: { readonly view: View }) {
  const { source } = view.query;
  const isListed = source?.kind === "person" || source?.kind === "schedule";
  return (
    <>
      <TextField view={view} name="min" label="Amount from" inputmode="decimal" />
      <TextField view={view} name="max" label="Amount to" inputmode="decimal" />
      <ChoiceField
        view={view}
        name="direction"
        label="Direction"
        any="In and out"
        of={DIRECTIONS}
      />
      <ChoiceField view={view} name="status" label="Status" any="Any status" of={STATUSES} />
      <SelectField view={view} name="source" label="Source" any="Any source">
        {(["person", "schedule"] as const).map((kind) => (
          <option value={kind} selected={source?.kind === kind}>
            {SOURCE_WORDS[kind]}
          </option>
        ))}
        {source === null || isListed ? null : (
          <option value={view.typed.get("source") ?? ""} selected>
            {SOURCE_WORDS[source.kind]}
          </option>
        )}
      </SelectField>
      <ChoiceField view={view} name="has" label="With" any="With or without" of={HAVING} />
      <ChoiceField view={view} name="no" label="Without" any="With or without" of={LACKING} />
    </>
  );
}

const SOURCE_WORDS = {
  import: "One import",
  mail: "One message",
  rule: "One rule",
  person: "Not imported",
  schedule: "A schedule",
} as const;

interface FilterFieldProps {
  readonly view: View;
  readonly name: FilterName;
  readonly label: string;
}

function TextField({
  view,
  name,
  label,
  type,
  ...input
}: FilterFieldProps & {
  readonly type?: "date" | "month";
  readonly placeholder?: string;
  readonly inputmode?: "decimal";
}) {
  const error = view.errors.get(name) ?? null;
  return (
    <DescribedInput
      id={`filter-${name}`}
      label={label}
      error={error}
      name={name}
      value={view.typed.get(name) ?? ""}
      {...input}
      // A date field would not show the text that was refused.
      {...(type !== undefined && error === null && { type })}
    />
  );
}

function SelectField({
  view,
  name,
  label,
  any,
  children,
}: FilterFieldProps & { readonly any: string; readonly children?: Child }) {
  return (
    <DescribedField
      id={`filter-${name}`}
      label={label}
      error={view.errors.get(name) ?? null}
      control={(described) => (
        <select id={`filter-${name}`} name={name} {...described}>
          <option value="">{any}</option>
          {children}
        </select>
      )}
    />
  );
}

function ChoiceField({
  of,
  ...field
}: FilterFieldProps & { readonly any: string; readonly of: Readonly<Record<string, string>> }) {
  return (
    <SelectField {...field}>
      {Object.entries(of).map(([value, words]) => (
        <option value={value} selected={field.view.query[field.name] === value}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

/** The filters that are set: each a link to the same view without it. */
export function Chips({ view, names }: Pick<FiltersProps, "view" | "names">) {
  const chips = listChips(view, names);
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters that are set">
      {chips.map(({ words, href }) => (
        <li>
          <a class="chip" href={href} aria-label={`Drop the filter ${words}`}>
            {words} <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Each filter that is set, in words, with the address of the view without it. */
export function listChips(
  { query, typed }: Pick<View, "query" | "typed">,
  names: Names,
): readonly { readonly name: FilterName; readonly words: string; readonly href: string }[] {
  return [...typed.keys()].flatMap((name) => {
    const words = describeFilter(query, name, names);
    return words === null ? [] : [{ name, words, href: viewAddress(typed, { [name]: null }) }];
  });
}

/** A filter in words; null for one that is not set. */
function describeFilter(query: LedgerQuery, name: FilterName, names: Names): string | null {
  if (query[name] === null) return null;
  return FILTER_WORDS[name](query, names);
}

type Describe = (query: LedgerQuery, names: Names) => string | null;

const FILTER_WORDS: Readonly<Record<FilterName, Describe>> = {
  q: ({ q }) => `“${q}”`,
  account: ({ account }, { accounts }) => {
    if (account === null || account.kind === "cash") return "No account";
    const key = accountKey(account);
    return accounts.find((one) => one.key === key)?.name ?? `Account ${key}`;
  },
  category: ({ category }, names) => nameCategory(names, category),
  tag: ({ tag }, names) => `Tag ${tag === null ? "" : nameTag(names, tag)}`,
  month: ({ month }) => printMonth(month ?? ""),
  from: ({ from }) => `from ${printDay(from ?? "")}`,
  to: ({ to }) => `to ${printDay(to ?? "")}`,
  min: ({ min }) => (min === null ? null : `at least ${printUnits(min, 2)}`),
  max: ({ max }) => (max === null ? null : `at most ${printUnits(max, 2)}`),
  direction: ({ direction }) => direction && DIRECTIONS[direction],
  status: ({ status }) => status && STATUSES[status],
  source: ({ source }) => source && SOURCE_WORDS[source.kind],
  has: ({ has }) => has && HAVING[has],
  no: ({ no }) => no && LACKING[no],
};
