// Why an import waits for a person, in words, and the form that dismisses a failed one. Several
// pages use both.

import { useTarget } from "../ui/frame.tsx";
import { readText } from "../ui/form.ts";
import { plural } from "../ui/print.ts";
import type { Import, ImportState, WaitingImport } from "../ui/wire.ts";

/** The list of all imports that wait for a person. */
export const WAITING_PATH = "/imports?waiting=true";

interface WaitWords {
  /** Continues a sentence after the file's name. */
  readonly says: string;
  readonly link: string;
}

const WAITS: Partial<Readonly<Record<ImportState, WaitWords>>> = {
  question: { says: "needs an answer from you", link: "Answer" },
  preview: { says: "is ready to import", link: "Preview" },
  failed: { says: "could not be imported", link: "See why" },
};

/** Why an import waits: words that follow its name, and the text of the link to its page. */
export function waitWords({ state, transfers_to_decide: transfers }: WaitingImport): WaitWords {
  return (
    WAITS[state] ?? {
      says: `has ${plural(transfers, "possible transfer")} to review`,
      link: "Review",
    }
  );
}

/** The pages that the form can lead back to, by the value that it sends. */
const BACK = { imports: "/imports", waiting: WAITING_PATH, overview: "/overview" } as const;

/** The page to show after a dismissal; the import's own if the form was sent from there. */
export function pathAfterDismissing(id: string, back: unknown): string {
  const from = readText(back);
  const path = Object.entries(BACK).find(([page]) => page === from)?.[1];
  return path ?? `/imports/${encodeURIComponent(id)}`;
}

/** Whether a person can dismiss it: it failed, and nobody has dismissed it. */
export function isDismissible({ state, dismissed_at: dismissed }: Import): boolean {
  return state === "failed" && dismissed === null;
}

/**
 * Dismisses a failed import. `back` is the list that it is in; leave it out on the import's own
 * page.
 */
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
