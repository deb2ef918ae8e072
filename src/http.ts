import { Hono } from "hono";
import type { Env } from "./config.ts";

/** Everything the Worker answers over HTTP. */
export const http = new Hono<{ Bindings: Env }>();
http.get("/health", (c) => c.text("ok"));
