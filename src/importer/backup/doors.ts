// The API rows that carry a backup: the Worker writes it while it is read, and streams one that is to
// be restored into the bucket. Neither passes through an object.

import { readConfig } from "../../config.ts";
import { BACKUP_BYTES_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { toStream } from "../../platform/streams.ts";
import { createUpstream } from "../connection/upstream.ts";
import { readPieces, storeDocument } from "../imports/documents.ts";
import { MultipartError, parseBoundary, readFilePart } from "../imports/multipart.ts";
import type { Importer } from "../object.ts";
import type { ImportProblem } from "../problem.ts";
import { ID, parseId, route, type Row } from "../route.ts";
import { exportBackup } from "./export.ts";
import { uploadPlace } from "./store.ts";
import { RESTORE } from "./wire.ts";

/** What these rows work with. */
export interface BackupDoor {
  readonly env: Env;
  readonly connection: string;
  readonly importer: DurableObjectStub<Importer>;
  readonly ctx: { readonly exports: unknown };
}

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
    method: "POST",
    path: "/restore",
    by: "people",
    tag: "backup",
    summary: "Restore a backup into an empty budget: the body is the ZIP",
    bodyMedia: "application/zip",
    status: 202,
    response: RESTORE,
    failures: [409, 413, 422],
    handle: async ({ env, connection, importer }: BackupDoor, _, { request }) => {
      if (request.body === null) return err({ kind: "no body" });
      const chunks = await chunksOf(request, request.body);
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
      const begun = await importer.restore(stored.value);
      if (!begun.ok) return begun;
      return ok(Response.json(begun.value, { status: 202, headers: { location: "/api/restore" } }));
    },
  }),
];

/** The backup in a request: its body, or the part "file" of a form. */
async function chunksOf(
  request: Request,
  body: ReadableStream<Uint8Array>,
): Promise<Result<AsyncIterable<Uint8Array>, ImportProblem>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\//i.test(type)) return ok(readPieces(body));
  const boundary = parseBoundary(type);
  try {
    if (boundary === null) throw new MultipartError("its content type names no boundary");
    return ok((await readFilePart(body, boundary)).chunks);
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    return err({ kind: "malformed multipart", detail: error.message });
  }
}
