// The forms about webhooks when they are refused: what was typed, and what was wrong beside its control. A key is never repeated, nor
// an address that may hold the receiver's secret. Pure.

import { shownAddress } from "../../importer/webhooks/sending/endpoints.ts";
import type { Refusal } from "../ui/client.ts";
import { refusedOf, type Control, type Refused } from "../sources/refused.ts";
import type { Typed } from "../sources/typed.ts";

/** Which of the page's forms was refused; a hook's own by its id. */
export interface RefusedForm {
  readonly form: "hook" | "endpoint" | number;
  readonly refused: Refused;
}

const KEY: Control = { name: "key", label: "The sender's key", at: "key" };
const HOOK: readonly Control[] = [
  { name: "label", label: "What sends to it", at: "label" },
  { name: "check", label: "How it is known", at: "check" },
  KEY,
  { name: "account_id", label: "The account", at: "account_id" },
];
const ROTATION: readonly Control[] = [
  KEY,
  { name: "at_once", label: "Whether the one before ends", at: "at_once" },
];
const ENDPOINT: readonly Control[] = [
  { name: "label", label: "What is told", at: "label" },
  { name: "url", label: "The address", at: "url" },
  { name: "events", label: "Of what", at: "events" },
];
const NO_FIELDS = { fields: [], secrets: [] };

/** The form that makes a hook, or that gives hook `id` something new. */
export function refusedHook(refusal: Refusal, field: Typed, id: number | null = null): RefusedForm {
  const refused = refusedOf(refusal, NO_FIELDS, id === null ? HOOK : ROTATION, (name) =>
    name === KEY.name ? "" : field(name),
  );
  return { form: id ?? "hook", refused };
}

/** The form that makes an endpoint; `events` are those that were ticked, with blanks between. */
export function refusedEndpoint(refusal: Refusal, field: Typed): RefusedForm {
  const url = field("url");
  const typed =
    url === "" || isOpen(url) ? field : (name: string) => (name === "url" ? "" : field(name));
  const refused = refusedOf(refusal, NO_FIELDS, ENDPOINT, typed);
  if (typed === field) return { form: "endpoint", refused };
  const again = "It is not repeated here, since it may hold a secret: type it again.";
  const wrong = refused.errors.get("url");
  return {
    form: "endpoint",
    refused: {
      ...refused,
      errors: new Map([
        ...refused.errors,
        ["url", wrong === undefined ? again : `${wrong} ${again}`],
      ]),
    },
  };
}

/** Whether all of an address would be shown in the list of endpoints too. */
function isOpen(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && [text, `${text}/`].includes(shownAddress(url));
}
