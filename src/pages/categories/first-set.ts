// The first set: some twenty categories in six groups, in the words of the person's language. It is
// offered, never forced; adding it again adds only what is missing. Pure.

import DE from "./first-sets/de.json" with { type: "json" };
import EN_GB from "./first-sets/en-gb.json" with { type: "json" };
import EN from "./first-sets/en.json" with { type: "json" };
import ES from "./first-sets/es.json" with { type: "json" };
import FR from "./first-sets/fr.json" with { type: "json" };
import IT from "./first-sets/it.json" with { type: "json" };
import NL from "./first-sets/nl.json" with { type: "json" };
import PL from "./first-sets/pl.json" with { type: "json" };
import PT_BR from "./first-sets/pt-br.json" with { type: "json" };
import PT from "./first-sets/pt.json" with { type: "json" };
import SV from "./first-sets/sv.json" with { type: "json" };
import { isSameName } from "./arrange.ts";
import type { Category } from "./wire.ts";

/** What a group is, and so what its categories are. */
const KINDS = {
  spending: { is_income: false, exclude_from_budget: false, exclude_from_totals: false },
  income: { is_income: true, exclude_from_budget: false, exclude_from_totals: false },
  transfers: { is_income: false, exclude_from_budget: true, exclude_from_totals: true },
} as const;

export interface FirstSet {
  /** Its language, in its own words. */
  readonly language: string;
  readonly groups: readonly {
    readonly name: string;
    /** spending, income or transfers. */
    readonly kind: string;
    readonly categories: readonly string[];
  }[];
}

/** The sets by language tag, a country's own before the language's. */
export const FIRST_SETS: ReadonlyMap<string, FirstSet> = new Map([
  ["en", EN],
  ["en-gb", EN_GB],
  ["de", DE],
  ["es", ES],
  ["fr", FR],
  ["it", IT],
  ["nl", NL],
  ["pl", PL],
  ["pt", PT],
  ["pt-br", PT_BR],
  ["sv", SV],
]);

/** Countries whose words are those of another country's set. */
const LIKE: Readonly<Record<string, string>> = {
  "en-ie": "en-gb",
  "en-au": "en-gb",
  "en-nz": "en-gb",
};

const LANGUAGES_READ_MAX = 20;

/** The tag of the set for an Accept-Language header (RFC 9110, 12.5.4); English if none fits. */
export function chooseLanguage(accepted: string): string {
  const wanted = accepted
    .toLowerCase()
    .split(",", LANGUAGES_READ_MAX)
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1";
      return { tag, quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const found = [tag, LIKE[tag] ?? "", tag.split("-")[0] ?? ""].find((one) =>
      FIRST_SETS.has(one),
    );
    if (found !== undefined) return found;
  }
  return "en";
}

/** The flags of a group of the set. */
export function flagsOfKind(kind: string): (typeof KINDS)[keyof typeof KINDS] {
  return kind === "income" || kind === "transfers" ? KINDS[kind] : KINDS.spending;
}

/** What one group of the set comes to in this budget. */
export interface PlannedGroup {
  readonly name: string;
  readonly kind: string;
  /** The group that has the name already. */
  readonly existing: Category | null;
  /** Whether a category that is no group has the group's name: then its categories stand alone. */
  readonly isTaken: boolean;
  readonly add: readonly string[];
}

export interface Plan {
  readonly groups: readonly PlannedGroup[];
  /** Chosen names that exist already. */
  readonly skipped: readonly Category[];
}

/** What remains to be added of the chosen categories ("0.3": the fourth of the first group). */
export function planFirstSet(
  { groups }: FirstSet,
  picked: ReadonlySet<string>,
  all: readonly Category[],
): Plan {
  const named = (name: string) => all.find((one) => isSameName(one.name, name)) ?? null;
  const skipped: Category[] = [];
  const planned = groups.map(({ name, kind, categories }, at): PlannedGroup => {
    const add = categories.filter((category, index) => {
      if (!picked.has(`${at}.${index}`)) return false;
      const existing = named(category);
      if (existing !== null) skipped.push(existing);
      return existing === null;
    });
    const same = named(name);
    return {
      name,
      kind,
      existing: same?.is_group === true ? same : null,
      isTaken: same !== null && !same.is_group,
      add,
    };
  });
  return { groups: planned.filter(({ add }) => add.length > 0), skipped };
}
