// The headers of a forward, once each is known by its label, as the block that they make.

import { decodeWords } from "postal-mime";
import type { Correspondent } from "../mail.ts";
import type { Meaning, Role } from "./forward-labels.ts";
import { readMailboxes } from "./mailbox-text.ts";

/** What the headers of a forward say. */
export interface HeaderBlock {
  readonly from: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string | null;
  readonly date: string | null;
  /** The languages that most of its labels are in. */
  readonly languages: readonly string[];
  /** The first line after the block. */
  readonly next: number;
}

/** A header with what its label may mean. */
export interface Entry {
  readonly meanings: readonly Meaning[];
  readonly role: Role;
  value: string;
}

/** The block of these headers; null without a sender. `next` is the line behind them. */
export function toBlock(entries: readonly Entry[], next: number): HeaderBlock | null {
  const of = (role: Role): Entry | undefined =>
    entries.find((entry) => entry.role === role && entry.value !== "");
  const from = of("from");
  if (from === undefined) return null;
  const all = (role: Role): Correspondent[] =>
    entries.filter((entry) => entry.role === role).flatMap((entry) => readMailboxes(entry.value));
  const [sender] = readMailboxes(oneSender(decoded(from.value)));
  return {
    from: sender ?? null,
    to: all("to"),
    cc: all("cc"),
    subject: decodedOrNull(of("subject")),
    date: of("date")?.value ?? null,
    languages: mainLanguages(entries),
    next,
  };
}

function decodedOrNull(entry: Entry | undefined): string | null {
  return entry === undefined ? null : decoded(entry.value);
}

/** The value decoded: some programs quote headers as they were sent (RFC 2047). */
function decoded(value: string): string {
  return value.includes("=?") ? decodeWords(value) : value;
}

/** A sender is one person, so that commas belong to the name. */
function oneSender(value: string): string {
  const address = value.indexOf("@");
  return address === -1 ? value.replaceAll(/[;,]+$/g, "").replaceAll(";", ",") : value;
}

function mainLanguages(entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const language of new Set(entry.meanings.map((meaning) => meaning.language)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const best = [...counts].filter(([, count]) => count === most).map(([language]) => language);
  // Some programs translate only the sender's label.
  const sender =
    entries.find((entry) => entry.role === "from")?.meanings.map((meaning) => meaning.language) ??
    [];
  const own = sender.filter((language) => language !== "en");
  return own.length > 0 && !best.some((language) => own.includes(language)) ? own : best;
}
