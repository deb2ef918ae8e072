// The upload, POST /api/imports. The file is the body itself, or each part "file" of a form. It is
// stored before anything else is checked, so that no upload is lost.

import { IDEMPOTENCY_KEY_CHARS_MAX } from "../../platform/limits.ts";
import { parseCurrency } from "../../money/currency.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ImportProblem } from "../problem.ts";
import type { DocumentRef, RunOptions } from "./runs.ts";
import { DOCUMENTS, readPieces, storeDocument } from "./documents.ts";
import { inFolder, piecesOfArrival, type Piece } from "./archive.ts";
import { fileName } from "./file-name.ts";
import { parseBoundary, MultipartError, readFileParts } from "./multipart.ts";

/** The caller's parameters for the document; the account is still as it was named. */
export interface Upload {
  readonly document: DocumentRef;
  /** The files to import: those of a form, and those in archives. */
  readonly pieces: readonly Piece[];
  /** Names the files that are uploaded together, as the caller says. */
  readonly upload: string | null;
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
  "upload",
];

/**
 * Stores the document of an upload request, of at most `bytesMax`, and reads its parameters.
 */
export async function receiveUpload(
  request: Request,
  bucket: R2Bucket,
  bytesMax: number,
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
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax + MULTIPART_ALLOWANCE)
    return tooLarge(bytesMax);
  if (request.body === null) return err({ kind: "no body" });
  const stored = await storeBody(request, request.body, { bucket, bytesMax }, asked);
  if (!stored.ok) return stored;
  const options = parseOptions(asked);
  if (!options.ok) return options;
  const account = asked.get("account");
  const upload = asked.get("upload") ?? null;
  if (upload !== null && !/^[a-z0-9]{8,40}$/.test(upload))
    return err(invalid("/query/upload", "upload is 8 to 40 small letters and digits."));
  const [document, ...others] = stored.value;
  const pieces: Piece[] = [];
  for (const one of stored.value) pieces.push(...(await piecesOfArrival(bucket, one)));
  return ok({
    document,
    pieces,
    upload,
    account: account === undefined || account === "" ? null : account,
    options: options.value,
    idempotency_key: key,
    asked: askedText(asked, others),
  });
}

const MULTIPART_ALLOWANCE = 100_000;

/** Where files are put, and how large one may be. */
interface Place {
  readonly bucket: R2Bucket;
  readonly bytesMax: number;
}

function tooLarge(bytes_max: number): Result<never, ImportProblem> {
  return err({ kind: "too large", bytes_max });
}

/** The documents of a request; there is at least one. */
type Documents = readonly [DocumentRef, ...DocumentRef[]];

async function storeBody(
  request: Request,
  body: ReadableStream<Uint8Array>,
  place: Place,
  asked: Map<string, string>,
): Promise<Result<Documents, ImportProblem>> {
  const contentType = request.headers.get("content-type") ?? "application/octet-stream";
  try {
    if (/^multipart\//i.test(contentType)) {
      const boundary = parseBoundary(contentType);
      return boundary === null
        ? err({ kind: "malformed multipart", detail: "its content type names no boundary" })
        : await storeForm(body, boundary, place, asked);
    }
    const stored = await storeFile(readPieces(body), asked.get("name") ?? "", contentType, place);
    return stored.ok ? ok([stored.value]) : stored;
  } catch (error) {
    if (error instanceof MultipartError)
      return err({ kind: "malformed multipart", detail: error.message });
    throw error;
  }
}

/** Stores each file of a form. The form's other fields are parameters. */
async function storeForm(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  place: Place,
  asked: Map<string, string>,
): Promise<Result<Documents, ImportProblem>> {
  const documents: DocumentRef[] = [];
  const fields = new Map<string, string>();
  let left = place.bytesMax + MULTIPART_ALLOWANCE;
  for await (const { name, mediaType, chunks } of readFileParts(body, boundary, fields)) {
    const stored = await storeFile(chunks, name, mediaType, place);
    // A field in which no file was chosen is sent without a name and without bytes.
    if (!stored.ok && stored.error.kind === "no body" && name === "") continue;
    if (!stored.ok) return stored;
    left -= stored.value.bytes;
    if (left < 0) return tooLarge(place.bytesMax);
    documents.push(stored.value);
  }
  const [first, ...others] = documents;
  if (first === undefined) return err({ kind: "no body" });
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
  const named = asked.get("name");
  return ok(
    others.length > 0 || named === undefined
      ? [first, ...others]
      : [{ ...first, name: fileName(named) }],
  );
}

async function storeFile(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  mediaType: string,
  { bucket, bytesMax }: Place,
): Promise<Result<DocumentRef, ImportProblem>> {
  const stored = await storeDocument(bucket, chunks, DOCUMENTS, bytesMax);
  if (!stored.ok) return stored.error === "empty" ? err({ kind: "no body" }) : tooLarge(bytesMax);
  return ok({
    name: fileName(name),
    ...stored.value,
    media_type: mediaType.slice(0, 100),
    ...inFolder(name),
  });
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

function askedText(asked: ReadonlyMap<string, string>, others: readonly DocumentRef[]): string {
  const more = others.map(({ sha256 }) => ["file", sha256]);
  return JSON.stringify([...[...asked].sort(([a], [b]) => (a < b ? -1 : 1)), ...more]);
}

function invalid(field: string, message: string): ImportProblem {
  return { kind: "invalid", field, message };
}
