// Texts of cards in which the name is padded to a fixed width, and the town follows:
// "HARRIS FARM MARKETS       BONDI". The blanks say where the name ends, so they are looked at before
// they are folded.

const GAP_MIN = 2;
const PADDED_ROWS_MIN = 3;
const PADDED_SHARE_MIN = 0.6;
const NAME_CHARS_MIN = 12;

/** Where the place begins in the cells of a column; null if the cells are not padded alike. */
export function findPlaceOffset(cells: readonly string[]): number | null {
  const offsets = cells.flatMap((cell) => {
    const gap = new RegExp(`\\s{${GAP_MIN},}(?=\\S+(?: \\S+){0,3}$)`, "u").exec(cell.trimEnd());
    return gap === null ? [] : [gap.index + gap[0].length];
  });
  const [first] = offsets;
  if (
    first === undefined ||
    first < NAME_CHARS_MIN ||
    offsets.length < Math.max(PADDED_ROWS_MIN, PADDED_SHARE_MIN * cells.length)
  )
    return null;
  return offsets.every((offset) => offset === first) ? first : null;
}

/** The text before the place; the whole text where no gap stands before the place. */
export function cutPlace(cell: string, offset: number | undefined): string {
  if (offset === undefined || cell.slice(offset - GAP_MIN, offset).trim() !== "") return cell;
  const name = cell.slice(0, offset).trim();
  return name === "" ? cell : name;
}
