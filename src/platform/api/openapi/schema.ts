// JSON Schema (2020-12, as OpenAPI 3.1 uses it) of the zod schemas in the route table: named parts
// move to the document's components, and what zod says only for its own sake is left out.

import * as z from "zod";

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
  /** Of a list of fixed length, the schema of each place. */
  readonly prefixItems?: readonly Schema[];
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

/** Named schemas, by name; what `toSchema` meets is added. */
export type Parts = Record<string, Schema>;

/** The words of an interface for its schemas. */
export interface Words {
  /** The meaning of properties; "<Part>.<name>" takes precedence over the bare name. */
  readonly properties: Readonly<Record<string, string>>;
  /** The typical value of a property of this name; used in examples where the schema allows it. */
  readonly usual: Readonly<Record<string, readonly unknown[]>>;
  /** Long lists of values that are named once, by the name of their part. */
  readonly lists: Readonly<Record<string, Schema & { readonly enum: readonly unknown[] }>>;
}

/** A document's words, and the parts that it has so far. */
export interface Book {
  readonly words: Words;
  readonly parts: Parts;
}

const PLACE = "#/components/schemas/";

/** The schema of what a request may send ("input") or an answer holds ("output"). */
export function toSchema(schema: z.ZodType, io: "input" | "output", book: Book): Schema {
  const { parts, words } = book;
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
    parts[name] = worded(tidied(part, book), name, words);
  return worded(tidied(whole.body, book), null, words);
}

/**
 * The words of the property in its part, else in the part that this is a request for or a child of,
 * else of the bare name.
 */
function findWords(part: string | null, name: string, { properties }: Words): string | undefined {
  const parts =
    part === null
      ? []
      : [part, part.replace("Bulk", ""), part.replace(/^Child|(Bulk)?(Create|Update|Insert)$/, "")];
  const found = parts.map((one) => properties[`${one}.${name}`]).find((text) => text !== undefined);
  return found ?? properties[name];
}

/** With the words of each property before what its schema says. */
function worded(schema: Schema, part: string | null, words: Words): Schema {
  const each = (list: readonly Schema[]) => list.map((one) => worded(one, part, words));
  const described = (name: string, property: Schema): Schema => {
    const meaning = property.readOnly === true ? undefined : findWords(part, name, words);
    const description = [meaning, property.description]
      .filter((text) => text !== undefined)
      .join(" ");
    return { ...worded(property, null, words), ...(description !== "" && { description }) };
  };
  return {
    ...schema,
    ...(schema.anyOf !== undefined && { anyOf: each(schema.anyOf) }),
    ...(schema.oneOf !== undefined && { oneOf: each(schema.oneOf) }),
    ...(schema.items !== undefined && { items: worded(schema.items, part, words) }),
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

/** Without the bounds that every integer has here, and with long lists named once. */
function tidied(schema: Schema, book: Book): Schema {
  for (const [name, list] of Object.entries(book.words.lists)) {
    if (schema.enum?.length !== list.enum.length || schema.enum[0] !== list.enum[0]) continue;
    book.parts[name] = list;
    return reference(name);
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
  const each = (list: readonly Schema[]) => list.map((one) => tidied(one, book));
  return {
    ...rest,
    ...(schema.type === "integer" && schema.format === undefined && { format: "int64" }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(anyOf !== undefined && { anyOf: each(anyOf) }),
    ...(oneOf !== undefined && { oneOf: each(oneOf) }),
    ...(allOf !== undefined && { allOf: each(allOf) }),
    ...(items !== undefined && { items: tidied(items, book) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "boolean"
          ? additionalProperties
          : tidied(additionalProperties, book),
    }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, tidied(property, book)]),
      ),
    }),
  };
}
