// A payee's text while the rules work on it: each piece is kept, or left out by one rule.

import type { Piece } from "./pieces.ts";

/** Why words were left out, as shown to the person. */
export type Rule =
  | "field"
  | "type"
  | "service"
  | "card"
  | "date"
  | "time"
  | "reference"
  | "terminal"
  | "number"
  | "amount"
  | "place"
  | "filler"
  | "message";

export interface Draft {
  readonly pieces: readonly Piece[];
  /** Whether all pieces are plain words, so that no rule about punctuation applies. */
  readonly plain: boolean;
  /** By piece, the rule that left it out; null if it is kept. */
  readonly rules: (Rule | null)[];
  /** The pieces that were left out, in the order in which that happened. */
  readonly gone: number[];
  /** Whether the text begins like a transfer, so that words such as REF end the name. */
  transfer: boolean;
  /** Whether the text begins like a payment by card, after which a merchant's town may follow. */
  card: boolean;
}

/** Leaves out the kept pieces from `from` up to `to`. */
export function leaveOut(draft: Draft, from: number, to: number, rule: Rule): void {
  for (let at = Math.max(0, from); at < to && at < draft.pieces.length; at += 1) {
    if (draft.rules[at] !== null) continue;
    draft.rules[at] = rule;
    draft.gone.push(at);
  }
}

/** Keeps again what was left out after `gone` had `length` pieces. */
export function takeBack(draft: Draft, length: number): void {
  while (draft.gone.length > length) {
    const at = draft.gone.pop();
    if (at !== undefined) draft.rules[at] = null;
  }
}

/** The first kept piece with a word from `at` on; the number of pieces if there is none. */
export function nextWord(draft: Draft, at: number): number {
  while (at < draft.pieces.length && (draft.rules[at] !== null || draft.pieces[at]?.key === ""))
    at += 1;
  return at;
}

/** The last kept piece with a word before `at`; -1 if there is none. */
export function wordBefore(draft: Draft, at: number): number {
  let found = at - 1;
  while (found >= 0 && (draft.rules[found] !== null || draft.pieces[found]?.key === "")) found -= 1;
  return found;
}

/** The key of a piece; "" outside the text. */
export function keyAt({ pieces }: Draft, at: number): string {
  return pieces[at]?.key ?? "";
}
