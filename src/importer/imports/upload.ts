// The upload, POST /api/imports. The file is the body itself or the part "file" of a form. It is
// stored before anything else is checked, so that no upload is lost.

import { IDEMPOTENCY_KEY_CHARS_MAX, UPLOAD_BYTES_MAX } from "../../platform/limits.ts";
import { parseCurrency } from "../../money/currency.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ImportProblem } from "../problem.ts";
import type { DocumentRef, RunOptions } from "./runs.ts";
import { readPieces, storeDocument } from "./documents.ts";
import { piecesOfArrival, type Piece } from "./archive.ts";
import { fileName } from "./file-name.ts";
import { parseBoundary, MultipartError, readFilePart } from "./multipart.ts";

/** The caller's parameters for the document; the account is still as it was named. */
export interface Upload {
  readonly document: DocumentRef;
  /** The files in it if it is an archive; else the document itself. */
  readonly pieces: readonly Piece[];
  readonly account: string | null;
  readonly options: Omit<RunOptions, "account" | "account_named">;
  readonly idempotency_key: string | null;
  /** The parameters as sent. */
  readonly asked: string;
}

const PARAMETERS = [
  "account",
  "currency",
  "preview",
  "apply_rules",
  "skip_duplicates",
  "include_pending",
  "set_balance",
  "name",
];

/** Stores the document of an upload request and reads its parameters. */
export async function receiveUpload(
  request: Request,
  bucket: R2Bucket,
): Promise<Result<Upload, ImportProblem>> {
  const query = new URL(request.url).searchParams;
  const asked = new Map(query);
  // The caller of this function checked which connection the form was shown for.
  asked.delete("connection");
  for (const name of asked.keys()) {
    if (!PARAMETERS.includes(name))
      return err(
        invalid(
          `/query/${name}`,
          `There is no parameter "${name}"; there are ${PARAMETERS.join(", ")}.`,
        ),
      );
  }
  const key = request.headers.get("idempotency-key");
  if (key !== null && (key === "" || key.length > IDEMPOTENCY_KEY_CHARS_MAX)) {
    return err(
      invalid(
        "/headers/idempotency-key",
        `An Idempotency-Key has 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} characters.`,
      ),
    );
  }
  const early = parseOptions(asked);
  if (!early.ok) return early;
  if (Number(request.headers.get("content-length") ?? 0) > UPLOAD_BYTES_MAX + MULTIPART_ALLOWANCE)
    return err(TOO_LARGE);
  if (request.body === null) return err({ kind: "no body" });
  const stored = await storeBody(request, request.body, bucket, asked);
  if (!stored.ok) return stored;
  const options = parseOptions(asked);
  if (!options.ok) return options;
  const account = asked.get("account");
  const pieces = await piecesOfArrival(bucket, stored.value);
  return ok({
    document: stored.value,
    pieces,
    account: account === undefined || account === "" ? null : account,
    options: options.value,
    idempotency_key: key,
    asked: askedText(asked),
  });
}

const MULTIPART_ALLOWANCE = 100_000;
const TOO_LARGE: ImportProblem = { kind: "too large", bytes_max: UPLOAD_BYTES_MAX };

async function storeBody(
  request: Request,
  body: ReadableStream<Uint8Array>,
  bucket: R2Bucket,
  asked: Map<string, string>,
): Promise<Result<DocumentRef, ImportProblem>> {
  const contentType = request.headers.get("content-type") ?? "application/octet-stream";
  try {
    let name = asked.get("name") ?? "";
    let mediaType = contentType;
    let fields: ReadonlyMap<string, string> = new Map();
    let chunks: AsyncIterable<Uint8Array>;
    if (/^multipart\//i.test(contentType)) {
      const boundary = parseBoundary(contentType);
      if (boundary === null)
        return err({ kind: "malformed multipart", detail: "its content type names no boundary" });
      const part = await readFilePart(body, boundary);
      if (name === "") name = part.name;
      fields = part.fields;
      mediaType = part.mediaType;
      chunks = part.chunks;
    } else chunks = readPieces(body);
    const stored = await storeDocument(bucket, chunks);
    if (!stored.ok) return err(stored.error === "empty" ? { kind: "no body" } : TOO_LARGE);
    for (const [field, value] of fields) {
      if (!PARAMETERS.includes(field))
        return err(
          invalid(
            `/body/${field}`,
            `There is no parameter "${field}"; there are ${PARAMETERS.join(", ")}.`,
          ),
        );
      if (value !== "") asked.set(field, value);
    }
    name = asked.get("name") ?? name;
    return ok({ name: fileName(name), ...stored.value, media_type: mediaType.slice(0, 100) });
  } catch (error) {
    if (error instanceof MultipartError)
      return err({ kind: "malformed multipart", detail: error.message });
    throw error;
  }
}

function parseOptions(
  asked: ReadonlyMap<string, string>,
): Result<Omit<RunOptions, "account" | "account_named">, ImportProblem> {
  const named = asked.get("currency") ?? "";
  const currency = parseCurrency(named);
  if (named !== "" && currency === null)
    return err(invalid("/query/currency", `"${named}" is not a currency code.`));
  const isForeign = asked.get("preview") === "foreign";
  const flags: Record<string, boolean> = {};
  for (const [name, fallback] of FLAGS) {
    if (name === "preview" && isForeign) continue;
    const text = asked.get(name) ?? String(fallback);
    const allowed = name === "preview" ? "true, false or foreign" : "true or false";
    if (text !== "true" && text !== "false") {
      return err(invalid(`/query/${name}`, `${name} is ${allowed}, not "${text.slice(0, 40)}".`));
    }
    flags[name] = text === "true";
  }
  return ok({
    currency,
    preview: flags["preview"] === true,
    ...(isForeign && { preview_if_foreign: true }),
    apply_rules: flags["apply_rules"] === true,
    skip_duplicates: flags["skip_duplicates"] === true,
    include_pending: flags["include_pending"] === true,
    set_balance: flags["set_balance"] === true,
  });
}

const FLAGS: readonly (readonly [string, boolean])[] = [
  ["preview", false],
  ["apply_rules", true],
  ["skip_duplicates", true],
  ["include_pending", false],
  ["set_balance", true],
];

function askedText(asked: ReadonlyMap<string, string>): string {
  return JSON.stringify([...asked].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function invalid(field: string, message: string): ImportProblem {
  return { kind: "invalid", field, message };
}
