// Lists of tags (RFC 6376, 3.2), the form of signatures and keys: "v=1; a=rsa-sha256; ...". One
// pass.

import { DKIM_TAGS_MAX } from "../../platform/limits.ts";

export type Tags = ReadonlyMap<string, string>;

/** The tags of a list; null if it is malformed or has a tag twice. */
export function parseTags(list: string): Tags | null {
  const tags = new Map<string, string>();
  const parts = list.split(";", DKIM_TAGS_MAX + 2);
  if (parts.at(-1)?.trim() === "") parts.pop();
  if (parts.length > DKIM_TAGS_MAX) return null;
  for (const part of parts) {
    const equals = part.indexOf("=");
    const name = part.slice(0, Math.max(equals, 0)).trim();
    if (!/^[a-z]\w{0,30}$/i.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

/** A tag's value without any blank or fold; empty if it is missing. */
export function readTag(tags: Tags, name: string): string {
  return (tags.get(name) ?? "").replace(/[\t\r\n ]+/g, "");
}

/**
 * The list in a tag's value ("from : to : subject") in lower case; `otherwise` if it is missing.
 */
export function readList(tags: Tags, name: string, otherwise: string): string[] {
  return (readTag(tags, name) || otherwise).toLowerCase().split(":");
}

/** The bytes of a base64 text; null if it is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = text.replace(/={1,2}$/, "");
  if (plain === "" || !/^[A-Za-z0-9+/]+$/.test(plain)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
