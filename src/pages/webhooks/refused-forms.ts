// The forms about webhooks when they are refused: the input, and the reason at each control. A key
// is never repeated, nor an address that may hold the receiver's secret. Pure.

import { shownAddress } from "../../importer/webhooks/sending/endpoints.ts";
import type { Refusal } from "../ui/client.ts";
import { sortRefusal, type Control, type Refused } from "../ui/refused-form.ts";
import type { Typed } from "../sources/typed-settings.ts";

/** The refused form; a number is the id of an incoming webhook with its own form. */
export interface RefusedForm {
  readonly form: "hook" | "endpoint" | number;
  readonly refused: Refused;
}

const KEY: Control = { name: "key", label: "Key from the sender", at: "key" };
const HOOK: readonly Control[] = [
  { name: "label", label: "Name", at: "label" },
  { name: "check", label: "How to check the sender", at: "check" },
  KEY,
  { name: "account_id", label: "Account", at: "account_id" },
];
const ROTATION: readonly Control[] = [
  KEY,
  { name: "at_once", label: "Stop accepting the old one", at: "at_once" },
];
const ENDPOINT: readonly Control[] = [
  { name: "label", label: "Name", at: "label" },
  { name: "url", label: "Address", at: "url" },
  { name: "events", label: "Events", at: "events" },
];
const NO_FIELDS = { fields: [], secrets: [] };

/** The form that creates an incoming webhook, or changes webhook `id`. */
export function refusedHook(refusal: Refusal, field: Typed, id: number | null = null): RefusedForm {
  const refused = sortRefusal(refusal, NO_FIELDS, id === null ? HOOK : ROTATION, (name) =>
    name === KEY.name ? "" : field(name),
  );
  return { form: id ?? "hook", refused };
}

/**
 * The form that creates an outgoing webhook; `events` are the ticked ones, with spaces in between.
 */
export function refusedEndpoint(refusal: Refusal, field: Typed): RefusedForm {
  const url = field("url");
  const typed =
    url === "" || isOpen(url) ? field : (name: string) => (name === "url" ? "" : field(name));
  const refused = sortRefusal(refusal, NO_FIELDS, ENDPOINT, typed);
  if (typed === field) return { form: "endpoint", refused };
  const again = "It may hold a secret, so it is not shown again. Enter it again.";
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

/** Whether the list of webhooks would show the whole address too. */
function isOpen(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && [text, `${text}/`].includes(shownAddress(url));
}
