// The categories by group. The row that is being changed has its form in its place.

import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural, printCount } from "../ui/print.ts";
import { Alert } from "../ui/shell.tsx";
import { describeKind, type Arranged, type Section } from "./arrange.ts";
import { CATEGORY, editPath, nameRow, transactionsPath, type Noun } from "./nouns.ts";
import {
  blankForm,
  DescriptionField,
  GroupField,
  KeyField,
  KindFields,
  NameField,
  readFlags,
  type RefusedForm,
} from "./parts.tsx";
import type { Category } from "./wire.ts";

export interface ListProps {
  readonly arranged: Arranged;
  /** Transactions of the last 12 months; null where they were not counted. */
  readonly counts: ReadonlyMap<number, number> | null;
  /** The row that is open for changes. */
  readonly edited: number | null;
  readonly refused: RefusedForm | null;
}

/** Every section, and the archived ones folded below. */
export function CategoryList(props: ListProps) {
  const { sections, archived } = props.arranged;
  return (
    <>
      <table class="category-list">
        <caption class="hidden">Categories by group</caption>
        <ListHead isCounted={props.counts !== null} />
        {sections.map((section) => (
          <SectionRows section={section} list={props} />
        ))}
      </table>
      <Archived
        noun={CATEGORY}
        count={archived.length}
        isOpen={archived.some(({ id }) => id === props.edited)}
      >
        <table class="category-list">
          <caption class="hidden">Archived categories</caption>
          <ListHead isCounted={props.counts !== null} />
          <tbody>
            {archived.map((category) => (
              <CategoryRow category={category} group={null} list={props} />
            ))}
          </tbody>
        </table>
      </Archived>
    </>
  );
}

/** The headings of the list. */
export function ListHead({ isCounted }: { readonly isCounted: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col" class="number">
          {isCounted ? "Transactions in 12 months" : "Transactions"}
        </th>
        <th scope="col">
          <span class="hidden">Change</span>
        </th>
      </tr>
    </thead>
  );
}

/** Archived rows, folded, with their count. */
export function Archived({
  noun,
  count,
  isOpen,
  children,
}: {
  readonly noun: Noun;
  readonly count: number;
  readonly isOpen: boolean;
  readonly children?: unknown;
}) {
  if (count === 0) return null;
  return (
    <details class="archived" open={isOpen}>
      <summary>{plural(count, `archived ${noun.word}`, `archived ${noun.words}`)}</summary>
      {children}
    </details>
  );
}

function SectionRows({
  section: { group, members },
  list,
}: {
  readonly section: Section;
  readonly list: ListProps;
}) {
  return (
    <tbody>
      {group === null ? (
        <tr class="group">
          <th scope="rowgroup" colspan={3}>
            Without a group
          </th>
        </tr>
      ) : (
        <GroupRow group={group} members={members} list={list} />
      )}
      {members.map((category) => (
        <CategoryRow category={category} group={group} list={list} />
      ))}
    </tbody>
  );
}

function GroupRow({
  group,
  members,
  list,
}: {
  readonly group: Category;
  readonly members: readonly Category[];
  readonly list: ListProps;
}) {
  if (group.id === list.edited) return <EditRow category={group} list={list} />;
  return (
    <tr class="group" id={nameRow(CATEGORY, group.id)}>
      <th scope="rowgroup" colspan={2}>
        {group.name} <small>{describeKind(group)}</small>
        {group.archived ? <small> · archived</small> : null}
        {members.length === 0 ? <small> · no categories</small> : null}
        <Description text={group.description} />
      </th>
      <td class="number">
        <EditLink noun={CATEGORY} of={group} />
      </td>
    </tr>
  );
}

function CategoryRow({
  category,
  group,
  list,
}: {
  readonly category: Category;
  readonly group: Category | null;
  readonly list: ListProps;
}) {
  if (category.id === list.edited) return <EditRow category={category} list={list} />;
  const kind = describeKind(category);
  const isOwn = group === null || kind !== describeKind(group);
  return (
    <tr id={nameRow(CATEGORY, category.id)}>
      <th scope="row">
        {category.name}
        {category.is_group ? <small> group</small> : null}
        {isOwn ? <small>{` ${kind}`}</small> : null}
        <Description text={category.description} />
      </th>
      <td class="number">
        {category.is_group ? null : (
          <CountLink noun={CATEGORY} of={category} counts={list.counts} />
        )}
      </td>
      <td class="number">
        <EditLink noun={CATEGORY} of={category} />
      </td>
    </tr>
  );
}

