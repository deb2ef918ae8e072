// Where a person goes after signing in: only a path of ours, whatever the address said.

/** The first page after signing in. */
export const HOME = "/overview";

const HERE = "https://here.invalid";

/** The requested path and query, if a browser stays with us on it; else the overview. */
export function pathOfOurs(text: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(text) || text.includes("\\") || !URL.canParse(text, HERE))
    return HOME;
  const { origin, pathname, search } = new URL(text, HERE);
  // "/.//other.example" is a path of ours until its dots are resolved: then it is another host.
  return origin === HERE && !pathname.startsWith("//") ? pathname + search : HOME;
}
