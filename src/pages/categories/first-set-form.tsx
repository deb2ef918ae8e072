// The form of the first set: every category with a tick, in the language that the person reads.

import { useTarget } from "../ui/frame.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import { describeKind, isSameName } from "./arrange.ts";
import { FIRST_SETS, flagsOfKind } from "./first-set.ts";
import { KeyField, Tick } from "./parts.tsx";
import type { Category } from "./wire.ts";

interface FirstSetProps {
  /** The set's tag. */
  readonly language: string;
  readonly all: readonly Category[];
}

/** The set as a page, for a budget that has categories. */
export function FirstSetPage({
  alert,
  ...props
}: FirstSetProps & { readonly alert: string | null }) {
  return (
    <Shell title="Suggested categories" current="/categories">
      <h1>Suggested categories</h1>
      <p class="lead">
        Untick those that you do not need. Nothing that exists is changed.{" "}
        <a href="/categories">Back to your categories</a>
      </p>
      <Alert message={alert} />
      <FirstSetForm {...props} />
    </Shell>
  );
}

/** The ticks by group, and the other languages. */
export function FirstSetForm({ language, all }: FirstSetProps) {
  const set = FIRST_SETS.get(language);
  if (set === undefined) return null;
  const exists = (name: string) => all.some((one) => isSameName(one.name, name));
  return (
    <section class="made" aria-labelledby="first-set">
      <h3 id="first-set">{`Suggested categories: ${set.language}`}</h3>
      <form method="post" action={useTarget("/categories/first-set")}>
        <KeyField />
        <input type="hidden" name="language" value={language} />
        {/* First, and in sight while the list is scrolled: whoever wants all of them passes no tick. */}
        <p class="actions first-set-actions">
          <button class="primary" type="submit">
            Add these
          </button>
          <span class="hint">Untick what you do not need.</span>
        </p>
        <div class="first-set" lang={language}>
          {set.groups.map(({ name, kind, categories }, at) => (
            <fieldset>
              <legend>{name}</legend>
              <p class="hint" lang="en">
                {describeKind(flagsOfKind(kind))}
              </p>
              {categories.map((category, index) => (
                <Tick
                  name="pick"
                  value={`${at}.${index}`}
                  label={exists(category) ? `${category} (exists)` : category}
                  checked={!exists(category)}
                  disabled={exists(category)}
                />
              ))}
            </fieldset>
          ))}
        </div>
      </form>
      <nav class="filters" aria-label="Language of the suggestions">
        {[...FIRST_SETS].map(([tag, { language: name }]) => (
          <a
            href={`/categories/first-set?language=${tag}`}
            lang={tag}
            aria-current={tag === language ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
    </section>
  );
}
