// A file's name for people. It comes from outside and never serves as a path or a key.

import { FILE_NAME_CHARS_MAX } from "../../platform/limits.ts";

/** The last part of a path, without control characters, at most FILE_NAME_CHARS_MAX long. */
export function fileName(name: string): string {
  const clean = cleanName(name.split(/[/\\]/).at(-1) ?? "");
  return clean === "" ? "statement" : clean;
}

/** Finds the name of the folder in a path; null if the path has none. */
export function findFolderName(path: string): string | null {
  const folder = cleanName(path.split(/[/\\]/).at(-2) ?? "");
  return /^(?:|\.+|[a-z]:)$/i.test(folder) ? null : folder;
}

function cleanName(part: string): string {
  return part
    .replace(/\p{C}/gu, "")
    .slice(0, FILE_NAME_CHARS_MAX)
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed();
}
