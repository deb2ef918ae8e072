// The reference pages. They are public, like the OpenAPI documents that they are rendered from.

import { Hono } from "hono";
import { VERSION_1, VERSION_2 } from "../../budget/versions.ts";
import { readConfig, type Config } from "../../config.ts";
import type { PageEnv } from "../ui/context.ts";
import { Docs } from "./page.tsx";
import { deploymentOf } from "./api-document.ts";
import { apiReference, serviceReference, type Reference } from "./references.ts";

/** To be mounted at "/". */
export const docsPages = new Hono<PageEnv>();

const PAGES: readonly (readonly [path: string, reference: (config: Config) => Reference])[] = [
  ["/docs", () => serviceReference(VERSION_2)],
  ["/docs/v1", () => serviceReference(VERSION_1)],
  ["/docs/api", (config) => apiReference(deploymentOf(config))],
];

// A reference is long and the same for everybody at one address: the last rendering of each is kept.
for (const [path, getReference] of PAGES) {
  let rendered = { of: "", html: "" };
  docsPages.get(path, async (c) => {
    const { origin } = new URL(c.req.url);
    const session = c.get("session");
    const frame = session === null ? null : c.get("frame");
    const of = `${origin} ${JSON.stringify(frame)}`;
    if (rendered.of !== of) {
      const page = await c.html(
        <Docs
          reference={getReference(readConfig(c.env))}
          origin={origin}
          signedIn={session !== null}
        />,
      );
      rendered = { of, html: await page.text() };
    }
    return c.html(rendered.html);
  });
}
