// JSON Schema (2020-12, as OpenAPI 3.1 uses it) of the zod schemas in the route table: named parts move
// to the document's components, and what zod says only for its own sake is left out.

import * as z from "zod";
import { CURRENCIES } from "../../../money/currency.ts";
import { PROPERTIES } from "../../../budget/openapi/property-words.ts";

/** The part of JSON Schema that our schemas need. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly readOnly?: boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly contentMediaType?: string;
}

/** Named schemas, by name; what `schemaOf` meets is added. */
export type Parts = Record<string, Schema>;

const PLACE = "#/components/schemas/";

const CURRENCY: Schema = {
  type: "string",
  description: "A lowercase three-letter currency code.",
  enum: [...CURRENCIES],
};

/** The schema of what a request may send ("input") or an answer holds ("output"). */
export function schemaOf(schema: z.ZodType, io: "input" | "output", parts: Parts): Schema {
  const {
    $schema: _,
    $defs = {},
    ...body
  } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema & {
    $schema?: string;
    $defs?: Record<string, Schema>;
  };
  const whole = relocated({ $defs, body });
  for (const [name, part] of Object.entries(whole.$defs))
    parts[name] = worded(tidied(part, parts), name);
  return worded(tidied(whole.body, parts), null);
}

/** Those of the property in its part, else in the part that this is a request for or a child of, else of the bare name. */
function wordsOf(part: string | null, name: string): string | undefined {
  const parts =
    part === null
      ? []
      : [part, part.replace("Bulk", ""), part.replace(/^Child|(Bulk)?(Create|Update|Insert)$/, "")];
  const found = parts
    .map((one) => PROPERTIES[`${one}.${name}`])
    .find((words) => words !== undefined);
  return found ?? PROPERTIES[name];
}

/** With the words of each property before what its schema says. */
function worded(schema: Schema, part: string | null): Schema {
  const each = (list: readonly Schema[]) => list.map((one) => worded(one, part));
  const described = (name: string, property: Schema): Schema => {
    const words = property.readOnly === true ? undefined : wordsOf(part, name);
    const description = [words, property.description]
      .filter((text) => text !== undefined)
      .join(" ");
    return { ...worded(property, null), ...(description !== "" && { description }) };
  };
  return {
    ...schema,
    ...(schema.anyOf !== undefined && { anyOf: each(schema.anyOf) }),
    ...(schema.oneOf !== undefined && { oneOf: each(schema.oneOf) }),
    ...(schema.items !== undefined && { items: worded(schema.items, part) }),
    ...(schema.properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => [
          name,
          described(name, property),
        ]),
      ),
    }),
  };
}

/** The schema a reference leads to; any other schema as it is. */
export function resolved(schema: Schema, parts: Readonly<Parts>): Schema {
  const name = partName(schema);
  return name === null ? schema : (parts[name] ?? {});
}

/** The name of the part that a reference leads to; null for what is no reference. */
export function partName(schema: Schema): string | null {
  return schema.$ref?.startsWith(PLACE) === true ? schema.$ref.slice(PLACE.length) : null;
}

/** A reference to a named part. */
export function reference(name: string): Schema {
  return { $ref: PLACE + name };
}

function relocated<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${PLACE}`)) as T;
}

/** Without the bounds that every integer has here, and with the 167 currencies named once. */
function tidied(schema: Schema, parts: Parts): Schema {
  if (schema.enum?.length === CURRENCIES.length && schema.enum[0] === CURRENCIES[0]) {
    parts["Currency"] = CURRENCY;
    return reference("Currency");
  }
  const {
    minimum,
    maximum,
    properties,
    items,
    anyOf,
    oneOf,
    allOf,
    additionalProperties,
    // A part's name is where it stands.
    id: _,
    ...rest
  } = schema as Schema & { id?: string };
  const each = (list: readonly Schema[]) => list.map((one) => tidied(one, parts));
  return {
    ...rest,
    ...(schema.type === "integer" && schema.format === undefined && { format: "int64" }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(anyOf !== undefined && { anyOf: each(anyOf) }),
    ...(oneOf !== undefined && { oneOf: each(oneOf) }),
    ...(allOf !== undefined && { allOf: each(allOf) }),
    ...(items !== undefined && { items: tidied(items, parts) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "boolean"
          ? additionalProperties
          : tidied(additionalProperties, parts),
    }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, tidied(property, parts)]),
      ),
    }),
  };
}
