// The reference pages. They are public, like the OpenAPI documents that they are rendered from.

import { Hono } from "hono";
import { VERSION_1, VERSION_2 } from "../../budget/versions.ts";
import type { PageEnv } from "../ui/context.ts";
import { Docs } from "./page.tsx";

/** To be mounted at "/". */
export const docsPages = new Hono<PageEnv>();

// A reference is long and the same for everybody at one address: the last rendering of each version is kept.
for (const [path, version] of [
  ["/docs", VERSION_2],
  ["/docs/v1", VERSION_1],
] as const) {
  let reference = { of: "", html: "" };
  docsPages.get(path, async (c) => {
    const origin = new URL(c.req.url).origin;
    const session = c.get("session");
    const frame = session === null ? null : c.get("frame");
    const of = `${origin} ${JSON.stringify(frame)}`;
    if (reference.of !== of) {
      const page = await c.html(
        <Docs version={version} origin={origin} signedIn={session !== null} />,
      );
      reference = { of, html: await page.text() };
    }
    return c.html(reference.html);
  });
}
