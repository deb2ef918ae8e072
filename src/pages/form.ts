// What a form or an address says, as text and as ids; what is neither is "" and 0, which name nothing.

/** A field's text; "" where it is missing or a file. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An id out of an address or a field; 0, which nothing has, for everything else. */
export function idOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
