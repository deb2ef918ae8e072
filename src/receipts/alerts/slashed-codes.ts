// How banks in France print a transfer. Codes after a slash lead to its purpose, its payee and its payer:
// "VIR SEPA EMIS /MOTIF LOYER NOVEMBRE /BEN SCI LES TILLEULS", "VIR RECU /DE ADA LANE /MOTIF REPAS".

import type { AlertText, Place } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { nameWithin } from "./names.ts";

const PARTS_MIN = 2;
const PART = new RegExp(
  [
    String.raw`(?<=\s)\/(?<code>BEN|DE|EMET|ORD|MOTIF|REF|RNF|REFDO|REFBEN|ID|LIB|NPY|NBE|IPY) `,
    String.raw`(?<value>[^/\n]{2,60}?)(?=\s{1,2}\/|$)`,
  ].join(""),
  "gmu",
);
const CODES = { out: new Set(["BEN", "NBE"]), in: new Set(["DE", "EMET", "ORD", "NPY"]) } as const;

/** The name behind the code of the payee, or of who paid; null in a line with fewer such codes. */
export function findBehindCode(alert: AlertText, { direction }: Movement): Place | null {
  const parts = [...alert.text.matchAll(PART)];
  if (parts.length < PARTS_MIN) return null;
  const part = parts.find((one) => CODES[direction].has(one.groups?.["code"] ?? ""));
  if (part === undefined) return null;
  const end = part.index + part[0].length;
  return nameWithin(alert, end - (part.groups?.["value"] ?? "").length, end);
}
