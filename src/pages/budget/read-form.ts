// The form of amounts as it was sent: for each category the amount and the note that the person
// saw, and those that they typed. Pure.

import { readText, parseId } from "../ui/form.ts";
import type { Body } from "../transactions/read-form.ts";

/** One category of the form, all as text. */
export interface Sent {
  readonly id: number;
  readonly was: string;
  readonly amount: string;
  /** The currency of the amount; "" for the budget's. */
  readonly currency: string;
  /** Null if the form had no field for the note. */
  readonly note: { readonly was: string; readonly text: string } | null;
}

/** Reads the categories of the form, and the amount of a suggestion if its button was pressed. */
export function readAmounts(body: Body): readonly Sent[] {
  const [usedId = "", usedAmount = ""] = readText(body["use"]).split(":");
  return Object.keys(body)
    .filter((name) => name.startsWith("amount."))
    .flatMap((name) => {
      const digits = name.slice("amount.".length);
      const id = parseId(digits);
      const was = body[`was.${digits}`];
      if (id === 0 || typeof was !== "string") return [];
      const note = body[`note.${digits}`];
      return [
        {
          id,
          was,
          amount: digits === usedId ? usedAmount : readText(body[name]).trim(),
          currency: readText(body[`currency.${digits}`]),
          note:
            typeof note === "string"
              ? { was: readText(body[`was-note.${digits}`]), text: sameLines(note).trim() }
              : null,
        },
      ];
    });
}

function sameLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
