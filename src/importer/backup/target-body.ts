// The body of PUT /api/backup-target: an address, and what lets us in there.

import * as z from "zod";
import {
  BACKUP_PASSWORD_CHARS_MAX,
  BACKUP_TOKEN_CHARS_MAX,
  BACKUP_USER_CHARS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Target } from "./target.ts";

const WORDS = {
  url: "url must be the https address that each backup is put to.",
  token: `token must have 1 to ${BACKUP_TOKEN_CHARS_MAX} visible ASCII characters without spaces, or be left out.`,
  user: `user must have 1 to ${BACKUP_USER_CHARS_MAX} characters, without a colon or line breaks, or be left out.`,
  password: `password must have 1 to ${BACKUP_PASSWORD_CHARS_MAX} characters, without line breaks, or be left out.`,
} as const;

/** RFC 7617 allows no control characters, and no colon in the user name. */
const text = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .refine((value) => value.isWellFormed())
    .nullable()
    .default(null);

export const TARGET_BODY = z.strictObject({
  url: z.string(),
  token: text(new RegExp(`^[!-~]{1,${BACKUP_TOKEN_CHARS_MAX}}$`)),
  user: text(new RegExp(`^[^:\\x00-\\x1f\\x7f]{1,${BACKUP_USER_CHARS_MAX}}$`)),
  password: text(new RegExp(`^[^\\x00-\\x1f\\x7f]{1,${BACKUP_PASSWORD_CHARS_MAX}}$`)),
});

/** What is wrong with a body, by the first property that is. */
export function explainTarget([name]: readonly PropertyKey[]): {
  readonly field: string;
  readonly message: string;
} {
  if (name === "url" || name === "token" || name === "user" || name === "password")
    return { field: `/body/${name}`, message: WORDS[name] };
  return {
    field: name === undefined ? "/body" : `/body/${String(name)}`,
    message: `The body is {url, token} or {url, user, password}: ${Object.values(WORDS).join(" ")}`,
  };
}

/** A token, or a user name with a password, or neither. */
export function readCredentials({
  token,
  user,
  password,
}: z.output<typeof TARGET_BODY>): Result<Omit<Target, "url">, string> {
  if ((user === null) !== (password === null))
    return err("A user name and a password are given together.");
  if (user === null || password === null) return ok({ token, person: null });
  if (token !== null) return err("Give a token, or a user name and a password, not both.");
  return ok({ token: null, person: { user, password } });
}
