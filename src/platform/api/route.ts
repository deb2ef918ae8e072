// One row of a route table. The same row routes, validates and describes, so nothing about an
// operation is written twice. Each interface decides what a checked request becomes (Work) and how
// it is refused (Fault).

import * as z from "zod";
import { ok, type Result } from "../result.ts";
import type { Place } from "./issues.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A checked request. */
export interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The body as it was sent, for answers that repeat a part of it. */
  readonly sent: unknown;
}

/** A failure whose body is not the envelope, for the OpenAPI document. */
export interface Refusal {
  readonly when: string;
  readonly body: z.ZodType;
  readonly example: unknown;
}

/** The description of an operation; properties that do not apply are left out. */
export interface Description<P, Q, B> {
  readonly method: Method;
  /** Below the base address, with parameters as {name}. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  /** The JSON body; left out where there is none or it is not JSON. */
  readonly body?: z.ZodType<B>;
  /** Reads the usual bodies as `body` does, but sooner; null for one that `body` has to look at. */
  readonly readPlain?: (sent: unknown) => B | null;
  /** The fields of a multipart/form-data body, for the OpenAPI document. */
  readonly form?: z.ZodType;
  /** The media type of a body that is neither. */
  readonly bodyMedia?: string;
  /** A body that is accepted, shown in the OpenAPI document. */
  readonly example?: unknown;
  /** 200 where it is left out. */
  readonly status?: 200 | 201 | 202 | 204;
  readonly response?: z.ZodType;
  /** The media type of an answer that is not JSON. */
  readonly media?: string;
  /** Besides those that every operation of the interface may answer. */
  readonly failures?: readonly number[];
  /** Those of `failures` whose body is not the envelope. */
  readonly refusals?: Readonly<Record<number, Refusal>>;
}

/** The parts of a request as it was sent. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A row without the types of its operation: what routes and describes it. */
export interface Described {
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  readonly body: z.ZodType | null;
  readonly form: z.ZodType | null;
  readonly bodyMedia: string | null;
  readonly example: unknown;
  readonly status: number;
  readonly response: z.ZodType | null;
  readonly media: string | null;
  readonly failures: readonly number[];
  readonly refusals: Readonly<Record<number, Refusal>>;
  /** The path this one is another name of; null for a row of its own. */
  readonly aliasOf: string | null;
}

export interface Route<Work, Fault> extends Described {
  /** Path, then query, then body are checked before anything is done. */
  readonly begin: (raw: RawInput) => Result<Work, Fault>;
}

const NONE = z.strictObject({});

/** The row's description without its types: parameters that are left out are none. */
export function describe<P, Q, B>(operation: Description<P, Q, B>): Described {
  return {
    method: operation.method,
    path: operation.path,
    tag: operation.tag,
    summary: operation.summary,
    params: operation.params ?? NONE,
    query: operation.query ?? NONE,
    body: operation.body ?? null,
    form: operation.form ?? null,
    bodyMedia: operation.bodyMedia ?? null,
    example: operation.example,
    status: operation.status ?? 200,
    response: operation.response ?? null,
    media: operation.media ?? null,
    failures: operation.failures ?? [],
    refusals: operation.refusals ?? {},
    aliasOf: null,
  };
}

/** The same operation under another path with the same parameters. */
export function aliasOf<R extends Described>(original: R, path: `/${string}`): R {
  return { ...original, path, aliasOf: original.path };
}

/** Says what is wrong with one part of a request, as `raw` was sent and `schema` wants it. */
export type FaultOf<Fault> = (
  place: Place,
  error: z.ZodError,
  raw: unknown,
  schema: z.ZodType,
) => Fault;

/** The input that an operation takes: path, then query, then body, each against its schema. */
export function parseInput<P, Q, B, Fault>(
  {
    params,
    query,
    body,
    readPlain,
  }: Pick<Description<P, Q, B>, "params" | "query" | "body" | "readPlain">,
  raw: RawInput,
  faultOf: FaultOf<Fault>,
): Result<Input<P, Q, B>, Fault> {
  const check = <T>(place: Place, schema: z.ZodType<T>, sent: unknown): Result<T, Fault> => {
    const parsed = schema.safeParse(sent);
    return parsed.success
      ? ok(parsed.data)
      : { ok: false, error: faultOf(place, parsed.error, sent, schema) };
  };
  const path = check("path", (params ?? NONE) as z.ZodType<P>, raw.params);
  if (!path.ok) return path;
  const search = check("query", (query ?? NONE) as z.ZodType<Q>, raw.query);
  if (!search.ok) return search;
  const plain = readPlain?.(raw.body) ?? null;
  const content =
    plain === null ? check("body", (body ?? z.undefined()) as z.ZodType<B>, raw.body) : ok(plain);
  if (!content.ok) return content;
  return ok({ params: path.value, query: search.value, body: content.value, sent: raw.body });
}
