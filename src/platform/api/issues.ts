// Complaints of the schemas as the envelope's errors: a sentence with the place, the value found
// and the value expected, and the documented locators (instancePath, schemaPath, keyword, params;
// transaction_index for the items of a batch, so that a client can find the one bad item).

import type * as z from "zod";
import { ERRORS_MAX } from "../limits.ts";
import { listNames, suggestName } from "./names.ts";
import type { ErrorItem } from "./problem.ts";

export type Place = "path" | "query" | "body";

/**
 * The complaints about one part of a request; at most ERRORS_MAX. With the `schema` that it does not
 * fit, an unknown name is answered with the one that was probably meant.
 */
export function listErrors(
  place: Place,
  issues: readonly z.core.$ZodIssue[],
  raw: unknown,
  schema: z.ZodType | null = null,
): ErrorItem[] {
  const errors: ErrorItem[] = [];
  for (const issue of issues) {
    if (errors.length >= ERRORS_MAX) break;
    if (issue.code === "unrecognized_keys")
      errors.push(...listUnknown(place, issue, schema).slice(0, ERRORS_MAX - errors.length));
    else errors.push(describeIssue(place, issue, raw));
  }
  return errors;
}

function listUnknown(
  place: Place,
  issue: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType | null,
): ErrorItem[] {
  const known = schema === null ? [] : listNames(schema, issue.path);
  return issue.keys.slice(0, ERRORS_MAX).map((key) => {
    // The name is the sender's: an answer does not repeat it at any length.
    const name = shortened(key);
    const path = [...issue.path, name];
    const meant = suggestName(key, known);
    const hint = meant === null ? "" : ` Did you mean ${meant}?`;
    return buildItem(place, path, {
      errMsg: `${nameField(place, path)} is not a known ${noun(place)}.${hint}`,
      keyword: "additionalProperties",
      params: { additionalProperty: name },
    });
  });
}

function describeIssue(place: Place, issue: z.core.$ZodIssue, raw: unknown): ErrorItem {
  const found = valueAt(raw, issue.path);
  const name = nameField(place, issue.path);
  if (found === undefined && issue.path.length > 0) {
    const required = buildItem(place, issue.path, {
      errMsg: `${name} is required.`,
      error: "Missing required property",
      keyword: "required",
      params: { missingProperty: String(issue.path.at(-1)) },
    });
    return required;
  }
  const { keyword, params, rule } = explain(issue);
  const errMsg = `${name} ${rule}${show(found)}.`;
  const error = keyword === "type" ? "Invalid type" : undefined;
  return buildItem(place, issue.path, { errMsg, error, keyword, params });
}

/** A list in a body, and what an error calls the place in it. */
const LOCATORS: ReadonlyMap<string, string> = new Map([
  ["transactions", "transaction_index"],
  ["child_transactions", "child_transactions_index"],
  ["ids", "ids_index"],
  ["balances", "request_balances_index"],
]);

interface Complaint {
  readonly errMsg: string;
  readonly error?: string | undefined;
  readonly keyword: string;
  readonly params: object;
}

function buildItem(
  place: Place,
  path: readonly PropertyKey[],
  { errMsg, error, keyword, params }: Complaint,
): ErrorItem {
  const [list, index, property] = path;
  const located =
    typeof list === "string" && typeof index === "number" ? LOCATORS.get(list) : undefined;
  return {
    errMsg,
    code: "VALIDATION_ERROR",
    ...(error !== undefined && { error }),
    instancePath: `/${[place, ...path.map(String)].join("/")}`,
    schemaPath: `#/${keyword}`,
    keyword,
    params,
    ...(located !== undefined && { [located]: index }),
    ...(located !== undefined && typeof property === "string" && { invalid_property: property }),
  };
}

/** JSON Schema's keyword for the complaint, its parameters, and the rest of the sentence. */
function explain(issue: z.core.$ZodIssue): { keyword: string; params: object; rule: string } {
  switch (issue.code) {
    case "invalid_type":
      return {
        keyword: "type",
        params: { type: issue.expected },
        rule: ourWords(issue.message) ?? `must be of type ${issue.expected}`,
      };
    case "too_small":
      return {
        keyword: issue.origin === "array" ? "minItems" : "minimum",
        params: { limit: issue.minimum },
        rule: `must have at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`,
      };
    case "too_big":
      return {
        keyword: issue.origin === "array" ? "maxItems" : "maximum",
        params: { limit: issue.maximum },
        rule: `must have at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`,
      };
    case "invalid_value":
      return {
        keyword: "enum",
        params: { allowedValues: issue.values },
        rule: `must be one of ${issue.values.map(String).join(", ")}`,
      };
    case "invalid_union":
      return {
        keyword: "type",
        params: {},
        rule: ourWords(issue.message) ?? "is of no accepted form",
      };
    case "custom":
      return {
        keyword: String(issue.params?.["keyword"] ?? "format"),
        params: {},
        rule: issue.message,
      };
    case "unrecognized_keys":
    case "invalid_format":
    case "invalid_key":
    case "invalid_element":
    case "not_multiple_of":
    default:
      return { keyword: "format", params: {}, rule: ourWords(issue.message) ?? "is malformed" };
  }
}

/** zod's own sentences start with a capital; ours continue "<name> ...". */
function ourWords(message: string): string | null {
  return /^[a-z]/.test(message) ? message : null;
}

function unit(origin: string, count: number | bigint): string {
  if (origin !== "array") return "";
  return Number(count) === 1 ? " item" : " items";
}

function noun(place: Place): string {
  return place === "body" ? "property" : "parameter";
}

function nameField(place: Place, path: readonly PropertyKey[]): string {
  if (path.length === 0) return place === "body" ? "The request body" : `The ${place}`;
  return path.reduce<string>(
    (name, part) =>
      typeof part === "number"
        ? `${name}[${part}]`
        : `${name}${name === "" ? "" : "."}${String(part)}`,
    "",
  );
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

const SHOWN_CHARS_MAX = 60;

function shortened(name: string): string {
  return name.length > SHOWN_CHARS_MAX ? `${name.slice(0, SHOWN_CHARS_MAX)}…` : name;
}

/** ", found ..." with a short form of the value. */
function show(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return Array.isArray(value)
      ? `, found ${value.length}${unit("array", value.length)}`
      : ", found an object";
  const text = JSON.stringify(value) ?? "nothing";
  if (text.length <= SHOWN_CHARS_MAX) return `, found ${text}`;
  return `, found ${Array.from(typeof value === "string" ? value : text).length} characters`;
}
