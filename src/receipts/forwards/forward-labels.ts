// The labels that mail programs write before sender, date, recipients and subject above a message
// that they forward or quote (words/forward-labels.json).

import { foldLabel, groupByKey } from "./fold-text.ts";
import LABELS from "../words/forward-labels.json" with { type: "json" };

export type Role = "from" | "date" | "to" | "cc" | "bcc" | "reply-to" | "subject" | "other";

/** One meaning of a label: the same word may be a label in several languages. */
export interface Meaning {
  readonly role: Role;
  readonly language: string;
}

type Labels = Readonly<Partial<Record<Role, readonly string[]>>>;
const BY_LANGUAGE: Readonly<Record<string, Labels>> = LABELS;

const BY_WORD = groupByKey(
  Object.entries(BY_LANGUAGE).flatMap(([language, labels]) =>
    (Object.keys(labels) as Role[]).flatMap((role) =>
      (labels[role] ?? []).map((word) => [foldLabel(word), { role, language }] as const),
    ),
  ),
);

/** A longer text is not a label. */
export const LABEL_CHARS_MAX = 32;

/** The meanings of a label; empty where it is none. */
export function findMeanings(label: string): readonly Meaning[] {
  return label.length > LABEL_CHARS_MAX ? [] : (BY_WORD.get(foldLabel(label)) ?? []);
}

/** The labels of a role in these languages and in English, as they are printed. */
export function listLabels(role: Role, languages: readonly string[]): string[] {
  return [
    ...new Set([...languages, "en"].flatMap((language) => BY_LANGUAGE[language]?.[role] ?? [])),
  ];
}
