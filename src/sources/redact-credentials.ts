// Redacts a source's credentials from its messages: a server may repeat them, whole or in part,
// where an amount was expected. Header names and hosts stay. Pure; linear in the text and in the
// secrets.

import { withoutSecrets } from "../platform/credentials/redact.ts";

/** Shorter secrets occur inside too many ordinary words. */
const SECRET_CHARS_MIN = 6;
/** This many characters in a row are part of a secret and no coincidence. */
const PART_CHARS = 8;

/** The text without any part of the secrets, which are given by their names. */
export function redactSecrets(text: string, secrets: Readonly<Record<string, string>>): string {
  const said = withoutSecrets(text);
  const secret = new Uint8Array(said.length);
  for (const [name, sealed] of Object.entries(secrets)) {
    for (const spelled of sealed
      .split(/[\r\n]+/)
      .flatMap((line) => listSecretParts(name, line))
      .flatMap(listSpellings))
      mark(secret, said, spelled);
  }
  let cut = "";
  for (let at = 0; at < said.length; at += 1) {
    if (secret[at] === 0) cut += said[at];
    else if (at === 0 || secret[at - 1] === 0) cut += "…";
  }
  return cut;
}

/** The secret part of a line: a header's or parameter's value, an address's user and password. */
function listSecretParts(name: string, line: string): string[] {
  if (name === "headers") return [line.slice(line.indexOf(":") + 1).trim()];
  if (name === "query") return [line.slice(line.indexOf("=") + 1).trim()];
  if (!/^https?:/i.test(line.trim()) || !URL.canParse(line)) return [line.trim()];
  const { username, password } = new URL(line);
  const plain = [username, password].map(decodePercent);
  return [username, password, ...plain, new TextEncoder().encode(plain.join(":")).toBase64()];
}

/** The secret as it is, and as it is spelled in an address and in JSON. */
function listSpellings(secret: string): string[] {
  if (secret.length < SECRET_CHARS_MIN) return [];
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  return [
    ...new Set([secret, form, form.replaceAll("+", "%20"), JSON.stringify(secret).slice(1, -1)]),
  ];
}

/** Marks the characters of every part of the secret in the text, in any case. */
function mark(marks: Uint8Array, said: string, spelled: string): void {
  const [text, secret] = [smallLetters(said), smallLetters(spelled)];
  const length = Math.min(PART_CHARS, secret.length);
  const parts = new Set(
    Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length)),
  );
  for (let at = 0; at + length <= text.length; at += 1)
    if (parts.has(text.slice(at, at + length))) marks.fill(1, at, at + length);
}

/** In lower case and equally long; a text that would grow keeps its non-ASCII letters. */
function smallLetters(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length
    ? small
    : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
