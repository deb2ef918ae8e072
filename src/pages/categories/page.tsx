// The page of categories and tags.

import type { ShownDetail } from "../../importer/changes/wire.ts";
import { UndoButton } from "../changes/list.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Counts } from "./calls.ts";
import type { Arranged } from "./arrange.ts";
import { FirstSetForm } from "./first-set-form.tsx";
import { CategoryList } from "./list.tsx";
import { CATEGORY, editPath } from "./nouns.ts";
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
import { Tags } from "./tags.tsx";
import type { Category, Tag } from "./wire.ts";

/** What has just been done, said above the list. */
export interface Done {
  readonly sentence: string | null;
  /** Chosen categories of the first set that exist already. */
  readonly skipped: readonly Category[];
}

export interface CategoriesProps {
  readonly arranged: Arranged;
  readonly tags: readonly Tag[];
  /** Why the tags cannot be read; null if they could. */
  readonly tagsUnread: string | null;
  readonly counts: Counts | null;
  readonly edited: number | null;
  readonly editedTag: number | null;
  readonly refused: RefusedForm | null;
  readonly alert: string | null;
  readonly done: Done | null;
  /** The change that was just made; null if there is none. */
  readonly saved: ShownDetail | null;
  /** The one-time id of the form that undoes it. */
  readonly formKey: string;
  /** The tag of the first set's language. */
  readonly language: string;
}

/** The whole page. */
export function Categories(props: CategoriesProps) {
  const { arranged, counts, refused } = props;
  const isEmpty = arranged.all.length === 0;
  return (
    <Shell title="Categories and tags" current="/categories">
      <h1>Categories and tags</h1>
      <p class="lead">
        Categories say what money is for; each transaction has at most one. Tags mark whatever else
        you want to find again.
      </p>
      <Alert message={props.alert} />
      <UndoBar detail={props.saved} formKey={props.formKey} />
      <DoneNotice done={props.done} />
      <section aria-labelledby="categories">
        <h2 id="categories">Categories</h2>
        {isEmpty ? (
          <>
            <p>
              You have no categories yet. Start with this set, or with your own below. You can
              rename, move and delete each of them later.
            </p>
            <FirstSetForm language={props.language} all={arranged.all} />
          </>
        ) : (
          <CategoryList
            arranged={arranged}
            counts={counts?.categories ?? null}
            edited={props.edited}
            refused={refused}
          />
        )}
        <NewCategory all={arranged.all} refused={refused} />
        <NewGroup all={arranged.all} refused={refused} />
        {isEmpty ? null : (
          <p class="more">
            <a href="/categories/first-set">Add categories from a suggested set</a>
          </p>
        )}
      </section>
      {props.tagsUnread === null ? (
        <Tags
          tags={props.tags}
          counts={counts?.tags ?? null}
          edited={props.editedTag}
          refused={refused}
        />
      ) : (
        <p class="warning">{`The tags could not be read: ${props.tagsUnread}`}</p>
      )}
    </Shell>
  );
}

/** The bar that says what was just done, with its Undo. */
function UndoBar({
  detail,
  formKey,
}: {
  readonly detail: ShownDetail | null;
  readonly formKey: string;
}) {
  if (detail === null) return null;
  const { change, conflicts, refused, record_conflicts, record_refused } = detail;
  const left = [conflicts, refused, record_conflicts, record_refused].flat().length;
  return (
    <div class="read undo-bar" role="status" id="saved">
      <p>
        <a href={`/changes/${change.id}`}>{change.sentence}</a>
        {change.state === "applying" ? ": under way." : "."}
        {left === 0 ? null : " Not everything could be done; the change names what was left."}
      </p>
      <UndoButton change={change} formKey={formKey} back="/categories" />
    </div>
  );
}

function DoneNotice({ done }: { readonly done: Done | null }) {
  if (done === null) return null;
  return (
    <div class="read" role="status">
      {done.sentence === null ? null : <p>{done.sentence}</p>}
      {done.skipped.length === 0 ? null : (
        <p>
          {`${plural(done.skipped.length, "category", "categories")} of the set existed already and stayed as ${done.skipped.length === 1 ? "it is" : "they are"}: `}
          {done.skipped.map(({ id, name }, index) => (
            <>
              {index === 0 ? "" : ", "}
              <a href={editPath(CATEGORY, id)}>{name}</a>
            </>
          ))}
          .
        </p>
      )}
    </div>
  );
}

interface NewProps {
  readonly all: readonly Category[];
  readonly refused: RefusedForm | null;
}

function NewCategory({ all, refused }: NewProps) {
  const form = refused?.form === "new" ? refused : blankForm("new");
  return (
    <details class="panel add" open={form === refused}>
      <summary>Add a category</summary>
      <form method="post" action={useTarget("/categories#new-name")} class="edit-form">
        <KeyField />
        <Alert message={form.message} />
        <NameField noun={CATEGORY} form={form} value={form.typed("name")} all={all} />
        <GroupField form={form} all={all} chosen={Number(form.typed("group")) || null} />
        <KindFields
          form={form}
          flags={readFlags(form.typed)}
          hint="In a group, a category is what the group is."
        />
        <DescriptionField form={form} value={form.typed("description")} />
        <p class="actions">
          <button class="primary" type="submit">
            Add category
          </button>
        </p>
      </form>
    </details>
  );
}

function NewGroup({ all, refused }: NewProps) {
  const form = refused?.form === "group" ? refused : blankForm("group");
  return (
    <details class="panel add joined" open={form === refused}>
      <summary>Add a group</summary>
      <form method="post" action={useTarget("/categories/groups#group-name")} class="edit-form">
        <KeyField />
        <Alert message={form.message} />
        <NameField noun={CATEGORY} form={form} value={form.typed("name")} all={all} />
        <KindFields
          form={form}
          flags={readFlags(form.typed)}
          hint="It holds for every category in the group."
        />
        <DescriptionField form={form} value={form.typed("description")} />
        <p class="actions">
          <button class="primary" type="submit">
            Add group
          </button>
        </p>
      </form>
    </details>
  );
}