/** A line below the name; nothing for none. */
export function Description({ text }: { readonly text: string }) {
  return text === "" ? null : <small class="description">{text}</small>;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Leads to its transactions. */
export function CountLink({
  noun,
  of: { id, name },
  counts,
}: {
  readonly noun: Noun;
  readonly of: Named;
  readonly counts: ReadonlyMap<number, number> | null;
}) {
  const count = counts?.get(id) ?? 0;
  return (
    <a
      href={transactionsPath(noun, id)}
      class={counts !== null && count === 0 ? "none" : undefined}
    >
      {counts === null ? "Show" : printCount(count)}
      <span class="hidden">{` ${counts === null ? "the transactions" : "transactions"} of ${name}`}</span>
    </a>
  );
}

/** Opens the row for changes. */
export function EditLink({ noun, of: { id, name } }: { readonly noun: Noun; readonly of: Named }) {
  return (
    <a class="edit" href={editPath(noun, id)}>
      Change<span class="hidden">{` ${name}`}</span>
    </a>
  );
}

/** The form of one category or group in place of its row. */
function EditRow({ category, list }: { readonly category: Category; readonly list: ListProps }) {
  const row = nameRow(CATEGORY, category.id);
  const refused = list.refused?.form === row ? list.refused : null;
  const form = refused ?? blankForm(row);
  const { all } = list.arranged;
  const typed = (name: string, stored: string) => (refused === null ? stored : refused.typed(name));
  const chosen = Number(typed("group", String(category.group_id ?? ""))) || null;
  const flags = refused === null ? category : readFlags(refused.typed);
  return (
    <tr id={row} class="editing">
      <td colspan={3}>
        <form
          method="post"
          action={useTarget(`/categories/${category.id}#${row}-name`)}
          class="edit-form"
        >
          <KeyField />
          <Alert message={form.message} />
          <Before category={category} />
          <NameField noun={CATEGORY} form={form} value={typed("name", category.name)} all={all} />
          {category.is_group ? null : <GroupField form={form} all={all} chosen={chosen} />}
          {category.group_id === null ? <KindFields form={form} flags={flags} /> : null}
          <DescriptionField form={form} value={typed("description", category.description)} />
          <p class="actions">
            <button class="primary" type="submit">
              Save
            </button>
            <a href={`/categories#${row}`}>Cancel</a>
          </p>
        </form>
        <RowActions noun={CATEGORY} of={category} canMerge={!category.is_group} />
      </td>
    </tr>
  );
}

/** The values that the form was shown with: only what the person changed is sent on. */
function Before({ category }: { readonly category: Category }) {
  return (
    <>
      <input type="hidden" name="was_name" value={category.name} />
      <input type="hidden" name="was_description" value={category.description} />
      <input type="hidden" name="was_group" value={String(category.group_id ?? "")} />
    </>
  );
}

/** Archive, merge, delete. */
export function RowActions({
  noun,
  of: { id, name, archived },
  canMerge,
}: {
  readonly noun: Noun;
  readonly of: Named & { readonly archived: boolean };
  readonly canMerge: boolean;
}) {
  const path = `${noun.page}/${id}`;
  return (
    <div class="actions">
      <PostButton
        action={useTarget(`${path}/${archived ? "restore" : "archive"}`)}
        label={archived ? "Restore" : "Archive"}
        ariaLabel={`${archived ? "Restore" : "Archive"} ${name}`}
        fields={{ key: crypto.randomUUID() }}
      />
      {canMerge ? (
        <a class="button" href={`${path}/merge`}>
          Merge into another…
        </a>
      ) : null}
      <ConfirmButton
        label="Delete…"
        of={name}
        ask={`“${name}” is deleted at once if nothing uses it. Otherwise you see what uses it, and choose.`}
        action={useTarget(`${path}/delete`)}
        fields={{ key: crypto.randomUUID() }}
        confirm="Delete"
      />
    </div>
  );
}
