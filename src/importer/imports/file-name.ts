// A file's name as it is shown. It comes from outside and is for people: never a path, never a key.

import { FILE_NAME_CHARS_MAX } from "../../platform/limits.ts";

/** The last part of a path, without control characters, at most FILE_NAME_CHARS_MAX long. */
export function fileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(/\p{C}/gu, "")
    .slice(0, FILE_NAME_CHARS_MAX)
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed();
  return clean === "" ? "statement" : clean;
}
