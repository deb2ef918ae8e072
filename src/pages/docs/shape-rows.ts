// Turns a JSON schema into the rows of a table: every property by its path, with its type and
// bounds in words. Named parts are links to their own tables.

import { partName, type Parts, type Schema } from "../../platform/api/openapi/schema.ts";
import { patternWords } from "./pattern-words.ts";

export interface ShapeRow {
  /** "transactions[].amount"; empty for a body that is not an object. */
  readonly path: string;
  readonly required: boolean;
  /** Words and names of parts: ["array of ", {part: "Tag"}]. */
  readonly type: readonly TypeWord[];
  readonly bounds: readonly string[];
  /** The allowed values, as JSON texts. */
  readonly values: readonly string[];
  readonly description: string;
  readonly isDefault: string | null;
  /** Whether a request may hold it without effect. */
  readonly isIgnored: boolean;
}

export type TypeWord = string | { readonly part: string };

const NULL: Schema = { type: "null" };

/** The rows of a schema. A named part at the top is shown in full, others by their names. */
export function listShapeRows(schema: Schema, parts: Readonly<Parts>): ShapeRow[] {
  const name = partName(schema);
  const whole = name === null ? schema : (parts[name] ?? {});
  return hasInside(whole) ? inside(whole, "") : [toShapeRow(whole, "", true)];
}

/** The row of one property or parameter. */
export function toShapeRow(schema: Schema, path: string, required: boolean): ShapeRow {
  const plain = options(schema).filter((option) => option.type !== "null");
  const only = plain.length === 1 ? { ...schema, ...plain[0] } : schema;
  return {
    path,
    required,
    type: describeType(schema),
    bounds: describeBounds(only),
    values: (only.enum ?? []).map((value) => JSON.stringify(value)),
    description: schema.description ?? only.description ?? "",
    isDefault: schema.default === undefined ? null : JSON.stringify(schema.default),
    isIgnored: schema.readOnly === true,
  };
}

function inside(schema: Schema, path: string): ShapeRow[] {
  const variants = (schema.anyOf ?? schema.oneOf ?? []).filter((option) => option.type !== "null");
  if (variants.length > 0)
    return variants.flatMap((variant) => (hasInside(variant) ? inside(variant, path) : []));
  if (schema.items !== undefined) return inside(schema.items, `${path}[]`);
  const kind = findKind(schema);
  const here = kind === null ? path : `${path}(${kind})`;
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = here === "" ? name : `${here}.${name}`;
    const row = toShapeRow(property, at, schema.required?.includes(name) ?? false);
    return hasInside(property) ? [row, ...inside(property, at)] : [row];
  });
}

/** The constant in `type` that tells the variants of a union apart. */
function findKind(schema: Schema): string | null {
  const kind = schema.properties?.["type"]?.const;
  return typeof kind === "string" ? kind : null;
}

/** Whether a schema has properties that are not shown elsewhere. */
function hasInside(schema: Schema): boolean {
  if (schema.$ref !== undefined) return false;
  if (schema.properties !== undefined) return true;
  if (schema.items !== undefined) return hasInside(schema.items);
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(hasInside);
}

function options(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [];
}

function describeType(schema: Schema): TypeWord[] {
  const part = partName(schema);
  if (part !== null) return [{ part }];
  const some = options(schema);
  // Options that only add to the schema's own type are forms of that type.
  if (some.length > 0 && schema.type === undefined) {
    const apart = [
      ...some.filter((option) => option.type !== "null"),
      ...some.filter((option) => option.type === "null"),
    ];
    return joined(apart.map((option) => describeType(option.type === "null" ? NULL : option)));
  }
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.type === "array")
    return [
      "array of ",
      ...(schema.items === undefined ? ["anything"] : describeType(schema.items)),
    ];
  const types = typeof schema.type === "object" ? schema.type : [schema.type ?? "anything"];
  const formats = [schema.format, ...some.map(({ format }) => format)].filter(
    (format) => format !== undefined,
  );
  const format =
    formats.length === 0 || schema.type === "integer" ? "" : ` (${formats.join(" or ")})`;
  return [types.join(" or ") + format];
}

function joined(words: readonly TypeWord[][]): TypeWord[] {
  const out: TypeWord[] = [];
  for (const [index, word] of words.entries()) {
    if (index > 0) out.push(" or ");
    out.push(...word);
  }
  // Two forms of one type are one type to a reader.
  return out.every((word) => typeof word === "string")
    ? [[...new Set(out.join("").split(" or "))].join(" or ")]
    : out;
}

function rangeWords(min: number | undefined, max: number | undefined): string {
  const number = (value: number) => value.toLocaleString("en");
  if (max === undefined) return `at least ${number(min ?? 0)}`;
  return min === undefined ? `at most ${number(max)}` : `${number(min)} to ${number(max)}`;
}

function describeBounds(schema: Schema): string[] {
  const range = (unit: string, min: number | undefined, max: number | undefined): string[] => {
    if (min === undefined && max === undefined) return [];
    return [`${rangeWords(min, max)}${unit}`];
  };
  return [
    ...range("", schema.minimum, schema.maximum),
    ...range(" characters", schema.minLength, schema.maxLength),
    ...range(" items", schema.minItems, schema.maxItems),
    ...range(" properties", schema.minProperties, undefined),
    ...(schema.pattern === undefined || schema.format !== undefined
      ? []
      : [patternWords(schema.pattern) ?? `matches ${schema.pattern}`]),
  ];
}
