// The tags, below the categories: the same list and the same row that opens for changes.

import { useTarget } from "../ui/frame.tsx";
import { Alert } from "../ui/shell.tsx";
import { findColour, hueClass, PALETTE } from "./colours.ts";
import { Archived, CountLink, Description, EditLink, ListHead, RowActions } from "./list.tsx";
import { nameRow, TAG } from "./nouns.ts";
import { blankForm, DescriptionField, KeyField, NameField, type RefusedForm } from "./parts.tsx";
import type { Tag } from "./wire.ts";

export interface TagListProps {
  readonly tags: readonly Tag[];
  readonly counts: ReadonlyMap<number, number> | null;
  readonly edited: number | null;
  readonly refused: RefusedForm | null;
}

/** The tags in use, the archived ones folded below, and a form for another. */
export function Tags(props: TagListProps) {
  const inUse = props.tags.filter(({ archived }) => !archived);
  const archived = props.tags.filter((tag) => tag.archived);
  return (
    <section aria-labelledby="tags">
      <h2 id="tags">Tags</h2>
      {props.tags.length === 0 ? (
        <p>
          You have no tags yet. A tag marks transactions across categories, such as a journey or
          what somebody pays back.
        </p>
      ) : null}
      {inUse.length === 0 ? null : <TagTable {...props} tags={inUse} caption="Tags by name" />}
      <Archived
        noun={TAG}
        count={archived.length}
        isOpen={archived.some(({ id }) => id === props.edited)}
      >
        <TagTable {...props} tags={archived} caption="Archived tags" />
      </Archived>
      <NewTag {...props} />
    </section>
  );
}

function TagTable(props: TagListProps & { readonly caption: string }) {
  return (
    <table class="category-list">
      <caption class="hidden">{props.caption}</caption>
      <ListHead isCounted={props.counts !== null} />
      <tbody>
        {props.tags.map((tag) =>
          tag.id === props.edited ? (
            <EditTag tag={tag} list={props} />
          ) : (
            <tr id={nameRow(TAG, tag.id)}>
              <th scope="row">
                <span class={`tag ${hueClass(tag.background_color) ?? ""}`}>{tag.name}</span>
                <Description text={tag.description} />
              </th>
              <td class="number">
                <CountLink noun={TAG} of={tag} counts={props.counts} />
              </td>
              <td class="number">
                <EditLink noun={TAG} of={tag} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function EditTag({ tag, list }: { readonly tag: Tag; readonly list: TagListProps }) {
  const row = nameRow(TAG, tag.id);
  const refused = list.refused?.form === row ? list.refused : null;
  const form = refused ?? blankForm(row);
  const typed = (name: string, stored: string) => (refused === null ? stored : refused.typed(name));
  return (
    <tr id={row} class="editing">
      <td colspan={3}>
        <form
          method="post"
          action={useTarget(`/categories/tags/${tag.id}#${row}-name`)}
          class="edit-form"
        >
          <KeyField />
          <Alert message={form.message} />
          <input type="hidden" name="was_name" value={tag.name} />
          <input type="hidden" name="was_description" value={tag.description} />
          <NameField noun={TAG} form={form} value={typed("name", tag.name)} all={list.tags} />
          <DescriptionField form={form} value={typed("description", tag.description)} />
          <ColourField
            chosen={typed("colour", tag.background_color === "" ? "" : "as it is")}
            stored={tag.background_color}
          />
          <p class="actions">
            <button class="primary" type="submit">
              Save
            </button>
            <a href={`/categories#${row}`}>Cancel</a>
          </p>
        </form>
        <RowActions noun={TAG} of={tag} canMerge />
      </td>
    </tr>
  );
}

function NewTag({ tags, refused }: TagListProps) {
  const form = refused?.form === "tag" ? refused : blankForm("tag");
  return (
    <details class="panel add" open={form === refused}>
      <summary>Add a tag</summary>
      <form method="post" action={useTarget("/categories/tags#tag-name")} class="edit-form">
        <KeyField />
        <Alert message={form.message} />
        <NameField noun={TAG} form={form} value={form.typed("name")} all={tags} />
        <DescriptionField form={form} value={form.typed("description")} />
        <ColourField chosen={form.typed("colour")} stored="" />
        <p class="actions">
          <button class="primary" type="submit">
            Add tag
          </button>
        </p>
      </form>
    </details>
  );
}

/** No colour, the palette, or the stored colour as it is. A browser checks the last one that says so. */
function ColourField({ chosen, stored }: { readonly chosen: string; readonly stored: string }) {
  const own = PALETTE.find(({ hex }) => hex === stored.toLowerCase())?.name ?? null;
  const isKept = chosen === "as it is";
  return (
    <fieldset class="colours">
      <legend>Colour</legend>
      <Swatch value="" label="None" hue="" isChosen={chosen === ""} />
      {stored === "" || own !== null ? null : (
        <Swatch
          value="as it is"
          label={`As it is (${stored})`}
          hue={hueClass(stored) ?? ""}
          isChosen={isKept}
        />
      )}
      {PALETTE.map(({ name }, index) => (
        <Swatch
          value={name}
          label={name}
          hue={`hue-${index + 1}`}
          isChosen={chosen === name || (isKept && own === name)}
        />
      ))}
    </fieldset>
  );
}

function Swatch({
  value,
  label,
  hue,
  isChosen,
}: {
  readonly value: string;
  readonly label: string;
  readonly hue: string;
  readonly isChosen: boolean;
}) {
  return (
    <label class={`tag ${hue}`}>
      <input type="radio" name="colour" value={value} checked={isChosen} /> {label}
    </label>
  );
}

/** The stored colour that the form asks for: undefined to leave it as it is. */
export function readColour(typed: string): string | null | undefined {
  if (typed === "") return null;
  return findColour(typed) ?? undefined;
}
