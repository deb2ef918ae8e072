// Headers of a forward that stand on one line, in any order, as some programs leave them: "From: A <a@b>To: ...Sent:
// ...Subject: ...".

import { removeInvisible } from "./fold-text.ts";
import { findMeanings, listLabels, type Meaning, type Role } from "./forward-labels.ts";
import { toBlock, type Entry, type HeaderBlock } from "./header-entries.ts";
import { HEADER_LINE_CHARS_MAX, readHeaderLine } from "./header-line.ts";

const GLUED_ROLES: readonly Role[] = ["to", "cc", "date", "subject", "reply-to"];

/** Headers on one line: "From: A <a@b>To: ...Sent: ...Subject: ..."; null if they are not. */
export function readGluedBlock(text: string, next: number): HeaderBlock | null {
  const line = removeInvisible(text).slice(0, HEADER_LINE_CHARS_MAX);
  const header = readHeaderLine(line);
  const meanings = header?.meanings.filter(({ role }) => role === "from") ?? [];
  if (header === null || meanings.length === 0) return null;
  const languages = meanings.map(({ language }) => language);
  const labels = GLUED_ROLES.map((role) => findGluedLabel(header.value, role, languages));
  const found: readonly GluedLabel[] = [
    { role: "from", start: 0, value: 0, meanings },
    ...labels.filter((label) => label !== null).sort((a, b) => a.start - b.start),
  ];
  const entries = found.map((label, index): Entry => ({
    role: label.role,
    meanings: label.meanings,
    value: header.value.slice(label.value, found[index + 1]?.start).trim(),
  }));
  const has = (role: Role): boolean => entries.some((entry) => entry.role === role);
  return has("date") && has("subject") ? toBlock(entries, next) : null;
}

/** A label within a line. */
interface GluedLabel {
  readonly role: Role;
  readonly start: number;
  /** Where its value begins. */
  readonly value: number;
  readonly meanings: readonly Meaning[];
}

/** The first label of that role: with a colon, or right after an address. */
function findGluedLabel(text: string, role: Role, languages: readonly string[]): GluedLabel | null {
  let best: GluedLabel | null = null;
  for (const label of listLabels(role, languages).flatMap(letterCases)) {
    for (const form of [`${label}:`, `${label} :`, `>${label} `]) {
      const at = text.indexOf(form);
      const start = form.startsWith(">") ? at + 1 : at;
      if (at === -1 || (label.length < 3 && !/[>\s]/.test(text[start - 1] ?? ""))) continue;
      if (best === null || start < best.start)
        best = {
          role,
          start,
          value: at + form.length,
          meanings: findMeanings(label).filter((meaning) => meaning.role === role),
        };
    }
  }
  return best;
}

/** The label as programs write it: "CC", "Cc" and "cc". */
function letterCases(label: string): string[] {
  return [...new Set([label, label.toUpperCase(), label.charAt(0) + label.slice(1).toLowerCase()])];
}
