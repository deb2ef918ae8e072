// Lists of tags (RFC 6376, 3.2), as signatures and keys are written: "v=1; a=rsa-sha256; ...". One pass.

import { DKIM_TAGS_MAX } from "../../platform/limits.ts";

export type Tags = ReadonlyMap<string, string>;

/** The tags of a list; null where it is malformed or says one of them twice. */
export function tagsOf(list: string): Tags | null {
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

/** A tag's value without any blank or fold. */
export function solid(tags: Tags, name: string): string {
  return (tags.get(name) ?? "").replace(/[\t\r\n ]+/g, "");
}

/** A list within a value: "from : to : subject", in lower case. */
export function listOf(tags: Tags, name: string, otherwise: string): string[] {
  return (solid(tags, name) || otherwise).toLowerCase().split(":");
}

/** Bytes of base64, or null where it is none. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> | null {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const plain = text.slice(0, text.length - padding);
  if (plain === "" || !/^[A-Za-z0-9+/]+$/.test(plain)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
