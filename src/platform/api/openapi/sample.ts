// An example of a schema: every required property with a plausible value of its type.
// Deterministic, and always valid against its schema; a test checks that.

import { resolved, type Book, type Parts, type Schema } from "./schema.ts";

const DEPTH_MAX = 8;

/** An example that the schema accepts. */
export function makeSample(schema: Schema, book: Book, name = "", depth = 0): unknown {
  const { parts, words } = book;
  const usual = words.usual[name]?.find((value) => accepts(schema, value, parts));
  if (usual !== undefined) return usual;
  const whole = resolved(schema, parts);
  if (whole.const !== undefined) return whole.const;
  if (whole.default !== undefined) return whole.default;
  if (whole.enum !== undefined)
    return words.usual["enum"]?.find((value) => whole.enum?.includes(value)) ?? whole.enum[0];
  const [option] = whole.anyOf ?? whole.oneOf ?? [];
  if (option !== undefined) return makeSample(option, book, name, depth);
  const type = typeof whole.type === "object" ? whole.type[0] : whole.type;
  switch (type) {
    case "object":
      return makeObject(whole, book, depth);
    case "array":
      if (whole.prefixItems !== undefined)
        return whole.prefixItems.map((one) => makeSample(one, book, name, depth + 1));
      return whole.items === undefined || depth >= DEPTH_MAX
        ? []
        : [makeSample(whole.items, book, name, depth + 1)];
    case "integer":
      return Math.max(whole.minimum ?? 1, 1);
    case "number":
      return 12.5;
    case "boolean":
      return false;
    case "string":
      return makeText(whole);
    case undefined:
    default:
      return null;
  }
}

function makeObject(schema: Schema, book: Book, depth: number): unknown {
  const required = new Set(schema.required);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name))
      .map(([name, property]) => [name, makeSample(property, book, name, depth + 1)]),
  );
}

/** Days, moments, months and amounts, whichever of them the schema's pattern takes. */
function makeText({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): string {
  if (format === "date") return "2026-11-20";
  if (format === "date-time") return "2026-11-20T09:30:00.000Z";
  const likely = ["12.5000", "2026-11", "12.500000000000000000"];
  if (pattern !== undefined)
    return likely.find((text) => new RegExp(pattern, "u").test(text)) ?? "";
  return "text".padEnd(minLength, "x").slice(0, maxLength);
}

function accepts(schema: Schema, value: unknown, parts: Readonly<Parts>): boolean {
  const whole = resolved(schema, parts);
  const options = whole.anyOf ?? whole.oneOf;
  if (options !== undefined) return options.some((option) => accepts(option, value, parts));
  if (whole.const !== undefined) return whole.const === value;
  if (whole.enum !== undefined) return whole.enum.includes(value);
  const types = typeof whole.type === "object" ? whole.type : [whole.type ?? ""];
  return types.some((type) => isValid(type, whole, value, parts));
}

function isValid(type: string, schema: Schema, value: unknown, parts: Readonly<Parts>): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return (
        Array.isArray(value) &&
        schema.items !== undefined &&
        value.every((one) => schema.items !== undefined && accepts(schema.items, one, parts))
      );
    case "string":
      return (
        typeof value === "string" &&
        (schema.format === undefined ||
          /^\d{4}-\d{2}-\d{2}$/.test(value) === (schema.format === "date")) &&
        value.length <= (schema.maxLength ?? Infinity) &&
        (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value))
      );
    default:
      return false;
  }
}
