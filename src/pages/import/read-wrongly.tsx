// "Read wrongly?": the settings of the reading, above the rows that were read. Saving them reads
// the stored file again and shows its rows; they also hold for the next files of this layout.

import { isSettable } from "../../statements/settings.ts";
import { SettingFields, type Edited } from "../layouts/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import type { Import, LearnedLayout } from "../ui/wire.ts";

interface ReadWronglyProps {
  readonly run: Import;
  /** The settings that are remembered for the layout; null if they could not be read. */
  readonly layout: LearnedLayout | null;
  /** The cells of a row, as examples for the settings of columns. */
  readonly sample: readonly string[];
}

/** The settings, folded; nothing if the format leaves no choice. */
export function ReadWrongly({ run, layout, sample }: ReadWronglyProps) {
  if (layout === null || !isSettable(layout.format)) return null;
  const edited: Edited = layout.answers
    .filter(({ for_account }) => for_account === null)
    .map(({ question, choice }) => ({ question, choice, for_account: null }));
  const path = `/imports/${encodeURIComponent(run.id)}`;
  return (
    <details class="read-wrongly" id="read-wrongly">
      <summary>Read wrongly?</summary>
      <form class="layout-form stack" method="post" action={useTarget(`${path}/read-again`)}>
        <SettingFields layout={layout} edited={edited} sample={sample} />
        <p class="actions">
          <button id="read-again" class="primary" type="submit">
            Read again
          </button>
          <span class="hint">
            The settings also hold for the next files with this layout. Nothing is uploaded again.{" "}
            <a
              href={`/layouts/${encodeURIComponent(layout.fingerprint)}?import=${encodeURIComponent(run.id)}`}
            >
              All of this layout
            </a>
          </span>
        </p>
      </form>
    </details>
  );
}
