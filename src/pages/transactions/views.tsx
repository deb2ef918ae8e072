// The views that a person saved: each a name and the filters of an address.

import type * as z from "zod";
import type { VIEW_LIST } from "../../importer/views/routes.ts";
import { VIEW_NAME_CHARS_MAX } from "../../platform/limits.ts";
import { useTarget } from "../ui/frame.tsx";
import { readQuery } from "./list-context.ts";
import { hereAddress, isClear, viewAddress, type View } from "./query.ts";

/** A view that was saved. */
export type SavedView = z.infer<typeof VIEW_LIST>["views"][number];

interface SavedViewsProps {
  readonly view: View;
  readonly views: readonly SavedView[];
}

/** The saved views, and the way to save this one or to delete it. */
export function SavedViews({ view, views }: SavedViewsProps) {
  const query = readQuery(viewAddress(view.typed));
  const current = views.find((one) => one.query === query) ?? null;
  return (
    <div class="saved-views" id="views">
      {views.length === 0 ? null : (
        <nav class="filters" aria-label="Saved views">
          {views.map(({ id, name, query: filters }) => (
            <a
              id={`view-${id}`}
              href={`/transactions?${filters}`}
              aria-current={id === current?.id ? "true" : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      {query === "" || !isClear(view) ? null : <ViewForm view={view} current={current} />}
    </div>
  );
}

function ViewForm({
  view,
  current,
}: Pick<SavedViewsProps, "view"> & { readonly current: SavedView | null }) {
  const action = useTarget("/transactions/views");
  const back = <input type="hidden" name="back" value={readQuery(hereAddress(view))} />;
  if (current !== null)
    return (
      <form method="post" action={action} data-swap="views" data-focus="q">
        {back}
        <input type="hidden" name="delete" value={String(current.id)} />
        <button class="quiet" type="submit" id="delete-view">
          {`Delete the view “${current.name}”`}
        </button>
      </form>
    );
  return (
    <details>
      <summary id="save-view">Save this view</summary>
      <form
        class="row-form"
        method="post"
        action={action}
        data-swap="views"
        data-focus="delete-view"
      >
        {back}
        <label class="field">
          <span>Name of the view</span>
          <input
            id="view-name"
            name="name"
            required
            maxlength={VIEW_NAME_CHARS_MAX}
            autocomplete="off"
          />
        </label>
        <button type="submit">Save view</button>
      </form>
    </details>
  );
}
