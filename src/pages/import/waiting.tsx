// Why an import waits for a person, in words, and the form that dismisses one that failed. Both stand on several pages.

import { useTarget } from "../ui/frame.tsx";
import { textOf } from "../ui/form.ts";
import { plural } from "../ui/print.ts";
import type { Import, ImportState, WaitingImport } from "../ui/wire.ts";

/** Where every import that waits for a person is listed. */
export const WAITING_PATH = "/imports?waiting=true";

interface WaitWords {
  /** Goes on from the file's name. */
  readonly says: string;
  readonly link: string;
}

const WAITS: Partial<Readonly<Record<ImportState, WaitWords>>> = {
  question: { says: "needs an answer from you", link: "Answer" },
  preview: { says: "is ready to import", link: "Preview" },
  failed: { says: "could not be imported", link: "See why" },
};

/** Why an import waits: the words that go on from its name, and those of the link to its page. */
export function waitWords({ state, transfers_to_decide: transfers }: WaitingImport): WaitWords {
  return (
    WAITS[state] ?? {
      says: `has ${plural(transfers, "possible transfer")} to review`,
      link: "Review",
    }
  );
}

/** The pages that a dismissal leads back to, by the value that the form sends. */
const BACK = { imports: "/imports", waiting: WAITING_PATH, overview: "/overview" } as const;

/** The page to go to after the form below; the import's own where it was sent from there. */
export function pathAfterDismissing(id: string, back: unknown): string {
  const from = textOf(back);
  const path = Object.entries(BACK).find(([page]) => page === from)?.[1];
  return path ?? `/imports/${encodeURIComponent(id)}`;
}

/** Whether a person can dismiss it: it failed, and nobody has. */
export function isDismissible({ state, dismissed_at: dismissed }: Import): boolean {
  return state === "failed" && dismissed === null;
}

/** Dismisses an import that failed; `back` is the list it stands in, left out on its own page. */
export function Dismiss({
  id,
  name,
  back,
}: {
  readonly id: string;
  readonly name: string;
  readonly back?: keyof typeof BACK;
}) {
  return (
    <form
      class="dismiss"
      method="post"
      action={useTarget(`/imports/${encodeURIComponent(id)}/dismiss`)}
    >
      {back === undefined ? null : <input type="hidden" name="back" value={back} />}
      <button type="submit">
        Dismiss
        {back === undefined ? null : <span class="hidden">{` ${name}`}</span>}
      </button>
    </form>
  );
}
