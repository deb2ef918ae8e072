// The API rows that carry a backup: the Worker writes it while it is read, and streams one that is to
// be restored into the bucket. Neither passes through an object.

import { readConfig } from "../../config.ts";
import * as z from "zod";
import {
  BACKUP_BYTES_MAX,
  BACKUP_PIECE_BYTES_MAX,
  BACKUP_PIECES_MAX,
  BACKUP_READ_BYTES,
} from "../../platform/limits.ts";
import { discardBody, readBytes } from "../../platform/api/json.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { OneBuffer, toStream } from "../../platform/streams.ts";
import { createUpstream } from "../connection/upstream.ts";
import { storeDocument } from "../imports/documents.ts";
import { MultipartError, parseBoundary, readFilePart } from "../imports/multipart.ts";
import type { Importer } from "../object.ts";
import type { ImportProblem } from "../problem.ts";
import { ID, parseId, route, whole, type Row } from "../route.ts";
import { exportBackup } from "./export.ts";
import { dropPieces, joinPieces, keepPiece, missingPiece, type Pieces } from "./pieces.ts";
import { uploadPlace } from "./store.ts";
import { RESTORE } from "./wire.ts";

/** What these rows work with. */
export interface BackupDoor {
  readonly env: Env;
  readonly connection: string;
  readonly importer: DurableObjectStub<Importer>;
  readonly ctx: { readonly exports: unknown };
}

/** Names the pieces of one backup. */
const UPLOAD = z.string().regex(/^[a-z0-9]{8,40}$/);

export const BACKUP_DOORS: readonly Row<BackupDoor>[] = [
  route({
    method: "GET",
    path: "/backup",
    by: "people",
    tag: "backup",
    summary: "Download everything as a ZIP",
    media: "application/zip",
    status: 200,
    failures: [409],
    handle: async ({ env, connection, importer, ctx }: BackupDoor) => {
      const upstream = createUpstream(readConfig(env), ctx, importer);
      const source = { connection, tables: importer, upstream, bucket: env.DOCUMENTS };
      const { name, zip } = await exportBackup(source, new Date());
      const headers = {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      };
      return ok(new Response(toStream(zip), { headers }));
    },
  }),
  route({
    method: "GET",
    path: "/backups/{id}",
    by: "people",
    tag: "backup",
    summary: "Download a backup that was made by itself",
    media: "application/zip",
    params: ID,
    status: 200,
    failures: [404],
    handle: async ({ env, importer }: BackupDoor, { params: { id } }) => {
      const kept = await importer.findBackup(parseId(id));
      const stored = kept === null ? null : await env.DOCUMENTS.get(kept);
      if (stored === null) return err({ kind: "no such backup", id });
      const headers = {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="tributary-${id}.zip"`,
        "content-length": String(stored.size),
        "cache-control": "no-store",
      };
      return ok(new Response(stored.body, { headers }));
    },
  }),
  route({
    method: "PUT",
    path: "/restore/pieces/{n}",
    by: "people",
    tag: "backup",
    summary: `Send a piece of a backup that is too large for one request: at most ${BACKUP_PIECE_BYTES_MAX / 1_048_576} MiB, numbered from 1`,
    params: z.object({ n: z.string().regex(/^[1-9]\d{0,2}$/) }),
    query: z.object({ upload: UPLOAD }),
    bodyMedia: "application/octet-stream",
    status: 204,
    failures: [400, 413, 422],
    handle: async (
      { env, connection }: BackupDoor,
      { params: { n }, query: { upload } },
      { request },
    ) => {
      const body = await bodyOf(request);
      if (body === null) return err({ kind: "too large", bytes_max: BACKUP_PIECE_BYTES_MAX });
      if (body === "empty") return err({ kind: "no body" });
      await keepPiece(env.DOCUMENTS, connection, { upload, piece: Number(n) }, body);
      return ok(new Response(null, { status: 204 }));
    },
  }),
  route({
    method: "POST",
    path: "/restore",
    by: "people",
    tag: "backup",
    summary: "Restore a backup into an empty budget: the body is the ZIP, or its pieces were sent",
    query: z.object({
      upload: UPLOAD.optional(),
      pieces: whole("pieces", 1, BACKUP_PIECES_MAX).optional(),
    }),
    bodyMedia: "application/zip",
    status: 202,
    response: RESTORE,
    failures: [400, 409, 413, 422],
    handle: async (
      { env, connection, importer }: BackupDoor,
      { query: { upload, pieces: count } },
      { request },
    ) => {
      const pieces = upload === undefined || count === undefined ? null : { upload, count };
      const chunks =
        pieces === null
          ? await chunksOf(request)
          : await chunksOfPieces(env.DOCUMENTS, connection, pieces);
      if (!chunks.ok) return chunks;
      const stored = await storeDocument(
        env.DOCUMENTS,
        chunks.value,
        uploadPlace(connection),
        BACKUP_BYTES_MAX,
      );
      if (!stored.ok)
        return err(
          stored.error === "empty"
            ? { kind: "no body" }
            : { kind: "too large", bytes_max: BACKUP_BYTES_MAX },
        );
      if (pieces !== null) await dropPieces(env.DOCUMENTS, connection, null);
      const begun = await importer.restore(stored.value);
      if (!begun.ok) return begun;
      return ok(Response.json(begun.value, { status: 202, headers: { location: "/api/restore" } }));
    },
  }),
];

/** A piece as the bucket takes it: held only if its sender does not say how long it is. */
async function bodyOf(request: Request): Promise<ReadableStream | Uint8Array | "empty" | null> {
  const length = Number(request.headers.get("content-length") ?? NaN);
  if (length > BACKUP_PIECE_BYTES_MAX) {
    await discardBody(request);
    return null;
  }
  if (length > 0 && request.body !== null)
    return request.body.pipeThrough(new FixedLengthStream(length));
  const bytes = await readBytes(request, BACKUP_PIECE_BYTES_MAX);
  return bytes?.byteLength === 0 ? "empty" : bytes;
}

/** The backup in pieces that were sent before. */
async function chunksOfPieces(
  bucket: R2Bucket,
  connection: string,
  pieces: Pieces,
): Promise<Result<AsyncIterable<Uint8Array>, ImportProblem>> {
  const missing = await missingPiece(bucket, connection, pieces);
  if (missing === null) return ok(joinPieces(bucket, connection, pieces));
  const message = `Piece ${missing} of ${pieces.count} has not arrived. Send it again, then ask to restore again.`;
  return err({ kind: "unfit backup", message });
}

/** The backup in a request: its body, or the part "file" of a form. */
async function chunksOf({
  headers,
  body,
}: Request): Promise<Result<AsyncIterable<Uint8Array>, ImportProblem>> {
  if (body === null) return err({ kind: "no body" });
  const type = headers.get("content-type") ?? "";
  if (!/^multipart\//i.test(type)) return ok(new OneBuffer(BACKUP_READ_BYTES).read(body));
  const boundary = parseBoundary(type);
  try {
    if (boundary === null) throw new MultipartError("its content type names no boundary");
    return ok((await readFilePart(body, boundary)).chunks);
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    return err({ kind: "malformed multipart", detail: error.message });
  }
}
