// The target of the form that saves a view of the list, or deletes one.

import { Hono } from "hono";
import * as z from "zod";
import { encodePath } from "../ui/calls.ts";
import { passOnStatus, readAnswer, send } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields } from "../ui/form.ts";
import { readQuery } from "./list-context.ts";
import { hereAddress, viewAddress } from "./query.ts";
import { readBack, showList } from "./show-list.tsx";

/** To be mounted at "/", behind the checks of routes.tsx. */
export const viewPages = new Hono<PageEnv>();

viewPages.post("/transactions/views", async (c) => {
  const field = await readFields(c);
  const view = readBack(field("back"));
  const name = field("name").trim();
  const old = field("delete");
  if (old === "" && name === "")
    return showList(c, view, { alert: "Give the view a name.", status: 400 });
  const api = c.get("api");
  const answer =
    old === ""
      ? await send(
          api,
          "/api/views",
          { name, query: readQuery(viewAddress(view.typed)) },
          z.unknown(),
        )
      : await readAnswer(
          await api(encodePath`/api/views/${old}`, { method: "DELETE" }),
          z.unknown(),
        );
  // If the view is gone already, nothing is left to do.
  if (!answer.ok && answer.error.status !== 404)
    return showList(c, view, { alert: answer.error.message, status: passOnStatus(answer.error) });
  return c.redirect(hereAddress(view), 303);
});
