// The cards of suggested rules. Only a person makes a rule.

import { PostButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { nameCategory, type Names } from "../transactions/read-names.ts";
import { printCount } from "../ui/print.ts";
import type { Suggestion } from "./suggest.ts";

interface SuggestionsProps {
  readonly suggestions: readonly Suggestion[];
  readonly names: Names;
  /** The page to return to. */
  readonly back: "/rules" | "/review";
}

/** A card for each suggestion; nothing for none. */
export function Suggestions({ suggestions, names, back }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <section id="suggestions" aria-label="Suggested rules">
      {suggestions.map((one) => (
        <div class="step suggestion">
          <p class="sentence">{`You set ${nameCategory(names, one.category)} for “${one.payee}” ${describeTimes(one.count)}.`}</p>
          <div class="actions">
            <a
              class="button"
              href={`/rules/new?transaction=${one.transaction}&category=${one.category}`}
            >
              Make it a rule
              <span class="hidden">{` for ${one.payee}`}</span>
            </a>
            <PostButton
              action={useTarget("/rules/unsuggested")}
              label={`Never for “${one.payee}”`}
              fields={{ payee: one.payee, back }}
            />
          </div>
        </div>
      ))}
    </section>
  );
}

function describeTimes(count: number): string {
  return count === 2 ? "twice" : `${printCount(count)} times`;
}
