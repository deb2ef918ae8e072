// Size limits of bodies. Uploads and the service's own bodies are counted where they are read;
// every other body is a small form.

import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { isOwnResource } from "./own-resources.ts";
import {
  CHANGE_BODY_BYTES_MAX,
  FORM_BYTES_MAX,
  LAYOUTS_FORM_BYTES_MAX,
} from "../platform/limits.ts";

/** Paths that receive files; each counts its own bytes. */
const UPLOADS = [
  "/api/imports",
  "/api/inbox",
  "/api/restore",
  "/api/changes/files",
  "/imports",
  "/inbox",
  "/rates/file",
  "/your-data/restore",
];

/** The form that attaches a file to a transaction. The service checks its size. */
const ATTACHMENT = /^\/transactions\/\d{1,16}\/files$/;

/** A piece of a backup. */
const PIECE = /^\/(?:api|your-data)\/restore\/pieces\/\d{1,3}$/;

/** Paths that receive exported layouts. */
const LAYOUT_FILES = ["/api/layouts/import", "/layouts/import"];

/** The path of changes of thousands of transactions. */
const CHANGES = "/api/changes";

/** Paths whose readers count the bytes themselves. */
const SERVICE = ["/v2/", "/v1/", "/mock/v2/"];

const bodyLimiter = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) =>
      c.json(
        {
          message: "Request Too Large",
          errors: [{ errMsg: `A request here has at most ${maxSize} bytes.` }],
        },
        413,
      ),
  });
const smallBody = bodyLimiter(FORM_BYTES_MAX);
const layoutsBody = bodyLimiter(LAYOUTS_FORM_BYTES_MAX);
const changeBody = bodyLimiter(CHANGE_BODY_BYTES_MAX);
/** Refuses a body that is larger than the path takes. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const { path } = c.req;
  if (LAYOUT_FILES.includes(path)) return layoutsBody(c, next);
  if (path === CHANGES) return changeBody(c, next);
  if (path.startsWith("/hooks/") || isCountedElsewhere(c)) return next();
  return smallBody(c, next);
};

function isCountedElsewhere({ req: { method, path } }: Context): boolean {
  return (
    SERVICE.some((base) => path.startsWith(base)) ||
    isOwnResource(path, "prefix") ||
    (method === "POST" && (UPLOADS.includes(path) || ATTACHMENT.test(path))) ||
    (method === "PUT" && PIECE.test(path))
  );
}
