// Raw messages for the tests, written from their parts as a mail program would.

const encoder = new TextEncoder();

/** A part of a message: its headers, an empty line, its content. */
export function part(type: string, content: string, headers: readonly string[] = []): string {
  return [`Content-Type: ${type}`, ...headers, "", content].join("\r\n");
}

/** A multipart body's type and content. */
export function multipart(
  kind: string,
  parts: readonly string[],
  boundary = "=_limit",
): { type: string; body: string } {
  return {
    type: `multipart/${kind}; boundary="${boundary}"`,
    body: [...parts.flatMap((one) => [`--${boundary}`, one]), `--${boundary}--`, ""].join("\r\n"),
  };
}

/** A whole message: `headers` in order, then the body. */
export function mail(headers: readonly string[], body: string): Uint8Array {
  return encoder.encode([...headers, "", body].join("\r\n"));
}

/** The headers of a shop's mail. */
export const SHOP = [
  "From: Lantern Books <orders@lantern.example>",
  "To: ada@home.example",
  "Subject: Your order 4711",
  "Date: Mon, 02 Nov 2026 23:30:00 -0500",
  "Message-ID: <4711@lantern.example>",
];
