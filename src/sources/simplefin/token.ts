// Parses the text that a person pastes to connect a SimpleFIN server. A setup token is the base64
// of a claim URL that works once; an access URL holds the user and password that read the accounts.
// Pure; no message repeats a secret.

import { SIMPLEFIN_TOKEN_CHARS_MAX, SIMPLEFIN_URL_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";

/** A token to claim, or an access URL that was claimed already. */
export type Pasted =
  | { readonly kind: "claim"; readonly url: string; readonly host: string }
  | { readonly kind: "access"; readonly url: string; readonly host: string };

/** The parts of an access URL. */
export interface Access {
  /** The base of all resources, without credentials and without a slash at its end. */
  readonly root: string;
  readonly host: string;
  /** The value of the Authorization header. */
  readonly authorization: string;
}

const EXPECTED = "expected the setup token that the SimpleFIN server shows once";

/** Parses the pasted text; the error is a sentence for the person. */
export function readPasted(text: string): Result<Pasted, string> {
  const joined = text.replace(/\s/g, "");
  if (joined === "") return err(`Nothing was pasted; ${EXPECTED}.`);
  if (joined.length > SIMPLEFIN_TOKEN_CHARS_MAX)
    return err(
      `The text has ${joined.length} characters; ${EXPECTED}, of at most ${SIMPLEFIN_TOKEN_CHARS_MAX}.`,
    );
  if (joined.includes("://")) {
    const access = readAccess(joined);
    return access.ok
      ? ok({ kind: "access", url: joined, host: access.value.host })
      : err(
          `The text is an address, but not an access URL: it ${access.error}. Paste the setup token.`,
        );
  }
  const decoded = decodedBase64(joined);
  if (decoded === null) return err(`The text is not a setup token: it is not base64; ${EXPECTED}.`);
  if (!isRequestUrl(decoded))
    return err(`The text is not a setup token: it does not hold an address; ${EXPECTED}.`);
  const { host, username, password } = new URL(decoded);
  if (username !== "" || password !== "")
    return err(`The text is not a setup token: the address in it has a user; ${EXPECTED}.`);
  return ok({ kind: "claim", url: decoded, host });
}

/** Takes an access URL apart; the error continues "the access URL ...". */
export function readAccess(text: string): Result<Access, string> {
  const trimmed = text.trim();
  if (!isRequestUrl(trimmed)) return err("is not an http address of a usual length");
  const url = new URL(trimmed);
  if (url.username === "" || url.password === "") return err("has no user and password");
  if (url.search !== "" || url.hash !== "") return err("has a query or a fragment");
  const credentials = [url.username, url.password].map(decodedPercent).join(":");
  const authorization = `Basic ${new TextEncoder().encode(credentials).toBase64()}`;
  return ok({
    root: `${url.origin}${url.pathname.replace(/\/$/, "")}`,
    host: url.host,
    authorization,
  });
}

/** Whether the address may be requested is checked later (sources/address.ts). */
function isRequestUrl(text: string): boolean {
  return text.length <= SIMPLEFIN_URL_CHARS_MAX && /^https?:\/\//i.test(text) && URL.canParse(text);
}

function decodedBase64(text: string): string | null {
  try {
    const bytes = Uint8Array.fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).trim();
  } catch {
    return null;
  }
}

function decodedPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
