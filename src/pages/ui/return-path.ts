// Where a person goes after signing in: a path of ours and nothing else, whatever the address said.

const HERE = "https://here.invalid";

/** The path and query asked for, if a browser stays with us on it; else "/". */
export function pathOfOurs(text: string): string {
  if (!/^\/[\x21-\x7e]*$/.test(text) || text.includes("\\") || !URL.canParse(text, HERE))
    return "/";
  const { origin, pathname, search } = new URL(text, HERE);
  // "/.//other.example" is a path of ours until its dots are taken out: then it is another host.
  return origin === HERE && !pathname.startsWith("//") ? pathname + search : "/";
}
