// A moment on a page: in UTC as served, in the reader's time zone with scripts.

import { printTime } from "./print.ts";

/** A moment in milliseconds since 1970. */
export function Moment({ at }: { readonly at: number }) {
  const iso = new Date(at).toISOString();
  return <time datetime={iso}>{printTime(iso)}</time>;
}
