// The state that an address of the list has besides its view: the row that is open for editing, and
// what the last change left as it is. Pure.

import { parseId } from "../ui/form.ts";
import { LEFT_WORDS, type Left, type LeftReason } from "./bulk.ts";
import { FIELDS, type Field } from "./fields.ts";

/** The parameters of an address that are no filters. */
export const STATE_PARAMETERS = ["edit", "field", "changed", "left", "kept", "offer"] as const;

/** The state of the page. */
export interface PageState {
  /** The row that is open for editing, and the field that has the focus; 0 for none. */
  readonly edit: number;
  readonly field: Field | null;
  /** The change that was just made; 0 if it changed nothing; null if none was made. */
  readonly changed: number | null;
  /** The transactions that were left before anything was sent. */
  readonly left: readonly Left[];
  /** How many more were left; the change's own page names them. */
  readonly kept: number;
  /** The row whose correction may become a rule; 0 for none. */
  readonly offer: number;
}

export const NO_STATE: PageState = {
  edit: 0,
  field: null,
  changed: null,
  left: [],
  kept: 0,
  offer: 0,
};

/** How many of the transactions that were left an address names. The others are only counted. */
const LEFT_NAMED_MAX = 20;

/** Reads the state, without parts that cannot be read. */
export function readState(parameters: URLSearchParams): PageState {
  const id = (name: string) => parseId(parameters.get(name) ?? "");
  const field = FIELDS.find((one) => one === parameters.get("field")) ?? null;
  const left = (parameters.get("left") ?? "").split(" ").flatMap(readLeft);
  return {
    edit: id("edit"),
    field,
    changed: parameters.has("changed") ? id("changed") : null,
    left: left.slice(0, LEFT_NAMED_MAX),
    kept: id("kept"),
    offer: id("offer"),
  };
}

function readLeft(text: string): Left[] {
  const [word = "", id = ""] = text.split("-");
  return isReason(word) && parseId(id) > 0 ? [{ id: parseId(id), reason: word }] : [];
}

function isReason(word: string): word is LeftReason {
  return Object.hasOwn(LEFT_WORDS, word);
}

/** The address with a state; `address` is that of a view or of one of its pages. */
export function stateAddress(address: string, state: Partial<PageState>, fragment = ""): string {
  const parameters = new URLSearchParams();
  const { edit = 0, field = null, changed = null, left = [], kept = 0, offer = 0 } = state;
  const rest = kept + Math.max(0, left.length - LEFT_NAMED_MAX);
  const named = left.slice(0, LEFT_NAMED_MAX).map(({ id, reason }) => `${reason}-${id}`);
  if (edit > 0) parameters.set("edit", String(edit));
  if (edit > 0 && field !== null) parameters.set("field", field);
  if (changed !== null) parameters.set("changed", String(changed));
  if (named.length > 0) parameters.set("left", named.join(" "));
  if (rest > 0) parameters.set("kept", String(rest));
  if (offer > 0) parameters.set("offer", String(offer));
  const query = parameters.toString();
  const joint = address.includes("?") ? "&" : "?";
  return `${query === "" ? address : `${address}${joint}${query}`}${fragment}`;
}
