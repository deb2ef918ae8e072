// The categories of a select, under their groups.

import type { CategoryName } from "./read-names.ts";

interface CategoryOptionsProps {
  readonly categories: readonly CategoryName[];
  readonly chosen: number | null;
  /** Whether a group itself can be chosen, for all of its categories. */
  readonly withGroups?: boolean;
}

/** The categories that are in use, and the chosen one in any case. */
export function CategoryOptions({ categories, chosen, withGroups = false }: CategoryOptionsProps) {
  const shown = categories.filter(({ id, isArchived }) => !isArchived || id === chosen);
  const isKnown = chosen === null || chosen === 0 || shown.some(({ id }) => id === chosen);
  const members = Map.groupBy(
    shown.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  return (
    <>
      {isKnown ? null : (
        <option value={String(chosen)} selected>
          {`Category ${chosen}`}
        </option>
      )}
      {shown
        .filter(({ group }) => group === null)
        .map((top) =>
          top.isGroup ? (
            <optgroup label={top.name}>
              {withGroups ? (
                <Option category={top} words={`All of ${top.name}`} chosen={chosen} />
              ) : null}
              {(members.get(top.name) ?? []).map((category) => (
                <Option category={category} words={category.name} chosen={chosen} />
              ))}
            </optgroup>
          ) : (
            <Option category={top} words={top.name} chosen={chosen} />
          ),
        )}
    </>
  );
}

function Option({
  category: { id, isArchived },
  words,
  chosen,
}: {
  readonly category: CategoryName;
  readonly words: string;
  readonly chosen: number | null;
}) {
  return (
    <option value={String(id)} selected={id === chosen}>
      {isArchived ? `${words} (archived)` : words}
    </option>
  );
}
