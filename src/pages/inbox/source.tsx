// The texts that values were read from, with a mark at each value. A field's link leads to its
// mark. A message's text is shown as text: nothing in it becomes markup.

import { cutPieces, chooseWindow, type Place } from "./marked-text.ts";
import type { DocumentShown, ReadReceipt, ReceiptShown } from "./wire.ts";
import { viewWords } from "./words.ts";

/** How much of a text is shown; the message itself has the rest. */
const SOURCE_CHARS_MAX = 20_000;

/** The values that are shown with their place, in the order of the page. */
export const FIELDS = [
  ["merchant", "Merchant"],
  ["total", "Total"],
  ["date", "Date"],
  ["dueOn", "Due date"],
  ["order_number", "Order or invoice number"],
  ["card_last4", "Last digits of the card"],
  ["subtotal", "Subtotal"],
  ["tax", "Tax"],
  ["shipping", "Shipping"],
  ["tip", "Tip"],
  ["discount", "Discount"],
] as const satisfies readonly (readonly [keyof ReadReceipt, string])[];

export type FieldName = (typeof FIELDS)[number][0];

/** The id of the mark of a receipt's field. */
export function markId(receipt: ReceiptShown, field: string): string {
  return `mark-${receipt.id}-${field}`;
}

/** Finds the reading of a receipt; null if the two no longer belong together. */
export function findReading(
  receipt: ReceiptShown,
  document: DocumentShown | undefined,
): ReadReceipt | null {
  const there = document?.receipts ?? [];
  const here = there[receipt.charge];
  const total = (read: ReadReceipt) => plainAmount(read.total?.value ?? "");
  if (receipt.corrected.includes("total") || receipt.total === null) return here ?? null;
  const wanted = plainAmount(receipt.total);
  return here !== undefined && total(here) === wanted
    ? here
    : (there.find((read) => total(read) === wanted) ?? null);
}

/**
 * "12.50" and "12.5" are one amount: the printed and the stored text differ in their last zeros.
 */
function plainAmount(text: string): string {
  return text.includes(".") ? text.replace(/0{1,4}$/, "").replace(/\.$/, "") : text;
}

type Placed = Place & { readonly view: string };

/** The places of a receipt's values, by view. */
export function listPlaces(receipt: ReceiptShown, read: ReadReceipt): readonly Placed[] {
  const fields = FIELDS.flatMap(([name, label]): Placed[] => {
    const seen = read[name];
    return seen === null || seen === undefined
      ? []
      : [{ id: markId(receipt, name), label, ...seen.span }];
  });
  const items = read.items.map(({ name }, index): Placed => ({
    id: markId(receipt, `item-${index}`),
    label: "Item",
    ...name.span,
  }));
  return [...fields, ...items];
}

interface SourceProps {
  readonly document: DocumentShown;
  readonly places: readonly Placed[];
}

/** The document's texts. Those with marks come first and are open. */
export function Source({ document: { views }, places }: SourceProps) {
  const marked = views.filter(({ name }) => places.some(({ view }) => view === name));
  const others = views.filter((view) => !marked.includes(view) && view.text.trim() !== "");
  const shown = marked.length > 0 ? marked : others.slice(0, 1);
  return (
    <div class="source">
      {shown.map((view) => (
        <figure>
          <figcaption>{viewWords(view.name)}</figcaption>
          <Marked
            text={view.text}
            places={places.filter(({ view: name }) => name === view.name)}
            label={viewWords(view.name)}
          />
        </figure>
      ))}
      {others
        .filter((view) => !shown.includes(view) && view.name !== "subject")
        .map((view) => (
          <details>
            <summary>{viewWords(view.name)}</summary>
            <Marked text={view.text} places={[]} label={viewWords(view.name)} />
          </details>
        ))}
    </div>
  );
}

function Marked({
  text,
  places,
  label,
}: {
  readonly text: string;
  readonly places: readonly Place[];
  readonly label: string;
}) {
  const { start, end } = chooseWindow(text, places, SOURCE_CHARS_MAX);
  const shown = places.map((place) => ({
    ...place,
    start: place.start - start,
    end: place.end - start,
  }));
  return (
    <pre class="mail-text" tabindex={0} role="group" aria-label={label}>
      {start > 0 ? "… " : null}
      {cutPieces(text.slice(start, end), shown).map(({ text: piece, ids, labels }) =>
        labels.length === 0 ? piece : <Mark text={piece} ids={ids} labels={labels} />,
      )}
      {end < text.length ? " …" : null}
    </pre>
  );
}

function Mark({
  text,
  ids,
  labels,
}: {
  readonly text: string;
  readonly ids: readonly string[];
  readonly labels: readonly string[];
}) {
  const [first, ...more] = ids;
  return (
    <mark
      id={first}
      title={[...new Set(labels)].join(", ")}
      tabindex={first === undefined ? undefined : -1}
    >
      {more.map((id) => (
        <span id={id} />
      ))}
      {text}
    </mark>
  );
}
