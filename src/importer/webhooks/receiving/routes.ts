// /api/hooks: where other programs may send to. An import key sees the hooks and what they were
// sent; it makes none, since a hook would outlive it. An address and a secret are shown when they
// are made.

import * as z from "zod";
import { HOOK_CALLS_PAGE_MAX, HOOK_LABEL_CHARS_MAX } from "../../../platform/limits.ts";
import { err, ok } from "../../../platform/result.ts";
import { parseWebhookKey } from "../../../platform/webhook-signature.ts";
import type { ImportProblem } from "../../problem.ts";
import { done, ID, parseId, page, route, type Row } from "../../route.ts";
import type { Hooks } from "./feature.ts";
import { CALLS, HOOKS, NEW_HOOK, ROTATED_HOOK } from "./wire.ts";

const hookBody = z.strictObject({
  label: z.string().min(1).max(HOOK_LABEL_CHARS_MAX),
  check: z.enum(["signature", "address"]),
  key: z.string().nullable().default(null),
  account_id: z.int().positive().nullable().default(null),
});

const rotationBody = z.strictObject({
  key: z.string().nullable().default(null),
  at_once: z.boolean().default(false),
});
const KEY_WORDS =
  "A key is whsec_ and 24 to 64 bytes in base64, or whpk_ and the 32 of an Ed25519 public key.";
/** What each property is to be. */
const HOOK_WORDS: ReadonlyMap<unknown, string> = new Map([
  ["label", `label must have 1 to ${HOOK_LABEL_CHARS_MAX} characters.`],
  ["check", "check must be signature or address."],
  ["key", "key must be the sender's whsec_ or whpk_, or null."],
  ["account_id", "account_id must be the id of a manual account, or null."],
]);
const NO_KEY_WORDS = "A hook that is known by its address has no key.";

const tag = "hooks";

export const HOOK_ROUTES: readonly Row<Hooks>[] = [
  route({
    method: "GET",
    path: "/hooks",
    by: "everybody",
    tag,
    summary: "List the hooks",
    status: 200,
    response: HOOKS,
    failures: [],
    handle: async (hooks: Hooks) => ok({ hooks: hooks.list() }),
  }),
  route({
    method: "POST",
    path: "/hooks",
    by: "people",
    tag,
    summary: "Make a hook; its address, and a secret that is made here, are shown this once",
    body: hookBody,
    wrongBody: (path) => ({
      field: ["/body", ...path].map(String).join("/"),
      message:
        HOOK_WORDS.get(path[0]) ??
        `The body is {label, check, key, account_id}: ${[...HOOK_WORDS.values()].join(" ")}`,
    }),
    example: { label: "Till", check: "signature" },
    status: 201,
    response: NEW_HOOK,
    noStore: true,
    failures: [400, 409, 502],
    handle: async (hooks: Hooks, { body }, { request }) => {
      const { label, check, key, account_id: account } = body;
      if (key !== null && (check === "address" || parseWebhookKey(key) === null))
        return err(wrongKey(check === "address" ? NO_KEY_WORDS : KEY_WORDS));
      const made = await hooks.create({ label, check, key, account });
      if (!made.ok) return made;
      const { hook, address, secret } = made.value;
      return ok({ ...hook, url: hookUrl(request.url, address), secret });
    },
  }),
  route({
    method: "POST",
    path: "/hooks/{id}/rotate",
    by: "people",
    tag,
    summary: "Give a hook another secret, or another address",
    params: ID,
    body: rotationBody,
    mayBeEmpty: true,
    wrongBody: (path) => ({
      field: ["/body", ...path].map(String).join("/"),
      message:
        "The body is {key: <the sender's new whsec_ or whpk_, or null>, at_once: <whether the one before ends now>}; both may be left out.",
    }),
    example: { at_once: true },
    status: 200,
    response: ROTATED_HOOK,
    noStore: true,
    failures: [400, 404, 409],
    handle: async (hooks: Hooks, { params: { id }, body }, { request }) => {
      const { key, at_once: atOnce } = body;
      if (key !== null && parseWebhookKey(key) === null) return err(wrongKey(KEY_WORDS));
      const changed = await hooks.rotate(parseId(id), { key, atOnce });
      if (changed.ok) {
        const { address, secret } = changed.value;
        return ok({ url: address === null ? null : hookUrl(request.url, address), secret });
      }
      switch (changed.error) {
        case "no such hook":
          return err(noHook(id));
        case "has no key":
          return err(wrongKey(NO_KEY_WORDS));
        case "changed meanwhile":
          return err({
            kind: "not offered",
            message: "The hook was changed at the same time; look at it, and try again.",
          });
      }
    },
  }),
  route({
    method: "DELETE",
    path: "/hooks/{id}",
    by: "people",
    tag,
    summary: "Revoke a hook",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (hooks: Hooks, { params: { id } }) =>
      done(parseId(id) > 0 && hooks.remove(parseId(id)), noHook(id)),
  }),
  route({
    method: "GET",
    path: "/hooks/{id}/calls",
    by: "everybody",
    tag,
    summary: "List what a hook was sent",
    params: ID,
    query: z.object(page(HOOK_CALLS_PAGE_MAX)),
    status: 200,
    response: CALLS,
    failures: [400],
    handle: async (hooks: Hooks, { params: { id }, query: { limit, offset } }) =>
      ok(hooks.calls(parseId(id), limit, offset)),
  }),
];

function wrongKey(message: string): ImportProblem {
  return { kind: "invalid", field: "/body/key", message };
}

function noHook(id: string): ImportProblem {
  return { kind: "not learned", what: `hook ${id.slice(0, 20)}` };
}

function hookUrl(asked: string, address: string): string {
  return new URL(`/hooks/${address}`, asked).href;
}
