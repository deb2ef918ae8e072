// Rules for names, e-mail addresses and passwords: pure, without storage. The e-mail address names
// the object that holds the person, so it has only one spelling.

import {
  EMAIL_CHARS_MAX,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  PERSON_NAME_CHARS_MAX,
} from "../../platform/limits.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { nameRemoteUser } from "../../platform/credentials/remote-user.ts";
import { err, ok, type Result } from "../../platform/result.ts";

/** The local person, who signs in by link; exists only where ENVIRONMENT is "local". */
export const LOCAL_USER = "1";
export const LOCAL_PERSON = { id: 1, name: "You", email: "you@localhost" } as const;

const OBJECT_HEX_DIGITS = 32;
const EMAIL =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]$/u;

// Direction characters too: they make one name look like another.
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Invisible characters: format characters and fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const ALL_UNSEEN = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}]*$/u;

/** The commonest passwords that are long enough; attackers try these first. */
const COMMONEST: ReadonlySet<string> = new Set([
  "000000000000",
  "111111111111",
  "123123123123",
  "1234567890123",
  "123456789012",
  "1q2w3e4r5t6y",
  "aaaaaaaaaaaa",
  "abcdefghijkl",
  "adminadminadmin",
  "changemechangeme",
  "correcthorsebatterystaple",
  "iloveyou1234",
  "letmeinletmein",
  "password1234",
  "password12345",
  "password123456",
  "passwordpassword",
  "qwerty123456",
  "qwertyqwerty",
  "qwertyuiop12",
  "qwertyuiop123",
  "qwertyuiopasdf",
  "welcome12345",
]);

/**
 * The only spelling of an e-mail address: trimmed, in lower case; null for an invalid address, and
 * for one with invisible characters, which would look like another's.
 */
export function parseEmail(text: string): string | null {
  const email = text.trim().normalize("NFC").toLowerCase();
  return email.length <= EMAIL_CHARS_MAX && EMAIL.test(email) && !UNSEEN.test(email) ? email : null;
}

/** A name as it is shown: one trimmed line; null if it is invisible, too long or not one line. */
export function parseName(text: string): string | null {
  const name = text.trim().normalize("NFC");
  return ALL_UNSEEN.test(name) || name.length > PERSON_NAME_CHARS_MAX || NOT_ONE_LINE.test(name)
    ? null
    : name;
}

/** A password as it is hashed: one spelling of what looks the same on every keyboard. */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

/** Why a new password is refused, in a sentence; ok(its spelling) when it is not. */
export function checkPassword(password: string, email: string): Result<string, string> {
  const spelling = normalizePassword(password);
  const length = Array.from(spelling).length;
  if (length < PASSWORD_CHARS_MIN || length > PASSWORD_CHARS_MAX) {
    return err(
      `The password has ${length} characters; it must have ${PASSWORD_CHARS_MIN} to ${PASSWORD_CHARS_MAX}.`,
    );
  }
  const lower = spelling.toLowerCase();
  if (lower.trim() === email)
    return err("The password is the e-mail address; choose one that nobody knows.");
  if (COMMONEST.has(lower))
    return err(
      "The password is among the commonest there are; choose one that nobody would guess.",
    );
  return ok(spelling);
}

/** The name of the object that holds the person with this (parsed) address. */
export async function getUserObjectName(email: string): Promise<string> {
  if (email === LOCAL_PERSON.email) return LOCAL_USER;
  return hex(await sha256(email)).slice(0, OBJECT_HEX_DIGITS);
}

/**
 * Whether the person of an object is one of the service that this deployment works with now: their
 * id there means somebody else at another, which a deployment may have worked with before.
 */
export async function isOfService(
  object: string,
  person: { readonly user_id: number; readonly email: string },
  budgetApiUrl: string | null,
): Promise<boolean> {
  if (object === LOCAL_USER) return true;
  return (
    object ===
    (budgetApiUrl === null
      ? await getUserObjectName(person.email)
      : await nameRemoteUser(budgetApiUrl, person.user_id))
  );
}

/** Whether an object name from outside has the form of ours. */
export function isUserObject(name: string, local: boolean): boolean {
  return /^[0-9a-f]{32}$/.test(name) || (local && name === LOCAL_USER);
}
