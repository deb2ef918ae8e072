// An example of a schema: every required property with a plausible value of its type. Deterministic,
// and always valid against its schema, which a test holds.

import { resolved, type Parts, type Schema } from "./schema.ts";

/** What a property of this name usually says; used where the schema allows it. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  id: [12],
  name: ["Everyday", "Groceries"],
  email: ["rowan@example.com"],
  budget_name: ["Rowan and Sam"],
  display_name: ["Alpine Bank Everyday"],
  institution_name: ["Alpine Bank"],
  payee: ["Corner Café"],
  original_name: ["CORNER CAFE 0042"],
  notes: ["With Ann", null],
  description: ["Everything eaten", null],
  external_id: ["2026-11-20:0001"],
  source: ["api"],
  subtype: ["checking"],
  mask: ["4321"],
  created_by_name: ["Rowan"],
  linked_by_name: ["Rowan"],
  balance: ["1250.5000", "0.750000000000000000"],
  amount: ["4.5000", 4.5],
  to_base: [4.5],
  symbol: ["btc"],
  pricing_id: ["bitcoin"],
  full_name: ["Bitcoin"],
  limit: [5000],
  quantity: [1],
  size: [184],
  type: ["manual", "image/png"],
  url: ["https://files.example.com/receipt.png?signature=abc"],
  category_name: ["Groceries"],
  tag_name: ["Vacation"],
  month: ["2026-10"],
  closed_on: [null],
  archived_at: [null],
  group_id: [null, 3],
  group_parent_id: [null],
  split_parent_id: [null],
  recurring_id: [null, 4],
  linked_account_id: [null, 2],
  order: [null],
  end_date: [null, "2026-11-30"],
  start_date: ["2026-11-01"],
  next_start_date: ["2026-12-01"],
  tag_ids: [[1]],
  text_color: [null],
  background_color: ["#fde68a"],
  api_key_label: ["Spreadsheet"],
  is_group: [false],
  has_more: [false],
};

const DEPTH_MAX = 8;

/** An example that the schema accepts. */
export function sampleOf(schema: Schema, parts: Readonly<Parts>, name = "", depth = 0): unknown {
  const usual = USUAL[name]?.find((value) => accepts(schema, value, parts));
  if (usual !== undefined) return usual;
  const whole = resolved(schema, parts);
  if (whole.const !== undefined) return whole.const;
  if (whole.default !== undefined) return whole.default;
  if (whole.enum !== undefined) return whole.enum.includes("usd") ? "usd" : whole.enum[0];
  const [option] = whole.anyOf ?? whole.oneOf ?? [];
  if (option !== undefined) return sampleOf(option, parts, name, depth);
  const type = typeof whole.type === "object" ? whole.type[0] : whole.type;
  switch (type) {
    case "object":
      return objectOf(whole, parts, depth);
    case "array":
      return whole.items === undefined || depth >= DEPTH_MAX
        ? []
        : [sampleOf(whole.items, parts, name, depth + 1)];
    case "integer":
      return Math.max(whole.minimum ?? 1, 1);
    case "number":
      return 12.5;
    case "boolean":
      return false;
    case "string":
      return textOf(whole);
    case undefined:
    default:
      return null;
  }
}

function objectOf(schema: Schema, parts: Readonly<Parts>, depth: number): unknown {
  const required = new Set(schema.required);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name))
      .map(([name, property]) => [name, sampleOf(property, parts, name, depth + 1)]),
  );
}

/** Days, moments, months and amounts, whichever of them the schema's pattern takes. */
function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): string {
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
  return types.some((type) => isOf(type, whole, value, parts));
}

function isOf(type: string, schema: Schema, value: unknown, parts: Readonly<Parts>): boolean {
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
