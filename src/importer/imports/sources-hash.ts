// Which version of the code this is: a hash of all sources, written in by the bundler
// (scripts/bundle.mjs). What one version has read, another may read better.

declare const SOURCES_HASH: string | undefined;

/** The hash of this version's sources; null where it was not written in. */
export function sourcesHash(): string | null {
  return typeof SOURCES_HASH === "undefined" ? null : SOURCES_HASH;
}
