// A file's name for people. It comes from outside and never serves as a path or a key.

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
